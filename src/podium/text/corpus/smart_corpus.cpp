#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "podium/core/base/text.hpp"
#include "podium/text/corpus/corpus_collector.hpp"
#include "podium/text/corpus/smart_qrels.hpp"
#include "podium/text/corpus/smart_sections.hpp"

namespace podium::text {

namespace {

/// The names of the sections of a kind of file.
struct SectionNames {
  std::array<std::string_view, 26> name{};  ///< by letter; none: "smart_x"
  bool id_in_u = false;                     ///< section U has the id, not line .I
  bool has_links = false;                   ///< section X has links
};

constexpr SectionNames smart_names = [] {
  SectionNames names{.has_links = true};
  names.name['T' - 'A'] = "title";
  names.name['A' - 'A'] = "author";
  names.name['B' - 'A'] = "source";
  names.name['W' - 'A'] = "text";
  names.name['K' - 'A'] = "keywords";
  names.name['C' - 'A'] = "categories";
  names.name['N' - 'A'] = "note";
  return names;
}();

constexpr SectionNames ohsumed_names = [] {
  SectionNames names{.id_in_u = true};
  names.name['T' - 'A'] = "title";
  names.name['A' - 'A'] = "author";
  names.name['S' - 'A'] = "source";
  names.name['W' - 'A'] = "text";
  names.name['M' - 'A'] = "mesh";
  names.name['P' - 'A'] = "type";
  return names;
}();

/// Lines "id type own-id"; type 5 means that one of the two documents cites the other. Types 4 and
/// 6 (common references, cited together) follow from the citations and are not links.
void add_links(std::string_view section, RawDocument& document) {
  while (!section.empty()) {
    const std::size_t end = std::min(section.find('\n'), section.size());
    const std::string_view line = section.substr(0, end);
    section.remove_prefix(std::min(end + 1, section.size()));
    const std::size_t first = line.find_first_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view rest = trimmed(line.substr(first));
    if (rest.substr(0, rest.find_first_of(" \t")) != "5") continue;
    std::string target = without_zeros(line.substr(0, first));
    if (target != document.id) document.link.push_back({std::move(target), "", true});
  }
}

void take(SmartRecord& record, const SectionNames& names, const InputStream& in,
          CorpusCollector& to) {
  RecordState state{.where = {in.path(), record.line}, .was_cut = record.was_cut};
  (void)to.decode(record.id, state.bad_bytes);
  RawDocument document{.id = without_zeros(record.id)};
  for (std::size_t letter = 0; letter < record.section.size(); ++letter) {
    std::string& text = record.section[letter];
    if (text.empty()) continue;
    (void)to.decode(text, state.bad_bytes);
    if (names.id_in_u && letter == 'U' - 'A') {
      document.id = trimmed(std::string_view(text).substr(0, text.find('\n')));
    } else if (names.has_links && letter == 'X' - 'A') {
      add_links(text, document);
    } else if (!names.name[letter].empty()) {
      document.field.emplace(names.name[letter], text);
    } else {
      document.field.emplace(std::string("smart_") + static_cast<char>('a' + letter), text);
    }
  }
  to.take(std::move(document), std::move(state));
}

void read(InputStream& in, const SectionNames& names, CorpusCollector& to) {
  SmartReader reader(in, to.options().max_document_bytes);
  SmartRecord record;
  while (reader.next(record)) take(record, names, in, to);
  if (reader.stray_line() > 0) {
    to.report().skip({in.path(), reader.stray_line()},
                     "found text outside of the sections of a record");
  }
}

}  // namespace

void read_smart(InputStream& in, CorpusCollector& to) {
  read(in, smart_names, to);
}

void read_ohsumed(InputStream& in, CorpusCollector& to) {
  read(in, ohsumed_names, to);
}

}  // namespace podium::text
