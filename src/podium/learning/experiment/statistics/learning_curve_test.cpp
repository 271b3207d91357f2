#include "podium/learning/experiment/statistics/learning_curve.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Planted {
  PowerLaw law{.limit = 0.5, .scale = 0.6, .rate = 0.6};
  std::vector<double> size = {5, 10, 20, 40, 80};
  std::size_t repetitions = 3;
  std::size_t queries = 60;
  double query_spread = 0.2;  ///< the same at all sizes: some queries are harder
  double noise = 0.05;        ///< of each value
  std::uint64_t seed = 1;
};

/// Values whose expectation at each size is the law's; the reference's is 0.3.
LearningValues planted(const Planted& plan) {
  LearningValues values{.size = plan.size};
  RandomStream random(plan.seed, "", "planted curve");
  std::vector<double> level;
  for (std::size_t q = 0; q < plan.queries; ++q) {
    level.push_back(plan.query_spread * random.normal());
    values.reference.push_back(0.3 + level.back() + plan.noise * random.normal());
  }
  for (const double size : plan.size) {
    auto& at_size = values.value.emplace_back();
    for (std::size_t r = 0; r < plan.repetitions; ++r) {
      auto& repetition = at_size.emplace_back();
      for (const double base : level) {
        repetition.push_back(plan.law.at(size) + base + plan.noise * random.normal());
      }
    }
  }
  return values;
}

TEST(LearningCurve, RecoversAPlantedCurve) {
  const Planted plan{.query_spread = 0.05, .noise = 0.01};
  const LearningCurve curve = fit_learning_curve(planted(plan), 1);
  ASSERT_TRUE(curve.law) << curve.refusal;
  EXPECT_EQ(curve.refusal, "");
  EXPECT_NEAR(curve.law->rate, plan.law.rate, 0.05);
  EXPECT_NEAR(curve.law->at(320.0), plan.law.at(320.0), 0.02);
  EXPECT_TRUE(curve.interval_at(320.0).holds(plan.law.at(320.0)));
  // limit - 0.6 n^-0.6 = 0.3 at n = 3^(1 / 0.6)
  EXPECT_NEAR(curve.above_reference(0.0).size, std::pow(3.0, 1.0 / 0.6), 0.5);
}

TEST(LearningCurve, HasExactlyThePlantedCurveWithoutNoise) {
  const Planted plan{.repetitions = 1, .query_spread = 0.0, .noise = 0.0};
  const LearningCurve curve = fit_learning_curve(planted(plan), 1);
  ASSERT_TRUE(curve.law);
  EXPECT_NEAR(curve.law->at(1000.0), plan.law.at(1000.0), 1e-7);
  EXPECT_NEAR(curve.interval_at(1000.0).low, curve.interval_at(1000.0).high, 1e-7);
  EXPECT_NEAR(curve.reaching(plan.law.at(500.0)).size, 500.0, 1e-2);
  EXPECT_EQ(curve.reaching(0.51).size, infinite);
}

TEST(LearningCurve, FollowsValuesThatFall) {
  LearningValues values = planted({.noise = 0.01});
  for (auto& at_size : values.value) {
    for (auto& repetition : at_size) {
      for (double& value : repetition) value = -value;
    }
  }
  for (double& value : values.reference) value = -value;
  values.smaller_is_better = true;
  const LearningCurve curve = fit_learning_curve(values, 1);
  ASSERT_TRUE(curve.law) << curve.refusal;
  const LearningCurve mirror = fit_learning_curve(planted({.noise = 0.01}), 1);
  EXPECT_NEAR(curve.law->at(200.0), -mirror.law->at(200.0), 1e-12);
  EXPECT_NEAR(curve.above_reference(0.05).size, mirror.above_reference(0.05).size, 1e-9);
}

TEST(LearningCurve, HasIntervalsThatHoldTheTruth) {
  int held = 0;
  int fitted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Planted plan{.queries = 40, .seed = seed};
    const LearningCurve curve = fit_learning_curve(planted(plan), seed);
    if (!curve.law) continue;
    ++fitted;
    if (curve.interval_at(320.0).holds(plan.law.at(320.0))) ++held;
  }
  EXPECT_GE(fitted, 38);
  EXPECT_GE(held, 34) << "of " << fitted;  // a share of 0.95 gives fewer in 2 % of all cases
}

