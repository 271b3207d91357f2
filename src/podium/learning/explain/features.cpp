#include "podium/learning/explain/features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/learning/explain/tree.hpp"

namespace podium {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The rounds of boosting that used one feature.
struct FeatureRounds {
  std::size_t rounds = 0;
  std::size_t first = 0;  ///< counted from 1
  double lowest_threshold = no_number;
  double highest_threshold = no_number;
  bool rises = false;  ///< a term says that higher values are better
  bool falls = false;

  void add(const WeakTerm& term, std::size_t round) {
    if (rounds++ == 0) first = round;
    (term.weight < 0.0 ? falls : rises) = true;
    if (term.ranker.kind == WeakRanker::Kind::feature) return;
    lowest_threshold = std::fmin(lowest_threshold, term.ranker.threshold);
    highest_threshold = std::fmax(highest_threshold, term.ranker.threshold);
  }

  const char* direction() const {
    if (rises && falls) return "both";
    if (rises) return "higher is better";
    return falls ? "lower is better" : "-";
  }
};

std::vector<FeatureRounds> rounds_of(const WeakRankerSum& sum) {
  std::vector<FeatureRounds> features(sum.features);
  for (std::size_t t = 0; t < sum.terms.size(); ++t) {
    features[sum.terms[t].ranker.feature].add(sum.terms[t], t + 1);
  }
  return features;
}

std::string thresholds_text(const FeatureRounds& f) {
  if (std::isnan(f.lowest_threshold)) return "-";
  if (f.lowest_threshold == f.highest_threshold) return fmt::format("{:.4g}", f.lowest_threshold);
  return fmt::format("{:.4g} to {:.4g}", f.lowest_threshold, f.highest_threshold);
}

void add_rounds(Table& table, const WeakRankerSum& sum, std::span<const WeightedFeature> features,
                bool for_programs) {
  table.columns.insert(table.columns.end(), {"rounds", "first round"});
  if (for_programs) {
    table.columns.insert(table.columns.end(), {"lowest threshold", "highest threshold"});
  } else {
    table.columns.emplace_back("thresholds");
  }
  table.columns.emplace_back("direction");
  const std::vector<FeatureRounds> all = rounds_of(sum);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const FeatureRounds& f = all[features[i].feature];
    auto& row = table.rows[i];
    row.emplace_back(f.rounds);
    row.push_back(f.rounds == 0 ? Cell(no_number) : Cell(f.first));
    if (for_programs) {
      row.emplace_back(f.lowest_threshold);
      row.emplace_back(f.highest_threshold);
    } else {
      row.emplace_back(thresholds_text(f));
    }
    row.emplace_back(f.direction());
  }
}

/// How often a feature splits the trees, and how much curvature the leaves had that it split.
void add_splits(Table& table, const TreeEnsemble& model,
                std::span<const WeightedFeature> features) {
  std::vector<std::size_t> splits(model.features);
  std::vector<double> cover(model.features);
  for (const RegressionTree& tree : model.trees) {
    for (std::size_t s = 0; s < tree.splits.size(); ++s) {
      ++splits[tree.splits[s].feature];
      cover[tree.splits[s].feature] += tree.curvature[s];
    }
  }
  table.columns.insert(table.columns.end(), {"splits", "cover"});
  for (std::size_t i = 0; i < features.size(); ++i) {
    table.rows[i].emplace_back(splits[features[i].feature]);
    table.rows[i].emplace_back(cover[features[i].feature]);
  }
}

ReportSection weights_section(const RankingModel& model,
                              std::span<const WeightedFeature> features) {
  return {.title = "Features by weight",
          .text = {fmt::format("Weight: {}. {} of {} features are shown.",
                               feature_weights(model.kind).meaning, features.size(),
                               model.preparation.features.count)},
          .blocks = {feature_bars(features),
                     TableBlock{.table = feature_table(model, features, TableFormat::table)}}};
}

}  // namespace

Table feature_table(const RankingModel& model, std::span<const WeightedFeature> features,
                    TableFormat format) {
  Table table = weight_table(features, format);
  if (const auto* sum = std::get_if<WeakRankerSum>(&model.kind)) {
    add_rounds(table, *sum, features, is_for_programs(format));
  }
  if (const auto* trees = std::get_if<TreeEnsemble>(&model.kind)) {
    add_splits(table, *trees, features);
  }
  return table;
}

void add_text_bars(Table& table, std::span<const WeightedFeature> features) {
  constexpr double width = 20.0;
  constexpr std::ptrdiff_t place = 3;
  table.columns.insert(table.columns.begin() + place, "");
  for (std::size_t i = 0; i < features.size(); ++i) {
    const double longest = features.front().share;
    const double length = longest > 0.0 ? width * features[i].share / longest : 0.0;
    table.rows[i].insert(table.rows[i].begin() + place,
                         std::string(static_cast<std::size_t>(std::lround(length)), '#'));
  }
}

BarsBlock feature_bars(std::span<const WeightedFeature> features) {
  BarsBlock block{.x_label = "weight"};
  for (const WeightedFeature& f : features) block.bars.push_back({f.name, f.weight});
  return block;
}

std::string weights_text(const RankingModel& model, std::span<const WeightedFeature> features,
                         TableFormat format) {
  Table table = feature_table(model, features, format);
  if (!is_for_programs(format) && format != TableFormat::latex) add_text_bars(table, features);
  if (format == TableFormat::csv) return render(table, format);
  if (format != TableFormat::json) return weight_heading(model, format) + render(table, format);
  Json json;
  json["kind"] = kind_name(model.kind);
  json["weight"] = feature_weights(model.kind).meaning;
  json["features"] = to_json(table);
  return json_text(json);
}

ReportDocument explain_page(const std::string& title, const ExplainAnswer& answer,
                            const RankingModel& model, std::span<const WeightedFeature> features,
                            std::optional<std::size_t> tree) {
  ReportDocument page{.title = title, .summary = answer.summary, .sections = answer.sections};
  page.sections.push_back(weights_section(model, features));
  if (tree || tree_count(model) > 0) page.sections.push_back(tree_section(model, tree.value_or(1)));
  page.sections.push_back(
      {.title = "The model", .blocks = {TableBlock{.table = property_table(model)}}});
  return page;
}

}  // namespace podium
