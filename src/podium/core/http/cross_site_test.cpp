#include "podium/core/http/cross_site.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(CrossSite, IsWhatTheBrowserSays) {
  const auto is_refused = [](const std::string& site, const std::string& origin) {
    HttpRequest request;
    request.header["host"] = "Localhost:8080";
    if (!site.empty()) request.header["sec-fetch-site"] = site;
    if (!origin.empty()) request.header["origin"] = origin;
    return is_cross_site(request);
  };
  EXPECT_FALSE(is_refused("", ""));                                   // no browser
  EXPECT_FALSE(is_refused("same-origin", "https://public.example"));  // a proxy has changed Host
  EXPECT_FALSE(is_refused("none", ""));                               // typed by the user
  EXPECT_TRUE(is_refused("cross-site", ""));
  EXPECT_TRUE(is_refused("same-site", "http://localhost:8080"));
  EXPECT_FALSE(is_refused("", "http://localhost:8080"));
  for (const char* origin : {"http://evil.example", "http://localhost:8081", "http://localhost",
                             "null", "http://localhost:8080.evil.example"}) {
    EXPECT_TRUE(is_refused("", origin)) << origin;
  }
}

}  // namespace
}  // namespace podium
