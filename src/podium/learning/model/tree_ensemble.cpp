#include "podium/learning/model/tree_ensemble.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "podium/learning/model/model.hpp"

namespace podium {

bool RegressionTree::is_whole(std::size_t features) const {
  const std::size_t nodes = splits.size() + value.size();
  if (value.size() != splits.size() + 1 || rows.size() != nodes || curvature.size() != nodes) {
    return false;
  }
  std::vector<char> is_child(nodes);  // splits, then leaves
  const auto take = [&](std::int32_t child, std::size_t parent) {
    const std::size_t place = node_of(child);
    if (child >= 0 && place <= parent) return false;
    if (place >= (child >= 0 ? splits.size() : nodes) || is_child[place] != 0) return false;
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
  if (start && !can_be_start(start->kind)) return false;
  const auto fits = [&](const auto& one) {
    return one.is_whole() && one.feature_count() == features;
  };
  if (start && !std::visit(fits, start->kind)) return false;
  return std::ranges::all_of(trees,
                             [&](const RegressionTree& tree) { return tree.is_whole(features); });
}

bool TreeEnsemble::accepts_missing() const noexcept {
  return !start || std::visit([](const auto& one) { return one.accepts_missing(); }, start->kind);
}

void TreeEnsemble::add_start(const FeatureRows& rows, std::span<double> scores,
                             Workspace& workspace) const {
  if (!start) return;
  const std::span<double> own = workspace.take<double>(scores.size());
  std::visit([&](const auto& one) { one.score(rows, own, workspace); }, start->kind);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) scores[doc] += own[doc];
}

bool TreeEnsemble::operator==(const TreeEnsemble& other) const {
  if ((start == nullptr) != (other.start == nullptr)) return false;
  return features == other.features && base == other.base && rate == other.rate &&
         trees == other.trees && (start == nullptr || *start == *other.start);
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
  add_start(rows, scores, workspace);
}

}  // namespace podium
