#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/measure/evaluate.hpp"

namespace podium {

/// How the confidence interval of a mean over queries is computed.
enum class IntervalKind { none, t, bootstrap };

inline constexpr std::array<std::string_view, 3> interval_names = {"none", "t", "bootstrap"};

/// The options of confidence intervals.
struct IntervalOptions {
  IntervalKind kind = IntervalKind::t;
  double confidence = 0.95;

  static auto fields() {
    using Self = IntervalOptions;
    return std::array{
        field("interval", &Self::kind, interval_names,
              "confidence intervals of means over queries: none, by Student's t, or by the "
              "bootstrap"),
        field("confidence", &Self::confidence, 0.5, 0.9999, "level of confidence intervals"),
    };
  }
};

/// The interval of the mean of the values that are not NaN; unknown for fewer than two of them.
///
///   t          mean -+ t((1 - confidence)/2; m - 1) sd / sqrt(m)                [Student08]
///   bootstrap  the middle share `confidence` of the means of 10,000 samples of m of the m values,
///              drawn with replacement (percentile method [Efron93])
///
/// With weights (empty: all are 1; those of weight 0 do not count) the mean is sum(w v) / sum(w),
/// its standard error sqrt(m/(m - 1) sum(w^2 (v - mean)^2)) / sum(w) [Cochran77], and the bootstrap
/// draws values with their weights.
Interval mean_interval(std::span<const double> values, std::span<const double> weights,
                       const IntervalOptions& options, std::uint64_t seed);

/// The interval of each measure's mean, as far as it is in the measure's range, which those by t
/// may leave; empty for IntervalKind::none.
std::vector<Interval> mean_intervals(const Evaluation& evaluation, const IntervalOptions& options,
                                     std::uint64_t seed);

/// The same over the queries of several parts, each with the same measures.
std::vector<Interval> mean_intervals(std::span<const Evaluation* const> parts,
                                     const IntervalOptions& options, std::uint64_t seed);

/// The level as people write it: "95 %".
std::string confidence_text(const IntervalOptions& options);

}  // namespace podium
