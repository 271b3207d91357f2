#include "podium/core/http/host_list.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(HostList, TakesTheNameWithoutThePort) {
  EXPECT_EQ(host_name("Example.org.:8080"), "example.org");
  EXPECT_EQ(host_name("example.org"), "example.org");
  EXPECT_EQ(host_name("127.0.0.1:80"), "127.0.0.1");
  EXPECT_EQ(host_name("[::1]:80"), "::1");
  EXPECT_EQ(host_name("[::1"), "::1");
  EXPECT_EQ(host_name("::1"), "::1");
  EXPECT_EQ(host_name(""), "");
}

TEST(HostList, KnowsLoopbackByAddressAndNotByTheBeginningOfAName) {
  for (const char* host : {"localhost", "LocalHost", "127.0.0.1", "127.1.2.3", "::1"}) {
    EXPECT_TRUE(is_loopback_host(host)) << host;
  }
  for (const char* host : {"127.example.com", "127.", "0.0.0.0", "::", "::2", "128.0.0.1", ""}) {
    EXPECT_FALSE(is_loopback_host(host)) << host;
  }
}

TEST(HostList, AllowsItsNamesOnly) {
  const std::vector<std::string> hosts = {"localhost", "::1"};
  EXPECT_TRUE(is_allowed_host("LOCALHOST:99", hosts));
  EXPECT_TRUE(is_allowed_host("[::1]:8080", hosts));
  EXPECT_TRUE(is_allowed_host("", hosts));
  EXPECT_FALSE(is_allowed_host("evil.example", hosts));
  EXPECT_FALSE(is_allowed_host("localhost.evil.example:8080", hosts));
  EXPECT_TRUE(is_allowed_host("evil.example", {}));
}

}  // namespace
}  // namespace podium
