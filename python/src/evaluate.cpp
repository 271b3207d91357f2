#include "podium/core/measure/evaluate.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "learning_flags.hpp"
#include "own_functions.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/format/trec/judged_run.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/learning/experiment/judged_run.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium::python {

namespace {

/// Which measures to take, and by which conventions.
struct MeasuringPlan {
  std::string measures;
  std::string profile;
  std::string ties;  ///< empty: the profile's
  bool condensed = false;
  bool skip_blank = false;
  std::vector<std::string> define;
  std::vector<PythonMeasure> own;

  template <class Call>
  void visit(const Call& call) {
    for (PythonMeasure& measure : own) measure.visit(call);
  }

  const Profile& conventions() const { return find_profile(profile); }
  TieRule rule() const { return tie_rule(ties, conventions()); }
  ListRule lists() const { return condensed ? ListRule::condensed : ListRule::whole; }
  std::vector<Measure> list() const {
    return measures_of(measures, conventions(), MeasureDefinitions(define), own, nullptr);
  }
};

Evaluation evaluated(const std::vector<ScoredQuery>& queries, const MeasuringPlan& plan) {
  return evaluate(plan.skip_blank ? without_blank_queries(queries) : queries, plan.list(),
                  plan.conventions(), plan.rule(), plan.lists());
}

/// (measure, formula, table of terms as JSON, totals)
using ExplainedRow =
    std::tuple<std::string, std::string, std::string, std::vector<std::pair<std::string, double>>>;

std::vector<ExplainedRow> explained(const std::vector<ScoredQuery>& queries,
                                    const MeasuringPlan& plan, const std::string& query_id) {
  const auto query = std::ranges::find(queries, query_id, &ScoredQuery::id);
  if (query == queries.end()) throw UsageError("evaluate: no such query: " + in_quotes(query_id));
  std::vector<ExplainedRow> rows;
  for (const Measure& measure : with_top_grade(plan.list(), highest_label(queries))) {
    const Explanation found = explain(*query, measure, plan.rule(), plan.lists());
    rows.emplace_back(measure.name(), found.formula, to_json(found.terms).dump(), found.totals);
  }
  return rows;
}

NumPyArray<double, 2> values_of(const Evaluation& evaluation) {
  std::vector<double> values;
  for (const std::vector<double>& of_measure : evaluation.value) {
    values.insert(values.end(), of_measure.begin(), of_measure.end());
  }
  return numpy_array<2>(std::move(values), {evaluation.measure.size(), evaluation.query.size()});
}

/// All of an evaluation, for pickles.
using EvaluationState =
    std::tuple<std::string, std::string, bool,
               std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>,
               std::vector<std::string>, std::vector<double>, std::vector<std::string>,
               std::vector<std::vector<double>>, std::vector<double>>;

EvaluationState state_of(const Evaluation& found) {
  return {found.profile,
          std::string(name_of(found.ties)),
          found.lists == ListRule::condensed,
          {found.blank, found.short_lists, found.tied, found.unjudged},
          found.query,
          found.weight,
          found.measure,
          found.value,
          found.mean};
}

Evaluation evaluation_of(const EvaluationState& state) {
  Evaluation made;
  std::string ties;
  bool condensed = false;
  std::tie(made.profile, ties, condensed, std::ignore, made.query, made.weight, made.measure,
           made.value, made.mean) = state;
  std::tie(made.blank, made.short_lists, made.tied, made.unjudged) = std::get<3>(state);
  made.ties = parse_tie_rule(ties);
  made.lists = condensed ? ListRule::condensed : ListRule::whole;
  return made;
}

std::vector<std::pair<double, double>> intervals_of(const Evaluation& evaluation, double confidence,
                                                    std::uint64_t seed) {
  std::vector<std::pair<double, double>> pairs;
  for (const Interval& interval :
       mean_intervals(evaluation, {.kind = IntervalKind::t, .confidence = confidence}, seed)) {
    pairs.emplace_back(interval.low, interval.high);
  }
  return pairs;
}

/// A run joined with judgements that a setting has read.
class OrderedRun {
 public:
  OrderedRun(const DocumentTable& qrels, const DocumentTable& run, bool complete,
             const std::string& truth, std::uint64_t seed)
      : setting_(parse_truth_setting(truth)),
        run_(ordered_judgements({qrels}, setting_, seed), {run, ""}, {complete}) {}

  const JudgedRun& joined() const noexcept { return run_; }

  std::vector<ScoredQuery> queries() const { return scored_queries(run_, setting_); }

