#include "podium/format/trec/qrels.hpp"

#include <array>

#include <fmt/format.h>

#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/document_lines.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 4> qrels_fields = {"a query id", "an iteration",
                                                          "a document id", "a finite label"};

}  // namespace

Qrels read_qrels(const std::filesystem::path& path, BadLines bad, LineReport* report) {
  const DocumentLineFormat format{
      .names = qrels_fields, .value_word = 3, .row_name = "judgement", .may_repeat_rows = true};
  return {read_document_lines(path, format, bad, report).table};
}

std::string qrels_text(const Qrels& qrels) {
  std::string text;
  for (std::size_t i = 0; i < qrels.judged.query_count(); ++i) {
    const DocumentTable::Query query = qrels.judged[i];
    check_word(query.id, "query id");
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      check_word(query.document[doc], "document id");
      text += fmt::format("{} 0 {} {}\n", query.id, query.document[doc], to_text(query.value[doc]));
    }
  }
  return text;
}

void write_qrels(const Qrels& qrels, const std::filesystem::path& path) {
  write_file(path, qrels_text(qrels));
}

Qrels qrels_of(const Dataset& data) {
  return {DocumentTable(data, data.columns().label)};
}

}  // namespace podium
