#include "podium/learning/loss/structural/golden_search.hpp"

#include <string>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/loss/structural/top_oracle_fixture.hpp"
#include "podium/learning/loss/structural/top_slack.hpp"

namespace podium {
namespace {

using namespace fixture;

/// How often and how nearly a search finds the largest violation.
struct Found {
  double count = 0.0;
  double exact = 0.0;
  double ratio = 0.0;

  void add(double found, double largest) {
    EXPECT_LE(found, largest + 1e-12);
    count += 1.0;
    exact += found > largest - 1e-9 ? 1.0 : 0.0;
    ratio += std::max(0.0, found) / largest;
  }
};

struct SearchQuality {
  Found no_slack;
  Found half;
  Found nearly;
  Found repeated;
};

/// n = 3 .. 6, K = 2 .. n, labels 0 to 2, scores of deviation 0.3 or 1, against all orders.
SearchQuality quality_for(TopMeasure measure) {
  RandomStream stream(4, "golden", "quality");
  SearchQuality quality;
  for (int round = 0; round < 1000; ++round) {
    const std::size_t n = 3 + stream.below(4);
    const TopSettings settings{
        .measure = measure, .cutoff = 2 + stream.below(n - 1), .ties = TopTies::shuffled};
    const PreparedQuery query =
        prepared(TopSlack(with_settings<TopSlackOptions>(settings)), random_grades(stream, n, 3));
    const std::vector<double> s = normal_scores(stream, n, stream.below(2) == 0 ? 0.3 : 1.0);
    const double largest = query.contributes ? TopOracle(settings, query, s).slack_loss() : 0.0;
    if (largest < 1e-9) continue;
    Workspace workspace;
    const TopQuery known(settings, query.query(), s, workspace);
    const auto found = [&](double share) {
      return known.violation(golden_order(known, share * largest, workspace));
    };
    quality.no_slack.add(found(0.0), largest);
    quality.half.add(found(0.5), largest);
    quality.nearly.add(found(0.95), largest);
    quality.repeated.add(known.violation(golden_violation(known, workspace)), largest);
  }
  return quality;
}

TEST(GoldenSearch, MissesTheLargestViolationOftenWithoutASlackAndSometimesWithOne) {
  const SearchQuality ndcg = quality_for(TopMeasure::ndcg);
  RecordProperty("no-slack", std::to_string(ndcg.no_slack.exact / ndcg.no_slack.count));
  RecordProperty("half", std::to_string(ndcg.half.exact / ndcg.half.count));
  RecordProperty("nearly", std::to_string(ndcg.nearly.exact / ndcg.nearly.count));
  RecordProperty("repeated", std::to_string(ndcg.repeated.exact / ndcg.repeated.count));
  RecordProperty("repeated-ratio", std::to_string(ndcg.repeated.ratio / ndcg.repeated.count));
  EXPECT_GT(ndcg.no_slack.count, 800.0);
  EXPECT_LT(ndcg.no_slack.exact / ndcg.no_slack.count, 0.85);
  EXPECT_GT(ndcg.half.exact, ndcg.no_slack.exact);
  EXPECT_GT(ndcg.nearly.exact / ndcg.nearly.count, 0.9);
  EXPECT_LT(ndcg.nearly.exact, ndcg.nearly.count);  // even with a slack near the maximum
  EXPECT_GT(ndcg.repeated.exact / ndcg.repeated.count, 0.85);
  EXPECT_LT(ndcg.repeated.exact, ndcg.repeated.count);
}

TEST(GoldenSearch, WorksForPrecisionToo) {
  const SearchQuality precision = quality_for(TopMeasure::precision);
  EXPECT_GT(precision.repeated.exact / precision.repeated.count, 0.85);
}

// From the specification's worked example, K = 3: this search finds the maximum there.
TEST(GoldenSearch, FindsTheMaximumOfTheWorkedExample) {
  const TopSlack golden({.cutoff = 3, .ties = TopTies::shuffled, .search = GoldenSearch::value});
  EXPECT_NEAR(evaluated(golden, golden_top_query(golden), scores).value, 1.073261479, 1e-9);
  const TopSlack precision({.measure = TopMeasure::precision,
                            .cutoff = 3,
                            .ties = TopTies::shuffled,
                            .search = GoldenSearch::value});
  EXPECT_NEAR(evaluated(precision, golden_top_query(precision), scores).value, 0.711111111, 1e-9);
}

TEST(GoldenSearch, IsNeverAboveTheExactLoss) {
  RandomStream stream(5, "golden", "exact");
  for_all_top_queries(
      stream, 6,
      [](const TopSettings& settings, const WeakOrder& truth, const std::vector<double>& s) {
        TopSlackOptions options = with_settings<TopSlackOptions>(settings);
        const TopSlack exact(options);
        options.search = GoldenSearch::value;
        const TopSlack golden(options);
        EXPECT_LE(evaluated(golden, truth, s).value, evaluated(exact, truth, s).value + 1e-12);
      });
}

TEST(GoldenSearch, IsAnOption) {
  EXPECT_EQ(parse_options<TopSlackOptions>({{"search", "golden"}}).search, GoldenSearch::value);
  EXPECT_EQ(parse_options<TopSlackOptions>({{"search", "0"}}).search, 0U);
  EXPECT_THROW(parse_options<TopSlackOptions>({{"search", "bronze"}}), UsageError);
}

}  // namespace
}  // namespace podium
