#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/pairwise_function.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// How a ranking function of two documents is learned.
struct PairwiseOptions {
  std::size_t crossed = 0;
  double l2 = 0.001;
  std::size_t iterations = 200;
};

/// Learns a function of two documents from the pairs of a truth:
///
///   min  (1 / W) sum over queries of weight * mean over pairs of ln(1 + exp(-g(better, worse)))
///        + l2/2 |w, c|^2,     W = sum of the weights of queries with pairs
///
/// First with differences of features alone; then with the products of the `crossed` features whose
/// |w| times standard deviation within queries is largest, the smaller number first among equals.
/// Documents that are not judged are left out. Features must be complete. The same bits for any
/// number of threads. `go_on` is called after each iteration with its objective; false ends the
/// training. O(pairs * crossed) time an iteration.
PairwiseFunction train_pairwise(const Dataset& data, const PairwiseOptions& options,
                                const std::function<bool(double objective)>& go_on = {});

/// The objective of train_pairwise() for given crossed features: a function of w, then c.
class PairwiseRisk final : public Objective {
 public:
  /// `data` must outlive it.
  PairwiseRisk(const Dataset& data, std::vector<std::uint32_t> crossed, double l2);

  std::size_t dimension() const override;
  double value_and_gradient(std::span<const double> w, std::span<double> g) const override;

  /// The function with these parameters.
  PairwiseFunction function(std::span<const double> w) const;

 private:
  /// Adds the mean loss of a query's pairs, times `scale`, and its gradient.
  double add_query(const QueryView& query, const PairwiseFunction& at, double scale,
                   std::span<double> g) const;

  const Dataset& data_;
  std::vector<std::uint32_t> crossed_;
  double l2_;
  std::vector<double> scale_;  ///< of each query: weight / (W * pairs); 0 without pairs
};

}  // namespace podium
