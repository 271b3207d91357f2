#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

/// Calls visit(place, begin, end) until every pair (place, worse place in begin .. end-1) was seen
/// once. The worse places go by in tiles that stay in the first-level cache.
template <class Visit>
void for_each_pair_row(std::span<const double> first_worse, Visit&& visit) {
  constexpr std::size_t tile_size = 1024;
  const std::size_t n = first_worse.size();
  for (std::size_t tile = 0; tile < n; tile += tile_size) {
    const std::size_t end = std::min(n, tile + tile_size);
    for (std::size_t place = 0; place < n; ++place) {
      const auto first = static_cast<std::size_t>(first_worse[place]);
      if (first >= end) break;
      visit(place, std::max(tile, first), end);
    }
  }
}

/// Value and gradient of a pairwise loss, added up row by row. `Row` is a kernel of
/// core/kernels/pair_row.hpp; to be used for queries with document weights it must also take a
/// weight for each pair, for curvatures also a span to add second derivatives to.
template <class Row>
class PairRowSum {
 public:
  PairRowSum(const LossQuery& query, std::span<const double> scores, Workspace& workspace, Row row,
             const CurvatureSink& curvature = {})
      : known_(placed(query, scores, workspace)),
        gradient_(workspace.zeros<double>(scores.size())),
        weights_(workspace.take<double>(known_.weight.size())),
        curvature_(curvature),
        hessian_(workspace.zeros<double>(curvature.values.size())),
        row_(row) {
    expects(takes_hessians || !curvature.is_wanted(), "a row kernel with second derivatives");
  }

  /// The document at `place` against those at begin .. end-1, all of which it should beat.
  void add(std::size_t place, std::size_t begin, std::size_t end, double factor) {
    CurvedPairRow sums;
    if (known_.weight.empty()) {
      sums = row_of(place, begin, end - begin, factor);
    } else if constexpr (takes_weights) {
      const std::span<const double> weights = weights_.subspan(begin, end - begin);
      const double own = factor * known_.weight[place];
      for (std::size_t i = begin; i < end; ++i) weights_[i] = own * known_.weight[i];
      sums = row_of(place, begin, end - begin, weights);
    } else {
      expects(false, "document weights only where the row kernel knows them");
    }
    value_ += sums.value;
    gradient_[place] += sums.slope;
    if (curvature_.is_wanted()) hessian_[place] += sums.hessian;
  }

  /// The value; adds the gradient, and the curvature if it is wanted.
  double finish(std::span<const DocIndex> order, std::span<double> gradient) {
    add_scattered(order, gradient_, gradient);
    if (curvature_.is_wanted()) {
      for (double& hessian : hessian_) hessian *= pair_curvature(curvature_.kind);
      add_scattered(order, hessian_, curvature_.values);
    }
    return value_;
  }

 private:
  static constexpr bool takes_weights =
      std::is_invocable_v<const Row&, double, std::span<const double>, std::span<const double>,
                          std::span<double>>;
  static constexpr bool takes_hessians =
      std::is_invocable_v<const Row&, double, std::span<const double>, double, std::span<double>,
                          std::span<double>>;

  template <class Weight>
  CurvedPairRow row_of(std::size_t place, std::size_t begin, std::size_t count, Weight weight) {
    const std::span<const double> others = known_.score.subspan(begin, count);
    const std::span<double> part = gradient_.subspan(begin, count);
    if constexpr (takes_hessians) {
      if (curvature_.is_wanted()) {
        return row_(known_.score[place], others, weight, part, hessian_.subspan(begin, count));
      }
    }
    return {row_(known_.score[place], others, weight, part), 0.0};
  }

  PlacedQuery known_;
  std::span<double> gradient_;
  std::span<double> weights_;
  CurvatureSink curvature_;
  std::span<double> hessian_;
  Row row_;
  double value_ = 0.0;
};

/// Value and gradient of a loss over all pairs of different level: O(number of pairs).
template <class Row>
double accumulate_pair_rows(const LossQuery& query, std::span<const double> scores, double factor,
                            std::span<double> gradient, Workspace& workspace, const Row& row) {
  PairRowSum<std::decay_t<Row>> sum(query, scores, workspace, row);
  for_each_pair_row(query.target, [&](std::size_t place, std::size_t begin, std::size_t end) {
    sum.add(place, begin, end, factor);
  });
  return sum.finish(query.order, gradient);
}

}  // namespace podium
