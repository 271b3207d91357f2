#pragma once

#include <optional>
#include <span>
#include <string>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/table.hpp"
#include "podium/learning/experiment/calibrate.hpp"
#include "podium/learning/experiment/crossval.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"
#include "podium/learning/experiment/tuning/baseline_comparison.hpp"
#include "podium/learning/experiment/tuning/blend.hpp"
#include "podium/learning/experiment/tuning/front.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium::cli {

/// The measures of a model on test data, with their intervals, if there are any.
struct MeasuredTest {
  Evaluation evaluation;
  IntervalOptions options;
  std::vector<Interval> interval;
  bool skips_blank = false;
};

/// The results of a model on data that was not trained on, as far as there was any.
struct HeldOutResults {
  std::optional<MeasuredTest> test;
  std::optional<MeasuredTest> held_out;  ///< by the metric, on queries that chose the model
  std::optional<double> vali_pairs;      ///< share of the validation pairs in the right order
  std::optional<BaselineComparison> baseline;
  std::optional<Blend> blend;
  std::optional<Front> front;
  std::optional<CalibrationResult> calibration;
  std::size_t trainings = 1;  ///< more than one if options were chosen by the data
  std::string teach_nothing;  ///< what is said of queries that do not contribute: "equal labels"
};

/// Whether the model beats its baseline, in a sentence or two, and as JSON.
std::string baseline_words(const BaselineComparison& comparison, const std::string& name = "");
Json baseline_json(const BaselineComparison& comparison);

/// What a linear model and trees are worth together, in a sentence or two.
std::string blend_words(const Blend& blend, const std::string& metric);

/// Measures on data as rows of a table, with intervals in two further columns, and those on test
/// data as JSON.
void add_measured_rows(const MeasuredTest& measured, std::string_view data, Table& table);
void add_test_json(const MeasuredTest& test, Json& json);

/// A summary of the training, and the results of the model.
std::string print_training(const TrainedModel& trained, const std::string& model_file,
                           const HeldOutResults& results, double seconds, TableFormat format);

/// Fold by fold, the mean, and its interval over the queries of all test folds. JSON: {"folds":
/// [{"fold", "options", "vali", "test", "seconds"}, ...], "mean": {"vali", "test"}, "interval"}.
std::string print_crossval(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                           const IntervalOptions& options, TableFormat format);

}  // namespace podium::cli
