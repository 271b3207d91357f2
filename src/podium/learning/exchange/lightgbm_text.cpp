#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// Inner nodes are 0, 1, ..., leaf i as a child is -1 - i: as in RegressionTree.
std::string lightgbm_tree(const ServedModel& model, const RegressionTree& tree,
                          std::size_t number) {
  const auto& splits = tree.splits;
  const std::span<const std::uint64_t> rows = tree.rows;
  const std::span<const double> curvature = tree.curvature;
  const auto line = [](std::string_view name, const auto& range, const auto& text) {
    return fmt::format("{}={}\n", name, joined_texts(range, " ", text));
  };
  const auto as_text = [](auto value) { return to_text(value); };
  const auto of_split = [&](std::string_view name, const auto& value) {
    return line(name, splits, [&](const TreeSplit& split) { return to_text(value(split)); });
  };
  std::vector<double> leaves;
  for (std::size_t l = 0; l < tree.value.size(); ++l) leaves.push_back(model.leaf(tree, l));
  constexpr int nan_is_missing = 8;
  constexpr int default_left = 2;
  std::string text = fmt::format("Tree={}\nnum_leaves={}\nnum_cat=0\n", number, leaves.size());
  text += of_split("split_feature", [](const TreeSplit& split) { return split.feature; });
  text += of_split("split_gain", [](const TreeSplit& split) { return split.gain; });
  text += of_split("threshold", [](const TreeSplit& split) { return split.threshold; });
  text += of_split("decision_type", [](const TreeSplit& split) {
    return nan_is_missing + (split.missing_left ? default_left : 0);
  });
  text += of_split("left_child", [](const TreeSplit& split) { return split.left; });
  text += of_split("right_child", [](const TreeSplit& split) { return split.right; });
  text += line("leaf_value", leaves, as_text);
  text += line("leaf_weight", curvature.subspan(splits.size()), as_text);
  text += line("leaf_count", rows.subspan(splits.size()), as_text);
  text += of_split("internal_value", [](const TreeSplit&) { return 0; });
  text += line("internal_weight", curvature.first(splits.size()), as_text);
  text += line("internal_count", rows.first(splits.size()), as_text);
  return text + "is_linear=0\nshrinkage=1\n\n\n";
}

/// A tree of one leaf.
RegressionTree constant_tree(double value) {
  RegressionTree tree;
  tree.value = {value};
  tree.rows = {0};
  tree.curvature = {0.0};
  return tree;
}

}  // namespace

ExportedModel write_lightgbm(const ServedModel& model, const ModelExportOptions& /*options*/) {
  const auto is_visible = [](char c) { return static_cast<unsigned char>(c) > ' '; };
  const auto names = renamed_features(model, "lightgbm", [&](const std::string& name) {
    return name.empty() ? "_" : replaced(name, is_visible, '_');
  });
  std::string text = fmt::format(
      "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx={}\n"
      "objective=lambdarank\nfeature_names={}\nfeature_infos={}\n\n",
      names.empty() ? 0 : names.size() - 1,
      joined_texts(names, " ", [](auto& name) { return name; }),
      joined_texts(names, " ", [](auto& /*name*/) { return std::string("[-1e308:1e308]"); }));
  std::size_t number = 0;
  for (const RegressionTree& tree : model.trees) text += lightgbm_tree(model, tree, number++);
  if (model.base != 0.0 || model.trees.empty()) {
    ServedModel plain;
    text += lightgbm_tree(plain, constant_tree(model.base), number);
  }
  text +=
      "end of trees\n\nfeature_importances:\n\nparameters:\nend of parameters\n\n"
      "pandas_categorical:null\n";
  return {.model = text,
          .remarks = {"LightGBM takes values between -1e-35 and 1e-35 for 0"},
          .steps = {"Python: lightgbm.Booster(model_file='FILE').predict(features)",
                    "treelite: treelite.frontend.load_lightgbm_model('FILE')"}};
}

}  // namespace podium
