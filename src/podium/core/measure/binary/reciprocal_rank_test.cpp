#include "podium/core/measure/binary/reciprocal_rank.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(ReciprocalRank, LooksAtTheFirstRelevantDocumentOnly) {
  EXPECT_EQ(measure_ranked("rr", {0, 0, 0, 1, 2}), 0.25);
  EXPECT_EQ(measure_ranked("rr@4", {0, 0, 0, 1, 2}), 0.25);
  EXPECT_EQ(measure_ranked("rr@3", {0, 0, 0, 1, 2}), 0.0);
  EXPECT_EQ(measure_ranked("rr(from=2)", {0, 0, 0, 1, 2}), 0.2);
}

TEST(ReciprocalRank, OfTiesWeighsEachRankByItsProbability) {
  // One ahead, then a tie of three with one relevant: (1/2 + 1/3 + 1/4) / 3.
  EXPECT_NEAR(measure("rr", weak_order(GradedTruth{{0, 0, 1, 0}}), std::vector<double>{9, 5, 5, 5},
                      "standard", true),
              (1.0 / 2 + 1.0 / 3 + 1.0 / 4) / 3, 1e-12);
}

}  // namespace
}  // namespace podium
