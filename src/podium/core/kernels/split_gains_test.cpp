#include "podium/core/kernels/split_gains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"

namespace podium {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Side {
  std::int64_t gradient = 0;
  std::int64_t curvature = 0;
  std::int64_t rows = 0;
};

double plain_gain(const Side& side, const SplitTerms& terms) {
  const LeafCuts& cuts = terms.cuts;
  const double gradient = terms.all.gradient_unit * static_cast<double>(side.gradient);
  const double c = terms.all.curvature_unit * static_cast<double>(side.curvature) + cuts.l2;
  const double size = std::max(std::abs(gradient) - cuts.l1, 0.0);
  double w = 0.0 - std::copysign(size, gradient) / c;
  w = std::clamp(w, -cuts.max_step, cuts.max_step);
  w = std::clamp(w, cuts.minimum, cuts.maximum);
  if (!(c > 0.0)) w = 0.0;
  return -(2.0 * gradient * w + c * w * w + 2.0 * cuts.l1 * std::abs(w));
}

double plain_gain_of_split(const Side& left, const SplitTerms& terms) {
  const Side right = {terms.all.gradient - left.gradient, terms.all.curvature - left.curvature,
                      terms.all.rows - left.rows};
  const auto counts = [&](const Side& side) {
    return side.rows >= terms.minima.rows &&
           terms.all.curvature_unit * static_cast<double>(side.curvature) >= terms.minima.curvature;
  };
  if (!counts(left) || !counts(right)) return -infinity;
  return plain_gain(left, terms) + plain_gain(right, terms);
}

TEST(SplitGains, HasTheBitsOfThePlainFormula) {
  on_each_target([] {
    RandomStream random(1, "", "gain");
    for (const LeafCuts& cuts :
         {LeafCuts{1.0, 0.0, infinity, -infinity, infinity}, LeafCuts{0.0, 0.0, 4.0, -0.5, 0.25},
          LeafCuts{0.5, 0.3, 0.75, -infinity, infinity}}) {
      // Sums that a double holds, and sums of up to 60 bits, which it rounds.
      for (const std::int64_t scale : {std::int64_t{1}, std::int64_t{1} << 40}) {
        const SplitTerms terms{.all = {37 * scale, 60'000 * scale, 5'000, 0.125, 0.0625},
                               .minima = {20, 30.0},
                               .cuts = cuts};
        std::vector<std::int64_t> gradient;
        std::vector<std::int64_t> curvature;
        std::vector<std::int64_t> rows;
        for (std::size_t i = 0; i < 40; ++i) {
          gradient.push_back(static_cast<std::int64_t>(random.below(200'000)) - 100'000);
          curvature.push_back(i % 5 == 0 ? 0 : static_cast<std::int64_t>(random.below(60'000)));
          rows.push_back(i % 6 == 0 ? 19 : static_cast<std::int64_t>(random.below(5'000)));
          gradient[i] = gradient[i] * scale + (scale > 1 ? 12'345 : 0);
          curvature[i] = curvature[i] * scale + (scale > 1 ? 54'321 : 0);
        }
        std::vector<double> gain(40);
        const double largest = find_split_gains(terms, {gradient, curvature, rows}, gain);
        ASSERT_EQ(largest, std::ranges::max(gain));
        for (std::size_t i = 0; i < 40; ++i) {
          ASSERT_EQ(gain[i], plain_gain_of_split({gradient[i], curvature[i], rows[i]}, terms));
        }
      }
    }
  });
}

TEST(SplitGains, RefusesSizesThatDoNotFit) {
  const std::vector<std::int64_t> eight(8);
  const std::vector<std::int64_t> seven(7);
  std::vector<double> sixteen_gains(16);
  std::vector<double> seven_gains(7);
  EXPECT_THROW(find_split_gains({}, {eight, eight, eight}, sixteen_gains), ContractError);
  EXPECT_THROW(find_split_gains({}, {seven, seven, seven}, seven_gains), ContractError);
}

}  // namespace
}  // namespace podium
