#include "podium/learning/exchange/onnx_trees.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace podium {

namespace {

/// The attributes of TreeEnsembleRegressor: nodes count from 0 in each tree, splits first.
struct RegressorColumns {
  std::vector<std::int64_t> tree, node, feature, yes, no, missing_yes;
  std::vector<float> threshold;
  std::vector<std::string> mode;
  std::vector<std::int64_t> leaf_tree, leaf_node, leaf_target;
  std::vector<float> weight;

  void add(const ServedModel& model, const RegressionTree& one, std::int64_t number) {
    const auto splits = static_cast<std::int64_t>(one.splits.size());
    const auto place = [&](std::int32_t child) {
      return static_cast<std::int64_t>(one.node_of(child));
    };
    for (std::int64_t s = 0; s < splits; ++s) {
      const TreeSplit& split = one.splits[static_cast<std::size_t>(s)];
      add_node(number, s, "BRANCH_LEQ");
      feature.back() = split.feature;
      threshold.back() = static_cast<float>(split.threshold);
      yes.back() = place(split.left);
      no.back() = place(split.right);
      missing_yes.back() = split.missing_left ? 1 : 0;
    }
    for (std::size_t l = 0; l < one.value.size(); ++l) {
      const std::int64_t own = splits + static_cast<std::int64_t>(l);
      add_node(number, own, "LEAF");
      leaf_tree.push_back(number);
      leaf_node.push_back(own);
      leaf_target.push_back(0);
      weight.push_back(static_cast<float>(model.leaf(one, l)));
    }
  }

  OnnxAttributes attributes() const {
    OnnxAttributes all;
    all.number("n_targets", 1).text("aggregate_function", "SUM").text("post_transform", "NONE");
    all.numbers("nodes_treeids", tree).numbers("nodes_nodeids", node);
    all.numbers("nodes_featureids", feature).floats("nodes_values", threshold);
    all.texts("nodes_modes", mode).numbers("nodes_truenodeids", yes);
    all.numbers("nodes_falsenodeids", no);
    all.numbers("nodes_missing_value_tracks_true", missing_yes);
    all.numbers("target_treeids", leaf_tree).numbers("target_nodeids", leaf_node);
    all.numbers("target_ids", leaf_target).floats("target_weights", weight);
    return all;
  }

 private:
  void add_node(std::int64_t number, std::int64_t own, const char* kind) {
    tree.push_back(number);
    node.push_back(own);
    feature.push_back(0);
    threshold.push_back(0.0F);
    yes.push_back(0);
    no.push_back(0);
    missing_yes.push_back(0);
    mode.emplace_back(kind);
  }
};

/// The attributes of TreeEnsemble: the splits of all trees behind each other, and the leaves.
struct EnsembleColumns {
  std::vector<std::int64_t> root, feature, yes, no, yes_is_leaf, no_is_leaf, missing_yes, target;
  std::vector<double> threshold, weight;
  std::vector<std::uint8_t> mode;

  void add(const ServedModel& model, const RegressionTree& tree) {
    const auto splits = static_cast<std::int64_t>(feature.size());
    const auto leaves = static_cast<std::int64_t>(weight.size());
    const auto place = [&](std::int32_t child) {
      return child >= 0 ? splits + child : leaves - 1 - child;
    };
    root.push_back(splits);
    for (std::size_t l = 0; l < tree.value.size(); ++l) {
      weight.push_back(model.leaf(tree, l));
      target.push_back(0);
    }
    for (const TreeSplit& split : tree.splits) {
      add_split(split, place(split.left), place(split.right));
    }
  }

