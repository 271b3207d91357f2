#include "podium/core/format/trec/run.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/core/format/document_lines.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 6> run_fields = {
    "a query id", "Q0", "a document id", "a rank", "a finite score", "a tag"};

void check(const DocumentTable::Query& query) {
  check_word(query.id, "query id");
  for (std::size_t doc = 0; doc < query.size(); ++doc) {
    check_word(query.document[doc], "document id");
    if (!std::isfinite(query.value[doc])) {
      throw NumericError(fmt::format("query {}, document {}: found the score {}, expected {}",
                                     in_quotes(query.id), in_quotes(query.document[doc]),
                                     query.value[doc], run_fields[4]));
    }
  }
}

}  // namespace

Run read_run(const std::filesystem::path& path, BadLines bad, LineReport* report) {
  const DocumentLineFormat format{
      .names = run_fields, .value_word = 4, .row_name = "line of a run"};
  DocumentLines lines = read_document_lines(path, format, bad, report);
  return {std::move(lines.table), std::move(lines.last_word)};
}

void write_run(const Run& run, const std::filesystem::path& path) {
  check_word(run.tag, "tag");
  OutputFile file(path);
  for (std::size_t i = 0; i < run.retrieved.query_count(); ++i) {
    const DocumentTable::Query query = run.retrieved[i];
    check(query);
    std::size_t rank = 1;
    for (const DocIndex doc : rank_by_score(query.value).order) {
      file.write(fmt::format("{} Q0 {} {} {} {}\n", query.id, query.document[doc], rank++,
                             to_text(query.value[doc]), run.tag));
    }
  }
  file.commit();
}

Run run_of(const Dataset& data, std::span<const double> scores, std::string tag) {
  return {DocumentTable(data, scores), std::move(tag)};
}

}  // namespace podium
