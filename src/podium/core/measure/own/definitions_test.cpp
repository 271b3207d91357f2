#include "podium/core/measure/own/definitions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Profile& standard = find_profile("standard");

MeasureDefinitions defined(const std::vector<std::string>& texts) {
  return MeasureDefinitions(texts);
}

std::string refusal(const std::vector<std::string>& texts, const std::string& use = "map") {
  try {
    parse_measures(use, standard, defined(texts));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MeasureDefinitions, MakeMeasuresWithTheirCutoffOrAnother) {
  const MeasureDefinitions own =
      defined({"My = sum(GAIN*0.8^(rank-1))@2", "found_10=sum(relevant)"});
  std::vector<std::string> names;
  for (const Measure& measure :
       parse_measures("map,my,MY@1,3,found_10,found_10@2", standard, own)) {
    names.push_back(measure.name());
  }
  EXPECT_THAT(names, ElementsAre("map", "my", "my@1", "my@3", "found_10", "found_10@2"));
  const WeakOrder truth = weak_order(GradedTruth{{1, 2, 1}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(sample::falling_scores(3));
  const auto value = [&](const char* name) {
    return parse_measure(name, standard, own)(JudgedRanking(view, ranking)).value();
  };
  EXPECT_NEAR(value("my"), 1 + 0.8 * 3, 1e-12);
  EXPECT_NEAR(value("my@1"), 1, 1e-12);
  EXPECT_NEAR(value("my@3"), 1 + 0.8 * 3 + 0.64, 1e-12);
  EXPECT_EQ(value("found_10"), 3.0);
  EXPECT_EQ(parse_measure("my", standard, own).cutoff(), 2U);
}

TEST(MeasureDefinitions, FollowTheProfileForBlankQueries) {
  const MeasureDefinitions own = defined({"my=norm(sum(gain))"});
  const WeakOrder blank = weak_order(GradedTruth{{0, 0}});
  const TruthView view = blank.view();
  const Ranking ranking = rank_by_score(sample::falling_scores(2));
  const JudgedRanking judged(view, ranking);
  EXPECT_EQ(parse_measure("my", standard, own)(judged), 0.0);
  EXPECT_EQ(parse_measure("my", find_profile("lightgbm"), own)(judged), 1.0);
}

TEST(MeasureDefinitions, SayWhetherSmallerIsBetter) {
  const MeasureDefinitions own = defined({"gap=loss(sum(rank))", "my=sum(rank)"});
  EXPECT_TRUE(find_measure("gap@3", own).smaller_is_better);
  EXPECT_FALSE(find_measure("my", own).smaller_is_better);
  EXPECT_EQ(find_measure("nDCG@10", own).name, "ndcg");
}

TEST(MeasureDefinitions, AreTextThatParsesBack) {
  const MeasureDefinitions own = defined({" my = sum(gain) @ 5 ", "b=1"});
  EXPECT_EQ(own.text(), "my=sum(gain)@5; b=1");
  EXPECT_EQ(defined({own.all()[0].text()}).text(), "my=sum(gain)@5");
}

TEST(MeasureDefinitions, RefuseWhatTheyCannotUse) {
  EXPECT_THAT(refusal({"sum(gain)"}), HasSubstr("found 'sum(gain)', expected name=formula"));
  EXPECT_THAT(refusal({"=sum(gain)"}), HasSubstr("expected a letter"));
  EXPECT_THAT(refusal({"my measure=sum(gain)"}), HasSubstr("expected a letter"));
  EXPECT_THAT(refusal({"ndcg=sum(gain)"}), HasSubstr("'ndcg' is a measure already"));
  EXPECT_THAT(refusal({"P_10=sum(gain)"}), HasSubstr("'p_10' is a measure already"));
  EXPECT_THAT(refusal({"mrr=sum(gain)"}), HasSubstr("is a measure already"));
  EXPECT_THAT(refusal({"my=1", "MY=2"}), HasSubstr("'my' is given twice"));
  EXPECT_THAT(refusal({"my=sum(gain)@0"}), HasSubstr("expected a cutoff of 1 or more"));
  EXPECT_THAT(refusal({"my=sum(gain)@ten"}), HasSubstr("expected a cutoff of 1 or more"));
  EXPECT_THAT(refusal({"my="}), HasSubstr("found the end"));
  EXPECT_THAT(refusal({"my=1"}, "my(p=1)"), HasSubstr("my does not take options"));
  EXPECT_THAT(refusal({"my=1"}, "your"), HasSubstr("unknown measure 'your'"));
}

TEST(MeasureDefinitions, DoNotAverageOverTies) {
  const std::vector<Measure> own = parse_measures("my", standard, defined({"my=sum(gain)"}));
  const ScoredQuery query{"q", sample::graded.view(), sample::scores, {}, 0};
  EXPECT_THROW(evaluate(std::span(&query, 1), own, standard, TieRule::expected), UsageError);
}

}  // namespace
}  // namespace podium
