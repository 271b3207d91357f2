#include "own_functions.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::python {

namespace {

/// Python's object, for copies that C++ makes and drops without the GIL. Needs the GIL itself.
template <class T>
std::shared_ptr<const T> kept(const T& object) {
  return {new T(object), [](const T* own) {
            const GilHeld acquire;
            delete own;  // NOLINT(cppcoreguidelines-owning-memory): what a deleter is for
          }};
}

/// What call() returns. Ctrl-C inside of it is told to the listener, once, and the call repeated:
/// the iteration becomes complete, and nothing that was learned is lost.
template <class Call>
nb::object answer_of(Listener* listener, const Call& call) {
  nb::object answer;
  const std::function<void()> ask = [&] { answer = call(); };
  try {
    until_python_ends(ask);
    return answer;
  } catch (nb::python_error& error) {
    if (listener == nullptr || !error.matches(PyExc_KeyboardInterrupt) ||
        !listener->interrupt(nb::borrow(error.value()))) {
      throw;
    }
  }
  until_python_ends(ask);
  return answer;
}

/// A copy: the function may keep it.
nb::object array_of(std::span<const double> numbers) {
  return nb::cast(numpy_array(std::vector<double>(numbers.begin(), numbers.end())));
}

std::string type_of(nb::handle found) {
  return nb::cast<std::string>(found.type().attr("__name__"));
}

std::string place_of(std::string_view query) {
  return fmt::format("own loss, query {}: ", in_quotes(query));
}

/// The answer as an array of numbers of any shape.
nb::object as_array(nb::handle found, std::string_view name, std::string_view query) {
  try {
    return nb::module_::import_("numpy").attr("asarray")(found, "float64");
  } catch (const nb::python_error& error) {
    throw UsageError(fmt::format("{}found a {} of type {}, expected an array of numbers: {}",
                                 place_of(query), name, type_of(found),
                                 nb::str(error.value()).c_str()));
  }
}

std::vector<double> numbers_of(nb::handle found, std::string_view name, std::string_view query) {
  using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  Numbers numbers;
  if (!nb::try_cast(found, numbers)) {
    const nb::object array = as_array(found, name, query);
    if (!nb::try_cast(array, numbers)) {
      throw UsageError(
          fmt::format("{}found a {} of shape {}, expected one number for each document",
                      place_of(query), name, nb::repr(array.attr("shape")).c_str()));
    }
  }
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

/// A number, also one of NumPy.
std::optional<double> number_of(nb::handle found) {
  if (nb::hasattr(found, "ndim") && nb::cast<int>(found.attr("ndim")) != 0) return std::nullopt;
  const double number = PyFloat_AsDouble(found.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  return std::nullopt;
}

OwnLossValue loss_value(nb::handle found, std::string_view query) {
  const bool is_list = nb::isinstance<nb::tuple>(found) || nb::isinstance<nb::list>(found);
  const std::size_t parts = is_list ? nb::len(found) : 0;
  if (parts != 2 && parts != 3) {
    throw UsageError(
        fmt::format("{}found {}, expected (value, gradient) or (value, gradient, curvature)",
                    place_of(query), is_list ? fmt::format("{} parts", parts) : type_of(found)));
  }
  const nb::object value = found[0];
  const std::optional<double> number = number_of(value);
  if (!number) {
    throw UsageError(
        fmt::format("{}found a value of type {}, expected a number: the order is (value, gradient, "
                    "curvature)",
                    place_of(query), type_of(value)));
  }
  OwnLossValue own{*number, numbers_of(found[1], "gradient", query), {}};
  if (parts == 3 && !nb::object(found[2]).is_none()) {
    own.curvature = numbers_of(found[2], "curvature", query);
  }
  return own;
}

std::optional<double> measure_value(nb::handle found, const std::string& name) {
  if (found.is_none()) return std::nullopt;
  const std::optional<double> number = number_of(found);
  if (number) return number;
  throw UsageError(
      fmt::format("measure {}: found {}, expected a number or None", name, type_of(found)));
}

std::vector<double> weights_of(const LossQuery& query) {
  if (query.row_weight.empty()) return std::vector<double>(query.truth.size(), 1.0);
  return {query.row_weight.begin(), query.row_weight.end()};
}

/// (value, gradient, curvature or None) of one query, checked as in training.
using LossRow = std::tuple<double, NumPyArray<double, 1>, std::optional<NumPyArray<double, 1>>>;

LossRow loss_of_query(const PythonLoss& function, const Column<double>& scores,
                      const Column<double>& labels, const std::optional<Column<double>>& weight,
                      const std::string& query) {
  const std::vector<Level> levels(labels.shape(0));
  std::vector<float> weights;
  if (weight) weights.assign(weight->data(), weight->data() + weight->shape(0));
  const LossQuery own{.truth = {.level = levels, .label = span_of(labels)},
                      .order = {},
                      .target = {},
                      .row_weight = weights,
                      .id = query};
  bool has_curvature = false;
  const OwnLoss loss([&](const LossQuery& asked, std::span<const double> at) {
    OwnLossValue found = function.value(asked, at, nullptr);
    has_curvature = found.curvature.has_value();
    return found;
  });
  std::vector<double> gradient(scores.shape(0));
  std::vector<double> curvature(scores.shape(0));
  Workspace workspace;
  const double value =
      loss.accumulate_curved(own, span_of(scores), 1.0, gradient, {curvature}, workspace);
  LossRow row(value, numpy_array(std::move(gradient)), std::nullopt);
  if (has_curvature) std::get<2>(row) = numpy_array(std::move(curvature));
  return row;
}

}  // namespace

OwnLossValue PythonLoss::value(const LossQuery& query, std::span<const double> scores,
                               Listener* listener) const {
  const nb::object found = answer_of(listener, [&]() -> nb::object {
    const nb::object own_scores = array_of(scores);
    const nb::object labels = array_of(query.truth.label);
    if (!sees_query && !sees_weight) return function(own_scores, labels);
    nb::dict more;
    if (sees_query) more["query"] = std::string(query.id);
    if (sees_weight) more["weight"] = numpy_array(weights_of(query));
    return function(own_scores, labels, **more);
  });
  return loss_value(found, query.id);
}

OwnLoss PythonLoss::loss(Listener* listener) const {
  const GilHeld acquire;
  return OwnLoss(
      [own = kept(*this), listener](const LossQuery& query, std::span<const double> scores) {
        const GilHeld while_called;
        return own->value(query, scores, listener);
      },
      sees_weight);
}

OwnMeasure PythonMeasure::measure(Listener* listener) const {
  const GilHeld acquire;
  const auto value = [own = kept(*this), listener](std::span<const double> ranked,
                                                   std::span<const double> ideal) {
    const GilHeld while_called;
    const nb::object found =
        answer_of(listener, [&] { return own->function(array_of(ranked), array_of(ideal)); });
    return measure_value(found, own->name);
  };
  return {name, value, smaller_is_better};
}

std::vector<Measure> measures_of(const std::string& text, const Profile& profile,
                                 const MeasureDefinitions& definitions,
                                 const std::vector<PythonMeasure>& functions, Listener* listener) {
  std::vector<Measure> measures;
  if (!text.empty() || functions.empty()) measures = parse_measures(text, profile, definitions);
  for (const PythonMeasure& function : functions) {
    if (std::ranges::count(measures, function.name, &Measure::name) > 0) {
      throw UsageError("measure: found two measures that are called " + in_quotes(function.name) +
                       "; podium.Measure gives a function another name");
    }
    measures.push_back(function.measure(listener).under(profile));
  }
  return measures;
}

void bind_own_functions(nb::module_& module) {
  nb::class_<PythonLoss>(module, "LossFunction", nb::type_slots(Collected<PythonLoss>::slots))
      .def(
          "__init__",
          [](PythonLoss* made, nb::object function, bool sees_query, bool sees_weight) {
            new (made) PythonLoss{std::move(function), sees_query, sees_weight};
          },
          nb::arg("function"), nb::arg("sees_query"), nb::arg("sees_weight"))
      .def("value", &loss_of_query, nb::arg("scores"), nb::arg("labels"), nb::arg("weight").none(),
           nb::arg("query"));
  nb::class_<PythonMeasure>(module, "MeasureFunction",
                            nb::type_slots(Collected<PythonMeasure>::slots))
      .def(
          "__init__",
          [](PythonMeasure* made, nb::object function, std::string name, bool smaller_is_better) {
            new (made) PythonMeasure{std::move(function), std::move(name), smaller_is_better};
          },
          nb::arg("function"), nb::arg("name"), nb::arg("smaller_is_better"))
      .def_ro("name", &PythonMeasure::name);
}

}  // namespace podium::python
