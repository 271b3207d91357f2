#include "podium/synth/preference_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/random.hpp"
#include "podium/format/file_fixture.hpp"

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
  EXPECT_TRUE(xy.is_contradicting);
  EXPECT_TRUE(xy.prefers_second());
  EXPECT_FALSE(graphs[0].pairs[1].is_contradicting);
  EXPECT_EQ(graphs[0].pairs[1].second_weight, 3.0);
  EXPECT_EQ(graphs[0].answers, 5U);
  EXPECT_EQ(graphs[0].ties, 1U);
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

TEST(PreferenceGraph, SumsUpWhatItSaw) {
  const std::vector<Preference> answers = {
      answer("q", "x", "y", Winner::a), answer("q", "y", "z", Winner::a),
      answer("q", "z", "x", Winner::a), answer("r", "x", "y", Winner::b),
      answer("r", "x", "y", Winner::tie)};
  const auto graphs = preference_graphs(answers);
  const PreferenceSummary summary = summary_of(graphs);
  EXPECT_EQ(summary.queries, 2U);
  EXPECT_EQ(summary.documents, 5U);
  EXPECT_EQ(summary.answers, 5U);
  EXPECT_EQ(summary.ties, 1U);
  EXPECT_EQ(summary.pairs, 4U);
  EXPECT_EQ(summary.contradicting_pairs, 1U);
  EXPECT_EQ(summary.intransitive_triples, 1U);
}

/// Looks at every triple.
std::size_t slow_triples(const PreferenceGraph& graph) {
  const std::size_t n = graph.document.size();
  std::vector<std::vector<bool>> beats(n, std::vector<bool>(n, false));
  for (const PreferencePair& pair : graph.pairs) {
    beats[pair.first][pair.second] = pair.prefers_first();
    beats[pair.second][pair.first] = pair.prefers_second();
  }
  std::size_t count = 0;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t c = 0; c < n; ++c) count += beats[a][b] && beats[b][c] && beats[c][a];
    }
  }
  return count / 3;
}

TEST(IntransitiveTriples, EqualTheSlowCount) {
  RandomStream stream(3, "", "triples");
  std::size_t total = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<Preference> answers;
    const std::size_t documents = 2 + stream.below(12);
    for (std::size_t i = 0; i <= stream.below(80); ++i) {
      const auto a = stream.below(documents);
      const auto b = stream.below(documents);
      if (a == b) continue;
      answers.push_back(
          answer("q", std::to_string(a), std::to_string(b), static_cast<Winner>(stream.below(3))));
    }
    for (const PreferenceGraph& graph : preference_graphs(answers)) {
      EXPECT_EQ(intransitive_triples(graph), slow_triples(graph));
      total += slow_triples(graph);
    }
  }
  EXPECT_GT(total, 0U);
}

TEST(PreferenceGraphOfCast2019, HasNoTiesAndEqualsTheSlowCount) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  const auto answers =
      read_preferences(real_data() / "TREC-CAsT-2019-preferences/TREC-CAsT-2019.pref");
  const auto graphs = preference_graphs(answers);
  const PreferenceSummary summary = summary_of(graphs);
  EXPECT_EQ(summary.answers, 14573U);
  EXPECT_EQ(summary.ties, 0U);
  std::size_t slow = 0;
  for (const PreferenceGraph& graph : graphs) slow += slow_triples(graph);
  EXPECT_EQ(summary.intransitive_triples, slow);
  EXPECT_EQ(qrels_by_wins(answers).judged.row_count(), summary.documents);
}

}  // namespace
}  // namespace podium
