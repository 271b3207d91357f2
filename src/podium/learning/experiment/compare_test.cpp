#include "podium/learning/experiment/compare.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/conclusion.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> ids(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 1; i <= count; ++i) result.push_back("q" + to_text(i));
  return result;
}

RankerValues ranker(const std::string& name, const std::vector<double>& value) {
  return {name, ids(value.size()), value};
}

std::vector<RankerValues> example() {
  return {ranker("A", {.31, .44, .52, .28, .61, .39, .47, .55}),
          ranker("B", {.29, .40, .55, .20, .58, .41, .40, .50})};
}

std::vector<RankerValues> three(std::size_t queries) {
  RandomStream stream(23, "", "three rankers");
  std::vector<RankerValues> rankers;
  for (const auto& [name, mean] : {std::pair{"low", 0.3}, {"mid", 0.33}, {"high", 0.5}}) {
    std::vector<double> value;
    for (std::size_t i = 0; i < queries; ++i) value.push_back(mean + 0.1 * stream.normal());
    rankers.push_back(ranker(name, value));
  }
  return rankers;
}

CompareOptions with_tests(std::string_view tests) {
  CompareOptions options{.tests = parse_significance_tests(tests)};
  options.test.iterations = 2000;
  return options;
}

template <class Call>
std::string usage_error(Call&& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no UsageError";
}

TEST(Compare, DescribesAPair) {
  const Comparison found = compare(example(), {});
  ASSERT_EQ(found.pairs.size(), 1U);
  const PairComparison& pair = found.pairs[0];
  EXPECT_EQ(pair.queries, 8U);
  EXPECT_NEAR(pair.mean_a, 0.44625, 1e-15);
  EXPECT_NEAR(pair.mean_b, 0.41625, 1e-15);
  EXPECT_NEAR(pair.difference, 0.03, 1e-15);
  EXPECT_EQ(pair.wins, 6U);
  EXPECT_EQ(pair.ties, 0U);
  EXPECT_EQ(pair.losses, 2U);
  EXPECT_NEAR(pair.interval.low, -0.002838249908013381, 1e-11);  // scipy 1.17.1, ttest_rel
  EXPECT_NEAR(pair.effect.cohens_d, pair.tests[0].outcome.statistic / std::sqrt(8.0), 1e-13);
  EXPECT_NEAR(pair.tests[0].outcome.p_greater, .033791647, 1e-9);
  EXPECT_EQ(pair.conclusion, "no difference between A and B was shown (p = 0.0676)");
}

TEST(Compare, MatchesQueriesByIdAndCountsWhatItLeavesOut) {
  const RankerValues a{"A", {"1", "2", "3", "4", "5"}, {.5, .6, nan, .7, .1}};
  const RankerValues b{"B", {"9", "5", "4", "3", "2"}, {.9, .3, .2, .4, nan}};
  const std::vector<RankerValues> both = {a, b};
  const PairComparison pair = compare(both, {}).pairs[0];
  EXPECT_EQ(pair.queries, 2U);    // 4 and 5
  EXPECT_EQ(pair.unmatched, 2U);  // 1 and 9
  EXPECT_EQ(pair.skipped, 2U);    // 2 and 3
  EXPECT_NEAR(pair.mean_a, 0.4, 1e-15);
  EXPECT_NEAR(pair.mean_b, 0.25, 1e-15);
  EXPECT_NEAR(compare(both, {}).mean[0], (.5 + .6 + .7 + .1) / 4, 1e-15);
  EXPECT_EQ(compare(both, {}).queries[0], 4U);
}

TEST(Compare, DoesNotMindTheOrderOfQueriesNotEvenForDraws) {
  std::vector<RankerValues> rankers = three(60);
  const CompareOptions options = with_tests("all");
  const Comparison before = compare(rankers, options);
  RandomStream stream(1, "", "permute");
  for (RankerValues& r : rankers) {
    std::vector<std::size_t> order(60);
    for (std::size_t i = 0; i < 60; ++i) order[i] = i;
    stream.shuffle(std::span(order));
    RankerValues permuted{r.name, {}, {}};
    for (const std::size_t i : order) {
      permuted.query.push_back(r.query[i]);
      permuted.value.push_back(r.value[i]);
    }
    r = permuted;
  }
  const Comparison after = compare(rankers, options);
  for (std::size_t p = 0; p < before.pairs.size(); ++p) {
    EXPECT_EQ(after.pairs[p].difference, before.pairs[p].difference);
    EXPECT_EQ(after.pairs[p].conclusion, before.pairs[p].conclusion);
    for (std::size_t t = 0; t < before.pairs[p].tests.size(); ++t) {
      EXPECT_EQ(after.pairs[p].tests[t].outcome.p_two_sided,
                before.pairs[p].tests[t].outcome.p_two_sided);
    }
  }
}

