#include "podium/core/kernels/bins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"

namespace podium {
namespace {

std::uint8_t plain_bin(std::span<const double> thresholds, float value) {
  if (std::isnan(value)) return 255;
  return static_cast<std::uint8_t>(
      std::ranges::count_if(thresholds, [&](double t) { return t < double{value}; }));
}

/// Thresholds that are floats, between floats, of all sizes, and perhaps infinite.
std::vector<double> some_thresholds(std::size_t count, RandomStream& random) {
  std::set<double> thresholds;
  while (thresholds.size() < count) {
    const auto value = static_cast<float>(random.normal() * std::pow(10.0, 8.0 * random.normal()));
    thresholds.insert(random.uniform() < 0.5 ? double{value} : double{value} * (1.0 + 1e-9));
  }
  return {thresholds.begin(), thresholds.end()};
}

/// Every threshold as a float, its neighbours, and what is special.
std::vector<float> values_around(std::span<const double> thresholds) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values = {0.0F,     -0.0F,     std::numeric_limits<float>::quiet_NaN(),
                               infinity, -infinity, std::numeric_limits<float>::denorm_min()};
  for (const double threshold : thresholds) {
    const auto value = static_cast<float>(threshold);
    for (const float toward : {-infinity, infinity})
      values.push_back(std::nextafter(value, toward));
    values.push_back(value);
  }
  return values;
}

TEST(ThresholdTable, FindsTheBinsOfAPlainCount) {
  RandomStream random(1, "", "bins");
  for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 8U, 100U, 254U, 255U}) {
    const std::vector<double> thresholds = some_thresholds(count, random);
    const ThresholdTable table(thresholds);
    const std::vector<float> values = values_around(thresholds);
    std::vector<std::uint8_t> expected;
    for (const float value : values) expected.push_back(plain_bin(thresholds, value));
    on_each_target([&] {
      std::vector<std::uint8_t> found(values.size());
      table.find_bins(values, 255, found);
      EXPECT_EQ(found, expected) << count << " thresholds";
    });
  }
}

TEST(ThresholdTable, ReadsAndWritesNothingElse) {
  const ThresholdTable table(std::vector{0.5, 1.5});
  for (std::size_t count = 0; count < 40; ++count) {
    on_each_target([&] {
      const std::vector<float> values(count, 1.0F);  // what is read behind it, sanitizers tell
      std::vector<std::uint8_t> bins(count + 64, 9);
      table.find_bins(values, 255, std::span(bins).first(count));
      std::vector<std::uint8_t> expected(count, 1);
      expected.resize(bins.size(), 9);
      EXPECT_EQ(bins, expected);
    });
  }
}

TEST(ThresholdTable, ChecksItsSizes) {
  EXPECT_THROW(ThresholdTable(std::vector<double>(256)), ContractError);
  const ThresholdTable table(std::vector{0.5});
  const std::vector<float> values(3);
  std::vector<std::uint8_t> bins(2);
  EXPECT_THROW(table.find_bins(values, 255, bins), ContractError);
}

}  // namespace
}  // namespace podium
