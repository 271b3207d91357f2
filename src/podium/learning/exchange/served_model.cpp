#include "podium/learning/exchange/served_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/learning/exchange/served_trees.hpp"
#include "podium/learning/model/baseline.hpp"

namespace podium {

namespace {

constexpr const char* score_here =
    "score whole queries by 'podium serve' or 'podium score', which know all documents of a query";
constexpr const char* whole_query =
    "export with '--to onnx --whole-query', where one call is one query";

void refuse_query_normaliser(const Normaliser& normaliser) {
  if (normaliser.is_servable()) return;
  throw NotExpressible(fmt::format(
      "the normaliser {} looks at all documents of a query, which an engine that scores documents "
      "one by one does not know; train with '--normalise minmax' or 'zscore' instead, {}, or {}",
      normaliser.name(), whole_query, score_here));
}

void add_scaling(const Normaliser& normaliser, std::vector<ServedFeature>& features) {
  if (normaliser.kind() == NormaliserKind::log1p) {
    for (ServedFeature& feature : features) feature.scaling = Scaling::log1p;
    return;
  }
  for (std::size_t f = 0; f < features.size(); ++f) {
    features[f].scaling = normaliser.scale()[f] == 0.0 ? Scaling::zero : Scaling::linear;
    features[f].shift = normaliser.shift()[f];
    features[f].scale = normaliser.scale()[f];
  }
  for (const auto& [f, curve] : normaliser.curves()) {
    features[f].scaling = Scaling::curve;
    features[f].curve = curve;
  }
}

std::optional<float> fill_of(const FillRule& rule, const std::string& feature, bool is_complete) {
  if (is_complete || rule.kind == FillRule::Kind::keep) return std::nullopt;
  if (rule.kind == FillRule::Kind::zero) return 0.0F;
  if (rule.kind == FillRule::Kind::constant) return static_cast<float>(rule.value);
  throw NotExpressible(fmt::format(
      "a missing value of feature {} becomes the {} of its query, which an engine that scores "
      "documents one by one does not know; train with '--fill zero' or 'train-min', give "
      "--complete if no document in the engine has a missing value, {}, or {}",
      in_quotes(feature), to_text(rule), whole_query, score_here));
}

/// The features with their categories and scaling, without fill rules.
std::vector<ServedFeature> features_of(const Preparation& preparation) {
  const FeatureSet& set = preparation.features;
  std::vector<ServedFeature> features(set.count);
  for (std::size_t f = 0; f < set.count; ++f) {
    const std::string name = set.name(f);
    features[f].name = set.names.empty() ? "f" + name : name;
    // A name that is only a number says nothing about where the engine has the feature.
    if (!set.names.empty()) features[f].source = feature_source(name);
    for (const CategoryMeans& category : preparation.categories) {
      if (category.feature == name) features[f].category = category;
    }
    if (!is_set_feature(name)) continue;
    const auto of = std::ranges::find(set.names, name.substr(0, name.size() - set_suffix.size()));
    if (of == set.names.end()) continue;
    features[f].set_of = static_cast<std::size_t>(of - set.names.begin());
  }
  if (preparation.normaliser && preparation.normaliser->is_servable()) {
    add_scaling(*preparation.normaliser, features);
  }
  return features;
}

std::vector<FillRule> rules_of(const Preparation& preparation) {
  return fill_rules(preparation.fill, with_feature_set(Dataset(), preparation.features));
}

std::vector<ServedFeature> served_features(const Preparation& preparation, bool is_complete) {
  // First: such a normaliser is why missing values are filled from the query.
  if (preparation.normaliser) refuse_query_normaliser(*preparation.normaliser);
  const std::vector<FillRule> rules = rules_of(preparation);
  std::vector<ServedFeature> features = features_of(preparation);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (features[f].category) continue;  // a missing value has become 0
    features[f].fill = fill_of(rules[f], preparation.features.name(f), is_complete);
  }
  return features;
}

QueryPreparation query_preparation(const Preparation& preparation, bool is_complete) {
  QueryPreparation query{.features = features_of(preparation), .fill = rules_of(preparation)};
  if (is_complete) std::ranges::fill(query.fill, FillRule{FillRule::Kind::keep});
  if (preparation.normaliser && !preparation.normaliser->is_servable()) {
    query.normaliser = preparation.normaliser->kind();
  }
  return query;
}

/// Those that a QueryPreparation gives.
std::vector<ServedFeature> prepared_features(const QueryPreparation& query) {
  std::vector<ServedFeature> features;
  for (const ServedFeature& feature : query.features) {
    features.push_back({.name = feature.name, .set_of = feature.set_of});
  }
  return features;
}

/// Adds a kind of model to what a served model has.
class PartAdder {
 public:
  explicit PartAdder(ServedModel& served) : served_(served) {}

