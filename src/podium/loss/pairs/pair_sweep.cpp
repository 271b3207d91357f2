#include "podium/loss/pairs/pair_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "podium/kernels/argsort.hpp"
#include "podium/kernels/fenwick.hpp"
#include "podium/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

/// Prefix sums of few places, with the interface of Fenwick: for few places, adding up is faster.
class Counters {
 public:
  explicit Counters(std::span<ActiveSums> zeros) : at_(zeros) {}

  void add(std::size_t place, const ActiveSums& value) { at_[place] += value; }

  ActiveSums prefix(std::size_t end) const {
    ActiveSums sum;
    for (std::size_t place = 0; place < end; ++place) sum += at_[place];
    return sum;
  }

 private:
  std::span<ActiveSums> at_;
};

template <class Prefix>
void sweep(const RankedQuery& query, std::span<const double> carried, std::size_t levels,
           std::span<ActiveSums> worse, std::span<ActiveSums> better, Workspace& workspace) {
  const std::size_t n = query.score.size();
  const auto of = [&](std::size_t rank) {
    return ActiveSums{query.weight[rank], query.weight[rank] * carried[rank]};
  };

  Prefix below(workspace.zeros<ActiveSums>(levels));
  std::size_t window = 0;
  for (std::size_t rank = 0; rank < n; ++rank) {
    for (; window < n && query.score[rank] - query.score[window] < 1.0; ++window) {
      below.add(query.level[window], of(window));
    }
    worse[rank] = below.prefix(query.level[rank]);
  }

  Prefix above(workspace.zeros<ActiveSums>(levels));  // places from the highest level down
  window = n;
  for (std::size_t rank = n; rank-- > 0;) {
    for (; window > 0 && query.score[window - 1] - query.score[rank] < 1.0; --window) {
      above.add(levels - 1 - query.level[window - 1], of(window - 1));
    }
    better[rank] = above.prefix(levels - 1 - query.level[rank]);
  }
}

/// The scores less the middle one: sums of differences then lose fewer digits.
std::span<double> centred(std::span<const double> score, Workspace& workspace) {
  const std::span<double> x = workspace.take<double>(score.size());
  for (std::size_t rank = 0; rank < x.size(); ++rank) {
    x[rank] = score[rank] - score[score.size() / 2];
  }
  return x;
}

// Pairs for each of n log2 n steps at which both ways take the same time; measured with vectors of
// eight for 50 to 5000 documents. Products sort nothing, and their rows are no vector kernel.
constexpr double even_for_gradient = 10.0;
constexpr double even_for_product = 1.0;

bool has_more_pairs(const LossQuery& query, double than_steps) {
  if (!query.row_weight.empty()) return true;
  const auto n = static_cast<double>(query.order.size());
  return pair_count(query.target) > than_steps * n * std::log2(n + 1.0);
}

}  // namespace

RankedQuery ranked(const LossQuery& query, std::span<const double> scores,
                   std::span<const DocIndex> by_score, Workspace& workspace) {
  const std::size_t n = scores.size();
  const auto score = workspace.take<double>(n);
  const auto level = workspace.take<Level>(n);
  const auto weight = workspace.take<double>(n);
  for (std::size_t rank = 0; rank < n; ++rank) {
    const DocIndex doc = by_score[rank];
    score[rank] = scores[doc];
    level[rank] = query.truth.level[doc];
    weight[rank] = query.row_weight.empty() ? 1.0 : double{query.row_weight[doc]};
  }
  return {score, level, weight};
}

void sum_active_pairs(const RankedQuery& query, std::span<const double> carried,
                      std::span<ActiveSums> worse, std::span<ActiveSums> better,
                      Workspace& workspace) {
  if (query.level.empty()) return;
  constexpr std::size_t few_levels = 8;
  const std::size_t levels =
      std::size_t{*std::max_element(query.level.begin(), query.level.end())} + 1;
  if (levels <= few_levels) {
    sweep<Counters>(query, carried, levels, worse, better, workspace);
  } else {
    sweep<Fenwick<ActiveSums>>(query, carried, levels, worse, better, workspace);
  }
}

SweptPairs swept_pairs(const LossQuery& query, std::span<const double> scores,
                       Workspace& workspace) {
  const std::size_t n = scores.size();
  const auto by_score = workspace.take<DocIndex>(n);
  argsort_descending(scores, by_score, workspace);
  const RankedQuery known = ranked(query, scores, by_score, workspace);
  const std::span<const double> x = centred(known.score, workspace);
  const auto worse = workspace.take<ActiveSums>(n);
  const auto better = workspace.take<ActiveSums>(n);
  sum_active_pairs(known, x, worse, better, workspace);
  return {by_score, known.weight, x, worse, better};
}

bool should_sweep(const LossQuery& query) {
  return has_more_pairs(query, even_for_gradient);
}

bool should_sweep_product(const LossQuery& query) {
  return has_more_pairs(query, even_for_product);
}

}  // namespace podium
