#include "podium/core/data/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

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

TEST(Ranking, EqualsAStableSortForShortAndLongLists) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> special = {0.0, -0.0, inf, -inf, 1e-310, -1e-310, 1e300, -1e300};
  RandomStream stream(1, "", "sort");
  for (const std::size_t size : {0U, 1U, 2U, 17U, 199U, 200U, 201U, 1000U, 5000U}) {
    std::vector<double> scores(size);
    for (double& score : scores) {
      const auto kind = stream.below(4);
      score = kind == 0   ? special[stream.below(special.size())]
              : kind == 1 ? static_cast<double>(stream.below(9)) - 4.0
                          : stream.normal();
    }
    std::vector<DocIndex> order(size);
    std::iota(order.begin(), order.end(), DocIndex{0});
    std::ranges::stable_sort(order, std::greater{}, [&](DocIndex doc) { return scores[doc]; });
    const Ranking ranking = rank_by_score(scores);
    EXPECT_EQ(ranking.order, order) << size;
    for (std::size_t rank = 0; rank < size; ++rank) {
      const std::size_t end = ranking.tie_end[rank];
      EXPECT_EQ(scores[order[rank]], scores[order[end - 1]]);
      if (end < size) {
        EXPECT_NE(scores[order[rank]], scores[order[end]]);
      }
    }
  }
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
