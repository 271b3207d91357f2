#include "podium/learning/experiment/winning_number.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/csv_table.hpp"

namespace podium {

namespace {

std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) names.push_back(name);
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

}  // namespace

std::vector<ResultRow> read_results(const std::filesystem::path& path) {
  const CsvTable table = CsvTable::read(path);
  const std::size_t dataset = table.column("dataset");
  const std::size_t algorithm = table.column("algorithm");
  const std::size_t measure = table.column("measure");
  const std::size_t value = table.column("value");
  std::vector<ResultRow> results;
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  for (const auto& row : table.rows()) {
    if (!seen.emplace(row[dataset].text, row[algorithm].text, row[measure].text).second) {
      throw table.error(row[dataset], "found a second value for " + in_quotes(row[measure].text) +
                                          " of " + in_quotes(row[algorithm].text) + " on " +
                                          in_quotes(row[dataset].text));
    }
    results.push_back(
        {row[dataset].text, row[algorithm].text, row[measure].text, table.number(row[value])});
  }
  return results;
}

WinningNumbers winning_numbers(std::span<const ResultRow> results) {
  struct Entry {
    std::size_t algorithm;
    double value;
  };
  WinningNumbers numbers;
  std::map<std::pair<std::size_t, std::string_view>, std::vector<Entry>> contests;
  for (const ResultRow& row : results) {
    const std::size_t measure = place_of(numbers.measure, row.measure);
    const std::size_t algorithm = place_of(numbers.algorithm, row.algorithm);
    contests[{measure, row.dataset}].push_back({algorithm, row.value});
  }
  const std::vector<std::size_t> none(numbers.algorithm.size(), 0);
  numbers.wins.assign(numbers.measure.size(), none);
  numbers.compared = numbers.wins;
  for (const auto& [key, entries] : contests) {
    for (const Entry& i : entries) {
      const auto beaten =
          std::ranges::count_if(entries, [&](const Entry& k) { return i.value > k.value; });
      numbers.wins[key.first][i.algorithm] += static_cast<std::size_t>(beaten);
      numbers.compared[key.first][i.algorithm] += entries.size() - 1;
    }
  }
  return numbers;
}

}  // namespace podium
