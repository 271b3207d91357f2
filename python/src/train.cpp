#include "podium/learning/learn/train.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "learning_flags.hpp"
#include "listener.hpp"
#include "own_functions.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/query_pairs.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"
#include "podium/learning/learn/ranks_nothing.hpp"

namespace podium::python {

namespace {

/// A preference: number of the query, the better document, the worse one, the weight.
using PairRow = std::tuple<std::size_t, std::size_t, std::size_t, double>;

/// What a training leaves.
struct TrainingOutcome {
  TrainedModel trained;
  std::vector<double> objective;   ///< by iteration
  std::vector<double> validation;  ///< by iteration; empty without validation data
  bool ranks_nothing = false;      ///< never of a training that ended early
  nb::object error = nb::none();   ///< what ended it early
};

QueryPairs pairs_of(const std::vector<PairRow>& rows, const Dataset& data) {
  QueryPairs pairs(data.query_count());
  for (const auto& [query, better, worse, weight] : rows) {
    if (query >= pairs.size() || better >= data[query].size() || worse >= data[query].size()) {
      throw UsageError("preferences: found a document that the data does not have");
    }
    pairs[query].push_back({static_cast<DocIndex>(better), static_cast<DocIndex>(worse), weight});
  }
  merge_equal_pairs(pairs);
  return pairs;
}

/// The plan of the flags; a model to start from keeps its preparation.
PreparationPlan plan_of(const LearningFlags& flags, const std::string& algorithm,
                        const OptionText& options, const RankingModel* start) {
  PreparationPlan plan = flags.preparation(algorithm, options);
  if (start != nullptr) plan.given = start->preparation;
  return plan;
}

PreparedTraining prepare(const LearningFlags& flags, const MeasureDefinitions& own,
                         const OwnMeasure* metric, const std::string& algorithm,
                         const OptionText& options, const Dataset& train, const Dataset* vali,
                         const std::optional<std::vector<PairRow>>& pairs,
                         const RankingModel* start) {
  const PreparationPlan plan = plan_of(flags, algorithm, options, start);
  if (pairs) check_takes_pairs(algorithm);
  PreparedTraining data = vali == nullptr ? PreparedTraining(plan, train)
                                          : PreparedTraining(plan, train, flags.judged(*vali),
                                                             flags.metric_plan(own, metric));
  if (pairs) data.use_pairs(pairs_of(*pairs, data.train()));
  return data;
}

TrainingOutcome train_once(const std::string& algorithm, const OptionText& options,
                           const OptionText& flag_text, const std::vector<std::string>& define,
                           const PythonLoss* own_loss, const PythonMeasure* own_metric,
                           const Dataset& data, const Dataset* vali,
                           const std::optional<std::vector<PairRow>>& pairs,
                           const RankingModel* start, nb::object callback, double every,
                           const std::optional<std::filesystem::path>& checkpoint,
                           double checkpoint_seconds, bool resume) {
  Listener listener(std::move(callback), every);
  const OwnFunctions functions(own_loss, own_metric, listener);
  TrainingOutcome outcome;
  {
    const GilReleased release;
    const auto flags = parse_options<LearningFlags>(flag_text);
    const MeasureDefinitions own(define);
    find_algorithm(algorithm).check(options, own);
    const Dataset judged = flags.judged(pairs ? without_labels(data) : data);
    const PreparedTraining prepared =
        prepare(flags, own, functions.metric(), algorithm, options, judged, vali, pairs, start);
    RunOptions run{.start = start, .loss = functions.loss()};
    run.progress = [&](const TrainingProgress& progress) {
      outcome.objective.push_back(progress.objective);
      if (progress.validation) outcome.validation.push_back(*progress.validation);
      return listener.go_on([&] { return nb::cast(progress); });
    };
    std::optional<CheckpointFile> file;
    if (checkpoint) {
      file.emplace(*checkpoint,
                   run_identity(algorithm, recorded_options(options, run.loss), prepared, start) +
                       own.text());
      run.checkpoint = {.save = [&](const Checkpoint& state) { file->save(state); },
                        .seconds_between = checkpoint_seconds};
      if (resume) run.checkpoint.from = file->load();
    }
    outcome.trained = train(algorithm, options, prepared, run);
    if (!outcome.trained.summary.interrupted) {
      if (file) file->remove();
      outcome.ranks_nothing = ranks_nothing(outcome.trained.model, judged);
    }
  }
  outcome.error = listener.error();
  return outcome;
}

/// A choice of options by the data, and its points.
struct TuningOutcome {
  std::optional<Tuning> tuning;  ///< empty when it was ended early
  bool ranks_nothing = false;
  nb::object error = nb::none();
};

TuningOutcome tune_options(
    const std::string& algorithm, const OptionText& options, const OptionText& flag_text,
    const std::vector<std::string>& define, const PythonLoss* own_loss,
    const PythonMeasure* own_metric, const Dataset& train, const Dataset* vali,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& grid, bool by_split,
    bool refit_with_vali, const std::string& baseline, nb::object callback) {
  Listener listener(std::move(callback), 0.05);
  const OwnFunctions functions(own_loss, own_metric, listener);
  TuningOutcome outcome;
  {
    const GilReleased release;
    const auto flags = parse_options<LearningFlags>(flag_text);
    const MeasureDefinitions own(define);
    std::vector<GridAxis> axes;
    for (const auto& [option, values] : grid) axes.push_back({option, values});
    TunePlan plan{.algorithms = tuned_algorithms(algorithm, options, axes),
                  .rule = by_split ? TuneRule::split : TuneRule::inner,
                  .preparation = flags.preparation(algorithm, options),
                  .metric = flags.metric_plan(own, functions.metric()),
                  .refits_with_vali = refit_with_vali,
                  .baseline = algorithm == automatic && baseline.empty() ? std::string(best_feature)
                                                                         : baseline,
                  .loss = functions.loss()};
    const Dataset judged = flags.judged(train);
    std::optional<Dataset> held_out;
    if (vali != nullptr) {
      const FeatureSet features = feature_set_of(judged);
      const Dataset other = flags.judged(*vali);
      // Columns of an array have no names: they are in the order of the training data's.
      held_out = other.columns().feature_name.empty() && other.feature_count() == features.count
                     ? by_position(other, features)
                     : with_feature_set(other, features);
    }
    outcome.tuning =
        tune(plan, judged, held_out ? &*held_out : nullptr, nullptr, listener.run_sink());
    outcome.ranks_nothing = outcome.tuning && ranks_nothing(outcome.tuning->trained.model, judged);
  }
  outcome.error = listener.error();
  return outcome;
}

constexpr const char* progress_help = R"(The progress of a training, which `callbacks` receive.

Attributes
----------
iteration, limit : int
    The iteration that has just finished, and the maximum number of iterations.
objective : float
    What the algorithm minimises.
gap : float or None
    An upper bound of the distance to the minimum, if the solver knows one.
validation, best : float or None
    The measure on validation data after this iteration, and the best so far.
best_iteration : int
    The iteration of the best value.

Examples
--------
>>> import podium
>>> def stop_early(progress):
...     return progress.iteration < 3
>>> model = podium.train("listmle", podium.synth(queries=20), callbacks=[stop_early], every=0)
>>> model.record["iterations"]
3
)";

/// One line about the training, for people.
std::string progress_text(const TrainingProgress& progress) {
  std::string text = fmt::format("iteration {} of at most {}, objective {:.6g}", progress.iteration,
                                 progress.limit, progress.objective);
  if (progress.validation) {
    text += fmt::format(", validation {:.4f}, best {:.4f} in iteration {}", *progress.validation,
                        progress.best.value_or(*progress.validation), progress.best_iteration);
  }
  return text;
}

std::string progress_html(const TrainingProgress& progress) {
  return fmt::format(
      "<div><progress max=\"{}\" value=\"{}\" style=\"width:16em\"></progress> {}</div>",
      progress.limit, progress.iteration, progress_text(progress));
}

nb::dict summary_of(const TrainingSummary& summary) {
  nb::dict told;
  told["queries"] = summary.queries;
  told["skipped"] = summary.skipped;
  told["iterations"] = summary.iterations;
  told["best_iteration"] = summary.best_iteration;
  told["stop"] = summary.stop;
  told["objective"] = summary.objective;
  told["validation"] = summary.validation;
  told["gap"] = summary.gap;
  told["interrupted"] = summary.interrupted;
  told["remarks"] = summary.remarks;
  return told;
}

/// (algorithm, options, is it the baseline alone, value, weight) of every point.
using PointRow = std::tuple<std::string, OptionText, bool, double, double>;

std::vector<PointRow> points_of(const Tuning& tuning) {
  std::vector<PointRow> points;
  for (const TunedGrid& grid : tuning.grids) {
    for (const TuningPoint& point : grid.points) {
      points.emplace_back(grid.algorithm, point.options, point.is_baseline, point.value,
                          point.weight);
    }
  }
  return points;
}

}  // namespace

