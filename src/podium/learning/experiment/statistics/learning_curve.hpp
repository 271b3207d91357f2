#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/learning/experiment/statistics/power_law.hpp"

namespace podium {

/// The values of a learner on the same test queries, after training on samples of different size.
struct LearningValues {
  std::vector<double> size;  ///< number of training queries, ascending
  /// [size][repetition][query]; a repetition is another draw of the training queries. Queries with
  /// a NaN in any place do not count.
  std::vector<std::vector<std::vector<double>>> value;
  std::vector<double> reference;  ///< of a ranker that does not learn, by query; empty: none
  bool smaller_is_better = false;
};

/// The number of training queries from which on a learner reaches something; infinite: never.
struct SizeForecast {
  double size = 0.0;
  Interval interval;
};

/// A learning curve with a forecast. Intervals are at the level of 95 %.
struct LearningCurve {
  /// The law and the mean of the reference of one sample of queries and repetitions.
  struct Sample {
    PowerLaw law;
    double reference = 0.0;
  };

  std::vector<SizedMean> points;  ///< mean and standard error at each size
  double reference = 0.0;         ///< mean
  bool smaller_is_better = false;
  std::optional<PowerLaw> law;
  std::string refusal;          ///< why there is no law; empty when there is one
  std::vector<Sample> samples;  ///< empty when there is no law

  /// Of the law's value at a size.
  Interval interval_at(double size) const;

  /// The size that reaches a value.
  SizeForecast reaching(double target) const;

  /// The size whose value is better than the reference by `margin` or more.
  SizeForecast above_reference(double margin) const;
};

/// Fits a PowerLaw to the means over queries and repetitions. All errors and intervals come from
/// 1000 samples of the queries and of the repetitions, drawn with replacement and independently of
/// each other [Owen07]. A sampled query keeps its values at all sizes and its reference, because
/// what makes a query hard makes it so at every size. The law is fitted again to the means of each
/// sample (percentile method [Efron93]). Means are weighted by the part of their errors that sizes
/// do not share.
///
/// There is no law for fewer than four sizes or two queries, when chance explains the rise (the
/// slope over log n is not above 0 in 97.5 % of the samples), or when the law leaves half or more
/// of the variance of the means.
LearningCurve fit_learning_curve(const LearningValues& values, std::uint64_t seed);

}  // namespace podium
