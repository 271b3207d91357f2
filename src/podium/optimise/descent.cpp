#include "podium/optimise/descent.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/kernels/vectors.hpp"

namespace podium::detail {

double norm(std::span<const double> x) {
  return std::sqrt(dot(x, x));
}

double rounding_of(double value) {
  return 1e-13 * std::abs(value);
}

bool Point::is_finite() const {
  return std::isfinite(value) && std::isfinite(gradient_norm);
}

void expect_numbers(std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw UsageError("snapshot does not fit the optimiser and the problem: found " +
                   std::to_string(found) + " numbers, expected " + std::to_string(expected));
}

namespace {

// value, first norm, evaluations; then w and the gradient
constexpr std::size_t scalars_saved = 3;

std::size_t whole_number(double number) {
  constexpr double most = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
  if (number >= 0.0 && number <= most && number == std::floor(number)) {
    return static_cast<std::size_t>(number);
  }
  throw UsageError("snapshot: found " + std::to_string(number) + ", expected a count");
}

}  // namespace

Descent::Descent(const ErasedObjective& f, std::span<const double> w, const Snapshot* from)
    : f_(f) {
  expects(w.size() == f.dimension, "as many parameters as the objective has dimensions");
  at_.w.assign(w.begin(), w.end());
  at_.gradient.resize(w.size());
  if (from != nullptr) {
    restore(*from, w.size());
  } else {
    evaluate(at_);
    first_norm_ = at_.gradient_norm;
  }
}

void Descent::restore(const Snapshot& from, std::size_t dimension) {
  const std::size_t saved = scalars_saved + 2 * dimension;
  if (from.numbers.size() < saved) expect_numbers(from.numbers.size(), saved);
  const std::span<const double> numbers = from.numbers;
  iteration_ = from.iteration;
  at_.value = numbers[0];
  first_norm_ = numbers[1];
  evaluations_ = whole_number(numbers[2]);
  std::ranges::copy(numbers.subspan(scalars_saved, dimension), at_.w.begin());
  std::ranges::copy(numbers.subspan(scalars_saved + dimension, dimension), at_.gradient.begin());
  at_.gradient_norm = norm(at_.gradient);
  own_numbers_ = numbers.subspan(saved);
}

void Descent::evaluate(Point& point) {
  point.value = f_.value_and_gradient(point.w, point.gradient);
  point.gradient_norm = norm(point.gradient);
  ++evaluations_;
}

void Descent::move_to(Point& point) {
  std::swap(at_, point);
}

std::optional<Stop> Descent::reason_to_stop(double tolerance, std::size_t iterations) const {
  if (!at_.is_finite()) return Stop::not_finite;
  if (at_.gradient_norm <= tolerance * first_norm_) return Stop::converged;
  if (iteration_ >= iterations) return Stop::iteration_limit;
  return std::nullopt;
}

bool Descent::report(const Monitor& monitor,
                     const std::function<void(std::vector<double>&)>& save) {
  ++iteration_;
  if (!monitor) return true;
  const std::function<Snapshot()> snapshot = [&] {
    Snapshot made{iteration_, {at_.value, first_norm_, static_cast<double>(evaluations_)}};
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
