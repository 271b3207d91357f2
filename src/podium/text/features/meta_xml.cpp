#include "podium/text/features/meta_xml.hpp"

#include <iterator>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/text/markup/xml_elements.hpp"

namespace podium::text {

namespace {

// --- reading ---

StreamMeta stream_meta(XmlElements part, std::size_t id) {
  StreamMeta stream;
  part.take_count("streamid", id);
  stream.name = part.take_text("streamdescription");
  stream.unique_terms = part.take_number<std::uint64_t>("uniquetermnum");
  stream.total_terms = part.take_number<std::uint64_t>("totaltermnum");
  part.finish();
  return stream;
}

std::vector<std::uint32_t> query_lengths(XmlElements info) {
  std::vector<std::uint32_t> lengths;
  while (info.next_is("stream")) {
    XmlElements part = info.take_all("stream");
    part.take_count("streamid", lengths.size() + 1);
    lengths.push_back(part.take_number<std::uint32_t>("streamspecificquerylength"));
    part.finish();
  }
  info.finish();
  return lengths;
}

TermMeta term_meta(XmlElements part, std::size_t id, std::size_t streams) {
  TermMeta term;
  part.take_count("termid", id);
  term.word = part.take_text("word");
  for (std::size_t s = 0; s < streams; ++s) {
    XmlElements stream = part.take_all("stream");
    stream.take_count("streamid", s + 1);
    term.document_frequency.push_back(stream.take_number<std::uint64_t>("streamfrequency"));
    term.collection_frequency.push_back(stream.take_number<std::uint64_t>("streamtermfrequency"));
    stream.finish();
  }
  part.finish();
  return term;
}

DocumentMeta document_meta(XmlElements part, std::size_t streams, std::size_t terms) {
  DocumentMeta document;
  document.id = part.take_text("docid");
  document.label = part.take_number<double>("label");
  document.frequency.reserve(streams * terms);
  for (std::size_t s = 0; s < streams; ++s) {
    XmlElements stream = part.take_all("stream");
    stream.take_count("streamid", s + 1);
    document.length.push_back(stream.take_number<std::uint32_t>("length"));
    document.unique_length.push_back(stream.take_number<std::uint32_t>("uniquelength"));
    for (std::size_t t = 0; t < terms; ++t) {
      XmlElements term = stream.take_all("term");
      term.take_count("termid", t + 1);
      document.frequency.push_back(term.take_number<std::uint32_t>("termfrequency"));
      term.finish();
    }
    stream.finish();
  }
  part.finish();
  return document;
}

// --- writing ---

using Buffer = fmt::memory_buffer;

/// Carriage returns and other control characters must be escaped to survive a round trip.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("&#{};", static_cast<int>(c));
    } else {
      result += c;
    }
  }
  return result;
}

template <class Value>
void line(Buffer& xml, std::string_view name, const Value& value) {
  fmt::format_to(std::back_inserter(xml), "<{0}>{1}</{0}>\n", name, value);
}

void raw(Buffer& xml, std::string_view text) {
  xml.append(text.data(), text.data() + text.size());
}

constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

void write_term(Buffer& xml, const TermMeta& term, std::size_t id) {
  raw(xml, "<term>\n");
  line(xml, "termid", id);
  line(xml, "word", escaped(term.word));
  for (std::size_t s = 0; s < term.document_frequency.size(); ++s) {
    raw(xml, "<stream>\n");
    line(xml, "streamid", s + 1);
    line(xml, "streamfrequency", term.document_frequency[s]);
    line(xml, "streamtermfrequency", term.collection_frequency[s]);
    raw(xml, "</stream>\n");
  }
  raw(xml, "</term>\n");
}

void write_document(Buffer& xml, const DocumentMeta& document, std::size_t terms) {
  raw(xml, "<doc>\n");
  line(xml, "docid", escaped(document.id));
  line(xml, "label", to_text(document.label));
  for (std::size_t s = 0; s < document.length.size(); ++s) {
    raw(xml, "<stream>\n");
    line(xml, "streamid", s + 1);
    line(xml, "length", document.length[s]);
    line(xml, "uniquelength", document.unique_length[s]);
    for (std::size_t t = 0; t < terms; ++t) {
      raw(xml, "<term>\n");
      line(xml, "termid", t + 1);
      line(xml, "termfrequency", document.frequency[s * terms + t]);
      raw(xml, "</term>\n");
    }
    raw(xml, "</stream>\n");
  }
  raw(xml, "</doc>\n");
}

}  // namespace

