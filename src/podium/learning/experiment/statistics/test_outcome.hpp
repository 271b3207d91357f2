#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include "podium/core/base/interval.hpp"
#include "podium/core/base/options.hpp"

namespace podium {

/// The result of a test of two rankers A and B. Every p is the probability of a statistic at least
/// as extreme as the observed one if A and B are equally good; NaN when the test does not define
/// it.
struct TestOutcome {
  double statistic = 0.0;
  double degrees_of_freedom = std::numeric_limits<double>::quiet_NaN();  ///< NaN: has none
  double p_greater = 1.0;    ///< one-sided: extreme means that the values of A are larger
  double p_less = 1.0;       ///< one-sided: extreme means that the values of A are smaller
  double p_two_sided = 1.0;  ///< two-sided: both are extreme
  Interval interval;         ///< of the mean difference A - B, when the test gives one
  double p_floor = 0.0;      ///< the smallest p that as many random samples can give

  /// Whether no sample was as extreme: p_two_sided is an upper bound only.
  bool is_at_floor() const noexcept { return p_floor > 0.0 && p_two_sided <= p_floor; }
};

/// The options of the tests.
struct TestOptions {
  double alpha = 0.05;
  double power = 0.8;
  std::size_t iterations = 100'000;
  std::size_t exact_randomisation = 20;
  std::size_t exact_wilcoxon = 50;
  bool continuity = false;

  static auto fields() {
    using Self = TestOptions;
    return std::array{
        field("alpha", &Self::alpha, 1e-6, 0.5,
              "significance level; confidence intervals have level 1 - alpha"),
        field("power", &Self::power, 0.5, 0.9999,
              "probability with which the number of queries that is forecast shows a difference"),
        field("iterations", &Self::iterations, 1, 1'000'000'000,
              "number of random samples in the randomisation and bootstrap tests"),
        field("exact-randomisation", &Self::exact_randomisation, 0, 40,
              "randomisation: enumerate all sign changes if at most this many queries differ"),
        field("exact-wilcoxon", &Self::exact_wilcoxon, 0, 50,
              "wilcoxon: use the exact distribution if at most this many queries differ"),
        field("continuity", &Self::continuity,
              "wilcoxon: use a continuity correction in the normal approximation"),
    };
  }
};

/// Relative size below which a difference of two computed numbers counts as rounding.
inline constexpr double rounding = 1e-12;

}  // namespace podium
