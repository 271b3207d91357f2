#include "podium/core/prepare/split.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;

TEST(Split, CutsIntoContiguousPartsLargerOnesFirst) {
  const auto parts = cut_evenly(all_queries(7), 3);
  EXPECT_THAT(parts, ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4), ElementsAre(5, 6)));
  EXPECT_THROW(cut_evenly(all_queries(2), 3), UsageError);
  EXPECT_THROW(cut_evenly(all_queries(2), 0), UsageError);
}

TEST(Split, RotatesTheFiveFoldsOfLetor) {
  // The specification's table of section A.5, parts counted from 0.
  std::vector<QueryList> parts;
  for (std::size_t part = 0; part < 5; ++part) parts.push_back({part});
  const std::vector<Fold> folds = rotate_folds(parts);
  ASSERT_THAT(folds, SizeIs(5));
  EXPECT_THAT(folds[0].train, ElementsAre(0, 1, 2));
  EXPECT_THAT(folds[0].vali, ElementsAre(3));
  EXPECT_THAT(folds[0].test, ElementsAre(4));
  EXPECT_THAT(folds[3].train, ElementsAre(3, 4, 0));
  EXPECT_THAT(folds[3].vali, ElementsAre(1));
  EXPECT_THAT(folds[3].test, ElementsAre(2));
  EXPECT_THAT(folds[4].train, ElementsAre(4, 0, 1));
  EXPECT_THAT(folds[4].vali, ElementsAre(2));
  EXPECT_THAT(folds[4].test, ElementsAre(3));
}

TEST(Split, PutsEveryQueryIntoEveryFoldOnceAndIntoOneTestPart) {
  for (const std::size_t count : {3U, 4U, 10U}) {
    const QueryList queries = all_queries(23, 5);
    const auto folds = rotate_folds(cut_evenly(queries, count));
    std::multiset<std::size_t> tested;
    for (const Fold& fold : folds) {
      QueryList all = fold.train;
      all.insert(all.end(), fold.vali.begin(), fold.vali.end());
      all.insert(all.end(), fold.test.begin(), fold.test.end());
      EXPECT_THAT(all, UnorderedElementsAreArray(queries));
      tested.insert(fold.test.begin(), fold.test.end());
    }
    EXPECT_THAT(tested, UnorderedElementsAreArray(queries));
  }
  EXPECT_THROW(rotate_folds(cut_evenly(all_queries(9), 2)), UsageError);
}

TEST(Split, ShufflesBySeedAlone) {
  EXPECT_EQ(all_queries(50, 1), all_queries(50, 1));
  EXPECT_NE(all_queries(50, 1), all_queries(50, 2));
  EXPECT_THAT(all_queries(50, 1), UnorderedElementsAreArray(all_queries(50)));
}

TEST(Split, CutsByFractions) {
  const std::vector<double> fractions = {0.6, 0.2, 0.2};
  const auto parts = cut_by_fractions(all_queries(11), fractions);
  EXPECT_THAT(parts, ElementsAre(SizeIs(7), SizeIs(2), SizeIs(2)));
  EXPECT_EQ(parts[2].back(), 10U);
  EXPECT_THROW(cut_by_fractions(all_queries(2), fractions), UsageError);
  for (const std::vector<double>& bad :
       {std::vector<double>{}, {0.5}, {0.5, 0.6}, {1.5, -0.5}, {0.0, 1.0}}) {
    EXPECT_THROW(cut_by_fractions(all_queries(9), bad), UsageError);
  }
}

TEST(Split, WritesQueriesInTheOrderOfTheList) {
  const Dataset data = random_dataset(2, 4, 3);
  const Dataset taken = take_queries(data, QueryList{3, 0});
  EXPECT_EQ(taken[0].id, "q3");
  EXPECT_EQ(taken[1].id, "q0");
  for (std::size_t row = 0; row < taken.row_count(); ++row) EXPECT_EQ(taken.input_row(row), row);
  EXPECT_TRUE(std::ranges::equal(taken[0].features.dense(), data[3].features.dense()));
}

}  // namespace
}  // namespace podium
