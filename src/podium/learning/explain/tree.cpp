#include "podium/learning/explain/tree.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/explain/tree_conditions.hpp"

namespace podium {

namespace {

/// A number alone would look like one that is compared.
std::string feature_words(const FeatureSet& features, std::size_t feature) {
  return (features.names.empty() ? "feature " : "") + features.name(feature);
}

std::vector<TreeBlock::Node> nodes_of(const RegressionTree& tree, double rate,
                                      const FeatureSet& features,
                                      const TreeConditions& conditions) {
  std::vector<TreeBlock::Node> nodes(tree.rows.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].rows = tree.rows[n];
    nodes[n].cover = tree.curvature[n];
    if (n >= tree.splits.size()) {
      nodes[n].value = rate * tree.value[n - tree.splits.size()];
      continue;
    }
    const TreeSplit& split = tree.splits[n];
    const TreeCondition condition = conditions(split);
    nodes[n].split = {.feature = feature_words(features, split.feature),
                      .condition = condition.words,
                      .missing_yes = condition.missing_yes,
                      .yes = tree.node_of(split.left),
                      .no = tree.node_of(split.right),
                      .gain = split.gain};
  }
  return nodes;
}

const TreeEnsemble& trees_of(const RankingModel& model, std::size_t number) {
  const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
  if (trees == nullptr) {
    throw UsageError(
        fmt::format("--tree needs a model of kind trees, found kind {}", kind_name(model.kind)));
  }
  if (number == 0 || number > trees->trees.size()) {
    throw UsageError(
        fmt::format("--tree: there is no tree {}; the model has {}", number, trees->trees.size()));
  }
  return *trees;
}

}  // namespace

TreeBlock tree_block(const RankingModel& model, std::size_t number) {
  const TreeEnsemble& trees = trees_of(model, number);
  const RegressionTree& tree = trees.trees[number - 1];
  const TreeConditions conditions(model.preparation);
  TreeBlock block{
      .title = fmt::format("Tree {} of {}", number, trees.trees.size()),
      .note =
          "A document takes the branch \"yes\" where the condition holds; \"missing\" says "
          "which branch a missing value takes. The value of a leaf, learning rate included, "
          "is added to the score. Rows: documents of the training data.",
      .value_label = "adds to the score",
      .nodes = nodes_of(tree, trees.rate, model.preparation.features, conditions)};
  const auto is_of_categories = [&](const TreeSplit& split) {
    return conditions(split).is_of_categories;
  };
  if (std::ranges::any_of(tree.splits, is_of_categories)) {
    block.note += " A category that the training data does not have is taken for missing.";
  }
  if (model.preparation.normaliser) block.note += " Thresholds are of normalised features.";
  return block;
}

std::string tree_text(const RankingModel& model, std::size_t number, TableFormat format) {
  return to_text({.sections = {{.blocks = {tree_block(model, number)}}}}, format);
}

ReportSection tree_section(const RankingModel& model, std::size_t number) {
  const bool has_start = trees_of(model, number).start != nullptr;
  return {.title = "A tree",
          .text = {fmt::format(
              "The score of a document is the base score{} and the values of the "
              "leaves that it reaches, one in each tree. Option --tree chooses "
              "the tree that is drawn.",
              has_start ? ", the score of the ranker that the trees were added to" : "")},
          .blocks = {tree_block(model, number)}};
}

std::size_t tree_count(const RankingModel& model) {
  const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
  return trees == nullptr ? 0 : trees->trees.size();
}

}  // namespace podium
