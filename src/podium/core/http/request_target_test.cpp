#include "podium/core/http/request_target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::string path_of(const std::string& target, const std::string& method = "GET") {
  HttpRequest request{.method = method};
  return set_target(request, target) ? request.path : "refused";
}

TEST(RequestTarget, IsDecodedOnce) {
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(path_of("/a%20b%2e?x=%2F"), "/a b.");
  EXPECT_EQ(path_of("/%2541+"), "/%41+");
  EXPECT_EQ(path_of("http://x:80/y?z"), "/y");
  EXPECT_EQ(path_of("https://x"), "/");
  EXPECT_EQ(path_of("*", "OPTIONS"), "*");
}

TEST(RequestTarget, IsRefusedWhenItIsNone) {
  for (const char* const target :
       {"",          "x",      "*",     "x:80",   "ftp://x/",      "http://x?y", "http://",
        "http:///x", "/%",     "/%4",   "/%4g",   "/%+1",          "/%-1",       "/a#b",
        "/a%2Fb",    "/a%2fb", "/?%zz", "/?a=%0", "/?a=b&c=d&a=f", "/?a&%61"}) {
    EXPECT_EQ(path_of(target), "refused") << target;
  }
}

TEST(RequestTarget, HasAQuery) {
  HttpRequest request;
  EXPECT_TRUE(set_target(request, "/?a=b&&c=%3D+d=e&g"));
  EXPECT_THAT(request.query, ElementsAre(Pair("a", "b"), Pair("c", "= d=e"), Pair("g", "")));
}

}  // namespace
}  // namespace podium
