#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/prepare/piecewise_linear.hpp"

namespace podium {

/// 1 / (1 + exp(-(slope * score + constant))) [Platt99].
struct PlattCurve {
  double slope = 1.0;  ///< above 0
  double constant = 0.0;

  double operator()(double score) const;
  bool operator==(const PlattCurve&) const = default;
};

using ProbabilityCurve = std::variant<PlattCurve, PiecewiseLinear>;

/// A grade, and a function of the score.
struct GradeCurve {
  double grade = 1.0;
  ProbabilityCurve curve;

  /// "platt" or "isotonic".
  std::string method() const;

  bool operator==(const GradeCurve&) const = default;
};

/// The last stage of a model: the probability of its scores that a document has at least some
/// grade. Rankings are made of scores, so it changes no order.
struct Calibration {
  std::vector<GradeCurve> grades = {};  ///< ascending; none: the model has no such stage

  /// P(label >= grades[place].grade): the least value of the curves up to that one, so that it does
  /// not rise with the grade.
  double probability(double score, std::size_t place) const;

  Json json() const;
  static Calibration read(const JsonReader& json);

  bool operator==(const Calibration&) const = default;
};

/// "P(label >= 1)".
std::string probability_name(const GradeCurve& grade);

/// The formula of a curve of Platt; for an isotonic one, the number of its knots.
std::string curve_text(const GradeCurve& grade);

}  // namespace podium
