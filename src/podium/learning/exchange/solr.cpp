#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/exchange/solr_threshold.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

constexpr std::string_view package = "org.apache.solr.ltr.";

std::string class_name(std::string_view name) {
  return std::string(package) + std::string(name);
}

/// Numbers in the precision that Solr reads.
std::string solr_number(double value) {
  return to_text(static_cast<float>(value));
}

void check_solr_names(const ServedModel& model) {
  for (const std::size_t f : model.used_features()) {
    const std::string& name = model.features[f].name;
    if (name.find_first_of(",=") == std::string::npos && name != solr_constant_feature) continue;
    throw NotExpressible(fmt::format(
        "Solr has no feature {}: names must not contain ',' or '=' nor be {}; give it another name "
        "by --rename or in the training data",
        in_quotes(name), solr_constant_feature));
  }
}

/// The definitions of features: a query, a field, or something to be written.
Json solr_feature(const ServedFeature& feature, const std::string& store, bool keeps_missing) {
  const auto& [kind, field, boost] = feature.source;
  const auto defined = [&](std::string_view type, Json params) {
    return Json{{"store", store},
                {"name", feature.name},
                {"class", class_name(fmt::format("feature.{}", type))},
                {"params", std::move(params)}};
  };
  switch (kind) {
    case FeatureSource::Kind::field: {
      Json params = {{"field", field}};
      if (keeps_missing) params["defaultValue"] = "NaN";
      return defined("FieldValueFeature", std::move(params));
    }
    case FeatureSource::Kind::text_length:
      return defined("FieldLengthFeature", {{"field", field}});
    case FeatureSource::Kind::text_match: {
      // The words come last: as a parameter in the braces they would end at the first blank.
      const std::string weight = boost == 1.0 ? "" : "^" + to_text(boost);
      const std::string query = fmt::format("{{!edismax qf={}{}}}${{query}}", field, weight);
      return defined("SolrFeature", {{"q", query}});
    }
    case FeatureSource::Kind::unknown:
      break;
  }
  return defined("SolrFeature", {{"q", to_be_written(feature.name)}});
}

std::string solr_features(const ServedModel& model, const std::string& store, bool has_constant,
                          bool keeps_missing) {
  Json::Array list;
  for (const std::size_t f : model.used_features()) {
    list.push_back(solr_feature(model.features[f], store, keeps_missing));
  }
  if (has_constant) {
    list.push_back({{"store", store},
                    {"name", solr_constant_feature},
                    {"class", class_name("feature.ValueFeature")},
                    {"params", Json{{"value", 1.0}}}});
  }
  return json_text(list);
}

/// Always in the form of a mean and a deviation: the other one computes maximum - minimum in float.
Json normalised_feature(const ServedFeature& feature) {
  Json json = {{"name", feature.name}};
  if (feature.scaling == Scaling::linear) {
    json["norm"] = Json{
        {"class", class_name("norm.StandardNormalizer")},
        {"params", Json{{"avg", solr_number(feature.shift)}, {"std", solr_number(feature.scale)}}}};
  }
  return json;
}

Json solr_head(std::string_view kind, const ModelExportOptions& options) {
  return {{"store", options.name},
          {"name", options.name},
          {"class", class_name(fmt::format("model.{}", kind))}};
}

Json solr_linear(const ServedModel& model, const ModelExportOptions& options) {
  Json::Array features;
  Json weights = Json::object();
  for (const std::size_t f : model.used_features()) {
    features.push_back(normalised_feature(model.features[f]));
    weights[model.features[f].name] = model.linear[f];
  }
  if (model.base != 0.0) {
    features.push_back({{"name", solr_constant_feature}});
    weights[solr_constant_feature] = model.base;
  }
  Json json = solr_head("LinearModel", options);
  json["features"] = features;
  json["params"] = Json{{"weights", weights}};
  return json;
}

Json solr_network(const ServedModel& model, const ModelExportOptions& options) {
  const auto [u, b, v] = model.network->scorer.layers(std::span<const double>(model.network->w));
  const std::size_t count = model.features.size();
  Json::Array features;
  for (const ServedFeature& feature : model.features) {
    features.push_back(normalised_feature(feature));
  }
  Json::Array rows;
  for (std::size_t h = 0; h < b.size(); ++h) {
    std::vector<double> row(u.begin() + static_cast<std::ptrdiff_t>(h * count),
                            u.begin() + static_cast<std::ptrdiff_t>((h + 1) * count));
    for (std::size_t f = 0; f < count; ++f) {
      if (model.features[f].scaling == Scaling::zero) row[f] = 0.0;
    }
    rows.emplace_back(row);
  }
  const auto layer = [](const Json& matrix, const Json& bias, std::string_view activation) {
    return Json{{"matrix", matrix}, {"bias", bias}, {"activation", activation}};
  };
  Json json = solr_head("NeuralNetworkModel", options);
  json["features"] = features;
  json["params"] =
      Json{{"layers", Json::array({layer(rows, Json(b), "tanh"),
                                   layer(Json::array({Json(v)}),
                                         Json(std::vector<double>{model.base}), "identity")})}};
  return json;
}

