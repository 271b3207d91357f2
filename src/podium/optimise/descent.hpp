#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "podium/optimise/erased_objective.hpp"
#include "podium/optimise/objective.hpp"

namespace podium::detail {

/// Euclidean length.
double norm(std::span<const double> x);

/// How far rounding may move a value that is a sum of many terms. Differences below it say nothing.
double rounding_of(double value);

/// A place with its value and gradient.
struct Point {
  std::vector<double> w;
  std::vector<double> gradient;
  double value = 0.0;
  double gradient_norm = 0.0;

  bool is_finite() const;
};

/// The way of an optimiser that sees whole gradients, from point to point: what all of them count,
/// check and report.
class Descent {
 public:
  /// Begins at w, or where the snapshot was taken.
  Descent(const ErasedObjective& f, std::span<const double> w, const Snapshot* from);

  const Point& at() const { return at_; }
  /// Length of the gradient where the minimisation began.
  double first_norm() const { return first_norm_; }
  /// What the snapshot holds beyond the numbers of this class.
  std::span<const double> own_numbers() const { return own_numbers_; }

  /// Gives the point at point.w its value and gradient, and counts that.
  void evaluate(Point& point);
  /// Counts passes that were made elsewhere.
  void count_evaluations(std::size_t passes) { evaluations_ += passes; }
  /// Moves there; `point` becomes the place left.
  void move_to(Point& point);

  /// Whether to end before the next iteration: |g| <= tolerance * |first g|, or the limit.
  std::optional<Stop> reason_to_stop(double tolerance, std::size_t iterations) const;

  /// Counts an iteration and shows it to the monitor; false when the monitor wants an end. `save`
  /// appends the optimiser's own numbers to those of a snapshot.
  bool report(const Monitor& monitor, const std::function<void(std::vector<double>&)>& save);

  /// Leaves w at the last point.
  Outcome finish(Stop stop, std::span<double> w) const;

 private:
  void restore(const Snapshot& from, std::size_t dimension);

  const ErasedObjective& f_;
  Point at_;
  double first_norm_ = 0.0;
  std::size_t iteration_ = 0;
  std::size_t evaluations_ = 0;
  std::span<const double> own_numbers_;
};

/// Throws UsageError unless the snapshot has that many numbers.
void expect_numbers(std::size_t found, std::size_t expected);

}  // namespace podium::detail
