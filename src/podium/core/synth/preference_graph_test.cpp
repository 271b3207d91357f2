#include "podium/core/synth/preference_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using Winner = Preference::Winner;

Preference answer(std::string query, std::string a, std::string b, Winner winner,
                  double weight = 1.0) {
  return {std::move(query), std::move(a), std::move(b), winner, weight};
}

TEST(PreferenceGraph, AddsUpTheAnswersAboutAPairWhicheverWayItIsNamed) {
  const std::vector<Preference> answers = {
      answer("1", "x", "y", Winner::a, 0.25), answer("1", "y", "x", Winner::a),
      answer("2", "x", "y", Winner::tie),     answer("1", "x", "y", Winner::tie),
      answer("1", "z", "x", Winner::a),       answer("1", "x", "z", Winner::b, 2.0)};
  const auto graphs = preference_graphs(answers);
  ASSERT_EQ(graphs.size(), 2U);
  EXPECT_EQ(graphs[0].query_id, "1");
  EXPECT_THAT(graphs[0].document, ElementsAre("x", "y", "z"));
  ASSERT_EQ(graphs[0].pairs.size(), 2U);
  const PreferencePair xy = graphs[0].pairs[0];
  EXPECT_EQ(xy.first_weight, 0.25);
  EXPECT_EQ(xy.second_weight, 1.0);
  EXPECT_TRUE(xy.prefers_second());
  EXPECT_EQ(graphs[0].pairs[1].second_weight, 3.0);
}

TEST(PreferenceGraph, LabelsByWinsAndHalfTies) {
  const std::vector<Preference> answers = {
      answer("q", "x", "y", Winner::a), answer("q", "x", "z", Winner::a),
      answer("q", "y", "z", Winner::tie), answer("r", "x", "y", Winner::b)};
  const Qrels qrels = qrels_by_wins(answers);
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("x", "y", "z"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(2, 0.5, 0.5));
  EXPECT_THAT(qrels.judged[1].value, ElementsAre(0, 1));
}

}  // namespace
}  // namespace podium
