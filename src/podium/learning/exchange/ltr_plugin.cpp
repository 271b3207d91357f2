#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

void check_plugin_names(const ServedModel& model) {
  for (const std::size_t f : model.used_features()) {
    const std::string& name = model.features[f].name;
    const auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= ' '; };
    if (!name.empty() && std::ranges::all_of(name, is_plain)) continue;
    throw NotExpressible(fmt::format(
        "the LTR plugin has no feature {}: names must not be empty nor contain control characters",
        in_quotes(name)));
  }
}

Json plugin_feature(const ServedFeature& feature) {
  const FeatureSource& source = feature.source;
  Json query;
  if (source.kind == FeatureSource::Kind::text_match) {
    query = elastic_match(source, "{{keywords}}");
  } else if (source.kind == FeatureSource::Kind::field) {
    query = {{"function_score", Json{{"query", Json{{"exists", Json{{"field", source.field}}}}},
                                     {"field_value_factor", Json{{"field", source.field}}},
                                     {"boost_mode", "replace"}}}};
  } else {
    query = {{"match", Json{{to_be_written(feature.name), "{{keywords}}"}}}};
  }
  return {{"name", feature.name},
          {"params", Json::array({"keywords"})},
          {"template_language", "mustache"},
          {"template", query}};
}

std::string plugin_features(const ServedModel& model) {
  Json::Array features;
  for (const std::size_t f : model.used_features()) {
    features.push_back(plugin_feature(model.features[f]));
  }
  return json_text(Json{{"featureset", Json{{"features", features}}}});
}

Json plugin_linear(const ServedModel& model) {
  Json weights = Json::object();
  Json normalisers = Json::object();
  for (const std::size_t f : model.used_features()) {
    const ServedFeature& feature = model.features[f];
    weights[feature.name] = model.linear[f];
    if (feature.scaling != Scaling::linear) continue;
    normalisers[feature.name] =
        Json{{"standard", Json{{"mean", feature.shift}, {"standard_deviation", feature.scale}}}};
  }
  Json json = {{"type", "model/linear"}, {"definition", weights.exact_dump()}};
  if (!normalisers.as<Json::Object>()->empty()) json["feature_normalizers"] = normalisers;
  return json;
}

/// Nodes are numbered as in XGBoost's own dump: splits first, then leaves.
Json plugin_node(const ServedModel& model, const RegressionTree& tree, std::int32_t at,
                 std::size_t depth) {
  if (at < 0) {
    const double leaf = model.leaf(tree, RegressionTree::leaf_number(at));
    return {{"nodeid", tree.node_of(at)}, {"leaf", double{static_cast<float>(leaf)}}};
  }
  const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
  // JSON has no infinity; the plugins read a number beyond the floats as one.
  const float above = float_above(split.threshold);
  const double condition = std::isinf(above) ? 1e39 : double{above};
  return {{"nodeid", tree.node_of(at)},
          {"depth", depth},
          {"split", model.features[split.feature].name},
          {"split_condition", condition},
          {"yes", tree.node_of(split.left)},
          {"no", tree.node_of(split.right)},
          {"missing", tree.node_of(split.missing_left ? split.left : split.right)},
          {"children", Json::array({plugin_node(model, tree, split.left, depth + 1),
                                    plugin_node(model, tree, split.right, depth + 1)})}};
}

/// The trees as XGBoost's dump_model() writes them, with the one objective of ranking that every
/// version of the plugins knows: the score is the sum of the leaves.
Json plugin_trees(const ServedModel& model) {
  Json::Array trees;
  for (const RegressionTree& tree : model.trees) trees.push_back(plugin_node(model, tree, 0, 0));
  return {{"type", "model/xgboost+json"},
          {"definition", Json{{"objective", "rank:pairwise"}, {"splits", trees}}}};
}

