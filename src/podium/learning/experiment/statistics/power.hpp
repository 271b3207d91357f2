#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace podium {

/// The probability that the two-sided paired t test at level `alpha` shows a difference of mean
/// `effect` standard deviations over `count` >= 2 queries [Cohen88]:
///
///   P(T > t(alpha/2; count - 1)),   T noncentral t with count - 1 df and shift |effect|
///   sqrt(count)
///
/// A significant difference in the wrong direction does not count.
double paired_t_power(double effect, std::size_t count, double alpha);

/// The largest number of queries that a forecast considers.
inline constexpr std::size_t most_queries = 1'000'000;

/// The smallest number of queries, from 2 to most_queries, whose test has the power; nothing when
/// no such number has it.
std::optional<std::size_t> queries_for_power(double effect, double alpha, double power);

/// What more labelled queries would do for a difference of two rankers, if the true difference is
/// as large as the observed one and as varied.
struct PowerForecast {
  std::size_t queries = 0;            ///< observed
  double difference = 0.0;            ///< mean over them; 0 when it is rounding only
  double alpha = 0.05;                ///< level of the two-sided paired t test
  double power = 0.8;                 ///< wanted
  bool is_shown = false;              ///< the test of the observed queries shows the difference
  double power_now = 0.0;             ///< of a test with as many queries as observed
  std::optional<std::size_t> needed;  ///< number of queries with the wanted power; see
                                      ///< queries_for_power

  /// Queries to add: 0 when the difference is shown, nothing when no number helps.
  std::optional<std::size_t> more() const;

  /// A clause without a full stop:
  ///
  ///   about 240 more labelled queries would show this difference at the 5 % level, with a power of
  ///   80 %
  std::string words() const;
};

/// The forecast for differences of paired values, at least two; see PowerForecast.
PowerForecast queries_to_settle(std::span<const double> differences, double alpha = 0.05,
                                double power = 0.8);

}  // namespace podium
