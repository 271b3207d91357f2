#include "podium/labelling/label/analysis/bradley_terry.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

static_assert(has_all_fields<BradleyTerryOptions>());

double p(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

/// Random outcomes of all pairs, some more than once, some not at all.
std::vector<PairWins> random_wins(std::size_t documents, RandomStream& random) {
  std::vector<PairWins> wins;
  for (DocIndex a = 0; a < documents; ++a) {
    for (DocIndex b = a + 1; b < documents; ++b) {
      if (random.below(3) == 0) continue;
      wins.push_back({a, b, 0.5 * static_cast<double>(random.below(5)),
                      0.5 * static_cast<double>(random.below(5))});
    }
  }
  return wins;
}

/// The gradient as the formula of the header says it.
std::vector<double> gradient_of(std::span<const double> s, std::span<const PairWins> wins,
                                double prior) {
  std::vector<double> g(s.size());
  for (std::size_t d = 0; d < s.size(); ++d) {
    g[d] = prior * (1.0 - p(s[d])) - prior * (1.0 - p(-s[d]));
    for (const PairWins& pair : wins) {
      const double margin = s[pair.a] - s[pair.b];
      const double slope = pair.a_wins * (1.0 - p(margin)) - pair.b_wins * (1.0 - p(-margin));
      if (pair.a == d) g[d] += slope;
      if (pair.b == d) g[d] -= slope;
    }
  }
  return g;
}

TEST(BradleyTerry, MakesTheGradientZero) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomStream random(seed, "q", "test");
    const auto wins = random_wins(9, random);
    for (const double g : gradient_of(fit_bradley_terry(9, wins).score, wins, 0.5)) {
      EXPECT_NEAR(g, 0.0, 1e-9);
    }
  }
}

TEST(BradleyTerry, IsWherePlainGradientAscentEnds) {
  RandomStream random(4, "q", "test");
  const auto wins = random_wins(6, random);
  std::vector<double> slow(6, 0.0);
  for (int i = 0; i < 20'000; ++i) {
    const std::vector<double> g = gradient_of(slow, wins, 0.5);
    for (std::size_t d = 0; d < 6; ++d) slow[d] += 0.05 * g[d];
  }
  const BradleyTerryFit fit = fit_bradley_terry(6, wins);
  for (std::size_t d = 0; d < 6; ++d) EXPECT_NEAR(fit.score[d], slow[d], 1e-9);
}

TEST(BradleyTerry, SolvesTwoDocumentsByHand) {
  // With a prior of next to nothing 3 : 1 wins mean odds of 3.
  const std::vector<PairWins> wins = {{0, 1, 3.0, 1.0}};
  const BradleyTerryFit fit = fit_bradley_terry(2, wins, {.prior = 1e-6});
  EXPECT_NEAR(fit.score[0] - fit.score[1], std::log(3.0), 1e-5);
  EXPECT_NEAR(fit.score[0], -fit.score[1], 1e-6);
}

TEST(BradleyTerry, RecoversKnownStrengthsWithinItsIntervals) {
  const std::vector<double> strength = {1.5, 0.7, 0.1, -0.3, -0.8, -1.2};
  std::size_t inside = 0;
  std::size_t intervals = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomStream random(seed, "q", "strengths");
    std::vector<PairWins> wins;
    for (DocIndex a = 0; a < 6; ++a) {
      for (DocIndex b = a + 1; b < 6; ++b) {
        PairWins pair{a, b};
        for (int game = 0; game < 60; ++game) {
          (random.uniform() < p(strength[a] - strength[b]) ? pair.a_wins : pair.b_wins) += 1.0;
        }
        wins.push_back(pair);
      }
    }
    const BradleyTerryFit fit = fit_bradley_terry(6, wins);
    for (DocIndex a = 0; a < 6; ++a) {
      ++intervals;
      // Only differences are known of scores, but the strengths were chosen to add up to 0.
      if (std::abs(fit.score[a] - strength[a]) < 1.96 * fit.error[a]) ++inside;
      EXPECT_NEAR(fit.score[a], strength[a], 0.6);
    }
  }
  EXPECT_GE(static_cast<double>(inside), 0.93 * static_cast<double>(intervals));
}

