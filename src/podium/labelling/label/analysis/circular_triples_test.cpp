#include "podium/labelling/label/analysis/circular_triples.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

TEST(CircularTriples, FindACircleOfThree) {
  std::vector<PreferenceVote> votes = {vote_of(0, 0, 0, 1, Verdict::left),
                                       vote_of(0, 0, 2, 1, Verdict::right),
                                       vote_of(0, 0, 2, 0, Verdict::left)};
  EXPECT_EQ(circular_triples(votes).circular, 1U);
  EXPECT_EQ(circular_triples(votes).triangles, 1U);
  votes[2].answer.verdict = Verdict::right;
  EXPECT_EQ(circular_triples(votes).circular, 0U);
  EXPECT_EQ(circular_triples(votes).triangles, 1U);
  votes[2].answer.verdict = Verdict::tie;
  EXPECT_EQ(circular_triples(votes).triangles, 0U);
}

TEST(CircularTriples, DoNotMixAssessorsOrQueries) {
  const std::vector<PreferenceVote> votes = {
      vote_of(0, 0, 0, 1, Verdict::left), vote_of(0, 0, 1, 2, Verdict::left),
      vote_of(1, 0, 2, 0, Verdict::left), vote_of(0, 1, 2, 0, Verdict::left)};
  EXPECT_EQ(circular_triples(votes).triangles, 0U);
}

TEST(CircularTriples, TakeTheMajorityOfSeveralAnswers) {
  const std::vector<PreferenceVote> votes = {
      vote_of(0, 0, 0, 1, Verdict::left), vote_of(0, 0, 1, 2, Verdict::left),
      vote_of(0, 0, 2, 0, Verdict::left), vote_of(0, 0, 2, 0, Verdict::right),
      vote_of(0, 0, 0, 2, Verdict::left)};
  EXPECT_EQ(circular_triples(votes).triangles, 1U);
  EXPECT_EQ(circular_triples(votes).circular, 0U);
}

TEST(CircularTriples, DoNotCountRepeatsAndGoldPairs) {
  std::vector<PreferenceVote> votes = {vote_of(0, 0, 0, 1, Verdict::left),
                                       vote_of(0, 0, 1, 2, Verdict::left),
                                       vote_of(0, 0, 2, 0, Verdict::left)};
  for (const Purpose purpose : {Purpose::repeat, Purpose::gold}) {
    votes[2] = with_purpose(votes[2], purpose);
    EXPECT_EQ(circular_triples(votes).triangles, 0U);
  }
}

RC_GTEST_PROP(CircularTriplesProperty, AreWhatAllTriplesSay, (std::uint64_t seed)) {
  constexpr DocIndex n = 8;
  RandomStream random(seed, "q", "triples");
  int wins[n][n] = {};
  std::vector<PreferenceVote> votes;
  for (DocIndex a = 0; a < n; ++a) {
    for (DocIndex b = a + 1; b < n; ++b) {
      const std::uint64_t said = random.below(4);  // left, right, tie, not asked
      if (said == 3) continue;
      votes.push_back(vote_of(0, 0, a, b, static_cast<Verdict>(said)));
      if (said == 0) wins[a][b] = 1;
      if (said == 1) wins[b][a] = 1;
    }
  }
  std::size_t circular = 0;
  std::size_t triangles = 0;
  for (DocIndex a = 0; a < n; ++a) {
    for (DocIndex b = a + 1; b < n; ++b) {
      for (DocIndex c = b + 1; c < n; ++c) {
        const auto known = [&](DocIndex x, DocIndex y) { return wins[x][y] + wins[y][x] == 1; };
        if (!known(a, b) || !known(b, c) || !known(a, c)) continue;
        ++triangles;
        if (wins[a][b] == wins[b][c] && wins[b][c] == wins[c][a]) ++circular;
      }
    }
  }
  RC_ASSERT(circular_triples(votes).circular == circular);
  RC_ASSERT(circular_triples(votes).triangles == triangles);
}

}  // namespace
}  // namespace podium::labelling
