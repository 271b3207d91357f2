#include "podium/core/kernels/row_values.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// All lengths around one and two times the widest vector, and the width of a real collection.
std::vector<std::size_t> widths() {
  std::vector<std::size_t> all = {136};
  for (std::size_t width = 1; width <= 35; ++width) all.push_back(width);
  return all;
}

/// Fails unless find() finds `wanted` in every place of values of every length, and not `other`.
void expect_found_everywhere(bool (*find)(std::span<const float>), float wanted, float other) {
  on_each_target([&] {
    RandomStream stream(1, "", "find");
    EXPECT_FALSE(find({}));
    for (const std::size_t width : widths()) {
      Guarded<float> values(width, stream.below(16), stream);
      values.values()[width / 2] = other;
      ASSERT_FALSE(find(values.values())) << width;
      for (float& value : values.values()) {
        const float before = std::exchange(value, wanted);
        ASSERT_TRUE(find(values.values())) << width;
        value = before;
      }
    }
  });
}

TEST(HasNan, FindsOneInEveryPlace) {
  expect_found_everywhere(has_nan, NAN, infinite);
}

TEST(HasInfinite, FindsOneInEveryPlace) {
  expect_found_everywhere(has_infinite, infinite, NAN);
  expect_found_everywhere(has_infinite, -infinite, NAN);
}

TEST(CountInside, IsWhatAPlainLoopCounts) {
  on_each_target([] {
    RandomStream stream(1, "", "inside");
    for (const std::size_t width : widths()) {
      constexpr std::size_t rows = 9;
      Guarded<float> values(rows * width, stream.below(16), stream);
      Guarded<float> low(width, stream.below(16), stream);
      Guarded<float> high(width, stream.below(16), stream);
      for (std::size_t j = 0; j < width; ++j) {
        values.values()[j] = NAN;
        values.values()[width + j] = low.values()[j];  // the ends belong to the range
        values.values()[2 * width + j] = high.values()[j];
      }
      std::vector<std::uint32_t> expected(width, 5);
      std::vector<std::uint32_t> found = expected;
      for (std::size_t i = 0; i < rows * width; ++i) {
        const float value = values.values()[i];
        const std::size_t j = i % width;
        if (value >= low.values()[j] && value <= high.values()[j]) ++expected[j];
      }
      count_inside(values.values(), low.values(), high.values(), found);
      ASSERT_EQ(found, expected) << width;
    }
  });
}

TEST(ScaleRows, GivesTheBitsOfAPlainDivision) {
  on_each_target([] {
    RandomStream stream(1, "", "scale");
    for (const std::size_t width : widths()) {
      constexpr std::size_t rows = 7;
      Guarded<float> values(rows * width, stream.below(16), stream);
      Guarded<double> shift(width, stream.below(8), stream);
      Guarded<double> scale(width, stream.below(8), stream);
      for (std::size_t j = 0; j < width; ++j) {
        if (stream.below(4) == 0) scale.values()[j] = 0.0;
        if (stream.below(4) == 0) values.values()[j] = NAN;
        if (stream.below(4) == 0) values.values()[width + j] = std::numeric_limits<float>::max();
        if (stream.below(4) == 0) shift.values()[j] = double{values.values()[2 * width + j]};
      }
      const std::vector<float> before(values.values().begin(), values.values().end());
      scale_rows(values.values(), shift.values(), scale.values());
      ASSERT_TRUE(values.is_intact());
      for (std::size_t i = 0; i < before.size(); ++i) {
        const double by = scale.values()[i % width];
        const double quotient = (double{before[i]} - shift.values()[i % width]) / by;
        const auto expected = static_cast<float>(by == 0.0 ? 0.0 : quotient);
        if (std::isnan(before[i])) {
          ASSERT_TRUE(std::isnan(values.values()[i]));
        } else {
          ASSERT_EQ(std::bit_cast<std::uint32_t>(values.values()[i]),
                    std::bit_cast<std::uint32_t>(expected))
              << before[i] << " by " << by << " in " << width;
        }
      }
    }
  });
}

TEST(RowValues, RefuseAPartOfARow) {
  std::vector<float> rows(5);
  const std::vector<double> two(2, 1.0);
  const std::vector<float> range(2);
  std::vector<std::uint32_t> inside(2);
  EXPECT_THROW(scale_rows(rows, two, two), ContractError);
  EXPECT_THROW(count_inside(rows, range, range, inside), ContractError);
}

}  // namespace
}  // namespace podium
