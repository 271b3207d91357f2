#include "podium/core/base/io/descriptor.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Descriptor, KnowsThePathsOfOpenFiles) {
  EXPECT_EQ(descriptor_of("/dev/stdin"), 0);
  EXPECT_EQ(descriptor_of("/dev/stdout"), 1);
  EXPECT_EQ(descriptor_of("/dev/stderr"), 2);
  EXPECT_EQ(descriptor_of("/dev/fd/63"), 63);
  EXPECT_EQ(descriptor_of("/proc/self/fd/7"), 7);
}

TEST(Descriptor, TakesNoOtherPathForOne) {
  for (const char* path : {"", "-", "stdin", "/dev/null", "/dev/fd/", "/dev/fd/x", "/dev/fd/-1",
                           "/dev/fd/1/x", "/dev/stdin/", "/dev/fd/99999999999999999999"}) {
    EXPECT_EQ(descriptor_of(path), std::nullopt) << path;
  }
}

TEST(Descriptor, FollowsNothingThatIsNoLink) {
  EXPECT_EQ(followed("/dev/null"), "/dev/null");
  EXPECT_EQ(followed("no/such/file"), "no/such/file");
  EXPECT_EQ(followed("/dev/stdout"), "/dev/stdout");
}

}  // namespace
}  // namespace podium
