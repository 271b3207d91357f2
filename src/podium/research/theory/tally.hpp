#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace podium::research {

/// left <= right: the inequality of a theorem for one case.
struct Inequality {
  double left = 0.0;
  double right = 0.0;

  /// Allows for rounding of sums; false for NaN.
  bool holds() const noexcept { return left <= right + 1e-9; }
};

/// A yes-or-no statement as an inequality: 0 <= 0, or 1 <= 0.
constexpr Inequality claim(bool holds) noexcept {
  return {holds ? 0.0 : 1.0, 0.0};
}

/// The outcome of a statement over many cases.
struct Tally {
  std::size_t cases = 0;
  std::size_t violations = 0;
  double minimum_slack = std::numeric_limits<double>::infinity();  ///< smallest right - left
  std::string tightest;                                            ///< that case, in words

  /// Counts a case; describe() is called only when the case is the tightest so far.
  template <class Describe>
  void add(const Inequality& inequality, const Describe& describe) {
    ++cases;
    if (!inequality.holds()) ++violations;
    const double slack = inequality.right - inequality.left;
    if (!(slack >= minimum_slack)) {
      minimum_slack = slack;
      tightest = describe();
    }
  }

  Tally& operator+=(const Tally& later) {
    cases += later.cases;
    violations += later.violations;
    if (later.minimum_slack < minimum_slack) {
      minimum_slack = later.minimum_slack;
      tightest = later.tightest;
    }
    return *this;
  }
};

}  // namespace podium::research
