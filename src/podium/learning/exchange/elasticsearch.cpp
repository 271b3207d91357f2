#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/io/json.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// The query of a feature; each must be looked at before it is sent.
Json extractor(const ServedFeature& feature) {
  const FeatureSource& source = feature.source;
  Json query;
  if (source.kind == FeatureSource::Kind::text_match) {
    query = elastic_match(source, "{{query}}");
  } else if (source.kind == FeatureSource::Kind::field) {
    query = {
        {"script_score",
         Json{{"query", Json{{"exists", Json{{"field", source.field}}}}},
              {"script", Json{{"source", fmt::format("return doc['{}'].value;", source.field)}}}}}};
  } else {
    query = {{"match", Json{{to_be_written(feature.name), "{{query}}"}}}};
  }
  return {{"query_extractor", Json{{"feature_name", feature.name}, {"query", query}}}};
}

/// Nodes by their index: splits first, then leaves.
Json elastic_tree(const ServedModel& model, const RegressionTree& tree, const Json& names) {
  Json::Array nodes;
  for (const TreeSplit& split : tree.splits) {
    nodes.push_back({{"node_index", nodes.size()},
                     {"split_feature", split.feature},
                     {"threshold", split.threshold},
                     {"decision_type", "lte"},
                     {"default_left", split.missing_left},
                     {"left_child", tree.node_of(split.left)},
                     {"right_child", tree.node_of(split.right)}});
  }
  for (std::size_t l = 0; l < tree.value.size(); ++l) {
    nodes.push_back({{"node_index", nodes.size()}, {"leaf_value", model.leaf(tree, l)}});
  }
  return {
      {"tree",
       Json{{"feature_names", names}, {"target_type", "regression"}, {"tree_structure", nodes}}}};
}

/// The least that the trees can add up to.
double least_sum(const ServedModel& model) {
  double sum = 0.0;
  for (const RegressionTree& tree : model.trees) {
    double least = model.leaf(tree, 0);
    for (std::size_t l = 1; l < tree.value.size(); ++l) {
      least = std::min(least, model.leaf(tree, l));
    }
    sum += least;
  }
  return sum;
}

/// The model with only those features that its trees ask for.
ServedModel with_used_features(const ServedModel& model) {
  ServedModel used = model;
  used.features.clear();
  std::vector<std::uint32_t> place(model.features.size());
  for (const std::size_t f : model.used_features()) {
    place[f] = static_cast<std::uint32_t>(used.features.size());
    used.features.push_back(model.features[f]);
  }
  for (RegressionTree& tree : used.trees) {
    for (TreeSplit& split : tree.splits) split.feature = place[split.feature];
  }
  return used;
}

}  // namespace

Json elastic_match(const FeatureSource& source, std::string_view words) {
  if (source.boost == 1.0) return {{"match", Json{{source.field, words}}}};
  return {{"match", Json{{source.field, Json{{"query", words}, {"boost", source.boost}}}}}};
}

ExportedModel write_elasticsearch(const ServedModel& model, const ModelExportOptions& options) {
  check_engine_name(options.name);
  const ServedModel used = with_used_features(model);
  Json::Array names;
  Json::Array extractors;
  for (const ServedFeature& feature : used.features) {
    names.emplace_back(feature.name);
    extractors.push_back(extractor(feature));
  }
  Json::Array trees;
  for (const RegressionTree& tree : used.trees) trees.push_back(elastic_tree(used, tree, names));
  const Json ensemble = {
      {"feature_names", names},
      {"target_type", "regression"},
      {"aggregate_output",
       Json{{"weighted_sum", Json{{"weights", std::vector<double>(trees.size(), 1.0)}}}}},
      {"trained_models", trees}};
  const Json body = {
      {"inference_config", Json{{"learning_to_rank", Json{{"feature_extractors", extractors}}}}},
      {"definition",
       Json{{"preprocessors", Json::array()}, {"trained_model", Json{{"ensemble", ensemble}}}}}};
  return {
      .model = body.exact_dump() + "\n",
      .constant = -model.base - std::min(0.0, least_sum(model)),
      .remarks = {"the queries of feature_extractors in the file are a beginning: look at each, "
                  "and replace those that say FILL IN",
                  "Elasticsearch 8.12 or later with a subscription is needed"},
      .steps = {fmt::format("curl -X PUT -H 'Content-type: application/json' --data-binary @FILE "
                            "http://HOST:9200/_ml/trained_models/{}",
                            options.name),
                fmt::format("query: \"rescore\":{{\"window_size\":100,\"learning_to_rank\":"
                            "{{\"model_id\":\"{}\",\"params\":{{\"query\":\"...\"}}}}}}",
                            options.name)}};
}

}  // namespace podium
