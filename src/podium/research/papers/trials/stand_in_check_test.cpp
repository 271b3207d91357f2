#include "podium/research/papers/trials/stand_in_check.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::research {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Learners whose published values are .20, .24 and .28: a standard deviation of .04.
std::vector<StandInLearner> learners_at(std::vector<double> a, std::vector<double> b,
                                        std::vector<double> c, double error = 0.01) {
  const std::vector<double> errors(a.size(), error);
  return {{"A", 0.20, std::move(a), errors},
          {"B", 0.24, std::move(b), errors},
          {"C", 0.28, std::move(c), errors}};
}

TEST(StandInLevels, AreAcceptedInThePublishedRange) {
  const StandInLevel level = level_of(learners_at({0.21, 0.23}, {0.24, 0.26}, {0.27, 0.29}));
  EXPECT_EQ(level.published, (Interval{0.20, 0.28}));
  EXPECT_NEAR(level.published_deviation, 0.04, 1e-12);
  EXPECT_NEAR(level.ours.low, 0.22, 1e-12);
  EXPECT_NEAR(level.ours.high, 0.28, 1e-12);
  EXPECT_NEAR(level.deviation, 0.03, 1e-12);
  EXPECT_NEAR(level.error, 0.01, 1e-12);
  EXPECT_TRUE(level.is_accepted());
  EXPECT_EQ(level.verdict(), "yes");
}

TEST(StandInLevels, MayBeTwoTopicErrorsOutside) {
  EXPECT_TRUE(level_of(learners_at({0.181}, {0.24}, {0.299})).is_accepted());
  const StandInLevel below = level_of(learners_at({0.179}, {0.24}, {0.28}));
  EXPECT_THAT(below.outside, ElementsAre("A"));
  EXPECT_EQ(below.verdict(), "no: A outside of the range");
  EXPECT_THAT(level_of(learners_at({0.24}, {0.25}, {0.301})).outside, ElementsAre("C"));
  EXPECT_TRUE(level_of(learners_at({0.179}, {0.24}, {0.28}, 0.011)).is_accepted());
}

TEST(StandInLevels, TakeTheMeanOverCollectionsForALearnerAndTheSpreadWithinOne) {
  // Each collection has learners far apart, whose means agree.
  const StandInLevel apart = level_of(learners_at({0.10, 0.38}, {0.24, 0.24}, {0.38, 0.10}));
  EXPECT_THAT(apart.outside, ElementsAre());
  EXPECT_NEAR(apart.deviation, 0.14, 1e-12);
  EXPECT_EQ(apart.verdict(), "no: learners not alike");
  const StandInLevel close = level_of(learners_at({0.23}, {0.24}, {0.25}));
  EXPECT_NEAR(close.deviation, 0.01, 1e-12);
  EXPECT_EQ(close.verdict(), "no: learners too alike");
  EXPECT_TRUE(level_of(learners_at({0.219}, {0.24}, {0.261})).is_accepted());
  EXPECT_THAT(level_of(learners_at({0.5}, {0.5}, {0.5})).verdict(),
              HasSubstr("A, B, C outside of the range; learners too alike"));
}

/// Average precision by its definition, where no two values are equal.
double slow_average_precision(std::span<const double> value, std::span<const double> label) {
  double sum = 0.0;
  double relevant = 0.0;
  for (std::size_t d = 0; d < label.size(); ++d) {
    if (label[d] <= 0.0) continue;
    relevant += 1.0;
    double above = 0.0;
    double found = 0.0;
    for (std::size_t other = 0; other < label.size(); ++other) {
      if (value[other] < value[d]) continue;
      above += 1.0;
      found += label[other] > 0.0 ? 1.0 : 0.0;
    }
    sum += found / above;
  }
  return sum / relevant;
}

TEST(StandInPortraits, HaveTheBestAndTheWorstSingleFeature) {
  const SyntheticDataset made = stand_in(*find_stand_in("TD2003"), 2, 60);
  StudySpec spec;
  spec.metric = "map";
  const StandInPortrait portrait = portrait_of(made, spec);
  EXPECT_EQ(portrait.queries, 50U);
  EXPECT_NEAR(portrait.documents, 59.0, 2.0);
  EXPECT_GT(portrait.relevant, 6.0);
  EXPECT_TRUE(std::ranges::is_sorted(portrait.single_map));
  // Scores of BM25 for the body are distinct; the best feature is at least as good.
  double body = 0.0;
  DenseRow<float> dense;
  for (std::size_t q = 0; q < made.data.query_count(); ++q) {
    const QueryView query = made.data[q];
    std::vector<double> value;
    for (DocIndex doc = 0; doc < query.size(); ++doc)
      value.push_back(dense(query.features[doc])[20]);
    body += slow_average_precision(value, query.truth.label) / 50.0;
  }
  EXPECT_GE(portrait.single_map.back(), body - 1e-9);
  // The worst says nothing: about the share of relevant documents.
  EXPECT_NEAR(portrait.single_map.front(), portrait.relevant / portrait.documents, 0.1);
  EXPECT_GT(portrait.single_map.back(), portrait.single_map.front() + 0.1);
}

}  // namespace
}  // namespace podium::research