  void operator()(const LinearModel& model) const {
    for (std::size_t f = 0; f < model.scorer.features; ++f) add_weight(f, model.w[f]);
    if (model.scorer.has_bias) served_.base += model.w.back();
  }

  void operator()(const NetworkModel& model) const { served_.network = model; }

  void operator()(const WeakRankerSum& model) const {
    for (const WeakTerm& term : model.terms) {
      if (term.ranker.kind == WeakRanker::Kind::feature) {
        add_weight(term.ranker.feature, term.weight);
      } else {
        add_tree(stump(term));
      }
    }
  }

  void operator()(const TreeEnsemble& model) const {
    served_.base += model.base;
    for (const RegressionTree& tree : model.trees) add_tree(tree);
    const double rate = model.rate;
    if (!model.start) {
      served_.rate = rate;
      return;
    }
    // The start may have trees of its own, of weak rankers, whose rate is 1.
    for (RegressionTree& tree : served_.trees) {
      for (double& value : tree.value) value *= rate;
    }
    std::visit(*this, model.start->kind);
  }

  void operator()(const ReRanking& model) const {
    throw NotExpressible(fmt::format(
        "a re-ranking compares all documents of a query, which an engine that scores documents one "
        "by one cannot; give '--part first' to export its first ranker {} alone, without the votes "
        "of {}, or {}",
        in_quotes(model.first->name), counted(model.voters.size(), "other ranker"), score_here));
  }

 private:
  void add_weight(std::size_t feature, double weight) const {
    served_.linear.resize(served_.features.size());
    served_.linear[feature] += weight;
  }

  void add_tree(const RegressionTree& tree) const {
    served_.trees.push_back(raw_tree(tree, served_.features));
  }

  ServedModel& served_;
};

/// Few formats have a tree of one leaf.
void add_constant_trees_to_base(ServedModel& model) {
  for (const RegressionTree& tree : model.trees) {
    if (tree.splits.empty()) model.base += model.leaf(tree, 0);
  }
  std::erase_if(model.trees, [](const RegressionTree& tree) { return tree.splits.empty(); });
}

/// The codes that no tree asks for, behind all other features.
void drop_unused_sets(ServedModel& model) {
  const std::vector<std::size_t> used = model.used_features();
  const std::size_t needed = used.empty() ? 0 : used.back() + 1;
  while (model.features.size() > needed && model.features.back().set_of) {
    model.features.pop_back();
    if (!model.query) continue;
    model.query->features.pop_back();
    model.query->fill.pop_back();
  }
}

double dot(std::span<const double> weights, std::span<const float> values) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * double{values[i]};
  return sum;
}

/// The size of the numbers whose difference a prepared value is.
double extent(const ServedFeature& feature, float value) {
  const double filled = std::isnan(value) ? double{feature.fill.value_or(0.0F)} : double{value};
  if (feature.scaling == Scaling::linear) {
    return (std::abs(filled) + std::abs(feature.shift)) / feature.scale;
  }
  return 1.0 + std::abs(double{feature.prepared(value)});
}

}  // namespace

