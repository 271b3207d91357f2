#include "podium/core/aggregate/mc4.hpp"

#include <cmath>
#include <utility>

namespace podium {

namespace {

/// For each item, the items that it beats.
std::vector<std::vector<ItemIndex>> beaten_items(const MajorityTable& table) {
  std::vector<std::vector<ItemIndex>> beaten(table.size());
  for (ItemIndex x = 0; x < table.size(); ++x) {
    for (ItemIndex y = 0; y < table.size(); ++y) {
      if (table.prefers(x, y)) beaten[x].push_back(y);
    }
  }
  return beaten;
}

std::vector<double> stationary(const MajorityTable& table, double teleport) {
  const auto count = static_cast<double>(table.size());
  const std::vector<std::vector<ItemIndex>> beaten = beaten_items(table);
  std::vector<double> stays(table.size(), count);  // draws that keep the walk where it is
  for (const auto& losers : beaten) {
    for (const ItemIndex loser : losers) stays[loser] -= 1.0;
  }
  std::vector<double> p(table.size(), 1.0 / count);
  std::vector<double> next(table.size());
  // The distance to the solution shrinks by 1 - teleport each time.
  const auto repetitions =
      teleport < 1.0 ? static_cast<std::size_t>(std::log(1e-15) / std::log1p(-teleport)) + 1 : 1;
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t x = 0; x < p.size(); ++x) {
      double arrives = p[x] * stays[x];
      for (const ItemIndex y : beaten[x]) arrives += p[y];
      next[x] = (teleport + (1.0 - teleport) * arrives) / count;
    }
    std::swap(p, next);
  }
  return p;
}

}  // namespace

Consensus Mc4::aggregate(const Election& election) const {
  const MajorityTable table(election, {depth, missing});
  std::vector<double> score = stationary(table, teleport);
  // Items in the same position come out equal but for rounding; the initial order is to decide.
  for (double& p : score) p = std::round(p * 1e12) / 1e12;
  return consensus_by_score(election, std::move(score));
}

}  // namespace podium
