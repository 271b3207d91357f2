#include "podium/model/tree_ensemble.hpp"

#include <algorithm>
#include <array>

namespace podium {

bool RegressionTree::is_whole(std::size_t features) const {
  const std::size_t nodes = splits.size() + value.size();
  if (value.size() != splits.size() + 1 || rows.size() != nodes || curvature.size() != nodes) {
    return false;
  }
  std::vector<char> is_child(nodes);  // splits, then leaves
  const auto take = [&](std::int32_t child, std::size_t parent) {
    const auto wide = std::int64_t{child};
    if (wide >= 0 && static_cast<std::size_t>(wide) <= parent) return false;
    const std::size_t place = wide >= 0 ? static_cast<std::size_t>(wide)
                                        : splits.size() + static_cast<std::size_t>(-1 - wide);
    if (place >= (wide >= 0 ? splits.size() : nodes) || is_child[place] != 0) return false;
    is_child[place] = 1;
    return true;
  };
  for (std::size_t s = 0; s < splits.size(); ++s) {
    if (splits[s].feature >= features) return false;
    if (!take(splits[s].left, s) || !take(splits[s].right, s)) return false;
  }
  return true;  // as many children as nodes below the root, each of one parent before it
}

bool TreeEnsemble::is_whole() const {
  return std::ranges::all_of(trees,
                             [&](const RegressionTree& tree) { return tree.is_whole(features); });
}

// Tree by tree for some documents, so that a tree stays in the cache; the sum of each document is
// still in the order of the trees.
void TreeEnsemble::score(const FeatureRows& rows, std::span<double> scores,
                         Workspace& workspace) const {
  constexpr std::size_t block = 64;
  const std::span<float> sparse = workspace.take<float>(rows.is_sparse() ? block * features : 0);
  for (std::size_t begin = 0; begin < scores.size(); begin += block) {
    const std::size_t count = std::min(block, scores.size() - begin);
    FeatureRows some = rows.part(begin, count);
    if (rows.is_sparse()) {
      some.copy_to(sparse.first(count * features));
      some = {sparse.first(count * features), features, count};
    }
    std::array<double, block> sum{};
    for (const RegressionTree& tree : trees) {
      for (DocIndex doc = 0; doc < count; ++doc) {
        sum[doc] += tree.value[tree.leaf_of(some[doc].stored())];
      }
    }
    for (std::size_t doc = 0; doc < count; ++doc) scores[begin + doc] = score_of(sum[doc]);
  }
}

}  // namespace podium
