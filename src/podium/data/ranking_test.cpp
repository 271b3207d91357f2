#include "podium/data/ranking.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/base/random.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(Ranking, KeepsInputOrderAmongEqualScoresAndRemembersThem) {
  const std::vector<double> scores = {0.9, 0.8, 0.8, 0.4, 0.3, 0.1};
  const Ranking ranking = rank_by_score(scores);
  EXPECT_THAT(ranking.order, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(ranking.tie_end, ElementsAre(1, 3, 3, 4, 5, 6));
}

TEST(Ranking, LetsTheCallerBreakTies) {
  const std::vector<double> scores = {1, 1, 2, 1};
  const Ranking ranking = rank_by_score(scores, [](DocIndex a, DocIndex b) { return a > b; });
  EXPECT_THAT(ranking.order, ElementsAre(2, 3, 1, 0));
}

TEST(Ranking, RefusesNaNAndAcceptsInfinity) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(rank_by_score(std::vector<double>{0, -inf, inf}).order, ElementsAre(2, 0, 1));
  EXPECT_THROW(rank_by_score(std::vector<double>{0, std::nan("")}), NumericError);
}

TEST(Ranking, TopKIsThePrefixOfTheWholeOrder) {
  RandomStream stream(1, "", "top-k");
  for (int round = 0; round < 200; ++round) {
    std::vector<double> scores(stream.below(20));
    for (double& score : scores) score = static_cast<double>(stream.below(5));  // ties are common
    const auto whole = rank_by_score(scores).order;
    for (std::size_t k = 0; k <= scores.size() + 1; ++k) {
      const std::vector<DocIndex> prefix(
          whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(std::min(k, whole.size())));
      EXPECT_EQ(top_k_by_score(scores, k), prefix);
    }
  }
}

}  // namespace
}  // namespace podium
