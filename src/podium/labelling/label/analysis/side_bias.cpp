#include "podium/labelling/label/analysis/side_bias.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/special_functions.hpp"

namespace podium::labelling {

namespace {

Interval wilson_interval(double successes, double n) {
  const double z = normal_upper_quantile(0.025);
  const double share = successes / n;
  const double centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
  const double half =
      z / (1.0 + z * z / n) * std::sqrt(share * (1.0 - share) / n + z * z / (4.0 * n * n));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

}  // namespace

SideBias side_bias(std::size_t left, std::size_t right) {
  SideBias bias{.left = left, .right = right};
  if (left + right == 0) return bias;
  const auto n = static_cast<double>(left + right);
  const auto most = static_cast<double>(std::max(left, right));
  bias.left_share = static_cast<double>(left) / n;
  bias.interval = wilson_interval(static_cast<double>(left), n);
  // P(X >= x) = I_(1/2)(x, n - x + 1)
  bias.p = std::min(1.0, 2.0 * incomplete_beta(most, n - most + 1.0, 0.5));
  return bias;
}

SideBias side_bias(std::span<const PreferenceVote> votes) {
  std::size_t left = 0;
  std::size_t right = 0;
  for (const PreferenceVote& vote : votes) {
    if (!vote.stands) continue;
    if (vote.answer.verdict == Verdict::left) ++left;
    if (vote.answer.verdict == Verdict::right) ++right;
  }
  return side_bias(left, right);
}

}  // namespace podium::labelling
