#include "podium/kernels/leaf_worth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/kernels/each_target.hpp"
#include "podium/kernels/guarded.hpp"

namespace podium {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double plain_worth(double gradient, double curvature, const LeafCuts& cuts) {
  const double c = curvature + cuts.l2;
  const double size = std::max(std::abs(gradient) - cuts.l1, 0.0);
  double w = 0.0 - std::copysign(size, gradient) / c;
  w = std::clamp(w, -cuts.max_step, cuts.max_step);
  w = std::clamp(w, cuts.minimum, cuts.maximum);
  if (!(c > 0.0)) w = 0.0;
  return -(2.0 * gradient * w + c * w * w + 2.0 * cuts.l1 * std::abs(w));
}

TEST(LeafWorth, HasTheBitsOfThePlainFormula) {
  on_each_target([] {
    RandomStream random(1, "", "worth");
    for (const LeafCuts& cuts :
         {LeafCuts{1.0, 0.0, infinity, -infinity, infinity}, LeafCuts{0.0, 0.0, 4.0, -0.5, 0.25},
          LeafCuts{0.5, 0.3, 0.75, -infinity, infinity}}) {
      for (std::size_t size = 0; size <= 40; ++size) {
        Guarded<double> gradient(size, 1, random);
        Guarded<double> curvature(size, 2, random);
        Guarded<double> worth(size, 3, random);
        for (std::size_t i = 0; i < size; ++i) {
          curvature.values()[i] = i % 5 == 0 ? 0.0 : std::abs(curvature.values()[i]);
          if (i % 7 == 0) gradient.values()[i] = 0.0;
        }
        const std::vector<double> before(worth.values().begin(), worth.values().end());
        add_leaf_worths(gradient.values(), curvature.values(), cuts, worth.values());
        ASSERT_TRUE(worth.is_intact());
        for (std::size_t i = 0; i < size; ++i) {
          ASSERT_EQ(worth.values()[i],
                    before[i] + plain_worth(gradient.values()[i], curvature.values()[i], cuts))
              << i;
        }
      }
    }
  });
}

TEST(LeafWorth, RefusesSizesThatDoNotFit) {
  const std::vector<double> three(3);
  std::vector<double> two(2);
  EXPECT_THROW(add_leaf_worths(three, three, {}, two), ContractError);
  EXPECT_THROW(add_leaf_worths(two, three, {}, two), ContractError);
}

}  // namespace
}  // namespace podium
