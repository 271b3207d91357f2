#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"
#include "podium/learning/trees/grown_tree.hpp"

namespace podium {

/// The sums of trees' values over the rows of a data set, while boosting adds and leaves out trees,
/// and the scores that they are added to.
class TreeSums {
 public:
  /// Scores the data by the start of the model, if it has one.
  TreeSums(const Dataset& data, const TreeEnsemble& model);

  /// Adds a tree times its weight.
  void add(const RegressionTree& tree, double weight);
  void add(const GrownTree& grown, double weight);

  /// Takes trees out, all at once and with the values that they have in the sums.
  void leave_out(std::vector<RegressionTree> trees);

  /// Adds what was left out, times a factor.
  void put_back(double factor);

  /// The score of a row under trees that add up to these sums, as the model itself computes it.
  double score(const TreeEnsemble& model, std::size_t row) const noexcept {
    const double score = model.score_of(sum_[row]);
    return start_.empty() ? score : score + start_[row];
  }
  std::vector<double> scores(const TreeEnsemble& model) const;

 private:
  Dataset data_;
  std::vector<double> start_;  ///< empty: the trees are added to nothing
  std::vector<double> sum_;
  std::size_t count_ = 0;         ///< of trees in the sums
  std::vector<double> left_out_;  ///< sums of the trees that are left out; empty: none are
};

}  // namespace podium
