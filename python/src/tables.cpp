#include <string>
#include <string_view>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/experiment/statistics/significance.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium::python {

namespace {

nb::list options_of(const std::vector<OptionInfo>& options) {
  nb::list rows;
  for (const OptionInfo& option : options) {
    nb::dict row;
    row["name"] = option.name;
    row["default"] = option.default_value;
    row["range"] = option.range;
    row["help"] = option.help;
    rows.append(row);
  }
  return rows;
}

nb::dict row_of(std::string_view name, std::string_view summary) {
  nb::dict row;
  row["name"] = std::string(name);
  row["summary"] = std::string(summary);
  return row;
}

nb::list algorithm_rows() {
  nb::list rows;
  for (const AlgorithmEntry& entry : algorithms()) {
    nb::dict row = row_of(entry.name, entry.summary);
    row["reference"] = std::string(entry.reference);
    row["loss"] = std::string(entry.loss);
    row["options"] = options_of(entry.options());
    row["is_composed"] = entry.is_composed;
    row["takes_pairs"] = entry.algorithm->takes_pairs();
    row["keeps_start"] = entry.algorithm->keeps_start();
    rows.append(row);
  }
  return rows;
}

nb::list measure_rows() {
  nb::list rows;
  for (const MeasureEntry& entry : measures()) {
    nb::dict row = row_of(entry.name, entry.summary);
    row["reference"] = std::string(entry.reference);
    row["minimum"] = entry.minimum;
    row["maximum"] = entry.maximum;
    row["smaller_is_better"] = entry.smaller_is_better;
    row["needs_order"] = entry.needs_order;
    row["options"] =
        options_of(entry.options == nullptr ? std::vector<OptionInfo>{} : entry.options());
    rows.append(row);
  }
  return rows;
}

nb::list aggregator_rows() {
  nb::list rows;
  for (const AggregatorEntry& entry : aggregators()) {
    nb::dict row = row_of(entry.name, entry.summary);
    row["reference"] = std::string(entry.reference);
    row["needs_scores"] = entry.needs_scores;
    row["options"] = options_of(entry.options());
    rows.append(row);
  }
  return rows;
}

/// The rows of a table that have a name and one more text.
template <class Table, class Text>
nb::list named_rows(const Table& table, Text text) {
  nb::list rows;
  for (const auto& entry : table) rows.append(row_of(entry.name, entry.*text));
  return rows;
}

}  // namespace

void bind_tables(nb::module_& module) {
  module.def("algorithms", &algorithm_rows);
  module.def("measures", &measure_rows);
  module.def("aggregators", &aggregator_rows);
  module.def(
      "has_measure",
      [](const std::string& profile, const std::string& measure) {
        const bool is_cut = measure.find('@') != std::string::npos;
        return has_measure(find_profile(profile), find_measure(measure), is_cut);
      },
      nb::arg("profile"), nb::arg("measure"));
  module.def("profiles", [] { return named_rows(profiles(), &Profile::summary); });
  module.def("normalisers", [] { return named_rows(normalisers(), &NormaliserEntry::formula); });
  module.def("tests", [] { return named_rows(significance_tests(), &SignificanceTest::summary); });
  module.def("import_formats", [] { return named_rows(import_formats(), &ImportFormat::summary); });
  module.def("export_formats", [] { return named_rows(export_formats(), &ExportFormat::summary); });
  module.def("reading_options", [] { return options_of(describe_options<ReadOptions>()); });
  module.def(
      "weighs_rows",
      [](const std::string& algorithm, const OptionText& options) {
        return find_algorithm(algorithm).weighs_documents(options);
      },
      nb::arg("algorithm"), nb::arg("options"));
}

}  // namespace podium::python
