#include "podium/core/doctor/match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

using Ids = std::vector<std::string>;

Dataset graded() {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{2, 0, 1}}, std::vector<float>{10, 11, 12},
                    Ids{"x", "y", "z"});
  builder.add_query("b", GradedTruth{{1}}, std::vector<float>{13}, Ids{"x"});
  builder.add_query("c", GradedTruth{{0, 1}}, std::vector<float>{14, 15}, Ids{"u", "v"});
  return std::move(builder).build();
}

Dataset ordered() {
  DatasetBuilder builder(1);
  builder.add_query("c", OrderTruth{{1, 0, 2}}, std::vector<float>{0, 1, 2}, Ids{"v", "w", "u"});
  builder.add_query("a", OrderTruth{{3, 1, 0, 2}}, std::vector<float>{3, 4, 5, 6},
                    Ids{"z", "p", "x", "q"});
  builder.add_query("b", OrderTruth{{0}}, std::vector<float>{7}, Ids{"other"});
  return std::move(builder).build();
}

TEST(Match, KeepsWhatBothJudgeInTheOrderOfTheFirst) {
  const MatchedDatasets matched = match_documents(graded(), ordered());
  ASSERT_EQ(matched.first.query_count(), 2U);  // b shares no document
  ASSERT_EQ(matched.second.query_count(), 2U);
  EXPECT_EQ(matched.second[0].id, "a");
  EXPECT_THAT(matched.first[0].truth.label, ElementsAre(2, 1));   // x, z
  EXPECT_THAT(matched.second[0].truth.level, ElementsAre(0, 1));  // z before x in the order
  EXPECT_THAT(matched.second[0].features.dense(), ElementsAre(5, 3));
  EXPECT_EQ(matched.second[0].truth.strict, 2U);
  EXPECT_THAT(matched.second[1].features.dense(), ElementsAre(2, 0));  // u, v
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(matched.first.document_id(row), matched.second.document_id(row));
    EXPECT_EQ(matched.second.input_row(row), row);
  }
  EXPECT_EQ(matched.queries_dropped, 2U);
  EXPECT_EQ(matched.documents_dropped, 6U);  // y, b's x; w, p, q, other
}

TEST(Match, TakesARepeatedDocumentOnce) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 1, 2}}, std::vector<float>{1, 2, 3}, Ids{"x", "x", "z"});
  const Dataset twice = std::move(builder).build();
  const MatchedDatasets matched = match_documents(twice, ordered());
  EXPECT_THAT(matched.first[0].features.dense(), ElementsAre(1, 3));
  EXPECT_THAT(match_documents(ordered(), twice).second[0].features.dense(), ElementsAre(3, 1));
}

TEST(Match, NeedsDocumentIds) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0}}, std::vector<float>{1});
  EXPECT_THROW(match_documents(graded(), std::move(builder).build()), UsageError);
}

TEST(SelectDocuments, CountsTheStrictPlacesThatStay) {
  DatasetBuilder builder(1);
  builder.add_query("a", TopKTruth{{2, 0}, 4}, std::vector<float>{1, 2, 3, 4});
  const Dataset data = std::move(builder).build();
  const std::vector<std::vector<DocIndex>> chosen = {{3, 2}};
  const Dataset part = select_documents(data, chosen);
  EXPECT_EQ(part[0].truth.strict, 1U);
  EXPECT_THAT(part[0].truth.label, ElementsAre(0, 2));
  EXPECT_THAT(part[0].truth.level, ElementsAre(0, 1));
  EXPECT_THAT(part[0].features.dense(), ElementsAre(4, 3));
}

TEST(SelectDocuments, OfEverythingIsTheDataSet) {
  const Dataset data = random_dataset(4, 20, 3, 0.1);
  std::vector<std::vector<DocIndex>> chosen(data.query_count());
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (DocIndex doc = 0; doc < data[query].size(); ++doc) chosen[query].push_back(doc);
  }
  const Dataset all = select_documents(data, chosen);
  EXPECT_EQ(comparable_features(all), comparable_features(data));
  EXPECT_TRUE(std::ranges::equal(all.columns().level, data.columns().level));
  EXPECT_EQ(all.document_id(all.row_count() - 1), data.document_id(data.row_count() - 1));
}

}  // namespace
}  // namespace podium
