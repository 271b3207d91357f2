#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "listener.hpp"
#include "podium/loss/own_loss.hpp"
#include "podium/measure/own/definitions.hpp"
#include "podium/measure/own/own_measure.hpp"

namespace podium::python {

/// A function of the user. Copies may be made and dropped without the GIL.
class PythonFunction {
 public:
  /// Needs the GIL.
  explicit PythonFunction(nb::object function);

  /// Needs the GIL.
  const nb::object& operator*() const noexcept { return *function_; }

 private:
  std::shared_ptr<const nb::object> function_;
};

/// A loss in Python: f(scores, labels) gives (value, gradient) or (value, gradient, curvature).
struct PythonLoss {
  PythonFunction function;
  bool sees_query = false;   ///< takes the id of the query as `query`
  bool sees_weight = false;  ///< takes the weights of the documents as `weight`

  /// What it says of a query. Needs the GIL.
  OwnLossValue value(const LossQuery& query, std::span<const double> scores,
                     Listener* listener) const;

  /// Takes the GIL for each call. After Ctrl-C inside of one the listener ends the training after
  /// its iteration; without a listener, and the second time, Ctrl-C comes out like any exception.
  OwnLoss loss(Listener* listener) const;
};

/// A measure in Python: f(ranked, ideal) gives a number or None.
struct PythonMeasure {
  PythonFunction function;
  std::string name;
  bool smaller_is_better = false;

  /// As PythonLoss::loss().
  OwnMeasure measure(Listener* listener) const;
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
