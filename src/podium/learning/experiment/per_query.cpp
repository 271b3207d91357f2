#include "podium/learning/experiment/per_query.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/csv_table.hpp"

namespace podium {

namespace {

/// "err@10" of "err(max=4)@10".
std::string without_options(const std::string& name) {
  const std::size_t open = name.find('(');
  const std::size_t close = name.find(')');
  if (open == std::string::npos || close == std::string::npos) return name;
  return name.substr(0, open) + name.substr(close + 1);
}

}  // namespace

PerQueryValues read_per_query(const std::filesystem::path& path) {
  const CsvTable table = CsvTable::read(path);
  const std::size_t query_column = table.column("query");
  PerQueryValues values;
  std::set<std::string_view> seen;
  std::vector<const std::vector<CsvField>*> rows;
  for (const auto& row : table.rows()) {
    // Concatenated files of several folds each have a header.
    if (std::ranges::equal(row, table.header(), {}, &CsvField::text, &CsvField::text)) continue;
    rows.push_back(&row);
    const CsvField& query = row[query_column];
    if (!seen.insert(query.text).second) {
      throw table.error(query, "found query " + in_quotes(query.text) + " twice, expected it once");
    }
    values.query.push_back(query.text);
  }
  for (std::size_t column = 0; column < table.header().size(); ++column) {
    if (column == query_column) continue;
    values.measure.push_back(table.header()[column].text);
    auto& of_measure = values.value.emplace_back();
    for (const auto* row : rows) {
      const CsvField& value = (*row)[column];
      of_measure.push_back(trimmed(value.text).empty() ? std::numeric_limits<double>::quiet_NaN()
                                                       : table.number(value));
    }
  }
  return values;
}

const std::string& find_column(const PerQueryValues& values, std::string_view measure) {
  const auto found = std::ranges::find(values.measure, measure);
  if (found != values.measure.end()) return *found;
  const auto is_same = [&](const std::string& name) { return without_options(name) == measure; };
  if (std::ranges::count_if(values.measure, is_same) == 1) {
    return *std::ranges::find_if(values.measure, is_same);
  }
  const std::vector<std::string_view> known(values.measure.begin(), values.measure.end());
  throw UsageError("measure: found " + in_quotes(measure) + ", expected one of: " + joined(known));
}

const std::vector<double>& values_of(const PerQueryValues& values, std::string_view measure) {
  const std::string& name = find_column(values, measure);
  return values.value[static_cast<std::size_t>(&name - values.measure.data())];
}

}  // namespace podium
