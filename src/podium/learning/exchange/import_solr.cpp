#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/import_tree.hpp"
#include "podium/learning/exchange/solr_threshold.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// A number, or one in quotes; Solr holds it as a float.
double solr_number_of(const JsonReader& json) {
  if (!json.value().is_text()) return double{static_cast<float>(json.number())};
  const auto number = parse_number<float>(json.text());
  if (!number || !std::isfinite(*number)) throw json.unexpected("a number");
  return double{*number};
}

std::string last_part(const std::string& class_name) {
  return class_name.substr(class_name.rfind('.') + 1);
}

ImportedScaling solr_scaling(const JsonReader& feature) {
  const auto norm = feature.find("norm");
  if (!norm) return {};
  const std::string kind = last_part(norm->at("class").text());
  if (kind == "IdentityNormalizer") return {};
  const JsonReader params = norm->at("params");
  if (kind == "StandardNormalizer") {
    return {solr_number_of(params.at("avg")), solr_number_of(params.at("std"))};
  }
  if (kind == "MinMaxNormalizer") {
    const double least = solr_number_of(params.at("min"));
    return {least, solr_number_of(params.at("max")) - least};
  }
  throw norm->error("found the normaliser " + in_quotes(kind) +
                    ", expected StandardNormalizer or MinMaxNormalizer");
}

/// What a model of Solr has before its own parameters.
struct SolrModel {
  JsonReader json;
  std::vector<std::string> names;
  std::vector<ImportedScaling> scaling;
  bool has_constant = false;  ///< the feature that is always 1, as podium export writes it

  explicit SolrModel(JsonReader whole) : json(std::move(whole)) {
    for (const JsonReader& feature : json.at("features").items()) {
      const std::string name = feature.at("name").text();
      if (name == solr_constant_feature) {
        has_constant = true;
        continue;
      }
      names.push_back(name);
      scaling.push_back(solr_scaling(feature));
    }
  }

  std::uint32_t place_of(const JsonReader& name) const {
    const auto found = std::ranges::find(names, name.text());
    if (found == names.end()) throw name.unexpected("a name of 'features'");
    return static_cast<std::uint32_t>(found - names.begin());
  }

  RankingModel model(ModelKind kind, FillRule::Kind missing) const {
    return scaled_import(imported_model(std::move(kind), names, "solr", missing), scaling, json);
  }
};

RankingModel solr_linear_of(const SolrModel& solr) {
  const JsonReader weights = solr.json.at("params").at("weights");
  LinearModel model{{solr.names.size(), solr.has_constant}, {}};
  for (const std::string& name : solr.names) model.w.push_back(solr_number_of(weights.at(name)));
  if (solr.has_constant) model.w.push_back(solr_number_of(weights.at(solr_constant_feature)));
  return solr.model(std::move(model), FillRule::Kind::zero);
}

RankingModel solr_network_of(const SolrModel& solr) {
  const std::vector<JsonReader> layers = solr.json.at("params").at("layers").items();
  const auto has = [&](std::size_t layer, std::string_view activation) {
    return layers[layer].at("activation").text() == activation;
  };
  if (layers.size() != 2 || !has(0, "tanh") || !has(1, "identity") ||
      layers[1].at("bias").numbers(1).front() != 0.0) {
    throw solr.json.at("params").error(
        "found other layers, expected one with tanh and one with identity and without a bias");
  }
  const std::vector<JsonReader> rows = layers[0].at("matrix").items();
  NetworkModel model{{solr.names.size(), rows.size()}, {}};
  const auto add = [&](const std::vector<double>& numbers) {
    model.w.insert(model.w.end(), numbers.begin(), numbers.end());
  };
  for (const JsonReader& row : rows) add(row.numbers(solr.names.size()));
  add(layers[0].at("bias").numbers(rows.size()));
  const std::vector<JsonReader> last = layers[1].at("matrix").items();
  if (last.size() != 1 || rows.empty()) throw layers[1].error("expected one number as output");
  add(last.front().numbers(rows.size()));
  return solr.model(std::move(model), FillRule::Kind::zero);
}

RankingModel solr_trees_of(const SolrModel& solr) {
  constexpr std::array<std::string_view, 2> sides = {"left", "right"};
  const JsonReader params = solr.json.at("params");
  const auto same_as_zero = params.find("isNullSameAsZero");
  const bool has_sides = same_as_zero && !same_as_zero->flag();
  TreeEnsemble model{.features = solr.names.size(), .base = 0.0, .rate = 1.0, .trees = {}};
  for (const JsonReader& tree : params.at("trees").items()) {
    const double weight = solr_number_of(tree.at("weight"));
    const auto read = [&](const JsonReader& node) -> ReadNode {
      if (const auto value = node.find("value")) return weight * solr_number_of(*value);
      const float threshold =
          solr_decision(static_cast<float>(solr_number_of(node.at("threshold"))));
      return ReadSplit{.split = {.feature = solr.place_of(node.at("feature")),
                                 .missing_left = has_sides ? node.at("missing").choice(sides) == 0
                                                           : 0.0F <= threshold,
                                 .threshold = double{threshold}},
                       .left = node.at("left"),
                       .right = node.at("right")};
    };
    model.trees.push_back(imported_tree(tree.at("root"), read));
  }
  return solr.model(std::move(model), has_sides ? FillRule::Kind::keep : FillRule::Kind::zero);
}

}  // namespace

RankingModel read_solr(std::string_view text, const std::string& source) {
  const JsonReader json = read_nested_json(text, source);
  const std::string kind = last_part(json.at("class").text());
  const SolrModel solr(json);
  if (solr.names.empty()) throw json.at("features").error("found no feature");
  if (kind == "LinearModel") return solr_linear_of(solr);
  if (kind == "NeuralNetworkModel") return solr_network_of(solr);
  if (kind == "MultipleAdditiveTreesModel") return solr_trees_of(solr);
  throw json.at("class").error(
      fmt::format("found {}, expected LinearModel, NeuralNetworkModel or "
                  "MultipleAdditiveTreesModel",
                  in_quotes(kind)));
}

}  // namespace podium
