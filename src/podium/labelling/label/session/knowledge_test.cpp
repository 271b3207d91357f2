#include "podium/labelling/label/session/knowledge.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium::labelling {
namespace {

Answer answer(DocIndex left, DocIndex right, Verdict verdict) {
  return {{left, right, Purpose::needed}, verdict};
}

TEST(Knowledge, KnowsWhatWasSaidSeenFromEitherSide) {
  Knowledge knowledge(3, {});
  EXPECT_EQ(knowledge.relation(0, 1), Relation::unknown);
  knowledge.learn(answer(1, 0, Verdict::left));
  EXPECT_EQ(knowledge.relation(1, 0), Relation::better);
  EXPECT_EQ(knowledge.relation(0, 1), Relation::worse);
  knowledge.learn(answer(0, 2, Verdict::tie));
  EXPECT_EQ(knowledge.relation(2, 0), Relation::tie);
}

TEST(Knowledge, InfersFromStrictPreferencesIfWanted) {
  for (const bool infer : {false, true}) {
    Knowledge knowledge(3, {.infer = infer});
    knowledge.learn(answer(0, 1, Verdict::left));
    knowledge.learn(answer(2, 1, Verdict::right));
    EXPECT_EQ(knowledge.relation(0, 2), infer ? Relation::better : Relation::unknown);
    EXPECT_TRUE(knowledge.closure().is_over(0, 2));
  }
}

TEST(Knowledge, InfersFromTiesOnlyIfWanted) {
  for (const bool infer_ties : {false, true}) {
    Knowledge knowledge(4, {.infer_ties = infer_ties});
    knowledge.learn(answer(0, 1, Verdict::tie));
    knowledge.learn(answer(1, 2, Verdict::tie));
    knowledge.learn(answer(2, 3, Verdict::left));
    EXPECT_EQ(knowledge.relation(0, 2), infer_ties ? Relation::tie : Relation::unknown);
    EXPECT_EQ(knowledge.relation(0, 3), infer_ties ? Relation::better : Relation::unknown);
  }
}

TEST(Knowledge, SettlesAPairByTheMajorityOfTheVotes) {
  Knowledge knowledge(2, {.votes = 3});
  knowledge.learn(answer(0, 1, Verdict::left));
  EXPECT_EQ(knowledge.relation(0, 1), Relation::unknown);
  EXPECT_EQ(knowledge.vote_count({0, 1}), 1U);
  EXPECT_EQ(knowledge.missing_votes({0, 1}), 1U);
  knowledge.learn(answer(1, 0, Verdict::left));
  EXPECT_EQ(knowledge.relation(0, 1), Relation::unknown);
  knowledge.learn(answer(0, 1, Verdict::right));
  EXPECT_EQ(knowledge.relation(0, 1), Relation::worse);
  EXPECT_EQ(knowledge.missing_votes({0, 1}), 0U);
}

TEST(Knowledge, TakesVotesWithoutAMajorityForATie) {
  Knowledge three(2, {.votes = 3});
  three.learn(answer(0, 1, Verdict::left));
  three.learn(answer(0, 1, Verdict::right));
  three.learn(answer(0, 1, Verdict::tie));
  EXPECT_EQ(three.relation(0, 1), Relation::tie);
  Knowledge two(2, {.votes = 2});
  EXPECT_EQ(two.missing_votes({0, 1}), 2U);
  two.learn(answer(0, 1, Verdict::left));
  two.learn(answer(0, 1, Verdict::right));
  EXPECT_EQ(two.relation(0, 1), Relation::tie);
}

TEST(Knowledge, LetsBadDocumentsLoseAgainstAllOthersAndTieAmongThemselves) {
  Knowledge knowledge(4, {});
  knowledge.learn(answer(0, 1, Verdict::left));
  knowledge.learn(answer(0, 2, Verdict::left_bad));
  EXPECT_EQ(knowledge.relation(0, 1), Relation::worse) << "whatever was said before";
  EXPECT_EQ(knowledge.relation(3, 0), Relation::better);
  knowledge.learn(answer(0, 3, Verdict::both_bad));
  EXPECT_EQ(knowledge.relation(0, 3), Relation::tie);
  EXPECT_EQ(knowledge.bad_count(), 2U);
  EXPECT_FALSE(knowledge.is_bad(1));
}

TEST(Knowledge, InfersNothingFromWhatCannotBeJudgedButMayInferIt) {
  Knowledge knowledge(3, {});
  knowledge.learn(answer(0, 1, Verdict::cannot_judge));
  EXPECT_EQ(knowledge.relation(1, 0), Relation::unjudged);
  knowledge.learn(answer(1, 2, Verdict::left));
  EXPECT_EQ(knowledge.relation(0, 2), Relation::unknown);
  knowledge.learn(answer(0, 2, Verdict::right));
  EXPECT_EQ(knowledge.relation(1, 0), Relation::better) << "1 over 2 over 0";
}

TEST(Knowledge, LearnsNothingFromLater) {
  Knowledge knowledge(2, {});
  knowledge.learn(answer(0, 1, Verdict::later));
  EXPECT_EQ(knowledge.relation(0, 1), Relation::unknown);
  EXPECT_EQ(knowledge.vote_count({0, 1}), 0U);
}

TEST(Knowledge, KeepsWhatWasSaidWhereItContradicts) {
  Knowledge knowledge(3, {.infer_ties = true});
  knowledge.learn(answer(0, 1, Verdict::left));
  knowledge.learn(answer(1, 2, Verdict::left));
  knowledge.learn(answer(0, 2, Verdict::tie));
  EXPECT_EQ(knowledge.relation(0, 2), Relation::tie);
  EXPECT_EQ(knowledge.relation(0, 1), Relation::better);
}

TEST(Knowledge, NeedsAVote) {
  EXPECT_THROW(Knowledge(2, {.votes = 0}), ContractError);
}

}  // namespace
}  // namespace podium::labelling
