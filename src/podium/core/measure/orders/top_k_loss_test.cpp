#include "podium/core/measure/orders/top_k_loss.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

TEST(TopKLoss, IsOneForEveryKOfTheSpecification) {  // SPEC C.8
  for (std::size_t k = 1; k <= 6; ++k) {
    EXPECT_EQ(measure("topk-loss@" + to_text(k), sample::full, sample::scores), 1.0) << k;
  }
  EXPECT_EQ(measure("permutation-loss", sample::full, sample::scores), 1.0);
}

TEST(TopKLoss, LooksAtTheFirstPlacesOnly) {
  const WeakOrder truth = weak_order(OrderTruth{{0, 1, 2, 3}});
  const std::vector<double> last_two_swapped = {9, 8, 1, 2};
  EXPECT_EQ(measure("topk-loss@2", truth, last_two_swapped), 0.0);
  EXPECT_EQ(measure("topk-loss@3", truth, last_two_swapped), 1.0);
  EXPECT_EQ(measure("permutation-loss", truth, last_two_swapped), 1.0);
  EXPECT_EQ(measure("topk-loss@10", truth, std::vector<double>{9, 8, 7, 6}), 0.0);
}

TEST(TopKLoss, RefusesMorePlacesThanTheTruthHas) {
  EXPECT_THROW(measure("topk-loss@4", sample::top3, sample::scores), UsageError);
  EXPECT_EQ(measure("permutation-loss", sample::top3, sample::top3.label), 0.0);
}

TEST(TopKLoss, OfTiesIsTheShareOfWrongOrders) {
  const WeakOrder truth = weak_order(OrderTruth{{0, 1, 2, 3}});
  EXPECT_NEAR(measure("topk-loss@2", truth, std::vector<double>{1, 1, 1, 0}, "standard", true),
              5.0 / 6.0, 1e-12);
}

}  // namespace
}  // namespace podium