TEST(BradleyTerry, ExistsForDocumentsThatNeverLostOrWereNeverSeen) {
  const std::vector<PairWins> wins = {{0, 1, 5.0, 0.0}};
  const BradleyTerryFit fit = fit_bradley_terry(3, wins);
  EXPECT_GT(fit.score[0], 0.5);
  EXPECT_LT(fit.score[1], -0.5);
  EXPECT_NEAR(fit.score[2], 0.0, 1e-12);
  EXPECT_NEAR(fit.error[2], 2.0, 1e-9);  // 1 / sqrt(2 * .5 / 4): the prior alone
}

RC_GTEST_PROP(BradleyTerryProperty, DoesNotCareForNumbersOfDocuments, (std::uint64_t seed)) {
  RandomStream random(seed, "q", "relabel");
  auto wins = random_wins(7, random);
  std::vector<DocIndex> name = {0, 1, 2, 3, 4, 5, 6};
  const BradleyTerryFit fit = fit_bradley_terry(7, wins);
  random.shuffle(std::span(name));
  for (PairWins& pair : wins) {
    pair.a = name[pair.a];
    pair.b = name[pair.b];
  }
  random.shuffle(std::span(wins));
  const BradleyTerryFit renamed = fit_bradley_terry(7, wins);
  for (std::size_t d = 0; d < 7; ++d) {
    RC_ASSERT(std::abs(fit.score[d] - renamed.score[name[d]]) < 1e-9);
    RC_ASSERT(std::abs(fit.error[d] - renamed.error[name[d]]) < 1e-9);
  }
}

TEST(BradleyTerry, HasTheErrorsOfTheInverseInformation) {
  // Two documents that won as often have the scores 0 and the information [w + c, -w; -w, w + c]
  // with w = (4 + 4) / 4 and c = 2 * prior / 4.
  const std::vector<PairWins> wins = {{0, 1, 4.0, 4.0}};
  const BradleyTerryFit fit = fit_bradley_terry(2, wins, {.prior = 0.5});
  const double w = 2.0;
  const double c = 0.25;
  const double variance = (w + c) / ((w + c) * (w + c) - w * w);
  EXPECT_NEAR(fit.error[0], std::sqrt(variance), 1e-14);
  EXPECT_NEAR(fit.error[1], std::sqrt(variance), 1e-14);
}

TEST(BradleyTerry, NeedsAPriorForDocumentsThatNobodyCompared) {
  EXPECT_THROW(fit_bradley_terry(2, {}, {.prior = 0.0}), NumericError);
}

TEST(BradleyTerry, RefusesDocumentsThatAreNotThere) {
  EXPECT_THROW(fit_bradley_terry(2, std::vector<PairWins>{{0, 2, 1.0, 0.0}}), UsageError);
  EXPECT_THROW(fit_bradley_terry(2, std::vector<PairWins>{{1, 1, 1.0, 0.0}}), UsageError);
}

TEST(WinsOf, CountsVotesThatStandWhicheverSideADocumentWasOn) {
  Judgements judgements = empty_judgements(2, 2, 3);
  judgements.assessor[1].is_program = true;
  judgements.preference = {
      vote_of(0, 0, 0, 1, Verdict::left),  vote_of(0, 0, 1, 0, Verdict::right),
      vote_of(0, 0, 1, 0, Verdict::tie),   vote_of(0, 0, 1, 2, Verdict::right),
      vote_of(0, 0, 1, 2, Verdict::later), vote_of(0, 1, 0, 1, Verdict::left),
      vote_of(1, 0, 0, 1, Verdict::right), vote_of(0, 0, 0, 1, Verdict::right)};
  judgements.preference.back().stands = false;
  const auto wins = wins_of(judgements, 0, Whom::people);
  ASSERT_THAT(wins, SizeIs(2));
  EXPECT_EQ(wins[0].a_wins, 2.5);
  EXPECT_EQ(wins[0].b_wins, 0.5);
  EXPECT_EQ(wins[1].b_wins, 1.0);
  EXPECT_EQ(wins_of(judgements, 0, Whom::everybody)[0].b_wins, 1.5);
}

