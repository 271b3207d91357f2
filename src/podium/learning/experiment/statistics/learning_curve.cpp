#include "podium/learning/experiment/statistics/learning_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

constexpr std::size_t sample_count = 1000;
constexpr std::size_t least_sizes = 4;  // one more than the law has parameters
constexpr double tail = 0.025;          // of a 95 % interval, on either side
constexpr double most_unexplained = 0.5;
constexpr double least_share_of_square = 0.01;  // of a squared error, of the mean of all

/// Means of one sample: at each size, and of the reference.
struct SampledMeans {
  std::vector<double> at_size;
  double reference = 0.0;
};

/// The values of the queries that count, those of one query side by side.
class QueryRows {
 public:
  explicit QueryRows(const LearningValues& values)
      : sizes_(values.size.size()), repetitions_(values.value.front().size()) {
    expects(values.value.size() == sizes_ && repetitions_ > 0, "values for every size");
    const std::size_t queries = values.value.front().front().size();
    for (std::size_t q = 0; q < queries; ++q) add(values, q);
  }

  std::size_t count() const noexcept { return row_.size(); }

  /// Over all queries and repetitions.
  SampledMeans means() const {
    std::vector<std::size_t> all(std::max(count(), repetitions_));
    std::iota(all.begin(), all.end(), std::size_t{0});
    return means_of(std::span(all).first(count()), std::span(all).first(repetitions_));
  }

  /// Over a sample of both.
  SampledMeans sampled(RandomStream random) const {
    const auto draw = [&](std::size_t number) {
      std::vector<std::size_t> drawn(number);
      for (std::size_t& one : drawn) one = random.below(number);
      return drawn;
    };
    const std::vector<std::size_t> queries = draw(count());
    return means_of(queries, draw(repetitions_));
  }

 private:
  void add(const LearningValues& values, std::size_t query) {
    std::vector<double> row;
    for (const auto& at_size : values.value) {
      expects(at_size.size() == repetitions_, "the same repetitions at every size");
      for (const auto& repetition : at_size) row.push_back(repetition[query]);
    }
    row.push_back(values.reference.empty() ? 0.0 : values.reference[query]);
    const auto is_nan = [](double value) { return std::isnan(value); };
    if (std::ranges::none_of(row, is_nan)) row_.push_back(std::move(row));
  }

  SampledMeans means_of(std::span<const std::size_t> queries,
                        std::span<const std::size_t> repetitions) const {
    std::vector<double> sum(sizes_ * repetitions_ + 1, 0.0);
    for (const std::size_t q : queries) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row_[q][i];
    }
    const auto counted = static_cast<double>(queries.size());
    SampledMeans means{.reference = sum.back() / counted};
    for (std::size_t s = 0; s < sizes_; ++s) {
      double all = 0.0;
      for (const std::size_t r : repetitions) all += sum[s * repetitions_ + r];
      means.at_size.push_back(all / (counted * static_cast<double>(repetitions.size())));
    }
    return means;
  }

  std::size_t sizes_;
  std::size_t repetitions_;
  std::vector<std::vector<double>> row_;  // [query][size * repetitions + repetition], reference
};

Interval middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  // Between a number and infinity there is no straight line.
  const auto place = [&](double share) {
    return values[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(values.size() - 1)))];
  };
  return {place(tail), place(1.0 - tail)};
}

/// Of means over the logarithm of the size, by least squares.
double slope_of(std::span<const double> means, std::span<const double> sizes) {
  const auto count = static_cast<double>(sizes.size());
  double mean_x = 0.0;
  for (const double size : sizes) mean_x += std::log(size) / count;
  double slope = 0.0;
  for (std::size_t i = 0; i < sizes.size(); ++i) slope += (std::log(sizes[i]) - mean_x) * means[i];
  return slope;
}

/// Whether the rise is larger than chance makes it.
bool rises(std::span<const SampledMeans> samples, const LearningValues& values) {
  std::vector<double> slopes;
  for (const SampledMeans& sample : samples) {
    slopes.push_back(slope_of(sample.at_size, values.size));
  }
  const Interval slope = middle_of(std::move(slopes));
  return values.smaller_is_better ? slope.high < 0.0 : slope.low > 0.0;
}

/// The law that is the same at every size.
PowerLaw constant_law(std::span<const SizedMean> points) {
  double mean = 0.0;
  for (const SizedMean& point : points) mean += point.mean / static_cast<double>(points.size());
  return {.limit = mean};
}

bool follows(std::span<const SizedMean> points, const PowerLaw& law) {
  const double mean = constant_law(points).limit;
  double left = 0.0;
  double all = 0.0;
  for (const SizedMean& point : points) {
    left += std::pow(point.mean - law.at(point.size), 2);
    all += std::pow(point.mean - mean, 2);
  }
  return left < most_unexplained * all;
}

