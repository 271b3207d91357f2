#include "podium/model/kinds.hpp"

#include <array>
#include <cmath>

namespace podium {

namespace {

using Json = nlohmann::ordered_json;

std::vector<double> list(std::span<const double> values) {
  return {values.begin(), values.end()};
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// --- linear ---

Json json_of(const LinearModel& model) {
  Json json;
  json["weights"] = list(std::span(model.w).first(model.scorer.features));
  if (model.scorer.has_bias) json["bias"] = model.w.back();
  return json;
}

ModelKind read_linear(const JsonReader& parameters, std::size_t features) {
  parameters.expect_keys({"weights", "bias"});
  LinearModel model{{features, false}, parameters.at("weights").numbers(features)};
  if (const auto bias = parameters.find("bias")) {
    model.scorer.has_bias = true;
    model.w.push_back(bias->number());
  }
  return model;
}

std::vector<double> weights_of(const LinearModel& model) {
  return list(std::span(model.w).first(model.scorer.features));
}

// --- network ---

Json json_of(const NetworkModel& model) {
  const auto layers = model.scorer.layers(std::span(model.w));
  Json rows = Json::array();
  for (std::size_t unit = 0; unit < model.scorer.hidden; ++unit) {
    rows.push_back(list(layers.u.subspan(unit * model.scorer.features, model.scorer.features)));
  }
  Json json;
  json["U"] = std::move(rows);
  json["b"] = list(layers.b);
  json["v"] = list(layers.v);
  return json;
}

ModelKind read_network(const JsonReader& parameters, std::size_t features) {
  parameters.expect_keys({"U", "b", "v"});
  const std::vector<JsonReader> rows = parameters.at("U").items();
  if (rows.empty()) {
    throw parameters.at("U").error("found no hidden unit, expected one or more");
  }
  NetworkModel model{{features, rows.size()}, {}};
  for (const JsonReader& row : rows) append(model.w, row.numbers(features));
  append(model.w, parameters.at("b").numbers(rows.size()));
  append(model.w, parameters.at("v").numbers(rows.size()));
  return model;
}

/// The slope of tanh is 1 at most, so this bounds |df/dx|.
std::vector<double> weights_of(const NetworkModel& model) {
  const auto layers = model.scorer.layers(std::span(model.w));
  std::vector<double> bound(model.scorer.features);
  for (std::size_t unit = 0; unit < model.scorer.hidden; ++unit) {
    for (std::size_t f = 0; f < bound.size(); ++f) {
      bound[f] += std::abs(layers.v[unit] * layers.u[unit * bound.size() + f]);
    }
  }
  return bound;
}

// --- the table ---

constexpr std::array table = {
    KindEntry{"linear", "what one unit of the prepared feature adds to the score", read_linear},
    KindEntry{"network", "most that one unit of the prepared feature can change the score",
              read_network},
};
static_assert(table.size() == std::variant_size_v<ModelKind>);

}  // namespace

std::span<const KindEntry> model_kinds() {
  return table;
}

Json parameters_json(const ModelKind& kind) {
  return std::visit([](const auto& model) { return json_of(model); }, kind);
}

std::string_view kind_name(const ModelKind& kind) {
  return table[kind.index()].name;
}

FeatureWeights feature_weights(const ModelKind& kind) {
  return {table[kind.index()].weight_meaning,
          std::visit([](const auto& model) { return weights_of(model); }, kind)};
}

}  // namespace podium
