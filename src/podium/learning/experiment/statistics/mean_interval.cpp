#include "podium/learning/experiment/statistics/mean_interval.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/bootstrap.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {

namespace {

// The limits of a 95 % interval vary by about 2 % of its length between seeds.
constexpr std::size_t draws = 10'000;

/// Values that count, with their weights; no weights when all are 1.
struct Sample {
  std::vector<double> value;
  std::vector<double> weight;

  Sample(std::span<const double> values, std::span<const double> weights) {
    expects(weights.empty() || weights.size() == values.size(), "a weight for every value");
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(values[i]) || (!weights.empty() && !(weights[i] > 0.0))) continue;
      value.push_back(values[i]);
      if (!weights.empty()) weight.push_back(weights[i]);
    }
  }

  /// Of the values at the places that pick(i) names, for i = 0 .. size - 1.
  template <class Pick>
  double mean(Pick&& pick) const {
    double sum = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::size_t place = pick(i);
      sum += weight[place] * value[place];
      all += weight[place];
    }
    return sum / all;
  }
};

Interval weighted_t(const Sample& sample, double alpha) {
  const double mean = sample.mean([](std::size_t i) { return i; });
  const auto count = static_cast<double>(sample.value.size());
  double squares = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < sample.value.size(); ++i) {
    const double part = sample.weight[i] * (sample.value[i] - mean);
    squares += part * part;
    all += sample.weight[i];
  }
  const double error = std::sqrt(count / (count - 1.0) * squares) / all;
  const double margin = student_t_upper_quantile(0.5 * alpha, count - 1.0) * error;
  return {mean - margin, mean + margin};
}

Interval weighted_bootstrap(const Sample& sample, double alpha, std::uint64_t seed) {
  std::vector<double> means =
      resampled(draws, seed, "weighted bootstrap", [&](RandomStream& stream) {
        return sample.mean([&](std::size_t) { return stream.below(sample.value.size()); });
      });
  std::ranges::sort(means);
  return {quantile_of_sorted(means, 0.5 * alpha), quantile_of_sorted(means, 1.0 - 0.5 * alpha)};
}

}  // namespace

Interval mean_interval(std::span<const double> values, std::span<const double> weights,
                       const IntervalOptions& options, std::uint64_t seed) {
  const Sample sample(values, weights);
  const double alpha = 1.0 - options.confidence;
  if (options.kind == IntervalKind::none || sample.value.size() < 2) return {};
  const bool is_weighted = !sample.weight.empty();
  if (options.kind == IntervalKind::t) {
    return is_weighted ? weighted_t(sample, alpha) : paired_t_test(sample.value, alpha).interval;
  }
  if (is_weighted) return weighted_bootstrap(sample, alpha, seed);
  return bootstrap_test(sample.value, {.alpha = alpha, .iterations = draws}, seed).interval;
}

std::vector<Interval> mean_intervals(const Evaluation& evaluation, const IntervalOptions& options,
                                     std::uint64_t seed) {
  const Evaluation* const part = &evaluation;
  return mean_intervals(std::span(&part, 1), options, seed);
}

std::vector<Interval> mean_intervals(std::span<const Evaluation* const> parts,
                                     const IntervalOptions& options, std::uint64_t seed) {
  std::vector<Interval> intervals;
  if (options.kind == IntervalKind::none) return intervals;
  std::vector<double> weights;
  const auto has_weights = [](const Evaluation* part) { return !part->weight.empty(); };
  if (std::ranges::any_of(parts, has_weights)) {
    for (const Evaluation* part : parts) {
      weights.insert(weights.end(), part->weight.begin(), part->weight.end());
      if (part->weight.empty()) weights.insert(weights.end(), part->query.size(), 1.0);
    }
  }
  for (std::size_t m = 0; m < parts.front()->measure.size(); ++m) {
    std::vector<double> values;
    for (const Evaluation* part : parts) {
      values.insert(values.end(), part->value[m].begin(), part->value[m].end());
    }
    intervals.push_back(clipped(mean_interval(values, weights, options, seed),
                                range_of_measure(parts.front()->measure[m])));
  }
  return intervals;
}

std::string confidence_text(const IntervalOptions& options) {
  return fmt::format("{:.6g} %", 100.0 * options.confidence);
}

}  // namespace podium
