#include "podium/learning/loss/structural/slack_violation.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/structural/top_oracle_fixture.hpp"
#include "podium/learning/loss/structural/top_slack.hpp"

namespace podium {
namespace {

using namespace fixture;

/// A random query with NDCG, seen by the code under test and by the slow one.
struct Case {
  Case(RandomStream& stream, std::size_t n, std::size_t levels, const TopSettings& used)
      : settings(used),
        query(prepared(TopSlack(with_settings<TopSlackOptions>(used)),
                       random_grades(stream, n, levels))),
        s(normal_scores(stream, n, stream.below(2) == 0 ? 0.3 : 1.0)) {}

  TopQuery known() { return {settings, query.query(), s, workspace}; }
  double largest() const { return TopOracle(settings, query, s).slack_loss(); }

  TopSettings settings;
  PreparedQuery query;
  std::vector<double> s;
  Workspace workspace;
};

/// (largest lambda * loss + shortfall)^2 / (4 lambda)
double bound_at(const TopQuery& known, double lambda, Workspace& workspace) {
  const TopOrder best = known.best_order(lambda, workspace);
  const double sum = std::max(0.0, lambda * best.loss + known.shortfall(best));
  return sum * sum / (4.0 * lambda);
}

TEST(LeastBound, IsBelowTheBoundsOfOtherLambdasAndAboveEveryViolation) {
  RandomStream stream(1, "least", "bound");
  std::size_t with_gap = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 3 + stream.below(4);
    Case c(stream, n, 3, {.cutoff = 2 + stream.below(n - 1)});
    if (!c.query.contributes) continue;
    const TopQuery known = c.known();
    const LeastBound found = least_bound(known, c.workspace);
    if (found.is_exact) {
      EXPECT_NEAR(std::max(0.0, known.violation(found.best)), c.largest(), 1e-12);
      continue;
    }
    ++with_gap;
    const double least = bound_at(known, found.lambda, c.workspace);
    EXPECT_GE(least, c.largest() - 1e-12);
    for (double factor = 1e-3; factor < 1e3; factor *= 1.5) {
      EXPECT_GE(bound_at(known, factor * found.lambda, c.workspace), least * (1.0 - 1e-12));
    }
  }
  EXPECT_GT(with_gap, 30U);
}

// At the least bound B a mixture of two orders has lambda * loss = shortfall and loss * shortfall =
// B, so lambda = B / loss^2, where the loss is at most that of the worst order.
TEST(LeastBound, LiesWithinTheBracketOfTheLosses) {
  RandomStream stream(2, "least", "bracket");
  for (int round = 0; round < 300; ++round) {
    Case c(stream, 8, 4, {.cutoff = 5});
    if (!c.query.contributes) continue;
    const TopQuery known = c.known();
    const LeastBound found = least_bound(known, c.workspace);
    if (found.is_exact) continue;
    const double infinity = std::numeric_limits<double>::infinity();
    const double max_loss = known.best_order(infinity, c.workspace).loss;
    double min_loss = max_loss;
    for (std::uint32_t place = 0; place < 5; ++place) {
      std::vector<std::uint32_t> swapped = {0, 1, 2, 3, 4, 5};
      std::swap(swapped[place], swapped[place + 1]);
      swapped.pop_back();
      const double loss = known.order_of(swapped).loss;
      if (loss > 0.0) min_loss = std::min(min_loss, loss);
    }
    const double max_shortfall = known.shortfall(known.best_order(0.0, c.workspace));
    EXPECT_GE(found.lambda,
              bound_at(known, found.lambda, c.workspace) / (max_loss * max_loss) - 1e-12);
    EXPECT_LE(found.lambda, max_shortfall / min_loss + 1e-12);
  }
}

struct Quality {
  double exact = 0.0;  ///< share of queries
  double ratio = 0.0;  ///< mean of found over largest
};

// n = 3 .. 6, K = 2 .. n, labels 0 to 2, scores of deviation 0.3 or 1, against all orders.
TEST(LargestViolation, IsAlwaysFoundBySearchingAndNearlyAlwaysBySortingAlone) {
  RandomStream stream(3, "slack", "quality");
  Quality sorting;
  Quality searching;
  double count = 0.0;
  const auto add = [&](Quality& quality, double found, double largest) {
    EXPECT_LE(found, largest + 1e-12);
    quality.exact += found > largest - 1e-9 ? 1.0 : 0.0;
    quality.ratio += found / largest;
  };
  for (int round = 0; round < 1000; ++round) {
    const std::size_t n = 3 + stream.below(4);
    Case c(stream, n, 3, {.cutoff = 2 + stream.below(n - 1), .ties = TopTies::shuffled});
    const double largest = c.query.contributes ? c.largest() : 0.0;
    if (largest < 1e-9) continue;
    count += 1.0;
    const TopQuery known = c.known();
    add(sorting, known.violation(largest_violation(known, 0, c.workspace)), largest);
    add(searching, known.violation(largest_violation(known, 10'000, c.workspace)), largest);
  }
  EXPECT_GT(count, 800.0);
  EXPECT_GT(sorting.exact / count, 0.98);
  EXPECT_GT(sorting.ratio / count, 0.999);
  EXPECT_EQ(searching.exact, count);
}

// The hardest case: as many gains as documents, and scores that nearly agree with them.
TEST(LargestViolation, IsThatOfAllOrdersForManyGains) {
  RandomStream stream(4, "slack", "gains");
  for (int round = 0; round < 6; ++round) {
    Case c(stream, 7, 7, {.cutoff = 7});
    for (std::size_t d = 0; d < 7; ++d) c.s[d] += 0.5 * c.query.truth.label[d];
    const TopQuery known = c.known();
    const TopOrder found = largest_violation(known, 10'000, c.workspace);
    EXPECT_NEAR(known.violation(found), c.largest(), 1e-12);
  }
}

TEST(LargestViolation, IsFoundWithinTheUsualLimitForTenPlacesOfLongLists) {
  RandomStream stream(6, "slack", "long");
  for (const double agreement : {0.0, 1.0, 3.0}) {
    for (int round = 0; round < 30; ++round) {
      Case c(stream, 100, 3, {.cutoff = 10});
      for (std::size_t d = 0; d < 100; ++d) c.s[d] += 0.5 * agreement * c.query.truth.label[d];
      const TopQuery known = c.known();
      const double found = known.violation(largest_violation(known, 10'000, c.workspace));
      EXPECT_EQ(found, known.violation(largest_violation(known, 1'000'000, c.workspace)));
    }
  }
}

// With one step the search has nothing but its swaps.
TEST(LargestViolation, IsNearerToTheBoundBySwapsThanBySorting) {
  RandomStream stream(7, "slack", "swaps");
  double left_by_sorting = 0.0;
  double left_by_swaps = 0.0;
  for (int round = 0; round < 50; ++round) {
    Case c(stream, 40, 3, {.cutoff = 10 + stream.below(40)});
    for (std::size_t d = 0; d < 40; ++d) c.s[d] += 0.5 * c.query.truth.label[d];
    const TopQuery known = c.known();
    const LeastBound found = least_bound(known, c.workspace);
    if (found.is_exact) continue;
    const double bound = bound_at(known, found.lambda, c.workspace);
    const TopOrder swapped = largest_violation(known, 1, c.workspace);
    EXPECT_GE(known.violation(swapped), known.violation(found.best));
    EXPECT_LE(known.violation(swapped), bound * (1.0 + 1e-12));
    EXPECT_THAT(std::set(swapped.places.begin(), swapped.places.end()),
                testing::SizeIs(known.cutoff()));
    left_by_sorting += bound - known.violation(found.best);
    left_by_swaps += bound - known.violation(swapped);
  }
  EXPECT_GT(left_by_sorting, 0.0);
  EXPECT_LT(left_by_swaps, 0.5 * left_by_sorting);
}

TEST(LargestViolation, GrowsWithItsLimit) {
  RandomStream stream(5, "slack", "limit");
  double before = 0.0;
  Case c(stream, 40, 5, {.cutoff = 20});
  for (std::size_t d = 0; d < 40; ++d) c.s[d] += c.query.truth.label[d];
  for (const std::size_t search : {0U, 1U, 100U, 10'000U}) {
    const TopQuery known = c.known();
    const double found = known.violation(largest_violation(known, search, c.workspace));
    EXPECT_GE(found, before);
    before = found;
  }
}

}  // namespace
}  // namespace podium
