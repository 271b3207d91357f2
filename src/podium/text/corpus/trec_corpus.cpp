#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/text.hpp"
#include "podium/text/corpus/corpus_collector.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/markup/html_scan.hpp"

namespace podium::text {

namespace {

/// The common name of a section across formats.
std::string field_name(const std::string& section) {
  if (section == "headline" || section == "hl" || section == "head" || section == "ttl" ||
      section == "ti" || section == "h3") {
    return "title";
  }
  return section;
}

/// <DOCHDR> has the URL in its first line and the headers of the server below; a page follows.
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

void append_field(const std::string& name, std::string_view section, RawDocument& document) {
  std::string& field = document.field[name];
  if (!field.empty()) field += '\n';
  field += stripped(section).text;
}

/// Title and text inside of other sections.
struct InnerParts {
  bool wants_title = false;
  bool wants_text = false;

  void add(std::span<const SgmlSection> sections, std::size_t depth, RawDocument& document) const {
    for (const SgmlSection& section : sections) {
      const std::string outer = field_name(section.name);
      if (outer == "title" || outer == "text") continue;
      const std::vector<SgmlSection> inside = sgml_sections(section.text);
      for (const SgmlSection& inner : inside) {
        const std::string name = field_name(inner.name);
        if ((wants_title && name == "title") || (wants_text && name == "text")) {
          append_field(name, inner.text, document);
        }
      }
      if (depth > 1) add(inside, depth - 1, document);
    }
  }
};

/// Finds the text and the title of a document without outer sections of these names: AQUAINT has
/// both inside <BODY>. A document with no sections but its id, or with text between them, is text
/// throughout.
void complete(std::string_view text, std::span<const SgmlSection> sections, std::size_t after_id,
              RawDocument& document) {
  constexpr std::size_t max_depth = 3;
  const InnerParts parts{!document.field.contains("title"), !document.field.contains("text")};
  if (parts.wants_title || parts.wants_text) parts.add(sections, max_depth, document);
  if (document.field.contains("text")) return;
  if (has_loose_text(text, sections)) {
    document.field["text"] = stripped(text.substr(after_id)).text;
  } else if (const auto body = document.field.find("body"); body != document.field.end()) {
    document.field["text"] = body->second;
  }
}

RawDocument document_of(std::string_view text) {
  RawDocument document;
  std::size_t after_id = 0;
  const std::vector<SgmlSection> sections = sgml_sections(text);
  for (const SgmlSection& section : sections) {
    if (section.name == "docno" || section.name == "docid") after_id = section.end;
    if (section.name == "docno" || (section.name == "docid" && document.id.empty())) {
      document.id = trimmed(trimmed_lines(section.text));
    } else if (section.name == "dochdr") {
      add_page(section, text.substr(section.end), document);
      break;
    } else if (section.name == "html") {
      document.html = text.substr(section.begin);
      break;
    } else if (section.name == "url") {
      document.url = trimmed(trimmed_lines(section.text));
    } else if (section.name != "docid") {
      append_field(field_name(section.name), section.text, document);
    }
  }
  if (document.html.empty()) complete(text, sections, after_id, document);
  return document;
}

}  // namespace

void read_trec(InputStream& in, CorpusCollector& to) {
  SgmlReader reader(in, "doc", to.options().max_document_bytes);
  std::string text;
  while (reader.next(text)) {
    RecordState state = reader.state();
    RawDocument document = document_of(text);
    // A page has an encoding of its own. Other text must be UTF-8 before references are replaced.
    if (document.html.empty() && to.decode(text, state.bad_bytes)) document = document_of(text);
    to.take(std::move(document), std::move(state));
  }
  if (reader.stray_line() > 0) {
    to.report().skip({in.path(), reader.stray_line()}, "found text outside of <DOC>");
  }
}

}  // namespace podium::text
