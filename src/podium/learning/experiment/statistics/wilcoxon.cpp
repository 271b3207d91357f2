#include "podium/learning/experiment/statistics/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "podium/core/base/special_functions.hpp"

namespace podium {

namespace {

struct SignedRanks {
  std::vector<std::size_t> doubled_rank;  ///< twice the mean rank, a whole number
  std::size_t doubled_positive = 0;       ///< twice W
  double tie_term = 0.0;                  ///< sum of t^3 - t
};

SignedRanks signed_ranks(std::span<const double> difference) {
  std::vector<double> sorted;
  std::ranges::copy_if(difference, std::back_inserter(sorted), [](double d) { return d != 0.0; });
  std::ranges::sort(sorted, {}, [](double d) { return std::abs(d); });
  SignedRanks ranks;
  const double tolerance = sorted.empty() ? 0.0 : rounding * std::abs(sorted.back());
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && std::abs(sorted[end]) <= std::abs(sorted[begin]) + tolerance) {
      ++end;
    }
    const std::size_t doubled = begin + end + 1;  // ranks begin+1 .. end
    for (std::size_t i = begin; i < end; ++i) {
      ranks.doubled_rank.push_back(doubled);
      if (sorted[i] > 0.0) ranks.doubled_positive += doubled;
    }
    const auto tied = static_cast<double>(end - begin);
    ranks.tie_term += tied * tied * tied - tied;
  }
  return ranks;
}

/// p_greater and p_less from the number of sign changes that lead to each sum: below 2^50, so
/// doubles count them exactly.
void set_exact_tails(TestOutcome& outcome, const SignedRanks& ranks) {
  const std::size_t largest =
      std::accumulate(ranks.doubled_rank.begin(), ranks.doubled_rank.end(), std::size_t{0});
  std::vector<double> ways(largest + 1, 0.0);
  ways[0] = 1.0;
  std::size_t reached = 0;
  for (const std::size_t rank : ranks.doubled_rank) {
    for (std::size_t sum = reached + 1; sum-- > 0;) ways[sum + rank] += ways[sum];
    reached += rank;
  }
  const auto observed = ways.begin() + static_cast<std::ptrdiff_t>(ranks.doubled_positive);
  const double all = std::ldexp(1.0, static_cast<int>(ranks.doubled_rank.size()));
  outcome.p_greater = std::accumulate(observed, ways.end(), 0.0) / all;
  outcome.p_less = std::accumulate(ways.begin(), observed + 1, 0.0) / all;
}

void set_normal_tails(TestOutcome& outcome, const SignedRanks& ranks, bool continuity) {
  const auto n = static_cast<double>(ranks.doubled_rank.size());
  const double excess = outcome.statistic - n * (n + 1.0) / 4.0;
  const double deviation =
      std::sqrt(n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranks.tie_term / 48.0);
  const double shift = continuity ? 0.5 : 0.0;
  outcome.p_greater = normal_upper_tail((excess - shift) / deviation);
  outcome.p_less = normal_upper_tail((-excess - shift) / deviation);
}

}  // namespace

TestOutcome wilcoxon_test(std::span<const double> difference, const TestOptions& options) {
  const SignedRanks ranks = signed_ranks(difference);
  TestOutcome outcome;
  outcome.statistic = 0.5 * static_cast<double>(ranks.doubled_positive);
  if (ranks.doubled_rank.empty()) return outcome;
  if (ranks.doubled_rank.size() <= options.exact_wilcoxon) {
    set_exact_tails(outcome, ranks);
  } else {
    set_normal_tails(outcome, ranks, options.continuity);
  }
  outcome.p_two_sided = std::min(1.0, 2.0 * std::min(outcome.p_greater, outcome.p_less));
  return outcome;
}

}  // namespace podium