  OnnxAttributes attributes() const {
    constexpr std::int64_t sum = 1;
    OnnxAttributes all;
    all.number("n_targets", 1).number("aggregate_function", sum).number("post_transform", 0);
    all.numbers("tree_roots", root).numbers("nodes_featureids", feature);
    all.tensor<std::uint8_t>("nodes_modes", OnnxType::u8, mode);
    all.tensor<double>("nodes_splits", OnnxType::f64, threshold);
    all.numbers("nodes_truenodeids", yes).numbers("nodes_trueleafs", yes_is_leaf);
    all.numbers("nodes_falsenodeids", no).numbers("nodes_falseleafs", no_is_leaf);
    all.numbers("nodes_missing_value_tracks_true", missing_yes);
    all.numbers("leaf_targetids", target);
    all.tensor<double>("leaf_weights", OnnxType::f64, weight);
    return all;
  }

 private:
  void add_split(const TreeSplit& split, std::int64_t left, std::int64_t right) {
    feature.push_back(split.feature);
    threshold.push_back(split.threshold);
    mode.push_back(0);  // <=
    yes.push_back(left);
    no.push_back(right);
    yes_is_leaf.push_back(split.left < 0 ? 1 : 0);
    no_is_leaf.push_back(split.right < 0 ? 1 : 0);
    missing_yes.push_back(split.missing_left ? 1 : 0);
  }
};

/// Gives each set of codes a feature behind all others, which is 0 for a document whose code is in
/// the set and 1 for others, and lets the trees ask for that instead.
std::string with_set_columns(OnnxGraph& graph, const std::string& raw, ServedModel& model) {
  std::string result = raw;
  std::size_t width = model.features.size();
  for (std::size_t f = model.inputs(); f < model.features.size(); ++f) {
    std::map<double, std::size_t> columns;  // of each set
    for (RegressionTree& tree : model.trees) {
      for (TreeSplit& split : tree.splits) {
        if (!split.by_set || split.feature != f) continue;
        const std::size_t column = columns.emplace(split.threshold, columns.size()).first->second;
        split = {.feature = static_cast<std::uint32_t>(width + column),
                 .threshold = 0.5,
                 .left = split.left,
                 .right = split.right};
      }
    }
    if (columns.empty()) continue;
    std::vector<double> is_outside(TreeSplit::codes * columns.size());
    for (const auto& [set, column] : columns) {
      const TreeSplit split{.threshold = set, .by_set = true};
      for (std::size_t code = 0; code < TreeSplit::codes; ++code) {
        const bool is_inside = split.goes_left(static_cast<float>(code));
        is_outside[code * columns.size() + column] = is_inside ? 0.0 : 1.0;
      }
    }
    const std::int64_t shape[] = {TreeSplit::codes, static_cast<std::int64_t>(columns.size())};
    const std::int64_t one[] = {1};
    const double second[] = {1.0};
    const std::string code = graph.cast(graph.columns(raw, std::vector{f}), OnnxType::i64);
    const std::string own = graph.node(
        "Gather", {graph.constant(OnnxType::f32, is_outside, shape),
                   graph.node("Squeeze", {code, graph.constant(OnnxType::i64, second, one)})});
    result = graph.node("Concat", {result, own}, OnnxAttributes().number("axis", 1));
    width += columns.size();
  }
  return result;
}

}  // namespace

std::string add_onnx_trees(OnnxGraph& graph, const ServedModel& given, const std::string& value,
                           std::size_t opset_ml) {
  ServedModel model = given;
  const std::string raw = with_set_columns(graph, value, model);
  constexpr std::size_t with_doubles = 5;
  if (opset_ml >= with_doubles) {
    EnsembleColumns columns;
    for (const RegressionTree& tree : model.trees) columns.add(model, tree);
    return graph.node("TreeEnsemble", {graph.cast(raw, OnnxType::f64)}, columns.attributes(),
                      OnnxGraph::ml_domain);
  }
  RegressorColumns columns;
  std::int64_t number = 0;
  for (const RegressionTree& tree : model.trees) columns.add(model, tree, number++);
  return graph.cast(
      graph.node("TreeEnsembleRegressor", {raw}, columns.attributes(), OnnxGraph::ml_domain),
      OnnxType::f64);
}

}  // namespace podium
