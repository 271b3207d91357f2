#include "podium/learning/study/perturb.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/synth/synth.hpp"

namespace podium {
namespace {

Dataset sample() {
  return synthesise({.queries = 40, .documents = 20.0, .features = 3}, 1).data;
}

std::set<std::string> ids(const Dataset& data) {
  std::set<std::string> all;
  for (std::size_t q = 0; q < data.query_count(); ++q) all.emplace(data[q].id);
  return all;
}

std::size_t changed_labels(const Dataset& a, const Dataset& b) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    if (a.columns().label[row] != b.columns().label[row]) ++count;
  }
  return count;
}

TEST(TrainShare, GrowsByAddingQueries) {
  const Dataset data = sample();
  const Dataset quarter = with_train_share(data, 0.25, {7});
  const Dataset half = with_train_share(data, 0.5, {7});
  EXPECT_EQ(quarter.query_count(), 10U);
  EXPECT_EQ(half.query_count(), 20U);
  EXPECT_TRUE(std::ranges::includes(ids(half), ids(quarter)));
  EXPECT_EQ(with_train_share(data, 1.0, {7}).query_count(), 40U);
  EXPECT_EQ(with_train_share(data, 0.0, {7}).query_count(), 1U);
  EXPECT_NE(ids(with_train_share(data, 0.25, {8})), ids(quarter));
}

TEST(TrainShare, HasOtherQueriesInEveryDraw) {
  const Dataset data = sample();
  const auto first = ids(with_train_share(data, 0.25, {7, 0}));
  const auto second = ids(with_train_share(data, 0.25, {7, 1}));
  EXPECT_NE(first, second);
  EXPECT_TRUE(std::ranges::includes(ids(with_train_share(data, 0.5, {7, 1})), second));
}

TEST(WithQueries, KeepsThatManyOrAll) {
  const Dataset data = sample();
  EXPECT_EQ(ids(with_queries(data, 10, {7}, training_draws)),
            ids(with_train_share(data, 0.25, {7})));
  EXPECT_EQ(with_queries(data, 41, {7}, training_draws).query_count(), 40U);
  EXPECT_NE(ids(with_queries(data, 10, {7}, validation_draws)),
            ids(with_queries(data, 10, {7}, training_draws)));
}

TEST(LabelNoise, ReplacesAboutTheShareOfLabelsByOthers) {
  const Dataset data = sample();
  EXPECT_EQ(changed_labels(data, with_label_noise(data, 0.0, {1})), 0U);
  EXPECT_EQ(changed_labels(data, with_label_noise(data, 1.0, {1})), data.row_count());
  const auto third = static_cast<double>(changed_labels(data, with_label_noise(data, 0.3, {1})));
  EXPECT_NEAR(third / static_cast<double>(data.row_count()), 0.3, 0.06);
}

TEST(LabelNoise, NeitherJudgesNorForgetsADocument) {
  DatasetBuilder builder(0);
  builder.add_query("q", GradedTruth{{-1, 0, 1, -1, 0, 1, -1}}, {});
  const Dataset noisy = with_label_noise(std::move(builder).build(), 1.0, {1});
  EXPECT_THAT(noisy[0].truth.label, testing::ElementsAre(-1, 1, 0, -1, 1, 0, -1));
}

TEST(LabelNoise, KeepsWhatASmallerShareChanged) {
  const Dataset data = sample();
  const Dataset little = with_label_noise(data, 0.1, {3});
  const Dataset more = with_label_noise(data, 0.4, {3});
  for (std::size_t row = 0; row < data.row_count(); ++row) {
    const double label = little.columns().label[row];
    if (label == data.columns().label[row]) continue;
    EXPECT_EQ(more.columns().label[row], label) << row;
  }
}

TEST(LabelNoise, IsAnotherInEveryDraw) {
  const Dataset data = sample();
  EXPECT_GT(
      changed_labels(with_label_noise(data, 0.3, {1, 0}), with_label_noise(data, 0.3, {1, 1})), 0U);
}

TEST(LabelNoise, RefusesAnOrder) {
  const Dataset ordered = with_setting(sample(), parse_truth_setting("full"), 1);
  EXPECT_THROW(with_label_noise(ordered, 0.1, {1}), UsageError);
}

}  // namespace
}  // namespace podium
