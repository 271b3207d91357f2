#include "podium/core/prepare/piecewise_linear.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "podium/core/base/special_functions.hpp"

namespace podium {

namespace {

constexpr std::size_t evenly_spaced = 64;

std::size_t total(const ValueCounts& values) {
  std::size_t sum = 0;
  for (const auto& [value, count] : values) sum += count;
  return sum;
}

/// The ranks, from 0, of evenly spaced order statistics, and of those at 1, 3, 7, 15, ... from each
/// end: between the last evenly spaced one and an outlier, all others would be equal.
std::set<std::size_t> knot_ranks(std::size_t n) {
  std::set<std::size_t> ranks = {0};
  const std::size_t count = std::min(n, evenly_spaced);
  for (std::size_t i = 1; i < count; ++i) {
    const double place = static_cast<double>(i * (n - 1)) / static_cast<double>(count - 1);
    ranks.insert(static_cast<std::size_t>(std::nearbyint(place)));
  }
  for (std::size_t from_end = 1; from_end < n; from_end = 2 * from_end + 1) {
    ranks.insert({from_end, n - 1 - from_end});
  }
  return ranks;
}

/// The values among these that are knots. A value that more than half of them have would take most
/// of the order statistics: it is one knot, and the others are those of the rest.
std::vector<double> knots_of(const ValueCounts& values, std::size_t n) {
  const auto most = std::ranges::max_element(values, {}, &ValueCounts::value_type::second);
  const std::size_t frequent = 2 * most->second > n ? most->second : 0;
  const std::set<std::size_t> ranks = knot_ranks(n - frequent);
  std::vector<double> knots;
  std::size_t below = 0;
  for (const auto& value : values) {
    const bool is_frequent = frequent > 0 && value == *most;
    const std::size_t end = below + (is_frequent ? 0 : value.second);
    const auto rank = ranks.lower_bound(below);
    if (is_frequent || (rank != ranks.end() && *rank < end)) knots.push_back(value.first);
    below = end;
  }
  return knots;
}

/// The normal quantile of the share of values below, plus half of the share of equal ones.
double normal_quantile(std::size_t below, std::size_t equal, std::size_t all) {
  const auto n = static_cast<double>(all);
  const double share = (static_cast<double>(below) + static_cast<double>(equal) / 2.0) / n;
  return normal_upper_quantile(1.0 - std::clamp(share, 0.5 / n, 1.0 - 0.5 / n));
}

}  // namespace

PiecewiseLinear PiecewiseLinear::of_normal_ranks(const ValueCounts& values) {
  const std::size_t n = total(values);
  PiecewiseLinear function{.at = knots_of(values, n), .image = {}};
  std::size_t below = 0;
  for (const auto& [value, count] : values) {
    const bool is_next =
        function.image.size() < function.at.size() && function.at[function.image.size()] == value;
    if (is_next) function.image.push_back(normal_quantile(below, count, n));
    below += count;
  }
  double mean = 0.0;
  double square = 0.0;
  for (const auto& [value, count] : values) mean += static_cast<double>(count) * function(value);
  mean /= static_cast<double>(n);
  for (const auto& [value, count] : values) {
    const double away = function(value) - mean;
    square += static_cast<double>(count) * away * away;
  }
  const double deviation = std::sqrt(square / static_cast<double>(n));
  for (double& image : function.image) image = (image - mean) / deviation;
  return function;
}

double PiecewiseLinear::operator()(double x) const {
  if (!(x > at.front())) return std::isnan(x) ? x : image.front();
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(at, x) - at.begin());
  if (above == at.size()) return image.back();
  const double share = (x - at[above - 1]) / (at[above] - at[above - 1]);
  return image[above - 1] + share * (image[above] - image[above - 1]);
}

Json PiecewiseLinear::json() const {
  return {{"at", at}, {"image", image}};
}

PiecewiseLinear PiecewiseLinear::read(const JsonReader& json) {
  PiecewiseLinear function{.at = json.at("at").numbers(), .image = {}};
  function.image = json.at("image").numbers(function.at.size());
  const bool rises =
      std::ranges::adjacent_find(function.at, std::greater_equal()) == function.at.end() &&
      std::ranges::is_sorted(function.image);
  if (function.at.size() < 2 || !rises) {
    throw json.error("found knots that do not rise, expected at least two ascending ones");
  }
  return function;
}

}  // namespace podium
