#include "podium/labelling/label/analysis/assessor_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

/// Three assessors, each with an answer and a finished session of each tool, and a decision.
Judgements of_three() {
  Judgements said{.scale = {"bad", "good"}, .assessor = {{"ann"}, {"bob"}, {"script", true}}};
  said.query.push_back({"q", {"x", "y"}, {}});
  for (std::uint32_t i = 0; i < 3; ++i) {
    said.preference.push_back({i, 0, {{0, 1, Purpose::needed}, Verdict::left}});
    said.grade.push_back({i, 0, {1, Grading::Kind::grade, 1}});
    said.top_k.push_back({i, 0, {.top = {{0}}, .rest = {1}}});
    said.grades.push_back({i, 0, {1, 0}});
  }
  said.adjudication = {{0, {1, 0}}};
  return said;
}

/// Whose answers there are, one list of each kind.
template <class Said>
std::vector<std::uint32_t> assessors_of(const std::vector<Said>& all) {
  std::vector<std::uint32_t> assessors;
  for (const Said& said : all) assessors.push_back(said.assessor);
  return assessors;
}

void expect_only(const Judgements& said, const std::vector<std::uint32_t>& assessors) {
  EXPECT_EQ(assessors_of(said.preference), assessors);
  EXPECT_EQ(assessors_of(said.grade), assessors);
  EXPECT_EQ(assessors_of(said.top_k), assessors);
  EXPECT_EQ(assessors_of(said.grades), assessors);
  EXPECT_EQ(said.assessor.size(), 3U) << "places stay";
}

TEST(AssessorChoice, LeavesOutAllAnswersOfAssessors) {
  expect_only(chosen_judgements(of_three(), {}), {0, 1, 2});
  const Judgements without = chosen_judgements(of_three(), {.without = {"bob"}});
  expect_only(without, {0, 2});
  EXPECT_EQ(without.adjudication.size(), 1U) << "a decision is no answer";
  expect_only(chosen_judgements(of_three(), {.without = {"bob", "ann", "script"}}), {});
}

TEST(AssessorChoice, TakesTheAnswersOfSomeOnly) {
  const Judgements only = chosen_judgements(of_three(), {.only = {"bob", "script"}});
  expect_only(only, {1, 2});
  EXPECT_TRUE(only.adjudication.empty());
  expect_only(chosen_judgements(of_three(), {.only = {"bob", "ann"}, .without = {"ann"}}), {1});
}

TEST(AssessorChoice, RefusesUnknownNamesWithASuggestion) {
  for (const AssessorChoice& choice :
       {AssessorChoice{.only = {"scrip"}}, AssessorChoice{.without = {"scrip"}}}) {
    try {
      chosen_judgements(of_three(), choice);
      FAIL() << "accepted";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("unknown assessor 'scrip'; did you mean 'script'?"));
    }
  }
}

}  // namespace
}  // namespace podium::labelling