CollectionMeta parse_collection_meta(std::string_view text, const std::string& source) {
  const XmlText xml(text, source);
  XmlElements info(xml, xml.root("collectioninfo"));
  CollectionMeta collection;
  collection.name = info.take_text("name");
  collection.documents = info.take_number<std::uint64_t>("docnum");
  const auto streams = info.take_number<std::size_t>("streamnum");
  for (std::size_t s = 0; s < streams; ++s) {
    collection.stream.push_back(stream_meta(info.take_all("stream"), s + 1));
  }
  info.finish();
  return collection;
}

QueryMeta parse_query_meta(std::string_view text, const std::string& source) {
  const XmlText xml(text, source);
  XmlElements parts(xml, xml.root("query"));
  QueryMeta query;
  query.id = parts.take_text("id");
  query.length = query_lengths(parts.take_all("streaminfo"));
  const std::size_t streams = query.length.size();

  XmlElements terms = parts.take_all("terminfo");
  const auto term_count = terms.take_number<std::size_t>("termnum");
  for (std::size_t t = 0; t < term_count; ++t) {
    query.term.push_back(term_meta(terms.take_all("term"), t + 1, streams));
  }
  terms.finish();

  XmlElements documents = parts.take_all("docinfo");
  const auto document_count = documents.take_number<std::size_t>("docnum");
  for (std::size_t d = 0; d < document_count; ++d) {
    query.document.push_back(document_meta(documents.take_all("doc"), streams, term_count));
  }
  documents.finish();
  parts.finish();
  return query;
}

CollectionMeta read_collection_meta(const std::filesystem::path& path) {
  const InputText input(path);
  return parse_collection_meta(input.view(), input.path());
}

QueryMeta read_query_meta(const std::filesystem::path& path) {
  const InputText input(path);
  return parse_query_meta(input.view(), input.path());
}

std::string to_xml(const CollectionMeta& collection) {
  Buffer xml;
  raw(xml, declaration);
  raw(xml, "<collectioninfo>\n");
  line(xml, "name", escaped(collection.name));
  line(xml, "docnum", collection.documents);
  line(xml, "streamnum", collection.stream.size());
  for (std::size_t s = 0; s < collection.stream.size(); ++s) {
    raw(xml, "<stream>\n");
    line(xml, "streamid", s + 1);
    line(xml, "streamdescription", escaped(collection.stream[s].name));
    line(xml, "uniquetermnum", collection.stream[s].unique_terms);
    line(xml, "totaltermnum", collection.stream[s].total_terms);
    raw(xml, "</stream>\n");
  }
  raw(xml, "</collectioninfo>\n");
  return fmt::to_string(xml);
}

std::string to_xml(const QueryMeta& query) {
  Buffer xml;
  raw(xml, declaration);
  raw(xml, "<query>\n");
  line(xml, "id", escaped(query.id));
  raw(xml, "<streaminfo>\n");
  for (std::size_t s = 0; s < query.length.size(); ++s) {
    raw(xml, "<stream>\n");
    line(xml, "streamid", s + 1);
    line(xml, "streamspecificquerylength", query.length[s]);
    raw(xml, "</stream>\n");
  }
  raw(xml, "</streaminfo>\n<terminfo>\n");
  line(xml, "termnum", query.term.size());
  for (std::size_t t = 0; t < query.term.size(); ++t) write_term(xml, query.term[t], t + 1);
  raw(xml, "</terminfo>\n<docinfo>\n");
  line(xml, "docnum", query.document.size());
  for (const DocumentMeta& document : query.document) {
    write_document(xml, document, query.term.size());
  }
  raw(xml, "</docinfo>\n</query>\n");
  return fmt::to_string(xml);
}

}  // namespace podium::text
