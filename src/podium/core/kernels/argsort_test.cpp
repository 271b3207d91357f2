#include "podium/core/kernels/argsort.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"

namespace podium {
namespace {

std::vector<std::uint32_t> stable_order(const std::vector<double>& x) {
  std::vector<std::uint32_t> order(x.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t place) { return x[place]; });
  return order;
}

std::vector<std::uint32_t> order_of(const std::vector<double>& x) {
  Workspace workspace;
  std::vector<std::uint32_t> order(x.size());
  argsort_descending(x, order, workspace);
  return order;
}

TEST(ArgsortFalling, EqualsAStableSort) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> special = {0.0, -0.0, inf, -inf, 1e-310, -1e-310, 1e300, -1e300};
  on_each_target([&] {
    RandomStream stream(1, "", "argsort");
    std::vector<std::size_t> sizes(70);
    std::iota(sizes.begin(), sizes.end(), std::size_t{0});
    sizes.insert(sizes.end(), {100, 127, 254, 255, 256, 257, 1000, 4000});
    for (const std::size_t size : sizes) {
      for (const std::uint64_t kinds : {1U, 2U, 4U}) {  // ever fewer ties
        std::vector<double> x(size);
        for (double& value : x) {
          const auto kind = stream.below(kinds);
          value = kind == 0   ? static_cast<double>(stream.below(5)) - 2.0
                  : kind == 1 ? special[stream.below(special.size())]
                              : stream.normal();
        }
        ASSERT_EQ(order_of(x), stable_order(x)) << size;
      }
    }
  });
}

TEST(ArgsortFalling, PutsNanLastByPlace) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(order_of({nan, 1.0, -inf, -nan, 2.0, nan}),
            (std::vector<std::uint32_t>{4, 1, 2, 0, 3, 5}));
  RandomStream stream(2, "", "argsort");
  for (const std::size_t size : {1U, 17U, 255U, 256U, 1000U}) {
    std::vector<double> x(size);
    for (double& value : x) {
      const auto kind = stream.below(4);
      value = kind == 0 ? nan : kind == 1 ? -inf : static_cast<double>(stream.below(9)) - 4.0;
    }
    std::vector<std::uint32_t> expected(size);
    std::iota(expected.begin(), expected.end(), 0U);
    std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) {
      return std::isnan(x[b]) ? !std::isnan(x[a]) : x[a] > x[b];
    });
    EXPECT_EQ(order_of(x), expected) << size;
  }
}

TEST(ArgsortFalling, SortsVeryLongListsWithAnyNumberOfThreads) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  RandomStream stream(3, "", "argsort");
  for (const std::size_t size : {32'767U, 32'768U, 70'001U}) {
    for (const double scale : {0.0, 1e-3, 1e200}) {
      std::vector<double> x(size);
      for (double& value : x) {
        value = scale * (stream.below(3) == 0 ? static_cast<double>(stream.below(9)) - 4.0
                                              : stream.normal());
      }
      for (const std::size_t threads : {1U, 2U, 5U}) {
        const ThreadLimit limit(threads);
        ASSERT_EQ(order_of(x), stable_order(x)) << size << " values, " << threads << " threads";
      }
    }
  }
  std::vector<double> last_of_all(40'000, nan);
  last_of_all[39'999] = 1.0;
  const ThreadLimit limit(2);
  const std::vector<std::uint32_t> order = order_of(last_of_all);
  EXPECT_EQ(order[0], 39'999U);
  EXPECT_EQ(order[1], 0U);
  EXPECT_EQ(order[39'999], 39'998U);
}

TEST(ArgsortFalling, UsesTheWorkspaceAgain) {
  Workspace workspace;
  std::vector<std::uint32_t> order(3);
  argsort_descending(std::vector{1.0, 3.0, 2.0}, order, workspace);
  argsort_descending(std::vector{3.0, 1.0, 3.0}, order, workspace);
  EXPECT_THAT(order, testing::ElementsAre(0, 2, 1));
}

TEST(ArgsortFalling, RefusesSizesThatDoNotFit) {
  Workspace workspace;
  std::vector<std::uint32_t> order(2);
  EXPECT_THROW(argsort_descending(std::vector{1.0, 3.0, 2.0}, order, workspace), ContractError);
}

}  // namespace
}  // namespace podium
