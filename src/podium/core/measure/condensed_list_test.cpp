#include "podium/core/measure/condensed_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CondensedList, LeavesOutWhatNobodyJudged) {
  const WeakOrder truth = weak_order(GradedTruth{{-1, 2, 0, -1, 1, 0}});
  const Ranking ranking = rank_by_score(std::vector<double>{5, 4, 4, 4, 3, 2});
  const Ranking condensed = condensed_list(ranking, truth.view());
  EXPECT_THAT(condensed.order, ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(condensed.tie_end, ElementsAre(2, 2, 3, 4));
}

TEST(CondensedList, MayBeEmpty) {
  const WeakOrder truth = weak_order(GradedTruth{{-1, -1}});
  EXPECT_THAT(condensed_list(rank_by_score(std::vector<double>{1, 1}), truth.view()).order,
              IsEmpty());
}

TEST(CondensedList, IsTheListThatItsDocumentsAloneGive) {
  RandomStream stream(1, "", "condensed");
  for (int round = 0; round < 50; ++round) {
    const std::size_t count = 1 + stream.below(12);
    std::vector<double> label = sample::random_scores(stream, count, 4);
    for (double& l : label) l -= 1.0;
    const std::vector<double> scores = sample::random_scores(stream, count, 4);
    const WeakOrder truth = weak_order(GradedTruth{label});
    std::vector<double> judged_label;
    std::vector<double> judged_scores;
    for (std::size_t doc = 0; doc < count; ++doc) {
      if (label[doc] < 0.0) continue;
      judged_label.push_back(label[doc]);
      judged_scores.push_back(scores[doc]);
    }
    if (judged_label.empty()) continue;
    const WeakOrder judged_truth = weak_order(GradedTruth{judged_label});
    const Profile& profile = find_profile("standard");
    const auto measures = parse_measures("map,ndcg@3,p@2,rr,err", profile);
    for (const TieRule ties : {TieRule::input, TieRule::expected}) {
      const ScoredQuery all{"q", truth.view(), scores, {}, 0};
      const ScoredQuery some{"q", judged_truth.view(), judged_scores, {}, 0};
      EXPECT_EQ(evaluate(std::span(&all, 1), measures, profile, ties, ListRule::condensed).mean,
                evaluate(std::span(&some, 1), measures, profile, ties).mean);
    }
  }
}

TEST(CondensedList, IsNotWhatTheShareOfJudgedDocumentsIsTakenOf) {
  const WeakOrder truth = weak_order(GradedTruth{{-1, 2, -1, 0}});
  const std::vector<double> scores = {4, 3, 2, 1};
  const ScoredQuery query{"q", truth.view(), scores, {}, 0};
  const Profile& profile = find_profile("standard");
  const auto measures = parse_measures("judged@2,p@1", profile);
  const Evaluation whole = evaluate(std::span(&query, 1), measures, profile, TieRule::input);
  const Evaluation condensed =
      evaluate(std::span(&query, 1), measures, profile, TieRule::input, ListRule::condensed);
  EXPECT_THAT(whole.mean, ElementsAre(0.5, 0.0));
  EXPECT_THAT(condensed.mean, ElementsAre(0.5, 1.0));
  EXPECT_EQ(whole.unjudged, 2U);
  EXPECT_EQ(condensed.unjudged, 2U);
  const Explanation terms = explain(query, measures[0], TieRule::input, ListRule::condensed);
  EXPECT_EQ(terms.totals.back().second, 0.5);
}

}  // namespace
}  // namespace podium
