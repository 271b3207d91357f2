#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// A float as XGBoost reads it: its JSON knows infinity, and whole numbers are of another type.
std::string xgboost_float(float value) {
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  const std::string text = to_text(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string texts_in_quotes(std::span<const std::string> texts) {
  return joined_texts(texts, ",", [](const std::string& text) { return "\"" + text + "\""; });
}

/// The nodes of a tree as children are written, those of one parent side by side: XGBoost takes the
/// right child for the one behind the left one.
std::vector<std::int32_t> in_levels(const RegressionTree& tree) {
  std::vector<std::int32_t> order = {0};
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (order[n] < 0) continue;
    const TreeSplit& split = tree.splits[static_cast<std::size_t>(order[n])];
    order.push_back(split.left);
    order.push_back(split.right);
  }
  return order;
}

std::string xgboost_tree(const ServedModel& model, const RegressionTree& tree, std::size_t number) {
  const std::vector<std::int32_t> order = in_levels(tree);
  const std::size_t splits = tree.splits.size();
  std::vector<std::size_t> place(order.size());
  for (std::size_t n = 0; n < order.size(); ++n) place[tree.node_of(order[n])] = n;
  std::vector<std::size_t> parent(order.size(), std::numeric_limits<std::int32_t>::max());
  for (std::size_t s = 0; s < splits; ++s) {
    parent[place[tree.node_of(tree.splits[s].left)]] = place[s];
    parent[place[tree.node_of(tree.splits[s].right)]] = place[s];
  }
  const auto column = [&](std::string_view name, const auto& of_split, const auto& of_leaf) {
    std::string text = fmt::format("\"{}\":[", name);
    for (std::size_t n = 0; n < order.size(); ++n) {
      if (n > 0) text += ",";
      text += order[n] >= 0 ? of_split(tree.splits[static_cast<std::size_t>(order[n])])
                            : of_leaf(RegressionTree::leaf_number(order[n]));
    }
    return text + "]";
  };
  const auto leaf = [&](std::size_t l) {
    return xgboost_float(static_cast<float>(model.leaf(tree, l)));
  };
  const auto always = [](std::string_view text) {
    return [text](const auto& /*node*/) { return std::string(text); };
  };
  const std::vector<std::string> columns = {
      // The raw format of the LTR plugins reads leaves from base_weights, XGBoost from conditions.
      column("base_weights", always("0.0"), leaf),
      "\"categories\":[],\"categories_nodes\":[],\"categories_segments\":[],\"categories_sizes\":["
      "]",
      column(
          "default_left", [](const TreeSplit& split) { return split.missing_left ? "1" : "0"; },
          always("0")),
      fmt::format("\"id\":{}", number),
      column(
          "left_children",
          [&](const TreeSplit& split) { return to_text(place[tree.node_of(split.left)]); },
          always("-1")),
      column(
          "right_children",
          [&](const TreeSplit& split) { return to_text(place[tree.node_of(split.right)]); },
          always("-1")),
      column(
          "loss_changes",
          [](const TreeSplit& split) { return xgboost_float(static_cast<float>(split.gain)); },
          always("0.0")),
      fmt::format("\"parents\":[{}]",
                  joined_texts(parent, ",", [](std::size_t p) { return to_text(p); })),
      column(
          "split_conditions",
          [](const TreeSplit& split) { return xgboost_float(float_above(split.threshold)); }, leaf),
      column(
          "split_indices", [](const TreeSplit& split) { return to_text(split.feature); },
          always("0")),
      column("split_type", always("0"), always("0")),
      fmt::format("\"sum_hessian\":[{}]",
                  joined_texts(order, ",",
                               [&](std::int32_t node) {
                                 const double h = tree.curvature[tree.node_of(node)];
                                 return xgboost_float(static_cast<float>(h));
                               })),
      fmt::format("\"tree_param\":{{\"num_deleted\":\"0\",\"num_feature\":\"{}\",\"num_nodes\":"
                  "\"{}\",\"size_leaf_vector\":\"1\"}}",
                  model.features.size(), order.size())};
  return "{" + joined_texts(columns, ",", [](const std::string& text) { return text; }) + "}";
}

}  // namespace

ExportedModel write_xgboost(const ServedModel& model, const ModelExportOptions& /*options*/) {
  const auto is_taken = [](char c) {
    return c != '[' && c != ']' && c != '<' && c != '"' && c != '\\' &&
           static_cast<unsigned char>(c) >= ' ';
  };
  const auto names = renamed_features(
      model, "xgboost", [&](const std::string& name) { return replaced(name, is_taken, '_'); });
  const std::vector<std::string> types(names.size(), "float");
  std::vector<std::string> trees;
  std::vector<std::string> ends = {"0"};
  std::vector<std::string> groups;
  for (const RegressionTree& tree : model.trees) {
    trees.push_back(xgboost_tree(model, tree, trees.size()));
    ends.push_back(to_text(trees.size()));
    groups.emplace_back("0");
  }
  const auto listed = [](const std::vector<std::string>& texts) {
    return joined_texts(texts, ",", [](const std::string& text) { return text; });
  };
  std::string text = fmt::format(
      R"({{"version":[2,0,0],"learner":{{"attributes":{{}},"feature_names":[{}],"feature_types":[{}],)",
      texts_in_quotes(names), texts_in_quotes(types));
  text += fmt::format(
      R"("gradient_booster":{{"name":"gbtree","model":{{"gbtree_model_param":{{"num_parallel_tree":"1","num_trees":"{}"}},"iteration_indptr":[{}],"tree_info":[{}],"trees":[{}]}}}},)",
      trees.size(), listed(ends), listed(groups), listed(trees));
  text += fmt::format(
      R"("learner_model_param":{{"base_score":"{}","boost_from_average":"0","num_class":"0","num_feature":"{}","num_target":"1"}},"objective":{{"name":"rank:pairwise","lambdarank_param":{{}}}}}}}})",
      xgboost_float(static_cast<float>(model.base)), names.size());
  return {.model = text + "\n",
          .steps = {"Python: xgboost.Booster(model_file='FILE').inplace_predict(features)"}};
}

}  // namespace podium
