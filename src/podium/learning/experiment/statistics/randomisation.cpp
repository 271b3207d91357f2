#include "podium/learning/experiment/statistics/randomisation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/learning/experiment/statistics/tails.hpp"

namespace podium {

namespace {

/// The sums of `terms` for every choice of signs, in ascending order.
std::vector<double> signed_sums(std::span<const double> terms) {
  std::vector<double> sums = {0.0};
  for (const double term : terms) {
    const std::size_t known = sums.size();
    sums.reserve(2 * known);
    for (std::size_t i = 0; i < known; ++i) {
      sums.push_back(sums[i] + term);
      sums[i] -= term;
    }
  }
  std::ranges::sort(sums);
  return sums;
}

/// The number of pairs, one number from each of two ascending lists, with a sum of at least
/// `threshold`.
double count_at_least(std::span<const double> left, std::span<const double> right,
                      double threshold) {
  double count = 0.0;
  std::size_t first = right.size();
  for (const double l : left) {
    while (first > 0 && l + right[first - 1] >= threshold) --first;
    count += static_cast<double>(right.size() - first);
  }
  return count;
}

void set_exact_tails(TestOutcome& outcome, std::span<const double> terms, double observed,
                     double tolerance) {
  const std::vector<double> left = signed_sums(terms.first(terms.size() / 2));
  const std::vector<double> right = signed_sums(terms.subspan(terms.size() / 2));
  const double all = std::ldexp(1.0, static_cast<int>(terms.size()));
  // The distribution of the sums is symmetric, so both tails are the same.
  const auto share_beyond = [&](double sum) {
    return count_at_least(left, right, sum - tolerance) / all;
  };
  outcome.p_greater = share_beyond(observed);
  outcome.p_less = share_beyond(-observed);
  outcome.p_two_sided =
      std::abs(observed) <= tolerance ? 1.0 : 2.0 * share_beyond(std::abs(observed));
}

double randomly_signed_sum(std::span<const double> terms, RandomStream& stream) {
  constexpr std::size_t word = 64;
  double sum = 0.0;
  std::uint64_t signs = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i % word == 0) signs = stream.bits();
    sum += (signs & 1U) != 0 ? terms[i] : -terms[i];
    signs >>= 1U;
  }
  return sum;
}

}  // namespace

TestOutcome randomisation_test(std::span<const double> difference, const TestOptions& options,
                               std::uint64_t seed) {
  expects(!difference.empty(), "at least one query");
  std::vector<double> terms;
  std::ranges::copy_if(difference, std::back_inserter(terms), [](double d) { return d != 0.0; });
  const double sum = std::accumulate(terms.begin(), terms.end(), 0.0);
  const double magnitude = std::accumulate(
      terms.begin(), terms.end(), 0.0, [](double total, double d) { return total + std::abs(d); });
  TestOutcome outcome;
  outcome.statistic = sum / static_cast<double>(difference.size());
  if (terms.size() <= options.exact_randomisation) {
    set_exact_tails(outcome, terms, sum, rounding * magnitude);
  } else {
    const auto draw = [&](RandomStream& stream) { return randomly_signed_sum(terms, stream); };
    set_tails(outcome, resampled(options.iterations, seed, "randomisation", draw), sum,
              rounding * magnitude);
  }
  return outcome;
}

}  // namespace podium
