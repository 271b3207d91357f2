#include "podium/cli/learning/print_training.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/learning/front_report.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/wrap.hpp"
#include "podium/learning/experiment/evaluation_report.hpp"
#include "podium/learning/experiment/tuning/candidates.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/explain/model_summary.hpp"

namespace podium::cli {

namespace {

std::vector<double> mean_over_folds(std::span<const FoldOutcome> folds,
                                    Evaluation FoldOutcome::*part) {
  std::vector<double> mean((folds.front().*part).mean.size());
  for (const FoldOutcome& fold : folds) {
    for (std::size_t m = 0; m < mean.size(); ++m) {
      mean[m] += (fold.*part).mean[m] / static_cast<double>(folds.size());
    }
  }
  return mean;
}

/// Over the queries of all test folds together.
std::vector<Interval> pooled_intervals(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                                       const IntervalOptions& options) {
  std::vector<const Evaluation*> parts;
  for (const FoldOutcome& fold : folds) parts.push_back(&fold.test);
  return mean_intervals(parts, options, plan.preparation.seed);
}

std::string cell_words(const OptionText& options, bool is_baseline) {
  return is_baseline ? "baseline" : option_words(options);
}

/// What was chosen: the best cell, or those that a mixture is made of, each with its weight.
std::string chosen_words(const FoldOutcome& fold) {
  const TuningPoint& best = fold.cells[fold.best];
  std::vector<std::string> mixed;
  const bool has_several = std::ranges::any_of(
      fold.cells, [&](const TuningPoint& cell) { return cell.algorithm != best.algorithm; });
  std::string of;
  const auto named = [&](const TuningPoint& cell) {
    const bool is_other = std::exchange(of, cell.algorithm) != cell.algorithm && has_several;
    return (is_other ? cell.algorithm + ": " : "") + cell_words(cell.options, cell.is_baseline);
  };
  for (const TuningPoint& cell : fold.cells) {
    if (cell.weight > 0.0) {
      mixed.push_back(fmt::format("{} ({:.2f})", named(cell), cell.weight));
    }
  }
  if (mixed.size() > 1) return fmt::format("{}", fmt::join(mixed, ", "));
  of.clear();
  return named(best);
}

Json cell_json(const TuningPoint& cell) {
  Json json = {{"algorithm", cell.algorithm},
               {"options", cell.options},
               {"value", cell.value},
               {"weight", cell.weight}};
  if (cell.is_baseline) json["baseline"] = true;
  return json;
}

std::string crossval_json(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                          const IntervalOptions& options) {
  const char* const vali = plan.tune ? "held_out" : "vali";
  Json list = Json::array();
  for (std::size_t f = 0; f < folds.size(); ++f) {
    const FoldOutcome& fold = folds[f];
    Json json = {{"fold", f + 1},
                 {"options", merged(plan.options, fold.cells[fold.best].options)},
                 {"chosen_by", fold.cells[fold.best].value},
                 {vali, means_json(fold.vali.measure, fold.vali.mean)},
                 {"test", means_json(fold.test.measure, fold.test.mean)},
                 {"seconds", fold.seconds}};
    if (plan.tune) {
      json["algorithm"] = fold.cells[fold.best].algorithm;
      json["tuning"] = Json::array();
      for (const TuningPoint& cell : fold.cells) json["tuning"].push_back(cell_json(cell));
    }
    list.push_back(std::move(json));
  }
  const auto mean = [&](Evaluation FoldOutcome::*part) {
    return means_json((folds.front().*part).measure, mean_over_folds(folds, part));
  };
  Json json = {{"algorithm", plan.algorithm},
               {"truth", to_text(plan.preparation.truth)},
               {"metric", folds.front().metric},
               {"profile", plan.metric.profile->name},
               {"seed", plan.preparation.seed},
               {"folds", std::move(list)},
               {"mean", {{vali, mean(&FoldOutcome::vali)}, {"test", mean(&FoldOutcome::test)}}}};
  add_rules(plan.metric.lists, plan.metric.skips_blank, json);
  const std::vector<Interval> intervals = pooled_intervals(plan, folds, options);
  if (!intervals.empty()) {
    json["confidence"] = options.confidence;
    json["intervals"] = intervals_json(folds.front().test.measure, intervals);
  }
  return json_text(json);
}

std::vector<Cell> row_of(std::string name, std::string options, double vali,
                         std::span<const double> test) {
  std::vector<Cell> row = {std::move(name), std::move(options)};
  row.emplace_back(vali);
  for (const double value : test) row.emplace_back(value);
  return row;
}

Json tuning_json(const TuningRecord& tuning) {
  Json points = Json::array();
  for (const TuningPoint& point : tuning.points) points.push_back(cell_json(point));
  return {{"rule", tuning.rule}, {"folds", tuning.folds}, {"points", std::move(points)}};
}

/// Whether these are the options that are taken where there are too few queries to choose by.
bool is_fallback(const TuningPoint& point) {
  const OptionText fallback = tuned_algorithm(point.algorithm, {}).fallback;
  return !point.options.empty() && std::ranges::all_of(point.options, [&](const auto& option) {
    const auto found = fallback.find(option.first);
    return found != fallback.end() && found->second == option.second;
  });
}

/// What was done where no queries were held out.
std::string print_no_choice(const TrainedModel& trained) {
  const TuningPoint& point = trained.model.training.tuning->points.front();
  return fmt::format(
      "There is no value on held-out queries: {}, so {}{} was trained once, on all of them.",
      is_fallback(point)
          ? fmt::format("fewer than {} queries have documents of different label, too few to "
                        "choose options by",
                        queries_to_choose)
          : "there was nothing to choose",
      point.algorithm, point.options.empty() ? "" : " with " + point_words(point));
}

/// The points that options were chosen from.
std::string print_tuning(const TrainedModel& trained, TableFormat format) {
  const auto has_strength = [](const TuningPoint& point) {
    return point.options.contains("strength");
  };
  const TrainingRecord& training = trained.model.training;
  const TuningRecord& tuning = *training.tuning;
  if (tuning.folds == 0) return "\n" + wrapped_text(print_no_choice(trained), format.width);
  if (tuning.points.size() < 2) return "";
  Table table{.columns = {"algorithm", "options", training.validation->metric + ", held out",
                          "share of the model, %"}};
  double all = 0.0;
  for (const TuningPoint& point : tuning.points) all += point.weight;
  for (const TuningPoint& point : tuning.points) {
    table.rows.push_back(
        {point.algorithm, point_words(point), point.value, Cell(100.0 * point.weight / all, 0)});
  }
  const std::string meaning =
      std::ranges::any_of(tuning.points, has_strength)
          ? wrapped_text(
                "penalty: in units of the data and the loss; --set strength=-2 fixes penalty 0.01",
                format.width)
          : "";
  return "\n" + render(table, format) + meaning;
}

/// The number of models that a mixture is made of.
std::size_t mixed_count(const TrainedModel& trained) {
  const auto& tuning = trained.model.training.tuning;
  if (!tuning) return 1;
  return static_cast<std::size_t>(std::ranges::count_if(
      tuning->points, [](const TuningPoint& point) { return point.weight > 0.0; }));
}

/// The option that the strength of the penalty stands for, and its value.
std::string penalty_words(const TrainedModel& trained) {
  const std::vector<OptionInfo> options =
      find_algorithm(trained.model.training.algorithm).options();
  const bool has_c = std::ranges::count(options, "c", &OptionInfo::name) > 0;
  return fmt::format("{} = {:.4g}", has_c ? "c" : "l2", *trained.summary.penalty);
}

/// What was chosen, and against what and by what.
void add_choice_rows(const TrainedModel& trained, std::size_t trainings, Table& table) {
  const TrainingRecord& training = trained.model.training;
  const TuningRecord& tuning = *training.tuning;
  if (tuning.folds > 0) {
    const std::string judge =
        tuning.rule == "split" ? "the validation data"
        : tuning.folds == 1
            ? "a fifth of the training data that was held out"
            : fmt::format("{} parts of the training data, held out in turn", tuning.folds);
    table.rows.push_back(
        {"options tried", fmt::format("{}, compared by {} on {}", tuning.points.size(),
                                      training.validation->metric, judge)});
    const std::size_t models = mixed_count(trained);
    const auto chosen = std::ranges::find_if(
        tuning.points, [](const TuningPoint& point) { return point.weight > 0.0; });
    table.rows.push_back({"options chosen", models > 1 ? fmt::format("mean of {} models, by their "
                                                                     "shares below",
                                                                     models)
                                                       : point_words(*chosen)});
  }
  table.rows.push_back({"trainings", trainings});
}

/// "158; 2 with equal labels left out".
std::string queries_words(const TrainingSummary& summary, const std::string& teach_nothing) {
  if (summary.skipped == 0) return fmt::format("{}", summary.queries);
  return fmt::format("{}; {} with {} left out", summary.queries - summary.skipped, summary.skipped,
                     teach_nothing);
}

constexpr std::size_t longest_list = 50;

/// "46, numbered from 1", or "8: bm25, price, stock, ...".
std::string features_words(const FeatureSet& features) {
  if (features.names.empty()) {
    return fmt::format("{}, numbered from {}", features.count, features.first_id);
  }
  std::string text = fmt::format("{}:", features.count);
  for (const std::string& name : features.names) {
    if (text.size() + name.size() > longest_list) return text + " ...";
    text += (text.ends_with(':') ? " " : ", ") + name;
  }
  return text;
}

/// "44 features by mean and deviation, 2 by ranks: views, price", or the normaliser's name.
std::string normaliser_words(const Preparation& preparation) {
  if (!preparation.normaliser) return "none";
  const Normaliser& normaliser = *preparation.normaliser;
  if (normaliser.kind() != NormaliserKind::automatic) return std::string(normaliser.name());
  const std::size_t by_ranks = normaliser.curves().size();
  std::string text = fmt::format("{} by mean and deviation",
                                 counted(normaliser.feature_count() - by_ranks, "feature"));
  if (by_ranks > 0) text += fmt::format(", {} by ranks:", by_ranks);
  for (const auto& [feature, curve] : normaliser.curves()) {
    const std::string name = preparation.features.name(feature);
    if (text.size() + name.size() > 2 * longest_list) return text + " ...";
    text += (text.ends_with(':') ? " " : ", ") + name;
  }
  return text;
}

}  // namespace

std::string baseline_words(const BaselineComparison& comparison, const std::string& name) {
  if (!comparison.interval.is_known()) {
    return fmt::format(
        "Baseline{}: {} {:.4f}; this model {:.4f}; difference {:+.4f}, on {}, too few for an "
        "interval.",
        name.empty() ? "" : " " + name, comparison.metric, comparison.baseline, comparison.model,
        comparison.difference,
        counted(comparison.queries, "query that was", "queries that were") + " held out");
  }
  const bool is_shown = comparison.interval.low > 0.0 || comparison.interval.high < 0.0;
  return fmt::format(
      "Baseline{}: {} {:.4f}; this model {:.4f}; difference {:+.4f} (95 %: {:+.4f} to {:+.4f}, p "
      "{} "
      "{:.2g}), on {} queries that were held out.{}",
      name.empty() ? "" : " " + name, comparison.metric, comparison.baseline, comparison.model,
      comparison.difference, comparison.interval.low, comparison.interval.high,
      comparison.p_is_bound ? "<=" : "=", comparison.p, comparison.queries,
      is_shown ? ""
               : " The difference is not shown: the interval contains 0; " +
                     comparison.power.words() + ".");
}

std::string blend_words(const Blend& blend, const std::string& metric) {
  const std::string both = blend.linear + " and " + blend.trees;
  const std::string& better = blend.share > 0.5 ? blend.trees : blend.linear;
  if (!blend.has_both()) {
    return fmt::format("No blend of {} is better than {} alone on queries that were held out.",
                       both, better);
  }
  const std::string interval =
      blend.interval.is_known()
          ? fmt::format("95 %: {:+.4f} to {:+.4f}", blend.interval.low, blend.interval.high)
          : "too few queries for an interval";
  const std::string difference = fmt::format(
      "{} {:.4f}, {:+.4f} ({}) {} the better one alone, on held-out queries, which also chose the "
      "shares",
      metric, blend.value, blend.value - blend.single, interval,
      blend.value >= blend.single ? "above" : "from");
  const std::string shares = fmt::format("{:.1f} of {} and {:.1f} of {}", 1.0 - blend.share,
                                         blend.linear, blend.share, blend.trees);
  return blend.is_used
             ? fmt::format("The model adds up the scores of {}: {}. --single writes one of them.",
                           shares, difference)
             : fmt::format("--single leaves out a blend of {}: {}.", shares, difference);
}

Json baseline_json(const BaselineComparison& comparison) {
  return {{"metric", comparison.metric},         {"queries", comparison.queries},
          {"baseline", comparison.baseline},     {"model", comparison.model},
          {"difference", comparison.difference}, {"low", comparison.interval.low},
          {"high", comparison.interval.high},    {"p", comparison.p}};
}

void add_measured_rows(const MeasuredTest& measured, std::string_view data, Table& table) {
  const bool has_intervals = !measured.interval.empty();
  if (has_intervals && table.columns.size() == 2) {
    table.columns.push_back(confidence_text(measured.options) + " from");
    table.columns.emplace_back("to");
    for (auto& row : table.rows) row.insert(row.end(), 2, "");
  }
  for (std::size_t m = 0; m < measured.evaluation.measure.size(); ++m) {
    auto& row = table.rows.emplace_back();
    row = {fmt::format("{} {}", data, measured.evaluation.measure[m]), measured.evaluation.mean[m]};
    if (!has_intervals) continue;
    row.emplace_back(measured.interval[m].low);
    row.emplace_back(measured.interval[m].high);
  }
}

void add_test_json(const MeasuredTest& test, Json& json) {
  json["test"] = means_json(test.evaluation.measure, test.evaluation.mean);
  add_rules(test.evaluation.lists, test.skips_blank, json);
  if (test.interval.empty()) return;
  json["confidence"] = test.options.confidence;
  json["intervals"] = intervals_json(test.evaluation.measure, test.interval);
}

std::string print_training(const TrainedModel& trained, const std::string& model_file,
                           const HeldOutResults& results, double seconds, TableFormat format) {
  const std::optional<MeasuredTest>& test = results.test;
  const TrainingSummary& summary = trained.summary;
  const auto& validation = trained.model.training.validation;
  const bool is_tuned = trained.model.training.tuning.has_value();
  if (format == TableFormat::json) {
    Json json = {{"algorithm", trained.model.training.algorithm},
                 {"model", model_file},
                 {"queries", summary.queries},
                 {"features", trained.model.preparation.features.count},
                 {"normalised", normaliser_words(trained.model.preparation)},
                 {"skipped", summary.skipped},
                 {"iterations", summary.iterations},
                 {"best_iteration", summary.best_iteration},
                 {"stop", summary.stop},
                 {"objective", summary.objective},
                 {"seconds", seconds}};
    if (const auto& names = trained.model.preparation.features.names; !names.empty()) {
      json["feature_names"] = names;
    }
    if (summary.gap) json["gap"] = *summary.gap;
    if (summary.gap && !summary.gap_of.empty()) json["gap_of"] = summary.gap_of;
    if (const auto& tuning = trained.model.training.tuning) {
      json["tuning"] = tuning_json(*tuning);
      json["trainings"] = results.trainings;
    }
    if (results.baseline) json["baseline"] = baseline_json(*results.baseline);
    if (results.front) json["front"] = to_json(front_table(*results.front));
    if (const auto& blend = results.blend) {
      json["blend"] = {{"linear", blend->linear}, {"trees", blend->trees},
                       {"share", blend->share},   {"used", blend->is_used},
                       {"value", blend->value},   {"single", blend->single}};
      if (blend->has_both()) {
        json["blend"]["low"] = blend->interval.low;
        json["blend"]["high"] = blend->interval.high;
      }
    }
    if (summary.penalty) json["penalty"] = *summary.penalty;
    if (validation) {
      const std::string held_out = is_tuned ? "held_out" : "vali";
      json[held_out] = {{validation->metric, validation->value}};
      if (results.held_out && !results.held_out->interval.empty()) {
        json[held_out + "_intervals"] =
            intervals_json(results.held_out->evaluation.measure, results.held_out->interval);
      }
    }
    if (results.vali_pairs) json["vali_pairs_in_order"] = *results.vali_pairs;
    if (test) add_test_json(*test, json);
    if (results.calibration) json["calibration"] = calibration_json(*results.calibration);
    return json_text(json);
  }
  Table table{.columns = {"training", "value"}};
  table.rows.push_back({"algorithm", results.blend && results.blend->is_used
                                         ? results.blend->linear + " and " + results.blend->trees
                                         : trained.model.training.algorithm});
  table.rows.push_back({"model", model_file});
  table.rows.push_back({"queries", queries_words(summary, results.teach_nothing)});
  table.rows.push_back({"features", features_words(trained.model.preparation.features)});
  table.rows.push_back({"normalised", normaliser_words(trained.model.preparation)});
  if (is_tuned) add_choice_rows(trained, results.trainings, table);
  if (mixed_count(trained) < 2) {  // those of one model say nothing about the mean of several
    table.rows.push_back({"iterations", summary.iterations});
    table.rows.push_back({"best iteration", summary.best_iteration});
    table.rows.push_back({"stopped", summary.stop});
    table.rows.push_back({"objective, minimised", Cell(summary.objective, 6)});
    if (summary.gap) table.rows.push_back({"optimality gap, at most", Cell(*summary.gap, 6)});
    if (summary.gap && !summary.gap_of.empty()) {
      table.rows.push_back({"gap of", summary.gap_of});
    }
    if (summary.penalty) table.rows.push_back({"penalty", penalty_words(trained)});
  }
  table.rows.push_back({"seconds", Cell(seconds, 2)});
  if (results.vali_pairs) table.rows.push_back({"vali pairs in order", *results.vali_pairs});
  if (results.held_out) {
    add_measured_rows(*results.held_out, is_tuned ? "held out" : "vali", table);
  }
  if (test) add_measured_rows(*test, "test", table);
  std::string text = render(table, format);
  if (is_tuned && format == TableFormat::table) {
    text +=
        results.front ? "\n" + print_front(*results.front, format) : print_tuning(trained, format);
    if (results.blend && validation) {
      text += "\n" + wrapped_text(blend_words(*results.blend, validation->metric), format.width);
    }
    if (results.baseline) {
      const std::string& name = trained.model.training.tuning->baseline;
      const std::string known = name == baseline_feature ? "" : in_quotes(name);
      text += "\n" + wrapped_text(baseline_words(*results.baseline, known), format.width);
    }
  }
  if (results.calibration && format == TableFormat::table) {
    text += "\n" + print_calibration(*results.calibration, format);
  }
  return text;
}

std::string print_crossval(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                           const IntervalOptions& options, TableFormat format) {
  if (format == TableFormat::json) return crossval_json(plan, folds, options);
  Table table{
      .columns = {"fold", "chosen", (plan.tune ? "held out " : "vali ") + folds.front().metric}};
  for (const std::string& measure : folds.front().test.measure) table.columns.push_back(measure);
  double vali = 0.0;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    const TuningPoint& best = folds[f].cells[folds[f].best];
    table.rows.push_back(
        row_of(fmt::format("{}", f + 1), chosen_words(folds[f]), best.value, folds[f].test.mean));
    vali += best.value / static_cast<double>(folds.size());
  }
  table.rows.push_back(row_of("mean", "", vali, mean_over_folds(folds, &FoldOutcome::test)));
  const std::vector<Interval> intervals = pooled_intervals(plan, folds, options);
  for (double Interval::*limit : {&Interval::low, &Interval::high}) {
    if (intervals.empty()) break;
    std::vector<double> limits;
    for (const Interval& interval : intervals) limits.push_back(interval.*limit);
    table.rows.push_back(
        row_of(confidence_text(options) + (limit == &Interval::low ? " from" : " to"), "",
               std::nan(""), limits));
  }
  return render(table, format);
}

}  // namespace podium::cli