TEST(Compare, CorrectsOverAllPairsAndSaysSo) {
  const Comparison found = compare(three(25), with_tests("t"));
  ASSERT_EQ(found.pairs.size(), 3U);
  std::vector<double> p;
  for (const PairComparison& pair : found.pairs) p.push_back(pair.tests[0].outcome.p_two_sided);
  const std::vector<double> holm = adjusted(p, Correction::holm);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(found.pairs[i].tests[0].p_corrected, holm[i]);
  EXPECT_THAT(found.pairs[1].conclusion, StartsWith("high is better than low (p < 0.0001 after"));
  EXPECT_THAT(found.pairs[0].conclusion, HasSubstr("after Holm over 3 pairs"));
  EXPECT_THAT(found.pairs[0].conclusion, StartsWith("no difference between low and mid was shown"));
}

TEST(Compare, HoldsTheOthersAgainstABaseline) {
  CompareOptions options = with_tests("t");
  options.baseline = "mid";
  options.correction = Correction::none;
  const Comparison found = compare(three(25), options);
  ASSERT_EQ(found.pairs.size(), 2U);
  EXPECT_EQ(found.pairs[1].rankers.a, 2U);
  EXPECT_EQ(found.pairs[1].rankers.b, 1U);
  EXPECT_GT(found.pairs[1].difference, 0.0);
  EXPECT_THAT(found.pairs[1].conclusion, testing::Not(HasSubstr("after")));
}

TEST(Compare, DoesNotCorrectAJointTestAgain) {
  const auto golden = golden_significance("tukey");
  std::vector<RankerValues> rankers;
  for (const auto& row : golden["values"]) {
    rankers.push_back(ranker("r" + to_text(rankers.size()), numbers(row)));
  }
  const Comparison found = compare(rankers, with_tests("tukey"));
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    EXPECT_NEAR(found.pairs[i].tests[0].p_corrected, golden["pairs"][i][3].get<double>(), 1e-9);
  }
  EXPECT_EQ(found.pairs[2].conclusion, "r3 is better than r0 (p = 0.0246)");
}

TEST(Compare, GivesAJointTestTheQueriesThatAllRankersHave) {
  std::vector<RankerValues> rankers = three(10);
  rankers[0].value[3] = nan;
  rankers[2].query.pop_back();
  rankers[2].value.pop_back();
  const Comparison found = compare(rankers, with_tests("t,tukey"));
  EXPECT_EQ(found.pairs[0].tests[0].queries, 9U);
  EXPECT_EQ(found.pairs[0].tests[1].queries, 8U);
}

TEST(Compare, TurnsTheVerdictWhenSmallerIsBetter) {
  CompareOptions options = with_tests("t");
  options.smaller_is_better = true;
  const Comparison found = compare(three(25), options);
  EXPECT_THAT(found.pairs[1].conclusion, StartsWith("low is better than high"));
  EXPECT_GT(found.pairs[1].wins, found.pairs[1].losses);
  EXPECT_LT(found.pairs[1].difference, 0.0);
}

TEST(Compare, ForecastsAtTheLevelThatTheCorrectionAsksFor) {
  CompareOptions options = with_tests("t");
  const auto level = [&] { return compare(three(25), options).pairs[0].forecast.alpha; };
  EXPECT_EQ(level(), 0.05 / 3.0);
  options.baseline = "low";
  EXPECT_EQ(level(), 0.05 / 2.0);
  options.correction = Correction::none;
  EXPECT_EQ(level(), 0.05);
  options.test.power = 0.9;
  const PowerForecast forecast = compare(three(25), options).pairs[0].forecast;
  EXPECT_EQ(forecast.power, 0.9);
  EXPECT_EQ(forecast.queries, 25U);
}

TEST(Compare, SaysWhatMoreQueriesWouldDoOnlyWhereNothingIsShown) {
  const PairComparison unclear = compare(example(), with_tests("t")).pairs[0];
  EXPECT_EQ(outlook(unclear), unclear.forecast.words());
  EXPECT_THAT(outlook(unclear), StartsWith("about "));
  for (const PairComparison& pair : compare(three(25), with_tests("t")).pairs) {
    EXPECT_EQ(outlook(pair).empty(), pair.tests[0].significant);
  }
}

