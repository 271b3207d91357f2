#include "podium/core/prepare/piecewise_linear.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "podium/core/base/special_functions.hpp"

namespace podium {

namespace {

constexpr std::size_t most_knots = 64;

std::size_t total(const ValueCounts& values) {
  std::size_t sum = 0;
  for (const auto& [value, count] : values) sum += count;
  return sum;
}

/// The ranks, from 0, of evenly spaced order statistics.
std::vector<std::size_t> even_ranks(std::size_t n) {
  const std::size_t count = std::min(n, most_knots);
  const double step = static_cast<double>(n - 1) / static_cast<double>(count - 1);
  std::vector<std::size_t> ranks;
  for (std::size_t i = 0; i < count; ++i) {
    ranks.push_back(static_cast<std::size_t>(std::nearbyint(step * static_cast<double>(i))));
  }
  return ranks;
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
  const std::vector<std::size_t> ranks = even_ranks(n);
  PiecewiseLinear function;
  std::size_t below = 0;
  auto rank = ranks.begin();
  for (const auto& [value, count] : values) {
    const auto next = std::lower_bound(rank, ranks.end(), below + count);
    if (next != rank) {
      function.at.push_back(value);
      function.image.push_back(normal_quantile(below, count, n));
    }
    rank = next;
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
