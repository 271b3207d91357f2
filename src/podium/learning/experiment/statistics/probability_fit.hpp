#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/model/stage/calibration.hpp"

namespace podium {

// How probable it is that a document is relevant, by its score. `relevant` has 1 or 0 for each
// score.

/// The curve that maximises the likelihood of the targets (n1 + 1) / (n1 + 2) of the n1 relevant
/// documents and 1 / (n0 + 2) of the n0 others [Platt99], by Newton's method, with a penalty of
/// 1e-6 / 2 times the square of both parameters. The slope may be 0 or below.
PlattCurve fit_platt(std::span<const double> scores, std::span<const double> relevant);

/// The rising function that is nearest to `relevant` by squares: documents of equal score are
/// pooled, then neighbours that do not rise [Zadrozny02]. Linear between these blocks, constant
/// within and outside them.
PiecewiseLinear fit_isotonic(std::span<const double> scores, std::span<const double> relevant);

/// The expected calibration error: documents in the order of their probabilities are cut into bins
/// of equal size, the first ones a document larger where the number does not divide; the mean over
/// documents of | mean probability - share of relevant documents | of their bin.
class CalibrationError {
 public:
  explicit CalibrationError(std::span<const double> probability, std::size_t bins = 10);

  /// `copies` of each document count; empty: one.
  double operator()(std::span<const double> relevant,
                    std::span<const std::size_t> copies = {}) const;

 private:
  std::span<const double> probability_;
  std::size_t bins_;
  std::vector<std::size_t> order_;
};

}  // namespace podium
