#include "podium/core/base/sums/whole_units.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

std::vector<double> many_magnitudes(std::size_t count) {
  RandomStream random(1, "", "magnitudes");
  std::vector<double> values(count);
  for (double& value : values) value = random.normal() * std::pow(2.0, 40.0 * random.uniform());
  return values;
}

TEST(WholeUnits, AddUpToTheSameInAnyOrderAndDivision) {
  std::vector<double> values = many_magnitudes(100'000);  // several chunks
  const double unit = exact_unit(largest_size(values), values.size());
  std::int64_t forward = 0;
  long double exact = 0.0L;
  for (const double value : values) {
    forward += in_units(value, unit);
    exact += value;
  }
  EXPECT_NEAR(unit * static_cast<double>(forward), static_cast<double>(exact),
              0.5 * unit * static_cast<double>(values.size()));
  RandomStream(2, "", "order").shuffle(std::span(values));
  EXPECT_EQ(exact_unit(largest_size(values), values.size()), unit);
  std::vector<std::int64_t> parts(7);
  for (std::size_t i = 0; i < values.size(); ++i) parts[i % 7] += in_units(values[i], unit);
  std::int64_t divided = 0;
  for (const std::int64_t part : parts) divided += part;
  EXPECT_EQ(divided, forward);
}

TEST(WholeUnits, FindTheLargest) {
  std::vector<double> values(20'001, 1.0);
  for (const std::size_t place : {0U, 8191U, 8192U, 20'000U}) {
    values[place] = -3.0 - static_cast<double>(place);
    EXPECT_EQ(largest_size(values), 3.0 + static_cast<double>(place));
  }
  EXPECT_EQ(largest_size({}), 0.0);
}

TEST(WholeUnits, AreTheSmallestPowersOfTwoWhoseSumsFitInto63Bits) {
  for (const double largest : {1.0, 1.5, 2.0, 1e-30, 3e300}) {
    for (const std::size_t count : {1U, 2U, 3U, 1000U, 4'194'304U, 1'000'000'000U}) {
      const double unit = exact_unit(largest, count);
      int exponent = 0;
      EXPECT_EQ(std::frexp(unit, &exponent), 0.5);
      const double sum = largest / unit * static_cast<double>(count);
      EXPECT_LE(sum, 0x1p62);
      EXPECT_GT(2.0 * sum, 0x1p62);
      EXPECT_TRUE(count > 4'194'304U || largest / unit >= 0x1p39);  // 40 bits
    }
  }
  EXPECT_EQ(exact_unit(0.0, 5), 1.0);
  EXPECT_EQ(exact_unit(0x1p-1074, 1), 0x1p-1000);
}

}  // namespace
}  // namespace podium
