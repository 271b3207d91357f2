#include "podium/learn/training_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/data/dataset_builder.hpp"

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
  const auto loss = find_loss("logistic").make({});
  const auto make = [&] { TrainingSet(data, *loss, {}, 1); };
  EXPECT_THAT(make, testing::ThrowsMessage<NumericError>(HasSubstr("can be used for training")));
}

}  // namespace
}  // namespace podium