/// The powers of two by which features are multiplied, so that Solr can ask for their thresholds.
std::vector<int> exponents(const ServedModel& model) {
  const std::vector<std::vector<float>> thresholds = model.thresholds();
  std::vector<int> all;
  for (std::size_t f = 0; f < thresholds.size(); ++f) {
    const std::optional<int> exponent = solr_exponent(thresholds[f]);
    if (!exponent) {
      const auto bad =
          std::ranges::find_if(thresholds[f], [](float t) { return !solr_threshold(t); });
      throw NotExpressible(fmt::format(
          "Solr adds 1e-6 to every threshold in float and so cannot hold the threshold {} of "
          "feature {} beside the others of this feature; multiply the feature by a constant, in "
          "the training data and in Solr, or export to xgboost or onnx",
          to_text(*bad), in_quotes(model.features[f].name)));
    }
    all.push_back(*exponent);
  }
  return all;
}

Json solr_node(const ServedModel& model, const RegressionTree& tree, std::int32_t at,
               std::span<const int> exponent, bool has_sides) {
  if (at < 0) {
    return {{"value", solr_number(model.leaf(tree, RegressionTree::leaf_number(at)))}};
  }
  const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
  const auto threshold = static_cast<float>(split.threshold);
  const float moved = threshold == greatest_float
                          ? threshold
                          : *solr_threshold(std::ldexp(threshold, exponent[split.feature]));
  Json json = {{"feature", model.features[split.feature].name}, {"threshold", to_text(moved)}};
  if (has_sides) json["missing"] = split.missing_left ? "left" : "right";
  json["left"] = solr_node(model, tree, split.left, exponent, has_sides);
  json["right"] = solr_node(model, tree, split.right, exponent, has_sides);
  return json;
}

Json solr_trees(const ServedModel& model, const ModelExportOptions& options, bool has_sides) {
  const std::vector<int> exponent = exponents(model);
  Json::Array features;
  for (const std::size_t f : model.used_features()) {
    Json feature = {{"name", model.features[f].name}};
    if (exponent[f] != 0) {
      feature["norm"] =
          Json{{"class", class_name("norm.MinMaxNormalizer")},
               {"params", Json{{"min", "0.0"}, {"max", to_text(std::ldexp(1.0F, -exponent[f]))}}}};
    }
    features.push_back(feature);
  }
  Json::Array trees;
  for (const RegressionTree& tree : model.trees) {
    trees.push_back({{"weight", "1.0"}, {"root", solr_node(model, tree, 0, exponent, has_sides)}});
  }
  Json json = solr_head("MultipleAdditiveTreesModel", options);
  json["features"] = features;
  json["params"] =
      has_sides ? Json{{"isNullSameAsZero", false}, {"trees", trees}} : Json{{"trees", trees}};
  return json;
}

/// What to send. A model that ZooKeeper would not take is a file on the servers.
std::vector<std::string> solr_steps(const std::string& name, std::size_t bytes) {
  constexpr std::size_t most_bytes = 900000;  // ZooKeeper's default limit is 1 MB
  constexpr std::string_view put =
      "curl -X PUT -H 'Content-type: application/json' --data-binary {} "
      "http://HOST:8983/solr/COLLECTION/schema/{}";
  std::vector<std::string> steps = {fmt::format(put, "@FEATURES", "feature-store")};
  if (bytes <= most_bytes) {
    steps.push_back(fmt::format(put, "@FILE", "model-store"));
  } else {
    const Json wrapper = {{"store", name},
                          {"name", name},
                          {"class", class_name("model.DefaultWrapperModel")},
                          {"params", Json{{"resource", "FILENAME"}}}};
    steps.emplace_back(
        "too large for ZooKeeper's limit of 1 MB: put FILE into the configuration or a <lib> "
        "folder of every server, and send");
    steps.push_back(fmt::format(put, "'" + wrapper.dump() + "'", "model-store"));
  }
  steps.push_back(
      fmt::format("query: rq={{!ltr model={0} reRankDocs=100 efi.query='...'}}&fl=id,score,"
                  "[features store={0}]",
                  name));
  return steps;
}

ExportedModel solr_model(const ServedModel& model, const ModelExportOptions& options,
                         bool has_sides) {
  check_engine_name(options.name);
  check_solr_names(model);
  const bool is_linear = model.has_linear();
  const Json json = model.has_trees()     ? solr_trees(model, options, has_sides)
                    : model.has_network() ? solr_network(model, options)
                                          : solr_linear(model, options);
  const bool keeps_missing = has_sides && model.has_trees() && !model.is_complete;
  std::string text = json.exact_dump() + "\n";
  std::vector<std::string> steps = solr_steps(options.name, text.size());
  return {
      .model = std::move(text),
      .features = solr_features(model, options.name, is_linear && model.base != 0.0, keeps_missing),
      .constant = model.has_trees() ? -model.base : 0.0,
      .remarks = {"the features of --features are a beginning: train on values that Solr has "
                  "logged, so that they are the same in both"},
      .steps = std::move(steps)};
}

}  // namespace

ExportedModel write_solr(const ServedModel& model, const ModelExportOptions& options) {
  return solr_model(model, options, true);
}

ExportedModel write_solr8(const ServedModel& model, const ModelExportOptions& options) {
  return solr_model(model, options, false);
}

}  // namespace podium
