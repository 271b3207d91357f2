#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/collection_text.hpp"

namespace podium {

namespace {

/// A record of a SMART file: the text of each field, by its letter.
struct SmartRecord {
  std::string_view head;  ///< the line ".I id"
  std::string id;
  std::array<std::string, 26> field;

  const std::string& operator[](char letter) const {
    return field[static_cast<std::size_t>(letter - 'A')];
  }
};

/// The letter of a line that begins a field (".W"), or 0. Lines of text may begin with a point.
char field_letter(std::string_view line) {
  const std::string_view mark = stripped(line);
  const bool is_mark = mark.size() == 2 && mark[0] == '.' && mark[1] >= 'A' && mark[1] <= 'Z';
  return is_mark && line.starts_with('.') ? mark[1] : '\0';
}

bool is_head(std::string_view line) {
  return line.starts_with(".I ") || line.starts_with(".I\t") || field_letter(line) == 'I';
}

template <class Take>
void for_each_record(CollectionText& text, std::string_view what, Take&& take) {
  LineReader lines(text.view(), text.path());
  SmartRecord record;
  char letter = '\0';
  const auto finish = [&] {
    if (record.head.empty()) return;
    text.record([&] {
      if (record.id.empty()) throw text.error(record.head, "found no id, expected '.I id'");
      text.take_id(record.id, record.head, what);
      take(record);
    });
  };
  while (lines.next()) {
    if (is_head(lines.line())) {
      finish();
      record = {.head = lines.line(), .id = std::string(stripped(lines.line().substr(2)))};
      letter = '\0';
    } else if (const char found = field_letter(lines.line()); found != '\0') {
      letter = found;
    } else if (letter != '\0' && !record.head.empty()) {
      record.field[static_cast<std::size_t>(letter - 'A')].append(lines.line()).append("\n");
    } else if (!lines.is_blank()) {
      text.record([&] {
        throw lines.unexpected(stripped(lines.line()),
                               record.head.empty() ? "'.I id'" : "a field such as '.W'");
      });
    }
  }
  finish();
}

std::vector<LabelQuery> read_queries(CollectionText& text) {
  std::vector<LabelQuery> queries;
  for_each_record(text, "query", [&](const SmartRecord& record) {
    LabelQuery query{.id = record.id, .text = on_one_line(record['W'])};
    if (query.text.empty()) throw text.error(record.head, "found no '.W', expected what is asked");
    queries.push_back(std::move(query));
  });
  return queries;
}

std::vector<LabelDocument> read_documents(CollectionText& text) {
  std::vector<LabelDocument> documents;
  for_each_record(text, "document", [&](const SmartRecord& record) {
    const std::string authors = on_one_line(record['A']);
    const std::string_view body = stripped(record['W']);
    LabelDocument document{
        .id = record.id,
        .title = on_one_line(record['T']),
        .snippet = beginning_of(body),
        .body = authors.empty() ? std::string(body) : fmt::format("{}\n\n{}", authors, body)};
    documents.push_back(std::move(document));
  });
  return documents;
}

}  // namespace

CollectionReaders smart_readers() {
  return {read_queries, read_documents};
}

}  // namespace podium
