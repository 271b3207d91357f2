#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include "podium/base/interval.hpp"
#include "podium/base/options.hpp"

namespace podium {

/// What a test says of two rankers A and B. Every p is the probability, if A and B were alike, of
/// a statistic at least as extreme as the one seen; NaN when the test does not give it.
struct TestOutcome {
  double statistic = 0.0;
  double degrees_of_freedom = std::numeric_limits<double>::quiet_NaN();  ///< NaN: has none
  double p_greater = 1.0;    ///< one-sided: extreme means that the values of A are larger
  double p_less = 1.0;       ///< one-sided: extreme means that the values of A are smaller
  double p_two_sided = 1.0;  ///< either
  Interval interval;         ///< of the mean difference A - B, when the test gives one
};

/// What the tests can be told.
struct TestOptions {
  double alpha = 0.05;
  std::size_t iterations = 100'000;
  std::size_t exact_randomisation = 20;
  std::size_t exact_wilcoxon = 50;
  bool continuity = false;

  static auto fields() {
    using Self = TestOptions;
    return std::array{
        field("alpha", &Self::alpha, 1e-6, 0.5,
              "significance level; intervals cover with probability 1 - alpha"),
        field("iterations", &Self::iterations, 1, 1'000'000'000,
              "draws of the randomisation and bootstrap tests"),
        field("exact-randomisation", &Self::exact_randomisation, 0, 40,
              "largest number of differing queries for which all sign changes are counted"),
        field("exact-wilcoxon", &Self::exact_wilcoxon, 0, 50,
              "largest number of differing queries for the exact Wilcoxon distribution"),
        field("continuity", &Self::continuity,
              "continuity correction of Wilcoxon's normal approximation"),
    };
  }
};

/// Relative size below which a difference of two computed numbers is taken for rounding.
inline constexpr double rounding = 1e-12;

}  // namespace podium
