#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/experiment/compare_report.hpp"

namespace podium::python {

namespace {

/// The values of one ranker: its name, queries and values.
using RankerRow = std::tuple<std::string, std::vector<std::string>, Column<double>>;

CompareReport compared(const std::vector<RankerRow>& rows, const std::string& measure,
                       const std::string& tests, const std::string& correction,
                       const std::string& baseline, bool smaller_is_better,
                       const OptionText& test_options, std::uint64_t seed) {
  std::vector<RankerValues> rankers;
  for (const auto& [name, query, value] : rows) {
    const std::span<const double> values = span_of(value);
    rankers.push_back({name, query, {values.begin(), values.end()}});
  }
  CompareReport report{.measure = measure};
  report.options = {.tests = parse_significance_tests(tests),
                    .correction = parse_correction(correction),
                    .baseline = baseline,
                    .smaller_is_better = smaller_is_better,
                    .range = range_of_measure(measure),
                    .test = parse_options<TestOptions>(test_options),
                    .seed = seed};
  run_interruptibly([&] { report.comparison = compare(rankers, report.options); });
  return report;
}

}  // namespace

void bind_compare(nb::module_& module) {
  nb::class_<CompareReport>(module, "Comparison")
      .def(
          "render",
          [](const CompareReport& report, const std::string& format) {
            return render(report, parse_table_format(format));
          },
          nb::arg("format"));
  module.def("compare", &compared, nb::arg("rankers"), nb::arg("measure"), nb::arg("tests"),
             nb::arg("correction"), nb::arg("baseline"), nb::arg("smaller_is_better"),
             nb::arg("test_options"), nb::arg("seed"));
  module.def("is_smaller_better",
             [](const std::string& measure) { return find_measure(measure).smaller_is_better; });
}

}  // namespace podium::python
