#include "podium/learning/optimise/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/vectors.hpp"

namespace podium::detail {
namespace {

// value, first norm, smallest norm, evaluations, stalled; then w and the gradient
constexpr std::size_t descent_scalars = 5;

// That many steps in a row that got nowhere are enough.
constexpr std::size_t max_stalled = 5;

}  // namespace

double norm(std::span<const double> x) {
  return std::sqrt(dot(x, x));
}

bool Point::is_finite() const {
  return std::isfinite(value) && std::isfinite(gradient_norm);
}

bool is_step(LineEnd end) {
  return end == LineEnd::wolfe || end == LineEnd::descent;
}

std::size_t whole_number(double number) {
  constexpr double most = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
  if (number >= 0.0 && number <= most && number == std::floor(number)) {
    return static_cast<std::size_t>(number);
  }
  throw UsageError("snapshot: found " + std::to_string(number) + ", expected a count");
}

void expect_numbers(std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw UsageError("the snapshot does not fit the optimiser and the problem: found " +
                   std::to_string(found) + " numbers, expected " + std::to_string(expected));
}

Descent::Descent(const Objective& f, std::span<const double> w, const Snapshot* from) : f_(f) {
  expects(w.size() == f.dimension(), "as many parameters as the objective has dimensions");
  at_.w.assign(w.begin(), w.end());
  at_.gradient.resize(w.size());
  if (from != nullptr) {
    restore(*from);
  } else {
    evaluate(at_);
    first_norm_ = at_.gradient_norm;
    smallest_norm_ = at_.gradient_norm;
  }
  trial_ = at_;
}

void Descent::restore(const Snapshot& from) {
  const std::size_t n = at_.w.size();
  const std::size_t saved = descent_scalars + 2 * n;
  if (from.numbers.size() < saved) expect_numbers(from.numbers.size(), saved);
  const std::span<const double> numbers = from.numbers;
  iteration_ = from.iteration;
  at_.value = numbers[0];
  first_norm_ = numbers[1];
  smallest_norm_ = numbers[2];
  evaluations_ = whole_number(numbers[3]);
  stalled_ = whole_number(numbers[4]);
  std::ranges::copy(numbers.subspan(descent_scalars, n), at_.w.begin());
  std::ranges::copy(numbers.subspan(descent_scalars + n, n), at_.gradient.begin());
  at_.gradient_norm = norm(at_.gradient);
  own_numbers_ = numbers.subspan(saved);
}

void Descent::evaluate(Point& point) {
  point.value = f_.value_and_gradient(point.w, point.gradient);
  point.gradient_norm = norm(point.gradient);
  ++evaluations_;
}

std::optional<Stop> Descent::reason_to_stop(double tolerance, std::size_t iterations) const {
  if (!at_.is_finite()) return Stop::not_finite;
  if (at_.gradient_norm <= tolerance * first_norm_) return Stop::converged;
  if (stalled_ >= max_stalled) return Stop::converged;
  if (iteration_ >= iterations) return Stop::iteration_limit;
  return std::nullopt;
}

Stop Descent::stop_of(LineEnd end) const {
  if (end == LineEnd::flat || gradient_fall() <= 1e-12) return Stop::converged;
  return end == LineEnd::not_finite ? Stop::not_finite : Stop::no_descent;
}

double Descent::first_step_down() const {
  const double length = std::max(1.0, 1e-8 * norm(at_.w));
  return length / std::max(at_.gradient_norm, std::numeric_limits<double>::min());
}

LineEnd Descent::step_along(std::span<const double> direction, double first_step,
                            const LineRule& rule) {
  const LinePoint start{0.0, at_.value, dot(at_.gradient, direction)};
  if (!(start.slope < 0.0)) return LineEnd::none;
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  LineSearch search(rule, start, first_step);
  while (const std::optional<double> step = search.next()) {
    trial_.w = at_.w;
    add_scaled(*step, direction, trial_.w);
    // Too short to move anything is no step: its value would pass for a finite neighbour's.
    if (trial_.w == at_.w) {
      search.add({*step, not_a_number, not_a_number});
      continue;
    }
    evaluate(trial_);
    search.add({*step, trial_.value, dot(trial_.gradient, direction)});
  }
  if (is_step(search.end())) {
    count_stall();
    std::swap(at_, trial_);
  }
  return search.end();
}

/// A step gets nowhere when it neither lowers the value by more than rounding nor finds a gradient
/// smaller than any before.
void Descent::count_stall() {
  const bool falls = trial_.value < at_.value - rounding_of(at_.value);
  stalled_ = falls || trial_.gradient_norm < smallest_norm_ ? 0 : stalled_ + 1;
  smallest_norm_ = std::min(smallest_norm_, trial_.gradient_norm);
}

bool Descent::report(const Monitor& monitor,
                     const std::function<void(std::vector<double>&)>& save) {
  ++iteration_;
  if (!monitor) return true;
  const std::function<Snapshot()> snapshot = [&] {
    Snapshot made{iteration_,
                  {at_.value, first_norm_, smallest_norm_, static_cast<double>(evaluations_),
                   static_cast<double>(stalled_)}};
    made.numbers.insert(made.numbers.end(), at_.w.begin(), at_.w.end());
    made.numbers.insert(made.numbers.end(), at_.gradient.begin(), at_.gradient.end());
    save(made.numbers);
    return made;
  };
  return monitor({iteration_, at_.value, at_.gradient_norm, at_.w, snapshot});
}

Outcome Descent::finish(Stop stop, std::span<double> w) const {
  std::ranges::copy(at_.w, w.begin());
  return {at_.value, at_.gradient_norm, iteration_, evaluations_, stop};
}

}  // namespace podium::detail
