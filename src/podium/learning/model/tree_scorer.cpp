#include "podium/learning/model/tree_scorer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "podium/core/base/error.hpp"
#include "podium/core/base/stop.hpp"

namespace podium {

namespace {

/// The largest float that is not above a number: x <= t is the same for every float x.
float floor_to_float(double threshold) {
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  if (threshold >= double{std::numeric_limits<float>::max()}) {
    return std::numeric_limits<float>::max();
  }
  if (threshold < double{std::numeric_limits<float>::lowest()}) return lowest;
  const auto near = static_cast<float>(threshold);
  return double{near} <= threshold ? near : std::nextafter(near, lowest);
}

/// The leaves of a tree from left to right, and those on the left of each split as bits.
struct LeafOrder {
  explicit LeafOrder(const RegressionTree& tree) : left_leaves(tree.splits.size()) {
    visit(tree, tree.splits.empty() ? -1 : 0);
  }

  void visit(const RegressionTree& tree, std::int32_t at) {
    if (at < 0) {
      values.push_back(tree.value[RegressionTree::leaf_number(at)]);
      return;
    }
    const auto split = static_cast<std::size_t>(at);
    const std::size_t first = values.size();
    visit(tree, tree.splits[split].left);
    for (std::size_t leaf = first; leaf < values.size(); ++leaf) {
      left_leaves[split] |= std::uint64_t{1} << leaf;
    }
    visit(tree, tree.splits[split].right);
  }

  std::vector<double> values;
  std::vector<std::uint64_t> left_leaves;
};

}  // namespace

bool TreeScorer::takes(const TreeEnsemble& model) {
  std::size_t values = 0;
  for (const RegressionTree& tree : model.trees) {
    if (tree.value.size() > most_bit_leaves || tree.has_sets()) return false;
    values += tree.value.size();
  }
  return values <= std::numeric_limits<std::uint32_t>::max();
}

TreeScorer::TreeScorer(const TreeEnsemble& model) : model_(&model), column_(model.features) {
  expects(takes(model), "trees of at most 64 leaves");
  std::vector<char> is_used(model.features);
  for (const RegressionTree& tree : model.trees) {
    for (const TreeSplit& split : tree.splits) is_used[split.feature] = 1;
  }
  for (std::uint32_t f = 0; f < is_used.size(); ++f) {
    if (is_used[f] == 0) continue;
    column_[f] = static_cast<std::uint32_t>(used_.size());
    used_.push_back(f);
  }
  for (const RegressionTree& tree : model.trees) {
    stop_if_told();
    add(tree);
  }
}

void TreeScorer::add(const RegressionTree& tree) {
  const LeafOrder leaves(tree);
  BitTree bits{.leaves = static_cast<std::uint32_t>(leaves.values.size()),
               .first_value = static_cast<std::uint32_t>(values_.size())};
  values_.insert(values_.end(), leaves.values.begin(), leaves.values.end());
  for (const bool missing_left : {true, false}) {
    const std::size_t begin = splits_.size();
    for (std::size_t s = 0; s < tree.splits.size(); ++s) {
      const TreeSplit& split = tree.splits[s];
      if (split.missing_left != missing_left) continue;
      splits_.push_back(
          {column_[split.feature], floor_to_float(split.threshold), leaves.left_leaves[s]});
    }
    // Columns are read one after the other.
    std::sort(splits_.begin() + static_cast<std::ptrdiff_t>(begin), splits_.end(),
              [](const BitSplit& a, const BitSplit& b) { return a.column < b.column; });
    (missing_left ? bits.missing_left_end : bits.missing_right_end) =
        static_cast<std::uint32_t>(splits_.size());
  }
  trees_.push_back(bits);
}

void TreeScorer::score(const FeatureRows& rows, std::span<double> scores,
                       Workspace& workspace) const {
  constexpr std::size_t block = bit_tree_block;
  const std::span<float> columns = workspace.zeros<float>(used_.size() * block);
  const BitTrees trees{trees_, splits_, values_};
  DenseRow<float> dense;
  for (std::size_t begin = 0; begin < scores.size(); begin += block) {
    const std::size_t count = std::min(block, scores.size() - begin);
    for (std::size_t doc = 0; doc < count; ++doc) {
      const std::span<const float> x = dense(rows[static_cast<DocIndex>(begin + doc)]);
      for (std::size_t c = 0; c < used_.size(); ++c) columns[c * block + doc] = x[used_[c]];
    }
    std::array<double, block> sums{};
    add_bit_trees(trees, columns, sums);
    for (std::size_t doc = 0; doc < count; ++doc) {
      scores[begin + doc] = model_->score_of(sums[doc]);
    }
  }
  model_->add_start(rows, scores, workspace);
}

}  // namespace podium
