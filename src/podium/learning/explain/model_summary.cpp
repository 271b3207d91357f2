#include "podium/learning/explain/model_summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

std::string features_text(const FeatureSet& all) {
  const FeatureSet features = without_set_features(all);
  return fmt::format(
      "{}, {}", features.count,
      features.names.empty() ? fmt::format("numbered from {}", features.first_id) : "by name");
}

std::string normaliser_text(const std::optional<Normaliser>& normaliser) {
  if (!normaliser) return "none";
  return fmt::format("{}{}", normalisers()[static_cast<std::size_t>(normaliser->kind())].name,
                     normaliser->is_servable() ? "" : ", uses all documents of a query");
}

/// A few rules as they are; of many constants, which training learns, only the number. Set features
/// are never missing.
std::string fill_text(FillPolicy policy) {
  constexpr std::size_t few = 4;
  std::erase_if(policy.exceptions, [](const auto& rule) { return is_set_feature(rule.first); });
  const auto constants =
      static_cast<std::size_t>(std::ranges::count_if(policy.exceptions, [](const auto& exception) {
        return exception.second.kind == FillRule::Kind::constant;
      }));
  if (constants <= few) return to_text(policy);
  std::erase_if(policy.exceptions, [](const auto& exception) {
    return exception.second.kind == FillRule::Kind::constant;
  });
  return fmt::format("a number for each of {} features; otherwise {}", constants, to_text(policy));
}

/// "site (120 values), language (7 values)".
std::string categories_text(std::span<const CategoryMeans> categories) {
  std::vector<std::string> parts;
  for (const CategoryMeans& category : categories) {
    if (is_set_feature(category.feature)) continue;
    parts.push_back(
        fmt::format("{} ({})", category.feature,
                    counted(category.value.size(), category.has_words ? "word" : "value")));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "acme 0.31 (120 documents), bolt 0.2 (17)": the words with the highest or lowest values of those
/// that enough documents have.
std::string words_text(const CategoryMeans& category, bool are_highest) {
  constexpr std::size_t shown = 5;
  constexpr double least = 10.0;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < category.word.size(); ++i) {
    if (category.count[i] >= least) order.push_back(i);
  }
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return are_highest ? -category.mean[i] : category.mean[i]; });
  if (order.size() > shown) order.resize(shown);
  std::vector<std::string> parts;
  for (const std::size_t i : order) {
    parts.push_back(fmt::format("{} {:.4g} ({:g}{})", category.word[i], category.mean[i],
                                category.count[i], parts.empty() ? " documents" : ""));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The rules of the policy that look at whole queries: "min, max".
std::string query_rules_text(const FillPolicy& policy) {
  std::set<std::string> rules;
  if (uses_query(policy.otherwise)) rules.insert(to_text(policy.otherwise));
  for (const auto& [feature, rule] : policy.exceptions) {
    if (uses_query(rule)) rules.insert(to_text(rule));
  }
  return fmt::format("{}", fmt::join(rules, ", "));
}

std::string ranker_text(const NamedRanker& ranker) {
  return fmt::format("{} ({})", ranker.name, kind_name(ranker.kind));
}

std::string voters_text(const ReRanking& model) {
  std::string text;
  for (const Voter& voter : model.voters) {
    text += fmt::format("{}{} by {:.4g}", text.empty() ? "" : ", ", ranker_text(voter.ranker),
                        voter.weight);
  }
  return text.empty() ? "none" : text;
}

std::string pairwise_text(const PairwiseFunction& function) {
  return fmt::format("{}, {} of two features, by {:.4g}",
                     counted(function.weights.size(), "difference"),
                     counted(function.products.size(), "product"), function.vote);
}

std::string depth_text(const ReRanking& model) {
  return model.depth == 0 ? "half of those" : to_text(model.depth);
}

std::string options_text(const OptionText& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text.empty() ? "defaults" : text;
}

/// The points that a tuned model is made of, with their shares.
std::string tuning_text(const TuningRecord& tuning) {
  if (tuning.folds == 0) return "no choice: too few queries";
  double all = 0.0;
  for (const TuningPoint& point : tuning.points) all += point.weight;
  std::vector<std::string> parts;
  std::string of = tuning.points.front().algorithm;
  for (const TuningPoint& point : tuning.points) {
    if (point.weight == 0.0) continue;
    const bool is_other = std::exchange(of, point.algorithm) != point.algorithm;
    parts.push_back(fmt::format("{}{} ({:.0f} %)", is_other ? point.algorithm + ": " : "",
                                point_words(point), 100.0 * point.weight / all));
  }
  return fmt::format("{}; in brackets, the share of the model", fmt::join(parts, ", "));
}

/// The feature that is the baseline, or where its scores come from.
std::string baseline_text(const RankingModel& model) {
  constexpr std::array<const char*, 3> words = {
      "a model, which is part of this one", "a run; scoring needs that of the data as --baseline",
      "a file of scores; scoring needs that of the data as --baseline"};
  if (!model.baseline) return model.training.tuning->baseline;
  return words[static_cast<std::size_t>(model.baseline->kind)];
}

}  // namespace

std::string point_words(const TuningPoint& point) {
  if (point.is_baseline) return "baseline";
  std::vector<std::string> words;
  for (const auto& [name, value] : point.options) {
    const std::optional<double> number = parse_number<double>(value);
    words.push_back(name == "strength" && number
                        ? fmt::format("penalty {:g}", std::pow(10.0, *number))
                        : fmt::format("{} {}", name, value));
  }
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, ", "));
}