float ServedFeature::raw(float value) const {
  return category ? static_cast<float>((*category)(double{value})) : value;
}

float ServedFeature::scaled(float raw) const {
  const double x{raw};
  switch (scaling) {
    case Scaling::none:
      return raw;
    case Scaling::linear:
      return static_cast<float>((x - shift) / scale);
    case Scaling::log1p:
      return static_cast<float>(std::copysign(std::log1p(std::abs(x)), x));
    case Scaling::curve:
      return static_cast<float>(curve(x));
    case Scaling::zero:
      return std::isnan(raw) ? raw : 0.0F;
  }
  return raw;
}

float ServedFeature::prepared(float value) const {
  const float own = raw(value);
  return scaled(std::isnan(own) && fill ? *fill : own);
}

bool ServedModel::has_only_stumps() const {
  return rate == 1.0 && std::ranges::all_of(trees, [](const RegressionTree& tree) {
           return tree.splits.size() == 1 && tree.value[0] == 0.0;
         });
}

std::vector<std::vector<float>> ServedModel::thresholds() const {
  std::vector<std::vector<float>> thresholds(features.size());
  for (const RegressionTree& tree : trees) {
    for (const TreeSplit& split : tree.splits) {
      thresholds[split.feature].push_back(static_cast<float>(split.threshold));
    }
  }
  for (std::vector<float>& own : thresholds) {
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return thresholds;
}

std::vector<std::size_t> ServedModel::used_features() const {
  std::vector<char> used(features.size(), has_network() ? 1 : 0);
  for (std::size_t f = 0; f < linear.size(); ++f) {
    if (linear[f] != 0.0 && features[f].scaling != Scaling::zero) used[f] = 1;
  }
  for (const RegressionTree& tree : trees) {
    for (const TreeSplit& split : tree.splits) used[split.feature] = 1;
  }
  std::vector<std::size_t> list;
  for (std::size_t f = 0; f < used.size(); ++f) {
    if (used[f] != 0) list.push_back(f);
  }
  return list;
}

bool ServedModel::accepts_missing(std::size_t feature) const {
  if (is_complete) return false;
  if (baseline) {
    const auto& its_own = baseline->features;
    const auto place = std::ranges::find(its_own, feature);
    const bool is_there = place != its_own.end();
    if (is_there &&
        !baseline->model->accepts_missing(static_cast<std::size_t>(place - its_own.begin()))) {
      return false;
    }
  }
  if (query && query->fill[feature].kind != FillRule::Kind::keep) return true;
  if (sources()[feature].category) return true;
  return !std::isnan(features[feature].prepared(std::nanf(""))) ||
         (!has_linear() && !has_network());
}

double ServedModel::score(std::span<const float> document) const {
  std::vector<float> raw(features.size());
  std::vector<float> prepared(features.size());
  for (std::size_t f = 0; f < features.size(); ++f) {
    raw[f] = features[f].raw(document[f]);
    prepared[f] = features[f].prepared(document[f]);
  }
  double sum = 0.0;
  for (const RegressionTree& tree : trees) sum += tree.value[tree.leaf_of(raw)];
  double score = base + rate * sum + dot(linear, prepared);
  if (network) {
    const auto [u, b, v] = network->scorer.layers(std::span<const double>(network->w));
    for (std::size_t h = 0; h < b.size(); ++h) {
      const auto own = u.subspan(h * features.size(), features.size());
      score += v[h] * std::tanh(b[h] + dot(own, prepared));
    }
  }
  return score;
}

double ServedModel::magnitude(std::span<const float> document) const {
  std::vector<float> raw(features.size());
  std::vector<double> size(features.size());
  for (std::size_t f = 0; f < features.size(); ++f) {
    raw[f] = features[f].raw(document[f]);
    size[f] = extent(features[f], raw[f]);
  }
  double sum = std::abs(base);
  for (const RegressionTree& tree : trees) sum += std::abs(leaf(tree, tree.leaf_of(raw)));
  for (std::size_t f = 0; f < linear.size(); ++f) sum += std::abs(linear[f]) * size[f];
  if (network) {
    const auto [u, b, v] = network->scorer.layers(std::span<const double>(network->w));
    for (std::size_t h = 0; h < b.size(); ++h) {
      double inside = 1.0 + std::abs(b[h]);
      for (std::size_t f = 0; f < features.size(); ++f) {
        inside += std::abs(u[h * features.size() + f]) * size[f];
      }
      sum += std::abs(v[h]) * inside;
    }
  }
  return sum;
}

std::size_t ServedModel::inputs() const {
  std::size_t others = features.size();
  while (others > 0 && features[others - 1].set_of) --others;
  return others - (baseline ? 1 : 0);
}

const CategoryMeans* ServedModel::words(std::size_t feature) const {
  const auto& category = sources()[feature].category;
  return category && category->has_words ? &*category : nullptr;
}

std::vector<std::size_t> ServedModel::inputs_by_kind(bool are_words) const {
  std::vector<std::size_t> list;
  for (std::size_t f = 0; f < inputs(); ++f) {
    if ((words(f) != nullptr) == are_words) list.push_back(f);
  }
  return list;
}

std::vector<float> ServedModel::completed(std::span<const float> document) const {
  std::vector<float> values(document.begin(), document.end());
  // The same word may have another place in another table.
  const auto moved = [&](float value, const CategoryMeans* from, const CategoryMeans* to) {
    if (from == nullptr || to == nullptr) return value;
    const bool is_known = value >= 0.0F && value < static_cast<float>(from->word.size());
    return is_known ? to->code_of(from->word[static_cast<std::size_t>(value)]) : std::nanf("");
  };
  if (baseline) {
    const ServedModel& model = *baseline->model;
    std::vector<float> its_own;
    for (std::size_t i = 0; i < baseline->features.size(); ++i) {
      const std::size_t f = baseline->features[i];
      its_own.push_back(moved(document[f], words(f), model.words(i)));
    }
    values.push_back(static_cast<float>(model.score(model.completed(its_own))));
  }
  for (std::size_t f = values.size(); f < features.size(); ++f) {
    const std::size_t from = *features[f].set_of;
    values.push_back(moved(document[from], words(from), words(f)));
  }
  return values;
}

namespace {

/// The baseline of a model, and which of the model's own features it has: by name, or in order
/// where one of both has no names.
ServedBaseline served_baseline(const RankingModel& model, const ServingPlan& plan) {
  if (model.baseline->kind != BaselineKind::model) {
    throw NotExpressible(fmt::format(
        "the feature {} is the score of another ranking, which the engine does not have; train "
        "without --baseline, or with --baseline and a model, or score with 'podium score', which "
        "reads that ranking from a file",
        in_quotes(baseline_feature)));
  }
  const RankingModel& other = *model.baseline->model;
  auto served = std::make_shared<const ServedModel>(served_model(other, plan));
  if (served->used_features().empty()) {
    throw NotExpressible(
        "the baseline inside the model gives every document the same score; train without it");
  }
  return {.model = std::move(served),
          .features = matching_features(own_features(other), own_features(model))};
}

}  // namespace

ServedModel served_model(const RankingModel& model, const ServingPlan& plan) {
  const auto* re_ranking = std::get_if<ReRanking>(&model.kind);
  const bool takes_first = plan.part == ModelPart::first && re_ranking != nullptr;
  ServedModel served;
  if (model.baseline) served.baseline = served_baseline(model, plan);
  served.is_complete = plan.complete;
  served.calibration = model.calibration;
  if (plan.whole_query) {
    served.query = query_preparation(model.preparation, plan.complete);
    served.features = prepared_features(*served.query);
  } else {
    served.features = served_features(model.preparation, plan.complete);
  }
  std::visit(PartAdder(served), takes_first ? re_ranking->first->kind : model.kind);
  add_constant_trees_to_base(served);
  drop_unused_sets(served);
  return served;
}

}  // namespace podium
