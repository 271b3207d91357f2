#include "podium/data/gathered_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

Dataset sample() {
  DatasetBuilder builder(3);
  builder.add_query("a", GradedTruth{{0, 2}}, std::vector<float>{1, 2, 3, 4, 5, 6},
                    std::vector<std::string>{"d1", "d2"});
  builder.add_query("b", TopKTruth{{2, 0}, 3}, std::vector<float>{7, 8, 9, 10, 11, 12, 13, 14, 15},
                    std::vector<std::string>{"d3", "d4", "d5"});
  return std::move(builder).build();
}

TEST(WithRows, TakesRowsWithTheirIdsAndTruth) {
  const Dataset part = with_rows(sample(), {false, false, true, true, false});
  ASSERT_EQ(part.query_count(), 1U) << "a query without rows is left out";
  EXPECT_EQ(part[0].id, "b");
  EXPECT_THAT(part[0].features.values, ElementsAre(7, 8, 9, 10, 11, 12));
  EXPECT_THAT(part[0].truth.label, ElementsAre(1, 0));
  EXPECT_EQ(part[0].truth.strict, 1U) << "the other document of the top has gone";
  EXPECT_EQ(part.document_id(1), "d4");
  EXPECT_EQ(part.input_row(1), 1U);
  EXPECT_THROW(with_rows(sample(), {true}), ContractError);
}

TEST(WithRows, KeepsLevelsDense) {
  const Dataset part = with_rows(sample(), {true, true, false, true, true});
  EXPECT_THAT(part[1].truth.label, ElementsAre(0, 2));
  EXPECT_THAT(part[1].truth.level, ElementsAre(0, 1));
  EXPECT_TRUE(part[0].truth.is_graded());
}

TEST(WithRows, SharesMemoryWhenAllAreWanted) {
  const Dataset data = sample();
  const Dataset all = with_rows(data, std::vector<bool>(5, true));
  EXPECT_EQ(all.columns().features.data(), data.columns().features.data());
}

}  // namespace
}  // namespace podium
