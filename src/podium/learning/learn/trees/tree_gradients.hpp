#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "podium/learning/learn/training.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/learn/trees/tree_boosting.hpp"
#include "podium/learning/learn/trees/tree_sums.hpp"
#include "podium/learning/trees/rounded_gradients.hpp"

namespace podium {

/// The gradient and curvature of the sum of all queries' losses, for each document.
class TreeGradients {
 public:
  /// Borrows task and loss. Each query counts with its weight over the mean weight: the sum of
  /// losses grows with the data.
  TreeGradients(const TrainingTask& task, const TreeLoss& loss, const TreeOptions& options);

  /// Computes them at the scores of a model; returns the sum of the losses. Throws NumericError
  /// naming the query where they are not finite.
  double compute(const TreeEnsemble& model, const TreeSums& sums);

  /// Queries that are not drawn have no gradient in this round, which names the draw.
  void drop_queries(const std::string& round);

  /// The step of Newton's method for a constant added to all scores.
  double newton_step() const;

  RowGradients rows() const noexcept { return {gradient_, curvature_}; }
  const TrainingSet& set() const noexcept { return set_; }

 private:
  void check_finite(const QueryView& view, double value, std::size_t trees) const;

  CurvatureKind kind_;
  double query_share_;
  std::uint64_t seed_;
  TrainingSet set_;
  const Loss& loss_;  ///< by all labels
  std::vector<double> gradient_;
  std::vector<double> curvature_;
  std::vector<double> scores_;
};

}  // namespace podium
