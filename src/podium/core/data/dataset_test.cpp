#include "podium/core/data/dataset.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_fixture.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/data/relabel.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(Dataset, GivesBackWhatWasBuilt) {
  const Dataset data = two_queries();
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_EQ(data.row_count(), 5U);
  const QueryView b = data[1];
  EXPECT_EQ(b.id, "b");
  EXPECT_THAT(b.features[1].dense(), ElementsAre(10, 11, 12));
  EXPECT_THAT(b.truth.label, ElementsAre(1, 0, 2));
  EXPECT_EQ(b.truth.strict, 2U);
  EXPECT_TRUE(data[0].truth.is_graded());
  EXPECT_EQ(data.document_id(4), "d5");
  EXPECT_EQ(data.feature_name(0), "1");
}

TEST(Dataset, AlignsEveryQuerysFeatures) {
  const Dataset data = two_queries();
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data[query].features.stored().data()) % 64, 0U);
  }
}

TEST(Dataset, TakesSubsetsWithTheirIds) {
  const Dataset data = two_queries();
  const std::vector<std::size_t> chosen = {1, 0};
  const Dataset part = data.subset(chosen);
  EXPECT_EQ(part[0].id, "b");
  EXPECT_EQ(part[0].truth.strict, 2U);
  EXPECT_THAT(part[1].features[1].dense(), ElementsAre(4, 5, 6));
  EXPECT_EQ(part.document_id(0), "d3");
  EXPECT_EQ(part.input_row(0), 2U);  // "b" came after "a" in the input
  EXPECT_EQ(part.input_row(3), 0U);
}

TEST(Dataset, SharesMemoryWhenTheTruthIsReplaced) {
  const Dataset data = two_queries();
  const std::vector<WeakOrder> truth = {weak_order(GradedTruth{{1, 0}}),
                                        weak_order(GradedTruth{{0, 0, 0}})};
  const Dataset other = data.with_truth(truth);
  EXPECT_THAT(other[0].truth.label, ElementsAre(1, 0));
  EXPECT_TRUE(other[1].truth.is_graded());
  EXPECT_EQ(other.columns().features.data(), data.columns().features.data());
}

TEST(Dataset, KeepsSecondLabels) {
  const Dataset data = two_queries().with_second_label({1, 2, 3, -1, 5});
  const std::vector<std::size_t> chosen = {1};
  EXPECT_THAT(data.subset(chosen).columns().second_label, ElementsAre(3, -1, 5));
  EXPECT_THAT(joined_data(data, data.subset(chosen)).columns().second_label,
              ElementsAre(1, 2, 3, -1, 5, 3, -1, 5));
  const Dataset second = with_second_truth(data);
  EXPECT_THAT(second[1].truth.label, ElementsAre(3, -1, 5));
  EXPECT_THAT(second[1].truth.level, ElementsAre(1, 0, 2));
  EXPECT_TRUE(second[1].truth.is_graded());
  EXPECT_THROW((void)with_second_truth(two_queries()), ContractError);
  EXPECT_THROW((void)two_queries().with_second_label({1}), ContractError);
}

TEST(Dataset, KeepsTheWeightsThatAreNotReplaced) {
  const Dataset rows = two_queries().with_weights({1, 2, 3, 4, 5}, {});
  EXPECT_EQ(rows[1].weight, 1.0);
  const Dataset both = rows.with_weights({}, {0.5, 2.0});
  EXPECT_THAT(both[1].row_weight, ElementsAre(3, 4, 5));
  EXPECT_EQ(both[1].weight, 2.0);
  EXPECT_EQ(both.with_weights({5, 4, 3, 2, 1}, {})[0].weight, 0.5);
}

TEST(Dataset, KeepsExactFeaturesOnlyWithTheirFloats) {
  const Dataset data = two_queries();
  const auto ends = data.columns().query_end;
  const Dataset exact = data.with_features({FeatureMatrix(ends, 3, default_memory_limit()),
                                            ExactMatrix(ends, 3, default_memory_limit()),
                                            {}});
  EXPECT_EQ(exact[1].exact.stored().size(), 9U);
  const Dataset other =
      exact.with_features({FeatureMatrix(ends, 3, default_memory_limit()), {}, {}});
  EXPECT_TRUE(other.columns().exact_features.empty());
  EXPECT_TRUE(other[1].exact.empty());
}

TEST(Dataset, RefusesFeaturesThatDoNotFit) {
  const Dataset data = two_queries();
  const std::vector<std::uint64_t> ends = {5};  // of one query
  EXPECT_THROW(data.with_features({FeatureMatrix(ends, 3, default_memory_limit()), {}, {}}),
               ContractError);
  SparsePart part;
  part.end_row();
  EXPECT_THROW(data.with_features({{}, {}, SparseMatrix({part}, default_memory_limit())}),
               ContractError);
}

TEST(Dataset, PutsScoresIntoRowOrderAndBack) {
  const Dataset data = two_queries().subset(std::vector<std::size_t>{1, 0});
  const std::vector<double> by_input = {10, 20, 30, 40, 50};
  const std::vector<double> by_row = scores_by_row(data, by_input);
  EXPECT_THAT(by_row, ElementsAre(30, 40, 50, 10, 20));
  EXPECT_EQ(scores_by_input(data, by_row), by_input);
  EXPECT_THROW(scores_by_row(data, std::vector<double>(4)), UsageError);
}

TEST(FeatureMatrix, RefusesToExceedItsLimit) {
  const std::vector<std::uint64_t> ends = {1000};
  EXPECT_THROW(FeatureMatrix(ends, 1'000'000'000, 1 << 20), UsageError);
  EXPECT_NO_THROW(FeatureMatrix(ends, 100, 1 << 20));
  std::vector<std::uint64_t> small(1000);  // one row each: blocks are mostly padding
  std::iota(small.begin(), small.end(), std::uint64_t{1});
  EXPECT_THROW(FeatureMatrix(small, 1, 100), UsageError);
}

}  // namespace
}  // namespace podium
