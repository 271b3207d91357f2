#include "podium/research/papers/letor_wins.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/research/papers/published.hpp"

namespace podium::research {

namespace {

constexpr std::array<std::string_view, 8> eight = {"Regression",   "Ranking SVM", "RankBoost",
                                                   "FRank",        "ListNet",     "AdaRank-MAP",
                                                   "AdaRank-NDCG", "SVMMAP"};
constexpr std::array<std::string_view, 3> studies = {"letor3-letor3", "letor3-letor4",
                                                     "letor3-letor2"};
constexpr std::array<std::string_view, 9> nine_measures = {
    "ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1", "p@3", "p@5", "p@10", "map"};

TableBlock wins_table(const std::string& title, const std::string& note,
                      const WinningNumbers& wins) {
  TableBlock block{.title = title, .note = note, .table = {.columns = {"algorithm"}}};
  for (const std::string& measure : wins.measure) block.table.columns.push_back(measure);
  for (std::size_t a = 0; a < wins.algorithm.size(); ++a) {
    std::vector<Cell>& row = block.table.rows.emplace_back();
    row.emplace_back(wins.algorithm[a]);
    for (std::size_t m = 0; m < wins.measure.size(); ++m) {
      row.emplace_back(wins.wins[m][a]);
      row.back().strong = wins.wins[m][a] == std::ranges::max(wins.wins[m]);
    }
  }
  return block;
}

}  // namespace

std::span<const std::string_view> letor_algorithms() {
  return eight;
}

WinningNumbers our_letor_wins(const Findings& findings) {
  std::vector<ResultRow> results;
  for (const std::string_view study : studies) {
    for (const std::string& data : findings.data_of(study)) {
      for (const std::string_view row : eight) {
        const StudySystem* system = findings.system(study, data, row);
        if (system == nullptr) continue;
        for (const std::string_view measure : nine_measures) {
          results.push_back({fmt::format("{} of {}", data, study), std::string(row),
                             std::string(measure), system->mean_of(measure)});
        }
      }
    }
  }
  return winning_numbers(results);
}

WinningNumbers published_letor_wins() {
  std::vector<ResultRow> results;
  for (const PublishedValue& value : published_values()) {
    if (value.study != studies.front() || !value.is_ours) continue;
    results.push_back({value.data, value.row, value.measure, value.value});
  }
  return winning_numbers(results);
}

std::vector<ReportBlock> letor_wins_blocks(const Findings& findings) {
  std::vector<ReportBlock> blocks;
  blocks.emplace_back(
      wins_table("Winning numbers: published",
                 "The number of times each algorithm beats another, over seven data "
                 "sets, counted from Tables 5 to 18 (the bars of Figures 4 and 5).",
                 published_letor_wins()));
  const WinningNumbers ours = our_letor_wins(findings);
  if (ours.algorithm.size() == eight.size()) {
    blocks.emplace_back(wins_table("Winning numbers: ours",
                                   "The same eight algorithms on the available data sets of LETOR "
                                   "2.0, 3.0 and 4.0, from our results.",
                                   ours));
  }
  return blocks;
}

}  // namespace podium::research
