#include "podium/learning/learn/training_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/loss/own_loss.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Dataset three_queries() {
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{1, 1}}, std::vector<float>{1, 2});
  builder.add_query("good", GradedTruth{{0, 2, 1}}, std::vector<float>{1, 2, 3});
  builder.add_query("single", GradedTruth{{1}}, std::vector<float>{1});
  return std::move(builder).build();
}

TEST(TrainingSet, CountsQueriesThatCannotContributeAndStillDividesByAll) {
  const auto loss = find_loss("logistic").make({});
  const TrainingSet set(three_queries(), *loss, {.mean = true, .factor = 6.0}, 1);
  EXPECT_THAT(set.contributing(), ElementsAre(1));
  EXPECT_EQ(set.skipped_count(), 2U);
  EXPECT_DOUBLE_EQ(set.weight(1), 2.0);
  EXPECT_THAT(set.query(1).order, ElementsAre(1, 2, 0));
}

TEST(TrainingSet, DoesNotCountQueriesWithoutDocuments) {
  DatasetBuilder builder(1);
  builder.add_query("empty", GradedTruth{}, {});
  builder.add_query("good", GradedTruth{{0, 1}}, std::vector<float>{1, 2});
  builder.add_query("zero weight", GradedTruth{{0, 1}}, std::vector<float>{1, 2});
  const Dataset data = std::move(builder).build().with_weights({}, {1.0, 1.0, 0.0});
  const TrainingSet set(data, *find_loss("logistic").make({}), {.mean = true}, 1);
  EXPECT_THAT(set.contributing(), ElementsAre(1));
  EXPECT_EQ(set.weight(1), 0.5) << "the query of weight 0 counts, the empty one does not";
}

TEST(TrainingSet, VisitsEveryQueryThatContributesOnce) {
  const Dataset data = random_dataset(5, 1000, 1);
  const TrainingSet set(data, *find_loss("logistic").make({}), {}, 1);
  ASSERT_LT(set.contributing().size(), 1000U);
  std::vector<int> visits(1000);
  set.for_each_query([&](std::size_t query, Workspace&) { ++visits[query]; });
  std::vector<int> expected(1000);
  for (const std::size_t query : set.contributing()) expected[query] = 1;
  EXPECT_EQ(visits, expected);
  EXPECT_EQ(set.sum_over_queries([](std::size_t query, Workspace&) { return query; }),
            std::accumulate(set.contributing().begin(), set.contributing().end(), std::size_t{0}));
}

TEST(TrainingSet, SumsOneQueryAfterAnotherForASequentialLossWithTheSameBits) {
  const Dataset data = random_dataset(9, 3000, 1);
  const ThreadLimit limit(4);
  const OwnLoss sequential([](const LossQuery&, std::span<const double>) -> OwnLossValue {
    throw UsageError("nobody asks");
  });
  const TrainingSet in_order(data, sequential, {}, 1);
  const TrainingSet in_parallel(data, *find_loss("squared-error").make({}), {}, 1);
  std::vector<std::size_t> visited;
  const auto share = [](std::size_t query) { return std::sin(static_cast<double>(query)); };
  const double sum = in_order.sum_over_queries([&](std::size_t query, Workspace&) {
    visited.push_back(query);
    return share(query);
  });
  EXPECT_TRUE(std::ranges::equal(visited, in_order.contributing()));
  ASSERT_TRUE(std::ranges::equal(in_parallel.contributing(), in_order.contributing()));
  EXPECT_EQ(sum, in_parallel.sum_over_queries(
                     [&](std::size_t query, Workspace&) { return share(query); }));
}

TEST(TrainingSet, TakesTheWeightsOfQueries) {
  const auto loss = find_loss("list-net").make({});
  const Dataset data = three_queries().with_weights({}, {0.0, 3.0, 1.0});
  const TrainingSet set(data, *loss, {.mean = false, .factor = 2.0}, 1);
  EXPECT_THAT(set.contributing(), ElementsAre(1));
  EXPECT_DOUBLE_EQ(set.weight(1), 6.0);
}

TEST(TrainingSet, RefusesDataThatTeachesNothing) {
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{1, 1}}, std::vector<float>{1, 2});
  const Dataset data = std::move(builder).build();
  for (const LossEntry& row : losses()) {
    const auto loss = row.make({});
    const auto make = [&] { TrainingSet(data, *loss, {}, 1); };
    EXPECT_THAT(make, testing::ThrowsMessage<NumericError>(HasSubstr("can be used for training")))
        << row.name;
  }
}

TEST(TrainingSet, KeepsATiedQueryThatALossUsesWhereAnotherTeaches) {
  const TrainingSet set(three_queries(), *find_loss("list-net").make({}), {}, 1);
  EXPECT_THAT(set.contributing(), ElementsAre(0, 1));
}

}  // namespace
}  // namespace podium
