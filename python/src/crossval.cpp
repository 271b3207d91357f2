#include "podium/learning/experiment/crossval.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "learning_flags.hpp"
#include "listener.hpp"
#include "own_functions.hpp"

namespace podium::python {

namespace {

struct CrossvalOutcome {
  std::vector<FoldOutcome> folds;  ///< empty when it was ended early
  nb::object error = nb::none();
};

/// The parts of one fold: train, validation and test.
using FoldRow = std::tuple<Dataset, Dataset, Dataset>;

CrossvalOutcome crossval(const std::string& algorithm, const OptionText& options,
                         const OptionText& flag_text, const std::vector<std::string>& define,
                         const PythonLoss* own_loss, const PythonMeasure* own_metric,
                         const std::vector<FoldRow>& folds,
                         const std::vector<std::pair<std::string, std::vector<std::string>>>& grid,
                         const std::string& measures,
                         const std::vector<PythonMeasure>& own_measures, nb::object callback) {
  Listener listener(std::move(callback), 0.05);
  const OwnFunctions functions(own_loss, own_metric, listener);
  CrossvalOutcome outcome;
  {
    const GilReleased release;
    const auto flags = parse_options<LearningFlags>(flag_text);
    const MeasureDefinitions own(define);
    CrossvalPlan plan{.algorithm = algorithm,
                      .options = options,
                      .preparation = flags.preparation(algorithm, options),
                      .metric = flags.metric_plan(own, functions.metric()),
                      .measures = measures_of(measures, find_profile(flags.profile), own,
                                              own_measures, &listener),
                      .loss = functions.loss()};
    for (const auto& [option, values] : grid) plan.grid.push_back({option, values});
    const auto load = [&](std::size_t fold) -> FoldData {
      const auto& [train, vali, test] = folds[fold];
      return {flags.judged(train), flags.judged(vali), flags.judged(test)};
    };
    outcome.folds = cross_validate(plan, folds.size(), load, nullptr, listener.run_sink());
  }
  outcome.error = listener.error();
  return outcome;
}

nb::list rows_of(const CrossvalOutcome& outcome) {
  nb::list rows;
  for (const FoldOutcome& fold : outcome.folds) {
    nb::list cells;
    for (const TuningPoint& cell : fold.cells) {
      cells.append(nb::make_tuple(cell.options, cell.value));
    }
    nb::dict row;
    row["cells"] = cells;
    row["best"] = fold.best;
    row["metric"] = fold.metric;
    row["vali"] = fold.vali;
    row["test"] = fold.test;
    row["seconds"] = fold.seconds;
    row["ranks_nothing"] = fold.ranks_nothing;
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_crossval(nb::module_& module) {
  nb::class_<CrossvalOutcome>(module, "CrossvalOutcome")
      .def("folds", &rows_of)
      .def("take_error", &take_error<CrossvalOutcome>);
  module.def("crossval", &crossval, nb::arg("algorithm"), nb::arg("options"), nb::arg("flags"),
             nb::arg("define"), nb::arg("loss").none(), nb::arg("metric").none(), nb::arg("folds"),
             nb::arg("grid"), nb::arg("measures"), nb::arg("own_measures"),
             nb::arg("callback").none());
}

}  // namespace podium::python
