#include "podium/core/http/client_address.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(ClientAddress, IsThatWhichTheProxySaw) {
  HttpRequest request;
  request.address = "10.0.0.1";
  EXPECT_EQ(client_address(request, true), "10.0.0.1");
  for (const char* const list : {"10.1.2.3", "6.6.6.6, 10.1.2.3", "<b>,10.1.2.3 "}) {
    request.header["x-forwarded-for"] = list;
    EXPECT_EQ(client_address(request, true), "10.1.2.3") << list;
    EXPECT_EQ(client_address(request, false), "10.0.0.1") << list;
  }
  request.header["x-forwarded-for"] = "10.1.2.3, 2001:db8::7";
  EXPECT_EQ(client_address(request, true), "2001:db8::7");
  for (const char* const list : {"10.1.2.3, <b>", "10.1.2.3, ", "10.1.2.3, 1.2.3.4.5", "unknown"}) {
    request.header["x-forwarded-for"] = list;
    EXPECT_EQ(client_address(request, true), "10.0.0.1") << list;
  }
}

}  // namespace
}  // namespace podium
