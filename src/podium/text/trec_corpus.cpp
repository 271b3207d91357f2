#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/base/text.hpp"
#include "podium/text/corpus_collector.hpp"
#include "podium/text/html_scan.hpp"
#include "podium/text/sgml.hpp"

namespace podium {

namespace {

/// The name under which a section is known in every format.
std::string field_name(const std::string& section) {
  if (section == "headline" || section == "hl" || section == "head" || section == "ttl" ||
      section == "ti" || section == "h3") {
    return "title";
  }
  return section;
}

/// <DOCHDR> has the URL in its first line and what the server said below; a page follows.
void add_page(const SgmlSection& header, std::string_view rest, RawDocument& document) {
  const std::string_view text = trimmed_lines(header.text);
  document.url = text.substr(0, text.find_first_of(" \t\r\n"));
  document.charset = header_charset(text);
  document.html = rest;
}

/// Whether there is text outside of the sections.
bool has_loose_text(std::string_view record, std::span<const SgmlSection> sections) {
  std::size_t begin = 0;
  for (const SgmlSection& section : sections) {
    if (!stripped(record.substr(begin, section.begin - begin)).text.empty()) return true;
    begin = section.end;
  }
  return !stripped(record.substr(begin)).text.empty();
}

RawDocument document_of(std::string_view text) {
  RawDocument document;
  std::size_t behind_id = 0;
  const std::vector<SgmlSection> sections = sgml_sections(text);
  for (const SgmlSection& section : sections) {
    if (section.name == "docno" || section.name == "docid") behind_id = section.end;
    if (section.name == "docno" || (section.name == "docid" && document.id.empty())) {
      document.id = trimmed(trimmed_lines(section.text));
    } else if (section.name == "dochdr") {
      add_page(section, text.substr(section.end), document);
      break;
    } else if (section.name == "url") {
      document.url = trimmed(trimmed_lines(section.text));
    } else if (section.name != "docid") {
      std::string& field = document.field[field_name(section.name)];
      if (!field.empty()) field += '\n';
      field += stripped(section.text).text;
    }
  }
  // A document that marks nothing but its id, or a word here and there, is text throughout.
  if (document.html.empty() && !document.field.contains("text") && has_loose_text(text, sections)) {
    document.field["text"] = stripped(text.substr(behind_id)).text;
  }
  return document;
}

}  // namespace

void read_trec(InputStream& in, CorpusCollector& to) {
  SgmlReader reader(in, "doc", to.options().max_document_bytes);
  std::string text;
  while (reader.next(text)) to.take(document_of(text), reader.state());
  if (reader.stray_line() > 0) {
    to.report().skip({in.path(), reader.stray_line()}, "found text outside of <DOC>");
  }
}

}  // namespace podium
