#include "podium/core/format/orders/top_k_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/relabel.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(TopKRecords, NameTheBestInOrderAndTheRestInInputOrder) {
  DatasetBuilder builder(1);
  const std::vector<std::string> ids = {"a", "b", "c", "d"};
  builder.add_query("q", GradedTruth{{0, 2, 1, 3}}, std::vector<float>(4), ids);
  const auto records = top_k_records(std::move(builder).build(), 2, 1);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].query_id, "q");
  EXPECT_EQ(records[0].k, 2U);
  EXPECT_THAT(records[0].top, ElementsAre("d", "b"));
  EXPECT_THAT(records[0].rest, ElementsAre("a", "c"));
}

TEST(TopKRecords, LeaveUnjudgedDocumentsOut) {
  DatasetBuilder builder(1);
  const std::vector<std::string> ids = {"a", "b", "c", "d"};
  builder.add_query("q", GradedTruth{{-1, 2, 0, -1}}, std::vector<float>(4), ids);
  const Dataset data = std::move(builder).build();
  EXPECT_THAT(top_k_records(data, 3, 1)[0].top, ElementsAre("b", "c"));
  EXPECT_THAT(top_k_records(data, 1, 1)[0].rest, ElementsAre("c"));
}

TEST(TopKRecords, SayTheSameAsTheLabelsOfTheSettingForAnyNumberOfThreads) {
  const Dataset data = random_dataset(8, 80, 1);
  const Dataset labelled = with_setting(data, parse_truth_setting("topk:5"), 3);
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    const Dataset back = with_top_k(data, top_k_records(data, 5, 3), Unjudged::refuse, "f").data;
    EXPECT_TRUE(std::ranges::equal(back.columns().label, labelled.columns().label));
    EXPECT_TRUE(std::ranges::equal(back.columns().strict, labelled.columns().strict));
  }
}

}  // namespace
}  // namespace podium
