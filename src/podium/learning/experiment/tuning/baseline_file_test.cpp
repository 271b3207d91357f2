#include "podium/learning/experiment/tuning/baseline_file.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;
using testing::ThrowsMessage;

/// Query a with the documents x, y, z and query b with x.
Dataset two_queries() {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{2.0, 1.0, 0.0}}, std::vector{1.0F, 2.0F, 4.0F},
                    std::vector<std::string>{"x", "y", "z"});
  builder.add_query("b", GradedTruth{{1.0}}, std::vector{3.0F}, std::vector<std::string>{"x"});
  return std::move(builder).build();
}

class BaselineFiles : public testing::Test {
 protected:
  BaselineFile file(const std::string& text) const {
    return BaselineFile(folder_.file("baseline", text));
  }

  std::string complaint(const std::string& text) const {
    try {
      (void)file(text).scores(two_queries());
    } catch (const std::exception& error) {
      return error.what();
    }
    return "accepted";
  }

  TemporaryFolder folder_;
};

TEST_F(BaselineFiles, AreKnownByTheirContents) {
  RankingModel model;
  model.kind = LinearModel{{1}, {2.0}};
  model.preparation.features.count = 1;
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  const BaselineFile inside = file(to_json(model));
  EXPECT_EQ(inside.kind(), BaselineKind::model);
  EXPECT_EQ(*inside.record().model, model);
  EXPECT_THAT(inside.scores(two_queries()), ElementsAre(2.0, 4.0, 8.0, 6.0));
  EXPECT_EQ(file("a Q0 x 1 2.5 tag\n").kind(), BaselineKind::run);
  EXPECT_EQ(file("a\t x  2.5\n").kind(), BaselineKind::run);
  EXPECT_EQ(file("1\n2\n3\n4\n").kind(), BaselineKind::scores);
  EXPECT_EQ(file("1\n2\n3\n4\n").record().model, nullptr);
}

TEST_F(BaselineFiles, OfRunsAreStandardisedQueryByQuery) {
  BaselineGaps gaps;
  const double root = std::sqrt(1.5);
  EXPECT_THAT(file("a Q0 z 1 30 t\na Q0 x 2 20 t\na Q0 y 3 10 t\nb Q0 x 1 9 t\n")
                  .scores(two_queries(), &gaps),
              Pointwise(DoubleNear(1e-12), {0.0, -root, root, 0.0}));
  EXPECT_EQ(gaps.remark(), "");
  // By all documents of the run, so that a part of the query gets the same scores.
  EXPECT_THAT(file("a Q0 z 1 30 t\na Q0 x 2 20 t\na Q0 other 3 10 t\nb Q0 x 1 9 t\n")
                  .scores(two_queries(), &gaps),
              Pointwise(DoubleNear(1e-12), {0.0, -root - 1.0, root, 0.0}));
  EXPECT_EQ(gaps.remark(),
            "no score for 1 document: below the least score of the query, by one standard "
            "deviation");
}

TEST_F(BaselineFiles, TakeScoresOfAnySize) {
  const double root = std::sqrt(1.5);
  EXPECT_THAT(file("a z 1.5e308\na x 0\na y -1.5e308\n").scores(two_queries()),
              Pointwise(DoubleNear(1e-9), {0.0, -root, root, 0.0}));
  EXPECT_THAT(file("a z 0.1\na x 0.1\na y 0.1\nb x 0\n").scores(two_queries()),
              ElementsAre(0.0, 0.0, 0.0, 0.0));
}

TEST_F(BaselineFiles, CountQueriesThatTheyDoNotHave) {
  BaselineGaps gaps;
  EXPECT_THAT(file("b x 2\nb y 1\n").scores(two_queries(), &gaps), ElementsAre(0.0, 0.0, 0.0, 1.0));
  EXPECT_EQ(gaps.queries, 1U);
  EXPECT_EQ(gaps.remark(), "no score for 1 whole query: all documents have the same");
  EXPECT_THAT(complaint("c x 2\n"), HasSubstr("found none of the 2 queries of the data"));
}

TEST_F(BaselineFiles, OfRowsAreStandardisedTooAndFitTheData) {
  const double root = std::sqrt(1.5);
  EXPECT_THAT(file("20\n10\n30\n5\n").scores(two_queries()),
              Pointwise(DoubleNear(1e-12), {0.0, -root, root, 0.0}));
  EXPECT_THAT(complaint("1\n2\n"), HasSubstr("found 2 scores, expected 4"));
}

TEST_F(BaselineFiles, AreRefusedWhenTheyAreNeither) {
  EXPECT_THAT(complaint(""), HasSubstr("expected a model, a run or scores"));
  EXPECT_THAT(complaint("{\"a\": 1}"), HasSubstr("podium_model"));
  EXPECT_THAT(complaint("two words\n"), HasSubstr("baseline"));
  EXPECT_THAT(complaint("a b c d e f g h\n"), HasSubstr("baseline"));
  EXPECT_THAT(complaint("word\n"), HasSubstr("expected a finite score"));
  RankingModel model;
  model.kind = LinearModel{{2}, {1.0, 2.0}};
  model.preparation.features = {2, 1, {"1", "baseline"}};
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  model.baseline = {BaselineKind::run, nullptr};
  EXPECT_THAT(complaint(to_json(model)), HasSubstr("needs the file of its own baseline"));
}

}  // namespace
}  // namespace podium
