#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/import_tree.hpp"
#include "podium/learning/exchange/served_model.hpp"

namespace podium {

namespace {

ImportedScaling plugin_scaling(const JsonReader& json) {
  if (const auto standard = json.find("standard")) {
    return {standard->at("mean").number(), standard->at("standard_deviation").number()};
  }
  const JsonReader least_most = json.at("min_max");
  const double least = least_most.at("minimum").number();
  return {least, least_most.at("maximum").number() - least};
}

RankingModel plugin_linear_of(const JsonReader& model, const JsonReader& definition) {
  std::vector<std::string> names;
  std::vector<ImportedScaling> scaling;
  LinearModel linear;
  const auto normalisers = model.find("feature_normalizers");
  for (const auto& [name, weight] : definition.members()) {
    const auto own = normalisers ? normalisers->find(name) : std::nullopt;
    scaling.push_back(own ? plugin_scaling(*own) : ImportedScaling());
    names.push_back(name);
    linear.w.push_back(weight.number());
  }
  if (names.empty()) throw definition.unexpected("an object with weights of features");
  linear.scorer.features = names.size();
  return scaled_import(
      imported_model(std::move(linear), std::move(names), "es-ltr", FillRule::Kind::zero), scaling,
      definition);
}

RankingModel plugin_trees_of(const JsonReader& definition) {
  std::vector<std::string> names;
  const auto place_of = [&](const std::string& name) {
    const auto found = std::ranges::find(names, name);
    const auto place = static_cast<std::uint32_t>(found - names.begin());
    if (found == names.end()) names.push_back(name);
    return place;
  };
  const auto read = [&](const JsonReader& node) -> ReadNode {
    if (const auto leaf = node.find("leaf")) return leaf->number();
    const std::vector<JsonReader> children = node.at("children").items();
    const double yes = node.at("yes").number();
    if (children.size() != 2 || children[0].at("nodeid").number() != yes) {
      throw node.error("expected two children, the first of which is that of 'yes'");
    }
    return ReadSplit{.split = {.feature = place_of(node.at("split").text()),
                               .missing_left = node.at("missing").number() == yes,
                               .threshold = below_condition(node.at("split_condition").number())},
                     .left = children[0],
                     .right = children[1]};
  };
  TreeEnsemble trees{.features = 0, .base = 0.0, .rate = 1.0, .trees = {}};
  const auto splits = definition.find("splits");
  for (const JsonReader& tree : (splits ? *splits : definition).items()) {
    trees.trees.push_back(imported_tree(tree, read));
  }
  if (names.empty()) throw definition.error("found no split");
  trees.features = names.size();
  return imported_model(std::move(trees), std::move(names), "es-ltr", FillRule::Kind::keep);
}

}  // namespace

RankingModel read_ltr_plugin(std::string_view text, const std::string& source) {
  return import_ltr_plugin(text, source, {}).model;
}

ImportedModel import_ltr_plugin(std::string_view text, const std::string& source,
                                const ModelImportOptions& options) {
  const JsonReader model = read_nested_json(text, source).at("model").at("model");
  const std::string type = model.at("type").text();
  JsonReader definition = model.at("definition");
  if (type == "model/ranklib") return import_ranklib(definition.text(), source, options);
  if (options.feature_count != 0 || options.iterations != 0) {
    throw UsageError("--feature-count, --iterations: the model names its features and trees");
  }
  if (definition.value().is_text()) {
    definition = read_nested_json(definition.text(), source + ": definition");
  }
  if (type == "model/linear") return {plugin_linear_of(model, definition), {}};
  if (type == "model/xgboost+json") return {plugin_trees_of(definition), {}};
  throw model.at("type").error(fmt::format(
      "found {}, expected model/linear, model/xgboost+json or model/ranklib", in_quotes(type)));
}

}  // namespace podium
