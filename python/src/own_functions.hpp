#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "listener.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/core/measure/own/own_measure.hpp"
#include "podium/learning/loss/own_loss.hpp"

namespace podium::python {

/// A loss in Python: f(scores, labels) gives (value, gradient) or (value, gradient, curvature).
struct PythonLoss {
  nb::object function;
  bool sees_query = false;   ///< takes the id of the query as `query`
  bool sees_weight = false;  ///< takes the weights of the documents as `weight`

  template <class Call>
  void visit(const Call& call) {
    call(function);
  }

  /// What it says of a query. Needs the GIL.
  OwnLossValue value(const LossQuery& query, std::span<const double> scores,
                     Listener* listener) const;

  /// Takes the GIL, as each call does. After Ctrl-C inside of one the listener ends the training
  /// after its iteration; without a listener, and the second time, Ctrl-C comes out like any
  /// exception.
  OwnLoss loss(Listener* listener) const;
};

/// A measure in Python: f(ranked, ideal) gives a number or None.
struct PythonMeasure {
  nb::object function;
  std::string name;
  bool smaller_is_better = false;

  template <class Call>
  void visit(const Call& call) {
    call(function);
  }

  /// As PythonLoss::loss().
  OwnMeasure measure(Listener* listener) const;
};

/// Shows the functions of an object to Python's garbage collector: they may refer to the object.
/// T has visit(call), which calls call(function) for each.
template <class T>
struct Collected {
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    int stopped = 0;
    nb::inst_ptr<T>(self)->visit([&](nb::object& function) {
      if (stopped == 0 && function.is_valid()) stopped = visit(function.ptr(), arg);
    });
    return stopped;
  }

  static int clear(PyObject* self) {
    if (nb::inst_ready(self)) {
      nb::inst_ptr<T>(self)->visit([](nb::object& function) { function.reset(); });
    }
    return 0;
  }

  static inline PyType_Slot slots[] = {  // NOLINT(modernize-avoid-c-arrays): Python's form
      {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(clear)},
      {0, nullptr}};
};

/// The loss and the metric that Python brings, if it does.
class OwnFunctions {
 public:
  OwnFunctions(const PythonLoss* loss, const PythonMeasure* metric, Listener& listener) {
    if (loss != nullptr) loss_ = loss->loss(&listener);
    if (metric != nullptr) metric_ = metric->measure(&listener);
  }

  const OwnLoss* loss() const noexcept { return loss_ ? &*loss_ : nullptr; }
  const OwnMeasure* metric() const noexcept { return metric_ ? &*metric_ : nullptr; }

 private:
  std::optional<OwnLoss> loss_;
  std::optional<OwnMeasure> metric_;
};

/// The measures of a text, which may be empty if there are functions, and then these.
std::vector<Measure> measures_of(const std::string& text, const Profile& profile,
                                 const MeasureDefinitions& definitions,
                                 const std::vector<PythonMeasure>& functions, Listener* listener);

}  // namespace podium::python
