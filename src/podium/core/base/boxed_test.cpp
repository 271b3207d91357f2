#include "podium/core/base/boxed.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Boxed, CopiesItsValue) {
  Boxed<std::string> one(std::string("one"));
  const Boxed<std::string> copy = one;
  EXPECT_EQ(copy, one);
  *one = "two";
  EXPECT_EQ(*copy, "one");
  EXPECT_FALSE(copy == one);
  one = copy;
  EXPECT_EQ(one, copy);
  EXPECT_NE(one.operator->(), copy.operator->());
}

TEST(Boxed, MovesWithoutACopyAndTakesANewValue) {
  Boxed<std::string> one(std::string("one"));
  const std::string* const place = one.operator->();
  Boxed<std::string> other(std::move(one));
  EXPECT_EQ(other.operator->(), place);
  one = std::string("again");  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(one->size(), 5U);
}

}  // namespace
}  // namespace podium
