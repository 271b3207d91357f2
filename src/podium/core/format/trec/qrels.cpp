#include "podium/core/format/trec/qrels.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_lines.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 4> qrels_fields = {"a query id", "an iteration",
                                                          "a document id", "a finite label"};

/// Of files without the iteration, which nobody uses: SMART's and those of BEIR, which have a
/// header.
constexpr std::array<std::string_view, 3> short_fields = {
    "a query id", "a document id", "a finite label: of three columns the last (TREC has four)"};
constexpr std::string_view beir_header = "query-id\tcorpus-id\tscore";

std::string first_line_in(const std::filesystem::path& path) {
  const InputText text(path);
  std::string_view rest = text.view();
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, length));
    if (!line.empty()) return std::string(line);
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  return {};
}

std::size_t words_in(std::string_view line) {
  std::size_t words = 0;
  char before = ' ';
  for (const char c : line) {
    if (c != ' ' && c != '\t' && (before == ' ' || before == '\t')) ++words;
    before = c;
  }
  return words;
}

}  // namespace

Qrels read_qrels(const std::filesystem::path& path, BadLines bad, LineReport* report) {
  const std::string first = is_stream(path) ? std::string() : first_line_in(path);
  const bool is_short = words_in(first) == short_fields.size();
  const DocumentLineFormat format{
      .names = is_short ? std::span<const std::string_view>(short_fields) : qrels_fields,
      .document_word = is_short ? 1U : 2U,
      .value_word = is_short ? 2U : 3U,
      .row_name = "judgement",
      .may_repeat_rows = true,
      .header = lower_case(first) == beir_header ? beir_header : std::string_view()};
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
