#include "podium/core/format/orders/preference_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/dataset_fixture.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PreferencePairsFile : public FileFixture {
 protected:
  /// About two_queries(): query a with d1 and d2, query b with d3, d4 and d5.
  PreferencePairs pairs_of(std::string_view text) const {
    return read_preference_pairs(folder_.file("p", text), two_queries());
  }
  std::string complaint(std::string_view text, const Dataset& data = two_queries()) const {
    return FileFixture::complaint(
        [&](const auto& path) { (void)read_preference_pairs(path, data); }, text);
  }
};

TEST_F(PreferencePairsFile, KeepsContradictionsAsPairsWithTheirWeights) {
  const PreferencePairs found = pairs_of(
      "b d4 d3 d4\n"
      "b d3 d4 d4 0.5\n"
      "b d3 d4 d3\n"
      "b d5 d3 tie\n"
      "b d5 d3 d3 2\n");
  EXPECT_THAT(found.pairs[0], IsEmpty());
  EXPECT_THAT(found.pairs[1], ElementsAre(WeightedPair{0, 1, 1.0}, WeightedPair{0, 2, 2.0},
                                          WeightedPair{1, 0, 1.5}));
  EXPECT_EQ(found.answers, 5U);
  EXPECT_EQ(found.ties, 1U);
  EXPECT_EQ(found.both_ways, 1U);
  EXPECT_EQ(found.remark(),
            "5 answers, 3 pairs; 1 tie left out; 1 pair answered in both directions, each with "
            "its weight");
  EXPECT_EQ(pairs_of("a d1 d2 d2").remark(), "1 answer, 1 pair");
}

TEST_F(PreferencePairsFile, NamesTheLineOfAQueryOrDocumentThatTheDataDoesNotHave) {
  EXPECT_THAT(complaint("a d1 d2 d1\n# comment\nc d1 d2 d1\n"),
              HasSubstr("f:3: found query 'c', expected a query of the data"));
  EXPECT_THAT(complaint("a d1 d2 d1\na d1 d3 d1\n"),
              HasSubstr("f:2: found document 'd3', expected one that query 'a' has in the data"));
  EXPECT_THAT(complaint("a d1 d9 tie\n"), HasSubstr("f:1: found document 'd9'"));
}

TEST_F(PreferencePairsFile, RefusesDocumentsThatTheDataHasTwiceAndTiesOnly) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 0, 0}}, std::vector<float>{1, 2, 3},
                    std::vector<std::string>{"x", "x", "y"});
  EXPECT_THAT(complaint("a y x y", std::move(builder).build()),
              HasSubstr("f:1: query 'a' has several documents 'x'"));
  EXPECT_THAT(complaint("a d1 d2 tie"), HasSubstr("found no preference other than a tie"));
}

TEST_F(PreferencePairsFile, KnowsDocumentsWithoutIdsByTheirRows) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{1, 2});
  builder.add_query("b", GradedTruth{{0, 0}}, std::vector<float>{1, 2});
  const PreferencePairs found =
      read_preference_pairs(folder_.file("p", "b 3 4 4"), std::move(builder).build());
  EXPECT_THAT(found.pairs[1], ElementsAre(WeightedPair{1, 0, 1.0}));
}

TEST_F(PreferencePairsFile, LeavesOutAnswersAboutTheQueriesOfOtherParts) {
  const Dataset all = two_queries();
  const std::vector<Dataset> others = {all.subset(std::vector<std::size_t>{1})};
  const Dataset train = all.subset(std::vector<std::size_t>{0});
  const PreferencePairs found =
      read_preference_pairs(folder_.file("p", "b d4 d3 d4\na d1 d2 d2\nb x y x\n"), train, others);
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_THAT(found.pairs[0], ElementsAre(WeightedPair{1, 0, 1.0}));
  EXPECT_EQ(found.elsewhere, 2U);
  EXPECT_EQ(found.remark(),
            "1 answer, 1 pair; 2 answers about queries that are not in the training data");
  const auto read = [&](const auto& path) { (void)read_preference_pairs(path, train, others); };
  EXPECT_THAT(FileFixture::complaint(read, "a d1 d2 d2\nc d1 d2 d1\n"),
              HasSubstr("f:2: found query 'c', expected a query of the data"));
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{1, 2});
  const Dataset nameless = std::move(builder).build();
  const auto path = folder_.file("p", "a 1 2 2\n");
  EXPECT_EQ(read_preference_pairs(path, nameless).answers, 1U);
  EXPECT_THROW(read_preference_pairs(path, nameless, others), UsageError);
}

}  // namespace
}  // namespace podium
