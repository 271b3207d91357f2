#include "podium/learning/model/kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "podium/learning/model/re_ranking_json.hpp"
#include "podium/learning/model/tree_json.hpp"

namespace podium {

namespace {

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

// --- weak rankers ---

Json json_of(const WeakTerm& term) {
  Json json;
  json["feature"] = term.ranker.feature;
  if (term.ranker.kind == WeakRanker::Kind::threshold) {
    json["threshold"] = term.ranker.threshold;
    if (term.ranker.missing_passes) json["missing"] = true;
  }
  json["weight"] = term.weight;
  return json;
}

Json json_of(const WeakRankerSum& model) {
  Json terms = Json::array();
  for (const WeakTerm& term : model.terms) terms.push_back(json_of(term));
  Json json;
  json["terms"] = std::move(terms);
  return json;
}

WeakTerm read_term(const JsonReader& json, std::size_t features) {
  json.expect_keys({"feature", "threshold", "missing", "weight"});
  if (features == 0) throw json.error("found a term, expected none in a model without features");
  WeakTerm term;
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  term.ranker.feature =
      static_cast<std::uint32_t>(json.at("feature").whole(0, std::min(features - 1, most)));
  if (const auto threshold = json.find("threshold")) {
    term.ranker.threshold = threshold->number();
    if (const auto missing = json.find("missing")) term.ranker.missing_passes = missing->flag();
  } else {
    term.ranker.kind = WeakRanker::Kind::feature;
    if (json.find("missing"))
      throw json.error("found 'missing' without 'threshold', expected both or neither");
  }
  term.weight = json.at("weight").number();
  return term;
}

ModelKind read_weak_rankers(const JsonReader& parameters, std::size_t features) {
  parameters.expect_keys({"terms"});
  WeakRankerSum model{features, {}};
  for (const JsonReader& term : parameters.at("terms").items()) {
    model.terms.push_back(read_term(term, features));
  }
  return model;
}

/// Absolute values: terms of opposite sign for the same feature must not cancel.
std::vector<double> weights_of(const WeakRankerSum& model) {
  std::vector<double> sum(model.features);
  for (const WeakTerm& term : model.terms) sum[term.ranker.feature] += std::abs(term.weight);
  return sum;
}

// --- re-ranking ---

std::vector<double> weights_of(const ReRanking& model) {
  return feature_weights(model.first->kind).value;
}

// --- trees ---

ModelKind read_trees(const JsonReader& parameters, std::size_t features) {
  return read_tree_ensemble(parameters, features);
}

std::vector<double> weights_of(const TreeEnsemble& model) {
  std::vector<double> sum(model.features);
  for (const RegressionTree& tree : model.trees) {
    for (const TreeSplit& split : tree.splits) sum[split.feature] += split.gain;
  }
  return sum;
}

// --- the table ---

/// A row of the table of kinds.
struct KindEntry {
  std::string_view name;
  std::string_view weight_meaning;  ///< of feature_weights()
  ModelKind (*read)(const JsonReader& parameters, std::size_t features);
};

/// Every kind of model, in the order of the variant.
constexpr std::array table = {
    KindEntry{"linear", "change of the score per unit of the prepared feature", read_linear},
    KindEntry{"network", "largest change of the score per unit of the prepared feature",
              read_network},
    KindEntry{"weak-rankers", "sum of the absolute weights of the feature's weak rankers",
              read_weak_rankers},
    KindEntry{re_ranking_name, "in the first stage", read_re_ranking},
    KindEntry{trees_name, "sum of the gains of the feature's splits", read_trees},
};
static_assert(table.size() == std::variant_size_v<ModelKind>);

}  // namespace

Json parameters_json(const ModelKind& kind) {
  return std::visit([](const auto& model) { return json_of(model); }, kind);
}

std::string_view kind_name(const ModelKind& kind) {
  return table[kind.index()].name;
}

FeatureWeights feature_weights(const ModelKind& kind) {
  std::string meaning(table[kind.index()].weight_meaning);
  if (const auto* two_stages = std::get_if<ReRanking>(&kind)) {
    meaning += ": " + feature_weights(two_stages->first->kind).meaning;
  }
  return {std::move(meaning),
          std::visit([](const auto& model) { return weights_of(model); }, kind)};
}

ModelKind read_kind(const JsonReader& json, std::size_t features) {
  std::array<std::string_view, table.size()> names;
  std::ranges::transform(table, names.begin(), &KindEntry::name);
  return table[json.at("kind").choice(names)].read(json.at("parameters"), features);
}

Json ranker_json(const NamedRanker& ranker) {
  Json json;
  json["name"] = ranker.name;
  json["kind"] = kind_name(ranker.kind);
  json["parameters"] = parameters_json(ranker.kind);
  return json;
}

NamedRanker read_ranker(const JsonReader& json, std::size_t features) {
  return {json.at("name").text(), read_kind(json, features)};
}

}  // namespace podium