TEST(WinsOf, LeavesOutDocumentsThatMostCallBad) {
  Judgements judgements = empty_judgements(3, 1, 4);
  judgements.preference = {
      vote_of(0, 0, 0, 1, Verdict::right_bad), vote_of(1, 0, 0, 1, Verdict::right_bad),
      vote_of(2, 0, 0, 1, Verdict::left),      vote_of(0, 0, 0, 2, Verdict::right_bad),
      vote_of(1, 0, 0, 2, Verdict::left),      vote_of(0, 0, 2, 3, Verdict::both_bad),
      vote_of(1, 0, 2, 3, Verdict::left)};
  EXPECT_THAT(called_bad(judgements, 0, Whom::people), ElementsAre(false, true, false, false));
  const auto wins = wins_of(judgements, 0, Whom::people);
  ASSERT_THAT(wins, SizeIs(2));
  EXPECT_EQ(wins[0].b, 2U);
  EXPECT_EQ(wins[0].a_wins, 2.0) << "one of two calls it bad: it has lost, no more";
  EXPECT_EQ(wins[1].a_wins, 1.0) << "both bad is no match";
  EXPECT_EQ(wins[1].b_wins, 0.0);
}

TEST(WinsOf, CountsNoRepeatsAndNoGoldPairs) {
  Judgements judgements = empty_judgements(1, 1, 3);
  judgements.preference = {
      vote_of(0, 0, 0, 1, Verdict::left),
      with_purpose(vote_of(0, 0, 1, 0, Verdict::right), Purpose::repeat),
      with_purpose(vote_of(0, 0, 1, 2, Verdict::left), Purpose::gold),
  };
  const auto wins = wins_of(judgements, 0, Whom::people);
  ASSERT_THAT(wins, SizeIs(1));
  EXPECT_EQ(wins[0].a_wins, 1.0);
}

TEST(VotedTopK, PutsNoBadDocumentAboveAGoodOneThatLost) {
  Judgements judgements = empty_judgements(1, 1, 5);
  judgements.k = 3;
  judgements.preference = {vote_of(0, 0, 0, 1, Verdict::both_bad),
                           vote_of(0, 0, 2, 3, Verdict::left), vote_of(0, 0, 2, 4, Verdict::left),
                           vote_of(0, 0, 3, 4, Verdict::left)};
  EXPECT_THAT(voted_top_k(judgements, 0, Whom::people).top, ElementsAre(2, 3, 4));
  judgements.k = 5;
  EXPECT_THAT(voted_top_k(judgements, 0, Whom::people).top, ElementsAre(2, 3, 4));
}

TEST(CleanedTopK, NamesThoseWhoMightBeOnTheOtherSideOfTheCut) {
  const BradleyTerryFit fit{.score = {0.0, 3.0, 0.4, -3.0}, .error = {0.5, 0.5, 0.5, 0.5}};
  const CleanedTopK cleaned = cleaned_top_k(fit, 2);
  EXPECT_THAT(cleaned.top, ElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(cleaned.cut, 0.2);
  EXPECT_THAT(cleaned.uncertain, ElementsAre(2, 0));
  EXPECT_THAT(cleaned_top_k(fit, 9).top, ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(cleaned_top_k(fit, 9).uncertain, IsEmpty());
}

}  // namespace
}  // namespace podium::labelling
