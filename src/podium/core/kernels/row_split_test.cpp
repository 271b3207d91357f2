#include "podium/core/kernels/row_split.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"

namespace podium {
namespace {

TEST(RowSplit, PartsRowsAsOneByOne) {
  RandomStream random(1, "", "rows");
  for (const bool missing_left : {false, true}) {
    for (const std::size_t missing_bin : {std::size_t{255}, std::size_t{256}}) {
      for (std::size_t count = 0; count < 70; ++count) {
        const std::size_t stride = 1 + count % 3;
        const std::size_t all = (2 * count + 1) * stride;
        std::vector<std::uint8_t> bins(all + BinTest::readable_behind);
        for (std::uint8_t& bin : bins) bin = static_cast<std::uint8_t>(random.below(5) * 63);
        bins[all - stride] = 255;
        const BinTest test{.bins = std::span(bins).first(all),
                           .stride = stride,
                           .bin = random.below(5) * 63,
                           .missing_bin = missing_bin,
                           .missing_left = missing_left};
        std::vector<std::uint32_t> rows;
        for (std::size_t i = 1; i <= count; ++i) {
          rows.push_back(static_cast<std::uint32_t>(2 * i - (i < count ? random.below(2) : 0)));
        }
        std::vector<std::uint32_t> left;
        std::vector<std::uint32_t> right;
        for (const std::uint32_t row : rows) (test.goes_left(row) ? left : right).push_back(row);
        on_each_target([&] {
          std::vector<std::uint32_t> own = rows;
          std::vector<std::uint32_t> others(count);
          ASSERT_EQ(separate_rows(test, own, others), left.size());
          own.resize(left.size());
          others.resize(right.size());
          EXPECT_EQ(own, left);
          EXPECT_EQ(others, right);
        });
      }
    }
  }
}

TEST(RowSplit, WantsRoomForAllRows) {
  std::vector<std::uint32_t> rows(3);
  std::vector<std::uint32_t> right(2);
  EXPECT_THROW(separate_rows({}, rows, right), ContractError);
}

}  // namespace
}  // namespace podium
