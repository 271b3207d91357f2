#include "podium/core/http/address_cap.hpp"

#include <cstring>

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

std::string network_of_text(const char* text) {
  sockaddr_storage address{};
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (::inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    std::memcpy(&address, &v4, sizeof v4);
  } else if (::inet_pton(AF_INET6, text, &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    std::memcpy(&address, &v6, sizeof v6);
  }
  return network_of(address);
}

TEST(AddressCap, LetsSoManyInAtOnce) {
  AddressCap cap(2);
  EXPECT_TRUE(cap.enter("a"));
  EXPECT_TRUE(cap.enter("a"));
  EXPECT_FALSE(cap.enter("a"));
  EXPECT_TRUE(cap.enter("b")) << "another network";
  cap.leave("a");
  EXPECT_TRUE(cap.enter("a"));
  EXPECT_FALSE(cap.enter("a"));
}

TEST(AddressCap, WithoutALimitEveryoneComesIn) {
  AddressCap cap(0);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(cap.enter("a"));
  cap.leave("a");
}

TEST(AddressCap, TakesHalfAnAddressOfIpv6ForOneClient) {
  EXPECT_NE(network_of_text("10.0.0.1"), network_of_text("10.0.0.2"));
  EXPECT_EQ(network_of_text("10.0.0.1"), network_of_text("::ffff:10.0.0.1"));
  EXPECT_EQ(network_of_text("2001:db8::1"), network_of_text("2001:db8::ffff:2"));
  EXPECT_NE(network_of_text("2001:db8::1"), network_of_text("2001:db8:0:1::1"));
}

}  // namespace
}  // namespace podium
