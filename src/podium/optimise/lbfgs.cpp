#include "podium/optimise/lbfgs.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "podium/kernels/vectors.hpp"
#include "podium/optimise/curvature_pairs.hpp"
#include "podium/optimise/descent.hpp"
#include "podium/optimise/line_search.hpp"

namespace podium {
namespace {

using detail::CurvaturePairs;
using detail::Descent;
using detail::LineEnd;
using detail::LinePoint;
using detail::Point;

std::vector<double> difference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> out(a.begin(), a.end());
  add_scaled(-1.0, b, out);
  return out;
}

/// Tells when steps get nowhere any more: as many in a row neither lower the value by more than its
/// rounding nor find a gradient smaller than any before.
class Stall {
 public:
  explicit Stall(double gradient_norm) : smallest_norm_(gradient_norm) {}

  void add(const Point& from, const Point& to) {
    const bool falls = to.value < from.value - detail::rounding_of(from.value);
    steps_ = falls || to.gradient_norm < smallest_norm_ ? 0.0 : steps_ + 1.0;
    smallest_norm_ = std::min(smallest_norm_, to.gradient_norm);
  }
  bool is_final() const { return steps_ >= 10.0; }

  static constexpr std::size_t numbers_saved = 2;
  void save(std::vector<double>& numbers) const {
    numbers.insert(numbers.end(), {smallest_norm_, steps_});
  }
  void restore(std::span<const double> numbers) {
    smallest_norm_ = numbers[0];
    steps_ = numbers[1];
  }

 private:
  double smallest_norm_;
  double steps_ = 0.0;
};

/// One step of L-BFGS after the other.
class Walk {
 public:
  Walk(Descent& descent, std::size_t memory)
      : descent_(descent),
        pairs_(memory),
        stall_(descent.at().gradient_norm),
        direction_(descent.at().w.size()),
        trial_(descent.at()) {}

  /// Takes a step, or says why there is none.
  std::optional<Stop> advance() {
    if (stall_.is_final()) return Stop::converged;
    for (;;) {
      const LineEnd end = search();
      if (end == LineEnd::wolfe || end == LineEnd::descent) break;
      if (pairs_.is_empty() || end == LineEnd::flat) return stop_of(end);
      pairs_.clear();
    }
    const Point& at = descent_.at();
    pairs_.add(difference(trial_.w, at.w), difference(trial_.gradient, at.gradient));
    stall_.add(at, trial_);
    descent_.move_to(trial_);
    return std::nullopt;
  }

  void save(std::vector<double>& numbers) const {
    stall_.save(numbers);
    pairs_.save(numbers);
  }
  void restore(std::span<const double> numbers) {
    if (numbers.size() < Stall::numbers_saved) {
      detail::expect_numbers(numbers.size(), Stall::numbers_saved);
    }
    stall_.restore(numbers);
    pairs_.restore(numbers.subspan(Stall::numbers_saved), direction_.size());
  }

 private:
  LineEnd search() {
    const Point& at = descent_.at();
    pairs_.set_direction(at.gradient, direction_);
    const LinePoint start{0.0, at.value, dot(at.gradient, direction_)};
    if (!(start.slope < 0.0)) return LineEnd::none;
    // Without a past nothing is known of the scale: a step of length 1.
    const double first_step =
        pairs_.is_empty() ? 1.0 / std::max(at.gradient_norm, std::numeric_limits<double>::min())
                          : 1.0;
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    const auto line = [&](double step) {
      trial_.w = at.w;
      add_scaled(step, direction_, trial_.w);
      // Too short to move anything is no step: its value would pass for a finite neighbour's.
      if (trial_.w == at.w) return LinePoint{step, not_a_number, not_a_number};
      descent_.evaluate(trial_);
      return LinePoint{step, trial_.value, dot(trial_.gradient, direction_)};
    };
    return detail::LineSearch{}.search(line, start, first_step).end;
  }

  static Stop stop_of(LineEnd end) {
    if (end == LineEnd::flat) return Stop::converged;
    return end == LineEnd::not_finite ? Stop::not_finite : Stop::no_descent;
  }

  Descent& descent_;
  CurvaturePairs pairs_;
  Stall stall_;
  std::vector<double> direction_;
  Point trial_;
};

}  // namespace

Outcome Lbfgs::run(const detail::ErasedObjective& f, std::span<double> w, const Monitor& monitor,
                   const Snapshot* from) const {
  Descent descent(f, w, from);
  Walk walk(descent, memory);
  if (from != nullptr) walk.restore(descent.own_numbers());
  for (;;) {
    if (const auto stop = descent.reason_to_stop(tolerance, iterations)) {
      return descent.finish(*stop, w);
    }
    if (const auto stop = walk.advance()) return descent.finish(*stop, w);
    if (!descent.report(monitor, [&](std::vector<double>& numbers) { walk.save(numbers); })) {
      return descent.finish(Stop::asked, w);
    }
  }
}

}  // namespace podium
