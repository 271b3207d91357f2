#include "podium/cli/learn/explain_tree.hpp"

#include <limits>
#include <string>

#include <fmt/format.h>

#include "podium/base/error.hpp"

namespace podium {

namespace {

/// The node of a child: leaves stand behind the splits.
std::size_t node_of(const RegressionTree& tree, std::int32_t child) {
  return child >= 0 ? static_cast<std::size_t>(child)
                    : tree.splits.size() + static_cast<std::size_t>(-1 - child);
}

/// Trees that part present values from missing ones have a threshold that no value exceeds.
std::string condition_of(const TreeSplit& split) {
  if (split.threshold >= double{std::numeric_limits<float>::max()} && !split.missing_left) {
    return "present";
  }
  return fmt::format("\u2264 {:.6g}", split.threshold);
}

/// A number alone would look like one that is compared.
std::string feature_words(const FeatureSet& features, std::size_t feature) {
  return (features.names.empty() ? "feature " : "") + features.name(feature);
}

std::vector<TreeBlock::Node> nodes_of(const RegressionTree& tree, double rate,
                                      const FeatureSet& features) {
  std::vector<TreeBlock::Node> nodes(tree.rows.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].rows = tree.rows[n];
    nodes[n].cover = tree.curvature[n];
    if (n >= tree.splits.size()) {
      nodes[n].value = rate * tree.value[n - tree.splits.size()];
      continue;
    }
    const TreeSplit& split = tree.splits[n];
    nodes[n].split = {.feature = feature_words(features, split.feature),
                      .condition = condition_of(split),
                      .missing_yes = split.missing_left,
                      .yes = node_of(tree, split.left),
                      .no = node_of(tree, split.right),
                      .gain = split.gain};
  }
  return nodes;
}

const TreeEnsemble& trees_of(const RankingModel& model, std::size_t number) {
  const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
  if (trees == nullptr) {
    throw UsageError(fmt::format("explain: --tree needs a model of kind trees, found kind {}",
                                 kind_name(model.kind)));
  }
  if (number == 0 || number > trees->trees.size()) {
    throw UsageError(
        fmt::format("explain: there is no tree {}; the model has {}", number, trees->trees.size()));
  }
  return *trees;
}

}  // namespace

TreeBlock tree_block(const RankingModel& model, std::size_t number) {
  const TreeEnsemble& trees = trees_of(model, number);
  TreeBlock block{
      .title = fmt::format("Tree {} of {}", number, trees.trees.size()),
      .note =
          "A document takes the branch \"yes\" where the condition holds; \"missing\" says "
          "which branch a missing value takes. The value of a leaf, learning rate included, "
          "is added to the score. Rows: documents of the training data.",
      .value_label = "adds to the score",
      .nodes = nodes_of(trees.trees[number - 1], trees.rate, model.preparation.features)};
  if (model.preparation.normaliser) block.note += " Thresholds are of normalised features.";
  return block;
}

ReportSection tree_section(const RankingModel& model, std::size_t number) {
  return {.title = "A tree",
          .text = {"The score of a document is the base score and the values of the leaves that "
                   "it reaches, one in each tree. Option --tree chooses the tree that is drawn."},
          .blocks = {tree_block(model, number)}};
}

std::size_t tree_count(const RankingModel& model) {
  const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
  return trees == nullptr ? 0 : trees->trees.size();
}

}  // namespace podium
