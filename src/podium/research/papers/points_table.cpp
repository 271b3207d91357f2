#include "podium/research/papers/points_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace podium::research {

namespace {

/// "++-+0": the sign of the mean difference in each test fold.
std::string fold_signs(std::span<const double> difference, std::span<const std::size_t> fold) {
  if (fold.empty()) return "";
  std::vector<double> sum(std::ranges::max(fold) + 1, 0.0);
  for (std::size_t q = 0; q < fold.size(); ++q) sum[fold[q]] += difference[q];
  std::string signs;
  for (const double one : sum) signs += one > 0.0 ? '+' : one < 0.0 ? '-' : '0';
  return signs;
}

std::string wins_ties_losses(std::span<const double> difference) {
  const auto wins = std::ranges::count_if(difference, [](double d) { return d > 0.0; });
  const auto losses = std::ranges::count_if(difference, [](double d) { return d < 0.0; });
  return fmt::format("{}/{}/{}", wins, std::ssize(difference) - wins - losses, losses);
}

}  // namespace

std::string name_of(const SystemName& system) {
  return system.sweep.empty() ? std::string(system.row)
                              : fmt::format("{} at {}", system.row, system.sweep);
}

Table points_table(std::span<const ClaimValues> data, std::span<const SystemPair> pairs,
                   std::span<const DifferenceBlock> blocks, const PointNumbers& numbers) {
  Table table{.columns = {"data set", "A", "B", "measure", "A - B", "from", "to", "p ahead",
                          "p behind", "detectable", "won/tied/lost", "folds"}};
  if (!numbers.margin.empty()) table.columns.emplace_back("margin");
  std::size_t point = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (std::size_t p = 0; p < blocks[b].points(); ++p, ++point) {
      const SystemPair& pair = pairs[p / data[b].measure.size()];
      const double mean = numbers.mean[point];
      const double width = numbers.half_width[point];
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {data[b].data,
             name_of(pair.a),
             name_of(pair.b),
             data[b].measure[p % data[b].measure.size()],
             mean,
             mean - width,
             mean + width,
             {numbers.p_ahead[point], 3},
             {numbers.p_behind[point], 3},
             numbers.detectable[point],
             wins_ties_losses(blocks[b].difference[p]),
             fold_signs(blocks[b].difference[p], data[b].fold)};
      if (!numbers.margin.empty()) row.emplace_back(numbers.margin[point]);
    }
  }
  return table;
}

}  // namespace podium::research
