#include "podium/core/base/counted.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Counted, AgreesWithTheNumber) {
  EXPECT_EQ(counted(std::size_t{0}, "feature"), "0 features");
  EXPECT_EQ(counted(1, "feature"), "1 feature");
  EXPECT_EQ(counted(12, "feature"), "12 features");
  EXPECT_EQ(counted(1, "query", "queries"), "1 query");
  EXPECT_EQ(counted(3L, "query", "queries"), "3 queries");
}

}  // namespace
}  // namespace podium
