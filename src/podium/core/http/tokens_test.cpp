#include "podium/core/http/tokens.hpp"

#include <set>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Tokens, AreLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string token = new_token();
    EXPECT_EQ(token.size(), 43U);
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789-_"),
              std::string::npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

// The digest of "abc" by Python: hashlib.blake2b(b"abc", digest_size=32), as base64url.
TEST(Tokens, HashIsBlake2bOfTheText) {
  EXPECT_EQ(token_hash("abc"), "vd2BPGNCOXIxce8_7phXm5SWTjuxyz5CcmLIwGjVIxk");
  EXPECT_NE(token_hash("abd"), token_hash("abc"));
}

TEST(Tokens, SecretsAreTheSameOnlyWhenEveryByteIs) {
  EXPECT_TRUE(same_secret("", ""));
  EXPECT_TRUE(same_secret("secret", "secret"));
  EXPECT_FALSE(same_secret("secret", "secreT"));
  EXPECT_FALSE(same_secret("secret", "secre"));
  EXPECT_FALSE(same_secret("", "s"));
}

}  // namespace
}  // namespace podium