TEST(LearningCurve, CountsOnOtherDrawsOfTheTrainingQueries) {
  // Each repetition is off by a number of its own at each size; queries agree on it.
  Planted plan{.noise = 0.0};
  LearningValues values = planted(plan);
  RandomStream random(9, "", "draws");
  for (auto& at_size : values.value) {
    for (auto& repetition : at_size) {
      const double off = 0.02 * random.normal();
      for (double& value : repetition) value += off;
    }
  }
  const LearningCurve curve = fit_learning_curve(values, 1);
  const LearningCurve even = fit_learning_curve(planted(plan), 1);
  ASSERT_TRUE(curve.law && even.law);
  const auto width = [](const Interval& interval) { return interval.high - interval.low; };
  EXPECT_GT(width(curve.above_reference(0.0).interval),
            2.0 * width(even.above_reference(0.0).interval));
}

TEST(LearningCurve, TrustsTheSizesWhoseDrawsAgree) {
  // Draws of 5 queries differ widely and are too low; queries differ more than draws do.
  const Planted plan{.repetitions = 4, .noise = 0.001};
  LearningValues values = planted(plan);
  for (std::size_t r = 0; r < plan.repetitions; ++r) {
    const double off = -0.1 + 0.1 * (static_cast<double>(r) - 1.5);
    for (double& value : values.value[0][r]) value += off;
  }
  const LearningCurve curve = fit_learning_curve(values, 1);
  ASSERT_TRUE(curve.law) << curve.refusal;
  const LearningCurve undisturbed = fit_learning_curve(planted(plan), 1);
  EXPECT_NEAR(curve.law->at(320.0), undisturbed.law->at(320.0), 0.005);
}

TEST(LearningCurve, RefusesTooFewSizes) {
  const LearningCurve curve = fit_learning_curve(planted({.size = {10, 20, 40}}), 1);
  EXPECT_FALSE(curve.law);
  EXPECT_EQ(curve.refusal, "a forecast needs 4 sizes or more, found 3");
  EXPECT_EQ(curve.points.size(), 3U);
  EXPECT_THROW(static_cast<void>(curve.interval_at(80.0)), ContractError);
}

TEST(LearningCurve, RefusesWhatDoesNotRise) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const LearningCurve curve =
        fit_learning_curve(planted({.law = {.limit = 0.4}, .seed = seed}), seed);
    if (curve.law) continue;
    ++refused;
    EXPECT_THAT(curve.refusal, testing::AnyOf(HasSubstr("no rise was shown from 5 to 80 queries"),
                                              HasSubstr("do not follow")));
  }
  EXPECT_GE(refused, 36);  // chance makes one of 40 rise
  const LearningCurve falling =
      fit_learning_curve(planted({.law = {.limit = 0.4, .scale = -0.3, .rate = 0.5}}), 1);
  EXPECT_EQ(falling.refusal, "no rise was shown from 5 to 80 queries");
}

TEST(LearningCurve, RefusesMeansThatGoUpAndDown) {
  LearningValues values = planted({.law = {.limit = 0.4}, .noise = 0.001});
  for (std::size_t s = 0; s < values.size.size(); ++s) {
    for (auto& repetition : values.value[s]) {
      for (double& value : repetition) {
        value += (s % 2 == 0 ? 0.0 : 0.2) + 0.02 * static_cast<double>(s);
      }
    }
  }
  EXPECT_EQ(fit_learning_curve(values, 1).refusal, "the means do not follow a learning curve");
}

TEST(LearningCurve, LeavesOutQueriesWithoutAValue) {
  LearningValues values = planted({.queries = 30});
  LearningValues cut = values;
  values.value[2][1][29] = std::nan("");
  for (auto& at_size : cut.value) {
    for (auto& repetition : at_size) repetition.pop_back();
  }
  cut.reference.pop_back();
  EXPECT_EQ(fit_learning_curve(values, 1).points[0].mean,
            fit_learning_curve(cut, 1).points[0].mean);
  const LearningCurve none = fit_learning_curve(planted({.queries = 1}), 1);
  EXPECT_EQ(none.refusal, "a forecast needs two test queries or more, found 1");
}

TEST(LearningCurve, IsTheSameForAnyNumberOfThreads) {
  const LearningCurve many = fit_learning_curve(planted({}), 3);
  const ThreadLimit limit(1);
  const LearningCurve one = fit_learning_curve(planted({}), 3);
  EXPECT_EQ(many.interval_at(160.0), one.interval_at(160.0));
  EXPECT_EQ(many.law->at(160.0), one.law->at(160.0));
}

}  // namespace
}  // namespace podium
