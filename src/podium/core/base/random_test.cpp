#include "podium/core/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Fnv1a64, MatchesItsPublishedVectors) {  // Fowler, Noll, Vo: test vectors of FNV-1a, 64 bits
  EXPECT_EQ(fnv1a64(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a64("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fnv1a64("foobar"), 0x85944171f73967e8ULL);
}

TEST(RandomStream, IsTheSameForTheSameKeyAndDiffersForAnyOther) {
  RandomStream a(1, "q1", "ties");
  RandomStream b(1, "q1", "ties");
  EXPECT_EQ(a.bits(), b.bits());
  EXPECT_NE(RandomStream(1, "q1", "ties").bits(), RandomStream(2, "q1", "ties").bits());
  EXPECT_NE(RandomStream(1, "q1", "ties").bits(), RandomStream(1, "q2", "ties").bits());
  EXPECT_NE(RandomStream(1, "q1", "ties").bits(), RandomStream(1, "q1", "label").bits());
}

TEST(RandomStream, DrawsBoundedNumbersEvenly) {
  RandomStream stream(7, "", "test");
  std::vector<int> count(6);
  constexpr int draws = 60'000;
  for (int i = 0; i < draws; ++i) ++count[stream.below(6)];
  for (const int c : count) EXPECT_NEAR(c, draws / 6, 5 * std::sqrt(draws / 6));
}

TEST(RandomStream, DrawsUniformAndNormalNumbersWithTheRightMoments) {
  RandomStream stream(7, "", "moments");
  constexpr int draws = 100'000;
  double uniform = 0.0;
  double mean = 0.0;
  double square = 0.0;
  for (int i = 0; i < draws; ++i) {
    const double u = stream.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    uniform += u;
    const double z = stream.normal();
    mean += z;
    square += z * z;
  }
  EXPECT_NEAR(uniform / draws, 0.5, 5e-3);
  EXPECT_NEAR(mean / draws, 0.0, 1.6e-2);
  EXPECT_NEAR(square / draws, 1.0, 2.3e-2);
}

TEST(RandomStream, ShufflesIntoEveryOrderAboutEquallyOften) {
  RandomStream stream(3, "", "shuffle");
  std::vector<int> count(6);
  for (int i = 0; i < 12'000; ++i) {
    std::vector<int> items = {0, 1, 2};
    stream.shuffle(std::span(items));
    int index = 0;
    std::vector<int> order = {0, 1, 2};
    while (order != items) {
      std::next_permutation(order.begin(), order.end());
      ++index;
    }
    ++count[static_cast<std::size_t>(index)];
  }
  for (const int c : count) EXPECT_NEAR(c, 2000, 5 * std::sqrt(2000));
}

}  // namespace
}  // namespace podium
