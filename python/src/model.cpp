#include "podium/learning/model/model.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/model/attribution.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::python {

namespace {

/// Columns of an array have no names: they are the features of the model, in order.
Dataset of_features(const RankingModel& model, const Dataset& data) {
  const FeatureSet own = own_features(model);
  const bool is_array = data.columns().feature_name.empty() && data.feature_count() == own.count;
  return is_array ? by_position(data, own) : data;
}

NumPyArray<double, 1> scores(const RankingModel& model, const Dataset& data) {
  std::vector<double> by_input;
  {
    const GilReleased release;
    by_input = scores_by_input(data, score(model, of_features(model, data)));
  }
  return numpy_array(std::move(by_input));
}

/// A column for each grade that the model knows the probability of.
NumPyArray<double, 2> probabilities(const RankingModel& model, const Dataset& data) {
  const std::size_t grades = model.calibration.grades.size();
  if (grades == 0) {
    throw UsageError(
        "score: found a model without probabilities, expected one of `podium calibrate`");
  }
  std::vector<double> values;
  {
    const GilReleased release;
    for (const double one : scores_by_input(data, score(model, of_features(model, data)))) {
      for (std::size_t g = 0; g < grades; ++g) {
        values.push_back(model.calibration.probability(one, g));
      }
    }
  }
  return numpy_array<2>(std::move(values), {data.row_count(), grades});
}

std::vector<std::string> names_of(const RankingModel& model) {
  std::vector<std::string> names;
  const FeatureSet& features = model.preparation.features;
  for (std::size_t f = 0; f < features.count; ++f) names.push_back(features.name(f));
  return names;
}

/// Shapley values of all rows: what each feature adds to the score, compared with the mean
/// of the documents of the row's query; and their mean score, by row.
std::tuple<NumPyArray<double, 2>, NumPyArray<double, 1>> attributions(const RankingModel& model,
                                                                      const Dataset& data,
                                                                      std::size_t orders,
                                                                      std::uint64_t seed) {
  const std::size_t columns = model.preparation.features.count;
  std::vector<double> adds(data.row_count() * columns);
  std::vector<double> reference(data.row_count());
  run_interruptibly([&] {
    const Dataset ready = prepared(model.preparation, of_features(model, data));
    for (std::size_t q = 0; q < ready.query_count(); ++q) {
      const QueryView query = ready[q];
      const std::vector<float> references = reference_documents(model.kind, query.features);
      parallel_for(query.size(), [&](std::size_t doc) {
        const Attribution found = attribution(
            model.kind, query.features, static_cast<DocIndex>(doc), references, {orders, seed});
        const std::size_t row = data.input_row(query.first_row + doc);
        reference[row] = found.reference;
        std::ranges::copy(found.feature, adds.begin() + static_cast<std::ptrdiff_t>(row * columns));
      });
    }
  });
  return {numpy_array<2>(std::move(adds), {data.row_count(), columns}),
          numpy_array(std::move(reference))};
}

std::tuple<std::string, NumPyArray<double, 1>> weights(const RankingModel& model) {
  FeatureWeights found = feature_weights(model.kind);
  return {std::move(found.meaning), numpy_array(std::move(found.value))};
}

/// The parameters of a linear model, and its bias if it has one; nothing for another kind.
std::optional<std::tuple<NumPyArray<double, 1>, double>> linear_part(const RankingModel& model) {
  const auto* linear = std::get_if<LinearModel>(&model.kind);
  if (linear == nullptr) return std::nullopt;
  std::vector<double> w(linear->w.begin(),
                        linear->w.begin() + static_cast<std::ptrdiff_t>(linear->feature_count()));
  return std::tuple(numpy_array(std::move(w)), linear->scorer.has_bias ? linear->w.back() : 0.0);
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<RankingModel>(module, "Model")
      .def(
          "to_json", [](const RankingModel& model) { return to_json(model); }, WithoutPython())
      .def("save", &save_model, nb::arg("path"), WithoutPython())
      .def("score", &scores, nb::arg("data"))
      .def("probabilities", &probabilities, nb::arg("data"))
      .def("attributions", &attributions, nb::arg("data"), nb::arg("orders"), nb::arg("seed"))
      .def("weights", &weights)
      .def("linear_part", &linear_part)
      .def_prop_ro("kind",
                   [](const RankingModel& model) { return std::string(kind_name(model.kind)); })
      .def_prop_ro("feature_count",
                   [](const RankingModel& model) { return model.preparation.features.count; })
      .def_prop_ro(
          "has_feature_names",
          [](const RankingModel& model) { return !model.preparation.features.names.empty(); })
      .def("feature_names", &names_of)
      .def_prop_ro("serving",
                   [](const RankingModel& model) {
                     return std::string(serving_names[static_cast<std::size_t>(serving_of(model))]);
                   })
      .def(
          "__eq__",
          [](const RankingModel& model, const RankingModel& other) { return model == other; },
          nb::arg("other"));
  module.def("load_model", &load_model, nb::arg("path"), WithoutPython());
  module.def(
      "model_from_json",
      [](const std::string& text, const std::string& source) {
        return model_from_json(text, source);
      },
      nb::arg("text"), nb::arg("source"), WithoutPython());
}

}  // namespace podium::python
