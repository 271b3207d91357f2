#include "podium/text/corpus/smart_qrels.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

struct Row {
  std::size_t query = 0;
  std::string document;
  double code = 0.0;
};

struct Rows {
  std::deque<std::string> query;  ///< in order of appearance
  std::vector<Row> row;
};

/// The code of each pair of a query and a document.
using KnownCodes = std::map<std::pair<std::size_t, std::string>, double>;

/// Reads one line; false when it repeats an earlier one.
bool take_line(const LineReader& lines, std::unordered_map<std::string, std::size_t>& query_place,
               KnownCodes& known, Rows& rows) {
  constexpr std::array<std::string_view, 4> names = {"a query id", "a document id", "a code",
                                                     "another code"};
  std::array<std::string_view, 4> words;
  const std::size_t count = lines.split(names, 2, words);
  const double code = count > 2 ? lines.number_in(words[2], names[2]) : 0.0;
  constexpr std::array<double, 7> codes = {-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0};
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) {
    throw lines.unexpected(words[2], "a code from -1 to 5");
  }
  const std::string query = without_zeros(words[0]);
  const auto place = query_place.emplace(query, rows.query.size());
  if (place.second) rows.query.push_back(query);
  Row row{place.first->second, without_zeros(words[1]), code};
  const auto before = known.emplace(std::pair(row.query, row.document), code);
  if (!before.second) {
    if (before.first->second == code) return false;
    throw lines.error(words[1], "found document " + in_quotes(words[1]) +
                                    " a second time in this query, with another code");
  }
  rows.row.push_back(std::move(row));
  return true;
}

/// The rows by query, with labels computed from their codes by `label_of`.
template <class LabelOf>
DocumentTable table_of(std::shared_ptr<Rows> rows, LabelOf&& label_of) {
  std::stable_sort(rows->row.begin(), rows->row.end(),
                   [](const Row& a, const Row& b) { return a.query < b.query; });
  DocumentColumns columns;
  for (const std::string& query : rows->query) {
    columns.query_id.push_back(query);
    columns.query_end.push_back(0);
  }
  for (const Row& row : rows->row) {
    columns.document.push_back(row.document);
    columns.value.push_back(label_of(row.code));
    ++columns.query_end[row.query];
  }
  for (std::size_t i = 1; i < columns.query_end.size(); ++i) {
    columns.query_end[i] += columns.query_end[i - 1];
  }
  columns.text = std::move(rows);
  return DocumentTable(std::move(columns));
}

}  // namespace

Qrels read_smart_qrels(const std::filesystem::path& path, BadLines bad, LineReport* report) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  LineReport own;
  const auto rows = std::make_shared<Rows>();
  std::unordered_map<std::string, std::size_t> query_place;
  KnownCodes known;
  for_each_line(lines, bad, own, [&] {
    if (lines.is_blank()) return;
    const bool is_new = take_line(lines, query_place, known, *rows);
    own.rows += is_new ? 1U : 0U;
    own.rows_repeated += is_new ? 0U : 1U;
  });
  expect_some(own.rows, text.path(), "judgements");
  if (report != nullptr) report->add(own);
  const bool has_codes = std::any_of(rows->row.begin(), rows->row.end(),
                                     [](const Row& row) { return row.code != 0.0; });
  return {table_of(rows, [&](double code) {
    if (!has_codes) return 1.0;
    return code >= 1.0 ? 5.0 - code : 0.0;
  })};
}

std::string without_zeros(std::string_view id) {
  const bool is_number =
      !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_number) id.remove_prefix(std::min(id.find_first_not_of('0'), id.size() - 1));
  return std::string(id);
}

}  // namespace podium::text
