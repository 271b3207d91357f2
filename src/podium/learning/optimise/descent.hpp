#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "podium/learning/optimise/line_search.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium::detail {

/// Euclidean length.
double norm(std::span<const double> x);

/// A place with its value and gradient.
struct Point {
  std::vector<double> w;
  std::vector<double> gradient;
  double value = 0.0;
  double gradient_norm = 0.0;

  bool is_finite() const;
};

/// The way of an optimiser that sees whole gradients, from point to point: what all of them count,
/// check and report, and the search along a direction.
class Descent {
 public:
  /// Begins at w, or where the snapshot was taken.
  Descent(const Objective& f, std::span<const double> w, const Snapshot* from);

  const Point& at() const { return at_; }
  /// The place before the last step.
  const Point& previous() const { return trial_; }
  /// Length of the gradient relative to where the minimisation began.
  double gradient_fall() const { return at_.gradient_norm / first_norm_; }
  /// What the snapshot holds beyond the numbers of this class.
  std::span<const double> own_numbers() const { return own_numbers_; }

  /// Counts passes that were made elsewhere.
  void count_evaluations(std::size_t passes) { evaluations_ += passes; }

  /// Whether to end before the next iteration: |g| <= tolerance * |first g|; steps that get nowhere
  /// any more; the limit.
  std::optional<Stop> reason_to_stop(double tolerance, std::size_t iterations) const;

  /// Takes a step along the direction if the search finds one.
  LineEnd step_along(std::span<const double> direction, double first_step, const LineRule& rule);
  /// The first step to try down the gradient, when nothing is known of the scale: of length 1, or
  /// longer where that would be lost in the rounding of w.
  double first_step_down() const;

  /// Why the minimisation ends when there was no step. A gradient that has fallen by twelve digits
  /// is as small as rounding lets it be.
  Stop stop_of(LineEnd end) const;

  /// Counts an iteration and shows it to the monitor; false when the monitor wants an end. `save`
  /// appends the optimiser's own numbers to those of a snapshot.
  bool report(
      const Monitor& monitor,
      const std::function<void(std::vector<double>&)>& save = [](auto& /*numbers*/) {});

  /// Leaves w at the last point.
  Outcome finish(Stop stop, std::span<double> w) const;

 private:
  void evaluate(Point& point);
  void count_stall();
  void restore(const Snapshot& from);

  const Objective& f_;
  Point at_;
  Point trial_;
  double first_norm_ = 0.0;
  double smallest_norm_ = 0.0;
  std::size_t iteration_ = 0;
  std::size_t evaluations_ = 0;
  std::size_t stalled_ = 0;  ///< steps in a row that got nowhere
  std::span<const double> own_numbers_;
};

/// Whether there was one.
bool is_step(LineEnd end);

/// A count that a snapshot holds; throws UsageError when it is none.
std::size_t whole_number(double number);

/// Throws UsageError unless the snapshot has that many numbers.
void expect_numbers(std::size_t found, std::size_t expected);

}  // namespace podium::detail
