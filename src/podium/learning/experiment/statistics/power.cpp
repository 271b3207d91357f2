#include "podium/learning/experiment/statistics/power.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/effect_size.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {

namespace {

/// The mean, 0 when it is what rounding leaves of differences that cancel.
double mean_without_rounding(std::span<const double> differences) {
  const double mean = moments_of(differences).mean;
  double largest = 0.0;
  for (const double difference : differences) largest = std::max(largest, std::abs(difference));
  return std::abs(mean) <= rounding * largest ? 0.0 : mean;
}

/// The number with two significant digits: more of them would promise too much.
std::size_t rounded(std::size_t count) {
  std::size_t unit = 1;
  while (count / unit >= 100) unit *= 10;
  return (count + unit / 2) / unit * unit;
}

std::string percent(double share) {
  return fmt::format("{:.2g} %", 100.0 * share);
}

}  // namespace

double paired_t_power(double effect, std::size_t count, double alpha) {
  expects(count >= 2, "at least two queries");
  if (std::isinf(effect)) return 1.0;
  const double df = static_cast<double>(count) - 1.0;
  return noncentral_t_upper_tail(student_t_upper_quantile(0.5 * alpha, df), df,
                                 std::abs(effect) * std::sqrt(static_cast<double>(count)));
}

std::optional<std::size_t> queries_for_power(double effect, double alpha, double power) {
  expects(power > 0.0 && power < 1.0, "a power inside (0, 1)");
  if (paired_t_power(effect, most_queries, alpha) < power) return std::nullopt;
  std::size_t enough = most_queries;
  std::size_t low = 2;
  while (low < enough) {  // the power grows with the number of queries
    const std::size_t middle = low + (enough - low) / 2;
    if (paired_t_power(effect, middle, alpha) >= power) {
      enough = middle;
    } else {
      low = middle + 1;
    }
  }
  return enough;
}

std::optional<std::size_t> PowerForecast::more() const {
  if (is_shown) return 0;
  if (!needed) return std::nullopt;
  // A test of enough queries can still have missed the difference.
  return std::max(*needed, queries + 1) - queries;
}

std::string PowerForecast::words() const {
  const std::string level = "at the " + percent(alpha) + " level";
  if (is_shown) return fmt::format("the {} queries show this difference {}", queries, level);
  if (difference == 0.0) return "no number of queries helps: the difference is 0";
  const std::string goal =
      fmt::format("show this difference {}, with a power of {}", level, percent(power));
  if (!needed) return fmt::format("even {} labelled queries would not {}", most_queries, goal);
  const std::size_t count = rounded(*more());
  return fmt::format("about {} more labelled {} would {}", count, count == 1 ? "query" : "queries",
                     goal);
}

PowerForecast queries_to_settle(std::span<const double> differences, double alpha, double power) {
  PowerForecast forecast{.queries = differences.size(),
                         .difference = mean_without_rounding(differences),
                         .alpha = alpha,
                         .power = power};
  const double effect = forecast.difference == 0.0 ? 0.0 : effect_size(differences).cohens_d;
  forecast.is_shown = effect != 0.0 && paired_t_test(differences, alpha).p_two_sided <= alpha;
  forecast.power_now = paired_t_power(effect, forecast.queries, alpha);
  if (effect != 0.0) forecast.needed = queries_for_power(effect, alpha, power);
  return forecast;
}

}  // namespace podium