/// Sets the law, or says why there is none.
void set_law(std::span<const SampledMeans> samples, std::span<const SizedMean> weighted,
             const LearningValues& values, LearningCurve& curve) {
  if (!rises(samples, values)) {
    curve.refusal = fmt::format("no {} was shown from {} to {} queries",
                                values.smaller_is_better ? "fall" : "rise",
                                to_text(values.size.front()), to_text(values.size.back()));
    return;
  }
  curve.law = fit_power_law(weighted, values.smaller_is_better);
  if (curve.law && follows(curve.points, *curve.law)) return;
  curve.law.reset();
  curve.refusal = "the means do not follow a learning curve";
}

LearningCurve::Sample sample_of(const SampledMeans& means, std::span<const SizedMean> weighted,
                                bool falls) {
  std::vector<SizedMean> points(weighted.begin(), weighted.end());
  for (std::size_t i = 0; i < points.size(); ++i) points[i].mean = means.at_size[i];
  const auto law = fit_power_law(points, falls);
  return {law.value_or(constant_law(points)), means.reference};
}

/// The standard deviation over the samples of value_of(sample).
double deviation_over(std::span<const SampledMeans> samples, auto&& value_of) {
  std::vector<double> values;
  for (const SampledMeans& sample : samples) values.push_back(value_of(sample));
  return moments_of(values).deviation;
}

/// The points with the errors that weight them: of each size alone, without what moves all sizes
/// together, such as hard queries, and does not change the form of the curve. By the differences of
/// sizes, whose variance is the sum of two such squares [Grubbs48]:
///
///   R_s = sum over t of Var(mean_s - mean_t),   T = sum over s of R_s / (2 (S - 1))
///   error_s^2 = (R_s - T) / (S - 2)
std::vector<SizedMean> weighted_points(std::span<const SampledMeans> samples,
                                       std::span<const SizedMean> points) {
  const auto sizes = static_cast<double>(points.size());
  std::vector<double> row(points.size(), 0.0);
  double total = 0.0;
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (std::size_t t = 0; t < points.size(); ++t) {
      if (t == s) continue;
      const double deviation = deviation_over(samples, [&](const SampledMeans& sample) {
        return sample.at_size[s] - sample.at_size[t];
      });
      row[s] += deviation * deviation;
    }
    total += row[s] / (2.0 * (sizes - 1.0));
  }
  std::vector<SizedMean> weighted(points.begin(), points.end());
  for (std::size_t s = 0; s < weighted.size(); ++s) {
    weighted[s].error = std::sqrt(
        std::max((row[s] - total) / (sizes - 2.0), least_share_of_square * total / sizes));
  }
  return weighted;
}

}  // namespace

Interval LearningCurve::interval_at(double size) const {
  expects(law.has_value(), "a law");
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.law.at(size));
  return middle_of(std::move(values));
}

SizeForecast LearningCurve::reaching(double target) const {
  expects(law.has_value(), "a law");
  std::vector<double> sizes;
  for (const Sample& sample : samples) sizes.push_back(sample.law.size_reaching(target));
  return {law->size_reaching(target), middle_of(std::move(sizes))};
}

SizeForecast LearningCurve::above_reference(double margin) const {
  expects(law.has_value(), "a law");
  const double ahead = smaller_is_better ? -margin : margin;
  std::vector<double> sizes;
  for (const Sample& sample : samples) {
    sizes.push_back(sample.law.size_reaching(sample.reference + ahead));
  }
  return {law->size_reaching(reference + ahead), middle_of(std::move(sizes))};
}

LearningCurve fit_learning_curve(const LearningValues& values, std::uint64_t seed) {
  expects(!values.size.empty(), "at least one size");
  const QueryRows rows(values);
  LearningCurve curve{.smaller_is_better = values.smaller_is_better};
  if (rows.count() < 2) {
    curve.refusal = "a forecast needs two test queries or more, found " + to_text(rows.count());
    return curve;
  }
  std::vector<SampledMeans> samples(sample_count);
  parallel_for(sample_count, [&](std::size_t i) {
    samples[i] = rows.sampled(RandomStream(seed, to_text(i), "learning curve"));
  });
  const SampledMeans means = rows.means();
  curve.reference = means.reference;
  for (std::size_t s = 0; s < values.size.size(); ++s) {
    const auto at_size = [&](const SampledMeans& sample) { return sample.at_size[s]; };
    curve.points.push_back({values.size[s], means.at_size[s], deviation_over(samples, at_size)});
  }
  if (values.size.size() < least_sizes) {
    curve.refusal =
        fmt::format("a forecast needs {} sizes or more, found {}", least_sizes, values.size.size());
    return curve;
  }
  const std::vector<SizedMean> weighted = weighted_points(samples, curve.points);
  set_law(samples, weighted, values, curve);
  if (!curve.law) return curve;
  curve.samples.resize(sample_count);
  parallel_for(sample_count, [&](std::size_t i) {
    curve.samples[i] = sample_of(samples[i], weighted, curve.smaller_is_better);
  });
  return curve;
}

}  // namespace podium
