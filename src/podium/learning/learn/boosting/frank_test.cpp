#include "podium/learning/learn/boosting/frank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/learn/boosting/boost_fixture.hpp"

namespace podium {
namespace {

TEST(Frank, ReachesTheGoldenRounds) {
  const Dataset data = one_feature({0, 2, 1, 0, 2, 1}, {.8F, .7F, .2F, .4F, .6F, .9F});
  const std::vector<GoldenRound> golden = {{.5, .759912877}, {.75, -.903990517}, {.5, .677966863}};
  const std::vector<double> loss = {.255475378, .208009372, .184447549};
  for (std::size_t rounds = 1; rounds <= 3; ++rounds) {
    const TrainingResult result = train_frank({.train = data}, {{.3, .5, .65, .75, .85}},
                                              {.candidates = 8}, {.rounds = rounds});
    expect_rounds(sum_of(result), {golden.begin(), golden.begin() + static_cast<long>(rounds)});
    EXPECT_NEAR(result.summary.objective, loss[rounds - 1], 1e-9);
  }
}

}  // namespace
}  // namespace podium