void bind_train(nb::module_& module) {
  nb::class_<TrainingProgress>(module, "Progress", progress_help)
      .def("__repr__", &progress_text)
      .def("_repr_html_", &progress_html)
      .def_ro("iteration", &TrainingProgress::iteration)
      .def_ro("limit", &TrainingProgress::limit)
      .def_ro("objective", &TrainingProgress::objective)
      .def_ro("gap", &TrainingProgress::gap)
      .def_ro("validation", &TrainingProgress::validation)
      .def_ro("best", &TrainingProgress::best)
      .def_ro("best_iteration", &TrainingProgress::best_iteration);
  nb::class_<TrainingOutcome>(module, "TrainingOutcome")
      .def_prop_ro("model", [](const TrainingOutcome& outcome) { return outcome.trained.model; })
      .def_ro("ranks_nothing", &TrainingOutcome::ranks_nothing)
      .def("summary",
           [](const TrainingOutcome& outcome) { return summary_of(outcome.trained.summary); })
      .def("objective",
           [](const TrainingOutcome& outcome) { return numpy_array(outcome.objective); })
      .def("validation",
           [](const TrainingOutcome& outcome) { return numpy_array(outcome.validation); })
      .def("take_error", &take_error<TrainingOutcome>);
  nb::class_<TuningOutcome>(module, "TuningOutcome")
      .def_prop_ro("model",
                   [](const TuningOutcome& outcome) -> std::optional<RankingModel> {
                     if (!outcome.tuning) return std::nullopt;
                     return outcome.tuning->trained.model;
                   })
      .def_ro("ranks_nothing", &TuningOutcome::ranks_nothing)
      .def("points",
           [](const TuningOutcome& outcome) {
             return outcome.tuning ? points_of(*outcome.tuning) : std::vector<PointRow>{};
           })
      .def("summary",
           [](const TuningOutcome& outcome) {
             return outcome.tuning ? summary_of(outcome.tuning->trained.summary) : nb::dict();
           })
      .def_prop_ro(
          "trainings",
          [](const TuningOutcome& outcome) { return outcome.tuning ? outcome.tuning->fits : 0; })
      .def("take_error", &take_error<TuningOutcome>);
  module.def("train", &train_once, nb::arg("algorithm"), nb::arg("options"), nb::arg("flags"),
             nb::arg("define"), nb::arg("loss").none(), nb::arg("metric").none(), nb::arg("data"),
             nb::arg("vali").none(), nb::arg("pairs").none(), nb::arg("start").none(),
             nb::arg("callback").none(), nb::arg("every"), nb::arg("checkpoint").none(),
             nb::arg("checkpoint_seconds"), nb::arg("resume"));
  module.def("tune", &tune_options, nb::arg("algorithm"), nb::arg("options"), nb::arg("flags"),
             nb::arg("define"), nb::arg("loss").none(), nb::arg("metric").none(), nb::arg("data"),
             nb::arg("vali").none(), nb::arg("grid"), nb::arg("by_split"),
             nb::arg("refit_with_vali"), nb::arg("baseline"), nb::arg("callback").none());
}

}  // namespace podium::python
