#include "podium/learning/experiment/statistics/significance.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

static_assert(has_all_fields<TestOptions>());

std::vector<double> normal_sample(std::size_t count, std::string_view key, double mean = 0.0) {
  RandomStream stream(17, key, "sample");
  std::vector<double> sample(count);
  for (double& value : sample) value = stream.normal() + mean;
  return sample;
}

/// Any test as a function of two rankers.
TestOutcome run(const SignificanceTest& test, const std::vector<double>& a,
                const std::vector<double>& b, const TestOptions& options) {
  if (test.is_joint()) {
    const std::vector<std::vector<double>> value = {a, b};
    const RankerPair pair{0, 1};
    return test.of_all(value, {&pair, 1}, options, 5)[0];
  }
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(a[i] - b[i]);
  return test.of_pair(difference, options, 5);
}

/// The contract of every row of the table, for few queries (exact) and many (drawn).
class EveryTest : public testing::TestWithParam<SignificanceTest> {
 protected:
  static constexpr TestOptions options{.iterations = 3000};
};

INSTANTIATE_TEST_SUITE_P(Significance, EveryTest, testing::ValuesIn(significance_tests()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(EveryTest, HasEitherAPairedOrAJointFunction) {
  EXPECT_NE(GetParam().of_pair == nullptr, GetParam().of_all == nullptr);
  EXPECT_NE(GetParam().summary, "");
  EXPECT_NE(GetParam().reference, "");
}

TEST_P(EveryTest, MirrorsWhenTheRankersChangePlaces) {
  for (const std::size_t queries : {std::size_t{9}, std::size_t{70}}) {
    const std::vector<double> a = normal_sample(queries, "a", 0.4);
    const std::vector<double> b = normal_sample(queries, "b");
    const TestOutcome ab = run(GetParam(), a, b, options);
    const TestOutcome ba = run(GetParam(), b, a, options);
    if (GetParam().is_joint()) {
      EXPECT_NEAR(ab.p_two_sided, ba.p_two_sided, GetParam().name == "tukey" ? 1e-12 : 0.05);
    } else {
      EXPECT_EQ(ab.p_greater, ba.p_less);
      EXPECT_EQ(ab.p_less, ba.p_greater);
      EXPECT_EQ(ab.p_two_sided, ba.p_two_sided);
      EXPECT_LT(ab.p_greater, ab.p_less);
    }
  }
}

TEST_P(EveryTest, DoesNotMindAConstantAddedToBoth) {
  for (const std::size_t queries : {std::size_t{9}, std::size_t{70}}) {
    std::vector<double> a = normal_sample(queries, "a", 0.4);
    std::vector<double> b = normal_sample(queries, "b");
    const TestOutcome before = run(GetParam(), a, b, options);
    for (double& value : a) value += 0.25;
    for (double& value : b) value += 0.25;
    const TestOutcome after = run(GetParam(), a, b, options);
    EXPECT_NEAR(after.statistic, before.statistic, 1e-11 * std::abs(before.statistic));
    EXPECT_NEAR(after.p_two_sided, before.p_two_sided, 1e-11);
  }
}

TEST_P(EveryTest, HasTheSameBitsForOneAndTwoThreads) {
  const std::vector<double> a = normal_sample(70, "a", 0.2);
  const std::vector<double> b = normal_sample(70, "b");
  const auto with_threads = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return run(GetParam(), a, b, options);
  };
  const TestOutcome one = with_threads(1);
  const TestOutcome two = with_threads(2);
  EXPECT_EQ(one.statistic, two.statistic);
  EXPECT_EQ(one.p_two_sided, two.p_two_sided);
  if (!GetParam().is_joint()) {
    EXPECT_EQ(one.p_greater, two.p_greater);
  }
  if (one.interval.is_known()) {
    EXPECT_EQ(one.interval.low, two.interval.low);
  }
}

TEST_P(EveryTest, SeesALargeDifferenceAndNotANullOne) {
  const std::vector<double> a = normal_sample(40, "a", 1.5);
  const std::vector<double> b = normal_sample(40, "b");
  EXPECT_LT(run(GetParam(), a, b, options).p_two_sided, 1e-3);
  EXPECT_EQ(run(GetParam(), b, b, options).p_two_sided, 1.0);
}

/// The largest distance of the share of p <= x from x: for uniform p it exceeds 1.63 / sqrt(count)
/// with a probability of 1 % (Kolmogorov).
double distance_from_uniform(std::vector<double> p) {
  std::ranges::sort(p);
  double distance = 0.0;
  const auto count = static_cast<double>(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    distance = std::max({distance, std::abs(p[i] - static_cast<double>(i) / count),
                         std::abs(p[i] - static_cast<double>(i + 1) / count)});
  }
  return distance;
}

TEST_P(EveryTest, GivesUniformPWhenTheRankersAreAlike) {
  constexpr int experiments = 400;
  constexpr std::size_t queries = 30;
  const TestOptions quick{.iterations = 400};
  const double bound = 1.63 / std::sqrt(experiments) + 0.02;  // the tests' own grain and bias
  std::vector<double> two_sided;
  std::vector<double> one_sided;
  for (int i = 0; i < experiments; ++i) {
    const std::string key = std::to_string(i);
    const TestOutcome outcome = run(GetParam(), normal_sample(queries, "a" + key),
                                    normal_sample(queries, "b" + key), quick);
    two_sided.push_back(outcome.p_two_sided);
    if (!GetParam().is_joint()) one_sided.push_back(outcome.p_greater);
  }
  EXPECT_LT(distance_from_uniform(two_sided), bound);
  if (!one_sided.empty()) {
    EXPECT_LT(distance_from_uniform(one_sided), bound);
  }
  // Half the p, the commonest mistake, is far off.
  for (double& p : two_sided) p /= 2.0;
  EXPECT_GT(distance_from_uniform(two_sided), 3.0 * bound);
}

TEST(ParseSignificanceTests, ReadsNamesAndListsAndAll) {
  EXPECT_EQ(parse_significance_tests("wilcoxon,t")[0].name, "wilcoxon");
  EXPECT_EQ(parse_significance_tests("all").size(), significance_tests().size());
}

TEST(ParseSignificanceTests, RefusesAnUnknownNameAndAnEmptyList) {
  try {
    parse_significance_tests("t,anova");
    FAIL() << "expected a UsageError";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "test: found 'anova', expected one of: t, randomisation, bootstrap, wilcoxon, "
                 "tukey, tukey-randomised, all");
  }
  EXPECT_THROW(parse_significance_tests(""), UsageError);
}

}  // namespace
}  // namespace podium