 private:
  TruthSetting setting_;
  JudgedRun run_;
};

Dataset seen(const Dataset& data, const std::string& truth, const std::string& unjudged,
             std::uint64_t seed) {
  LearningFlags flags;
  flags.unjudged = unjudged;
  return with_setting(flags.judged(data), parse_truth_setting(truth), seed);
}

}  // namespace

void bind_evaluate(nb::module_& module) {
  nb::class_<MeasuringPlan>(module, "MeasuringPlan",
                            nb::type_slots(Collected<MeasuringPlan>::slots))
      .def(
          "__init__",
          [](MeasuringPlan* plan, std::string measures, std::string profile, std::string ties,
             bool condensed, bool skip_blank, std::vector<std::string> define,
             std::vector<PythonMeasure> own) {
            new (plan)
                MeasuringPlan{std::move(measures), std::move(profile), std::move(ties), condensed,
                              skip_blank,          std::move(define),  std::move(own)};
          },
          nb::arg("measures"), nb::arg("profile"), nb::arg("ties"), nb::arg("condensed"),
          nb::arg("skip_blank"), nb::arg("define"), nb::arg("own") = std::vector<PythonMeasure>());
  nb::class_<Evaluation>(module, "Evaluation")
      .def_ro("profile", &Evaluation::profile)
      .def_prop_ro("ties", [](const Evaluation& found) { return std::string(name_of(found.ties)); })
      .def_ro("blank", &Evaluation::blank)
      .def_ro("short_lists", &Evaluation::short_lists)
      .def_ro("tied", &Evaluation::tied)
      .def_ro("unjudged", &Evaluation::unjudged)
      .def_ro("query", &Evaluation::query)
      .def_ro("weight", &Evaluation::weight)
      .def_ro("measure", &Evaluation::measure)
      .def_ro("mean", &Evaluation::mean)
      .def("values", &values_of)
      .def("intervals", &intervals_of, nb::arg("confidence"), nb::arg("seed"))
      .def("__getstate__", &state_of)
      .def("__setstate__", [](Evaluation& made, const EvaluationState& state) {
        new (&made) Evaluation(evaluation_of(state));
      });
  nb::class_<OrderedRun>(module, "JudgedRun")
      .def(nb::init<const DocumentTable&, const DocumentTable&, bool, const std::string&,
                    std::uint64_t>(),
           nb::arg("qrels"), nb::arg("run"), nb::arg("complete"), nb::arg("truth"), nb::arg("seed"),
           WithoutPython())
      .def_prop_ro("queries_not_in_run",
                   [](const OrderedRun& run) { return run.joined().queries_not_in_run(); })
      .def("remarks", [](const OrderedRun& run) { return run.joined().remarks(); })
      .def(
          "evaluate",
          [](const OrderedRun& run, const MeasuringPlan& plan) {
            return evaluated(run.queries(), plan);
          },
          nb::arg("plan"), WithoutPython())
      .def(
          "explain",
          [](const OrderedRun& run, const MeasuringPlan& plan, const std::string& query) {
            return explained(run.queries(), plan, query);
          },
          nb::arg("plan"), nb::arg("query"), WithoutPython());
  module.def(
      "evaluate",
      [](const Dataset& data, const Column<double>& scores, const MeasuringPlan& plan,
         const std::string& truth, const std::string& unjudged, std::uint64_t seed) {
        const Dataset judged = seen(data, truth, unjudged, seed);
        const std::vector<double> by_row = scores_by_row(judged, span_of(scores));
        return evaluated(scored_queries(judged, by_row), plan);
      },
      nb::arg("data"), nb::arg("scores"), nb::arg("plan"), nb::arg("truth"), nb::arg("unjudged"),
      nb::arg("seed"), WithoutPython());
  module.def(
      "explain",
      [](const Dataset& data, const Column<double>& scores, const MeasuringPlan& plan,
         const std::string& truth, const std::string& unjudged, std::uint64_t seed,
         const std::string& query) {
        const Dataset judged = seen(data, truth, unjudged, seed);
        const std::vector<double> by_row = scores_by_row(judged, span_of(scores));
        return explained(scored_queries(judged, by_row), plan, query);
      },
      nb::arg("data"), nb::arg("scores"), nb::arg("plan"), nb::arg("truth"), nb::arg("unjudged"),
      nb::arg("seed"), nb::arg("query"), WithoutPython());
  module.def(
      "measure_names",
      [](const MeasuringPlan& plan) {
        std::vector<std::string> names;
        for (const Measure& measure : plan.list()) names.push_back(measure.name());
        return names;
      },
      nb::arg("plan"));
}

}  // namespace podium::python
