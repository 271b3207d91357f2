#include "podium/learning/experiment/statistics/tukey_hsd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/learning/experiment/statistics/studentised_range.hpp"
#include "podium/learning/experiment/statistics/tails.hpp"

namespace podium {

namespace {

constexpr double not_defined = std::numeric_limits<double>::quiet_NaN();

void check_layout(std::span<const std::vector<double>> value) {
  expects(value.size() >= 2 && value[0].size() >= 2, "at least two rankers and two queries");
  for (const auto& row : value) expects(row.size() == value[0].size(), "a value for every query");
}

std::vector<double> ranker_means(std::span<const std::vector<double>> value) {
  std::vector<double> means;
  for (const auto& row : value) {
    means.push_back(std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size()));
  }
  return means;
}

double largest_size(std::span<const std::vector<double>> value) {
  double largest = 0.0;
  for (const auto& row : value) {
    for (const double v : row) largest = std::max(largest, std::abs(v));
  }
  return largest;
}

/// sqrt(MSE) of the additive model; 0 when only rounding errors remain.
double residual_deviation(std::span<const std::vector<double>> value, std::span<const double> means,
                          double df) {
  const auto rankers = static_cast<double>(value.size());
  const double grand = std::accumulate(means.begin(), means.end(), 0.0) / rankers;
  double squares = 0.0;
  for (std::size_t query = 0; query < value[0].size(); ++query) {
    double query_mean = 0.0;
    for (const auto& row : value) query_mean += row[query] / rankers;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double residual = value[i][query] - means[i] - query_mean + grand;
      squares += residual * residual;
    }
  }
  const double deviation = std::sqrt(squares / df);
  return deviation <= rounding * largest_size(value) ? 0.0 : deviation;
}

double ratio(double gap, double standard_error) {
  if (standard_error > 0.0) return gap / standard_error;
  return gap > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

}  // namespace

std::vector<TestOutcome> tukey_hsd(std::span<const std::vector<double>> value,
                                   std::span<const RankerPair> pairs) {
  check_layout(value);
  const auto rankers = static_cast<double>(value.size());
  const auto queries = static_cast<double>(value[0].size());
  const double df = (rankers - 1.0) * (queries - 1.0);
  const std::vector<double> means = ranker_means(value);
  const double standard_error = residual_deviation(value, means, df) / std::sqrt(queries);
  const double tolerance = rounding * largest_size(value);
  std::vector<TestOutcome> outcomes;
  for (const RankerPair& pair : pairs) {
    const double gap = std::abs(means[pair.a] - means[pair.b]);
    TestOutcome outcome{.degrees_of_freedom = df, .p_greater = not_defined, .p_less = not_defined};
    outcome.statistic = ratio(gap <= tolerance ? 0.0 : gap, standard_error);
    outcome.p_two_sided = studentised_range_upper_tail(outcome.statistic, value.size(), df);
    outcomes.push_back(outcome);
  }
  return outcomes;
}

std::vector<TestOutcome> randomised_tukey_hsd(std::span<const std::vector<double>> value,
                                              std::span<const RankerPair> pairs,
                                              const TestOptions& options, std::uint64_t seed) {
  check_layout(value);
  const std::size_t queries = value[0].size();
  const auto draw = [&](RandomStream& stream) {
    std::vector<double> sum(value.size(), 0.0);
    std::vector<double> dealt(value.size());
    for (std::size_t query = 0; query < queries; ++query) {
      for (std::size_t i = 0; i < value.size(); ++i) dealt[i] = value[i][query];
      stream.shuffle(std::span(dealt));
      for (std::size_t i = 0; i < value.size(); ++i) sum[i] += dealt[i];
    }
    const auto [least, most] = std::ranges::minmax(sum);
    return (most - least) / static_cast<double>(queries);
  };
  const std::vector<double> ranges = resampled(options.iterations, seed, "tukey", draw);
  const std::vector<double> means = ranker_means(value);
  const double tolerance = rounding * largest_size(value);
  std::vector<TestOutcome> outcomes;
  for (const RankerPair& pair : pairs) {
    TestOutcome outcome;
    outcome.statistic = means[pair.a] - means[pair.b];
    set_tails(outcome, ranges, outcome.statistic, tolerance);
    outcome.p_greater = not_defined;
    outcome.p_less = not_defined;
    outcomes.push_back(outcome);
  }
  return outcomes;
}

}  // namespace podium