TEST(Compare, SaysWhenTestsDoNotAgree) {
  // one huge difference against many small ones: the mean points up, the ranks point down
  std::vector<double> a(20, 0.1);
  std::vector<double> b(20, 0.11);
  for (std::size_t i = 0; i < 20; ++i) b[i] += 0.0001 * static_cast<double>(i);
  a[7] = 0.9;
  const std::vector<RankerValues> rankers = {ranker("A", a), ranker("B", b)};
  EXPECT_THAT(compare(rankers, with_tests("t,wilcoxon")).pairs[0].conclusion,
              StartsWith("the tests do not agree on A and B (t p = "));
  EXPECT_THAT(compare(rankers, with_tests("wilcoxon")).pairs[0].conclusion,
              StartsWith("B is better than A, although its mean is worse (p = "));
}

TEST(Compare, ClipsIntervalsAtTheDifferencesThatTheMeasureCanHave) {
  const std::vector<RankerValues> rankers = {ranker("A", {1, 1, 1, 1, 0.5}),
                                             ranker("B", {0, 0, 0, 0, 0.1})};
  CompareOptions options = with_tests("t,bootstrap");
  const PairComparison free = compare(rankers, options).pairs[0];
  ASSERT_GT(free.interval.high, 1.0);
  options.range = {0.0, 1.0};
  const PairComparison bounded = compare(rankers, options).pairs[0];
  EXPECT_EQ(bounded.interval, (Interval{free.interval.low, 1.0}));
  EXPECT_EQ(bounded.tests[0].outcome.interval.high, 1.0);
  EXPECT_EQ(bounded.tests[0].p_corrected, free.tests[0].p_corrected);
}

TEST(Compare, TestsEquivalenceWithinAMargin) {
  RandomStream stream(5, "", "equivalence");
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;
  for (int q = 0; q < 200; ++q) {
    a.push_back(stream.uniform());
    b.push_back(a.back() + 0.02 * stream.normal());
    c.push_back(a.back() + 0.03 + 0.02 * stream.normal());
  }
  const std::vector<RankerValues> rankers = {ranker("a", a), ranker("b", b), ranker("c", c)};
  CompareOptions options;
  EXPECT_FALSE(compare(rankers, options).pairs[0].equivalence);
  options.margin = 0.01;
  const std::vector<PairComparison> pairs = compare(rankers, options).pairs;
  EXPECT_TRUE(pairs[0].equivalence->is_shown);
  EXPECT_THAT(pairs[0].conclusion, HasSubstr("); equivalent within 0.01 (p < 0.0001)"));
  EXPECT_FALSE(pairs[1].equivalence->is_shown);
  EXPECT_THAT(pairs[1].conclusion,
              HasSubstr("); not shown to be equivalent within 0.01 (p = 1, 90 % interval -0.03"));
  // Holm: the smallest p counts three times.
  EXPECT_NEAR(pairs[0].equivalence->p_corrected, 3.0 * pairs[0].equivalence->test.p, 1e-15);
}

TEST(Compare, TakesRoundingForATie) {
  const std::vector<RankerValues> rankers = {ranker("A", {0.1 + 0.2, 0.5, 0.7}),
                                             ranker("B", {0.3, 0.4, 0.7})};
  EXPECT_EQ(compare(rankers, {}).pairs[0].ties, 2U);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
  std::vector<RankerValues> rankers = example();
  EXPECT_EQ(usage_error([&] { compare(std::span(rankers).first(1), {}); }),
            "found 1 ranker, expected at least two");
  CompareOptions options;
  options.baseline = "C";
  EXPECT_EQ(usage_error([&] { compare(rankers, options); }),
            "baseline: found 'C', expected one of: A, B");
  rankers[1].query[3] = "q1";
  EXPECT_EQ(usage_error([&] { compare(rankers, {}); }),
            "ranker 'B': found query 'q1' twice, expected it once");
  rankers = example();
  rankers[1].query = {"x1", "x2", "x3", "x4", "x5", "x6", "x7", "q1"};
  EXPECT_EQ(usage_error([&] { compare(rankers, {}); }),
            "rankers 'A' and 'B': found 1 shared query, expected at least 2");
  rankers = example();
  rankers[1].name = "A";
  EXPECT_EQ(usage_error([&] { compare(rankers, {}); }),
            "found two rankers named 'A', expected different names");
  rankers = example();
  rankers[0].value[2] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(compare(rankers, {}), NumericError);
}

}  // namespace
}  // namespace podium
