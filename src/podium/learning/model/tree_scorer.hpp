#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/workspace.hpp"
#include "podium/core/kernels/bit_trees.hpp"
#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

/// Trees made ready to score many documents: the bits of TreeEnsemble::score(), many times as fast.
/// Making it takes about as long as scoring some dozens of documents by a walk.
class TreeScorer {
 public:
  /// Whether the kernel takes such trees: at most most_bit_leaves each, and not too many numbers.
  static bool takes(const TreeEnsemble& model);

  /// Borrows the model.
  explicit TreeScorer(const TreeEnsemble& model);

  bool accepts_missing() const noexcept { return model_->accepts_missing(); }
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

 private:
  void add(const RegressionTree& tree);

  const TreeEnsemble* model_;
  std::vector<std::uint32_t> used_;    ///< features, by column
  std::vector<std::uint32_t> column_;  ///< of each feature that is used
  std::vector<BitTree> trees_;
  std::vector<BitSplit> splits_;
  std::vector<double> values_;
};

}  // namespace podium