ExportedModel plugin_model(const ServedModel& model, const ModelExportOptions& options) {
  check_engine_name(options.name);
  check_plugin_names(model);
  const Json inner = model.has_trees() ? plugin_trees(model) : plugin_linear(model);
  ExportedModel exported{
      .model = Json{{"model", Json{{"name", options.name}, {"model", inner}}}}.exact_dump() + "\n",
      .features = plugin_features(model),
      .constant = -model.base,
      .steps = {
          fmt::format("curl -X POST -H 'Content-type: application/json' --data-binary "
                      "@FEATURES http://HOST:9200/_ltr/_featureset/{}",
                      options.name),
          fmt::format("curl -X POST -H 'Content-type: application/json' --data-binary @FILE "
                      "http://HOST:9200/_ltr/_featureset/{}/_createmodel",
                      options.name),
          fmt::format("query: \"rescore\":{{\"window_size\":100,\"query\":{{\"rescore_query\":"
                      "{{\"sltr\":{{\"params\":{{\"keywords\":\"...\"}},\"model\":\"{}\"}}}}}}}}",
                      options.name)}};
  exported.remarks.emplace_back(
      "features are scores of queries, which are never negative; train on values that the plugin "
      "has logged");
  return exported;
}

using PluginVersion = std::pair<unsigned, unsigned>;

/// "3.8" or "3.8.0".
PluginVersion plugin_version(std::string_view text) {
  constexpr PluginVersion honours_sides = {3, 8};
  if (text.empty()) return honours_sides;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view rest = text.substr(std::min(dot + 1, text.size()));
  const auto major = parse_number<unsigned>(text.substr(0, dot));
  const auto minor = parse_number<unsigned>(rest.substr(0, rest.find('.')));
  if (major && minor) return {*major, *minor};
  throw UsageError(fmt::format("--engine-version {}: expected a version of OpenSearch such as 3.8",
                               in_quotes(text)));
}

/// Throws NotExpressible where a version of OpenSearch sends missing values elsewhere: from 3.2 on
/// to the right at every split, before that to the side of 0.
void check_sides(const ServedModel& model, PluginVersion version) {
  constexpr PluginVersion sends_right = {3, 2};
  constexpr PluginVersion honours_sides = {3, 8};
  if (version >= honours_sides) return;
  for (const RegressionTree& tree : model.trees) {
    for (const TreeSplit& split : tree.splits) {
      const bool is_left = version < sends_right && 0.0 <= split.threshold;
      if (split.missing_left == is_left) continue;
      throw NotExpressible(fmt::format(
          "OpenSearch {}.{} {}, but the model treats a missing value of feature {} otherwise; use "
          "OpenSearch 3.8 or later, {}give --complete if no document in the engine has a missing "
          "value, that is, if the query of each feature matches every document",
          version.first, version.second,
          version < sends_right ? "takes a missing value for 0"
                                : "sends every missing value to the right branch",
          in_quotes(model.features[split.feature].name),
          version < sends_right ? "train with '--fill zero', or " : "or "));
    }
  }
}

}  // namespace

ExportedModel write_es_ltr(const ServedModel& model, const ModelExportOptions& options) {
  ExportedModel exported = plugin_model(model, options);
  if (model.has_trees() && !model.is_complete) {
    exported.remarks.emplace_back(
        "plugins of before 2024 take a missing value for 0 whatever the model says");
  }
  return exported;
}

ExportedModel write_opensearch(const ServedModel& model, const ModelExportOptions& options) {
  const PluginVersion version = plugin_version(options.engine_version);
  if (model.has_trees() && !model.is_complete) check_sides(model, version);
  ExportedModel exported = plugin_model(model, options);
  if (model.has_trees() && !model.is_complete && options.engine_version.empty()) {
    exported.remarks.emplace_back(
        "right in OpenSearch 3.8 and later; 3.2 to 3.7 send every missing value right, and earlier "
        "versions take it for 0: name yours by --engine-version");
  }
  return exported;
}

}  // namespace podium