std::vector<WeightedFeature> weighted_features(const RankingModel& model) {
  const std::vector<double> weights = feature_weights(model.kind).value;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0,
                                     [](double all, double w) { return all + std::abs(w); });
  std::vector<WeightedFeature> features;
  for (std::size_t f = 0; f < weights.size(); ++f) {
    features.push_back({f, model.preparation.features.name(f), weights[f],
                        sum > 0.0 ? std::abs(weights[f]) / sum : 0.0});
  }
  std::ranges::stable_sort(features, std::greater{},
                           [](const WeightedFeature& f) { return std::abs(f.weight); });
  return features;
}

std::size_t shown_count(std::size_t top, std::size_t count) {
  return top == 0 ? count : std::min(top, count);
}

bool is_for_programs(TableFormat format) {
  return format == TableFormat::csv || format == TableFormat::json;
}

Cell number_cell(double number, TableFormat format) {
  if (is_for_programs(format)) return number;
  return std::isnan(number) ? "-" : fmt::format("{:.6g}", number);
}

Table weight_table(std::span<const WeightedFeature> features, TableFormat format) {
  Table table{.columns = {"feature", "weight", "share"}, .rows = {}};
  for (const WeightedFeature& f : features) {
    table.rows.push_back({f.name, number_cell(f.weight, format), f.share});
  }
  return table;
}

std::string weight_heading(const RankingModel& model, TableFormat format) {
  return fmt::format("{}weight: {}\n\n", format == TableFormat::latex ? "% " : "",
                     feature_weights(model.kind).meaning);
}

std::string serving_text(const RankingModel& model) {
  constexpr std::array<const char*, 3> words = {
      "document by document", "document by document if no value is missing; else whole queries",
      "whole queries only"};
  return words[static_cast<std::size_t>(serving_of(model))];
}

std::string whole_query_reason(const RankingModel& model) {
  if (std::holds_alternative<ReRanking>(model.kind)) {
    return "a re-ranking compares all documents of a query";
  }
  const Preparation& preparation = model.preparation;
  if (model.baseline && model.baseline->kind == BaselineKind::scores) {
    return "the scores of its baseline are standardised over all documents of a query";
  }
  if (model.baseline && model.baseline->model &&
      serving_of(*model.baseline->model) > serving_of(preparation)) {
    return "its baseline is a model of which the same is true: " +
           whole_query_reason(*model.baseline->model);
  }
  switch (serving_of(preparation)) {
    case Serving::queries:
      return fmt::format(
          "the normaliser {} uses all documents of a query",
          normalisers()[static_cast<std::size_t>(preparation.normaliser->kind())].name);
    case Serving::complete_documents:
      return fmt::format(
          "missing values are filled from the other documents of the query (rule {})",
          query_rules_text(preparation.fill));
    case Serving::documents:
      break;
  }
  return "";
}

Table property_table(const RankingModel& model) {
  const TrainingRecord& training = model.training;
  Table table{.columns = {"property", "value"}};
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) table.rows.push_back({what, value});
  };
  add("kind", std::string(kind_name(model.kind)));
  if (const auto* two_stages = std::get_if<ReRanking>(&model.kind)) {
    add("first ranker", ranker_text(*two_stages->first));
    add("voters", voters_text(*two_stages));
    if (two_stages->pairwise) add("pairwise function", pairwise_text(*two_stages->pairwise));
    add("documents re-ranked", to_text(two_stages->top));
    add("aggregation depth", depth_text(*two_stages));
    add("aggregation", to_text(two_stages->aggregation));
  }
  if (const auto* trees = std::get_if<TreeEnsemble>(&model.kind)) {
    std::size_t leaves = 0;
    for (const RegressionTree& tree : trees->trees) leaves += tree.value.size();
    add("trees", to_text(trees->trees.size()));
    add("leaves", to_text(leaves));
    add("learning rate", fmt::format("{:g}", trees->rate));
    add("base score", fmt::format("{:g}", trees->base));
    if (trees->start) add("added to the scores of", ranker_text(*trees->start));
  }
  add("features", features_text(model.preparation.features));
  add("categorical features", categories_text(model.preparation.categories));
  for (const CategoryMeans& category : model.preparation.categories) {
    if (is_set_feature(category.feature)) continue;
    add(fmt::format("{}, highest words", category.feature), words_text(category, true));
    add(fmt::format("{}, lowest words", category.feature), words_text(category, false));
  }
  add("missing values", fill_text(model.preparation.fill));
  add("normaliser", normaliser_text(model.preparation.normaliser));
  add("scores", serving_text(model));
  for (const GradeCurve& grade : model.calibration.grades) {
    add(probability_name(grade), curve_text(grade));
  }
  add("algorithm", training.algorithm);
  add("options", options_text(training.options));
  if (training.tuning) add("chosen by the data", tuning_text(*training.tuning));
  if (training.tuning && !training.tuning->baseline.empty()) {
    add("baseline", baseline_text(model));
  }
  add("truth", training.truth);
  add("seed", to_text(training.seed));
  add("training data checksum", training.data);
  add("podium version", training.podium_version);
  add("iterations", to_text(training.iterations));
  add("stopped", training.stop);
  if (training.validation) {
    add("validation",
        fmt::format("{} {:.4f}", training.validation->metric, training.validation->value));
  }
  return table;
}

}  // namespace podium
