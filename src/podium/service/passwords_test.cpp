#include "podium/service/passwords.hpp"

#include <gtest/gtest.h>

#include "podium/base/error.hpp"

namespace podium {
namespace {

TEST(Passwords, MatchTheirOwnHashOnly) {
  Passwords passwords(least_password_cost());
  const std::string hash = passwords.hashed("correct horse");
  EXPECT_TRUE(hash.starts_with("$argon2id$"));
  EXPECT_TRUE(passwords.matches(hash, "correct horse"));
  EXPECT_FALSE(passwords.matches(hash, "correct horsf"));
  EXPECT_FALSE(passwords.matches(hash, ""));
  EXPECT_NE(passwords.hashed("correct horse"), hash) << "the salt is drawn anew";
}

TEST(Passwords, NothingMatchesTheHashOfNobody) {
  Passwords passwords(least_password_cost());
  EXPECT_FALSE(passwords.matches("", ""));
  EXPECT_FALSE(passwords.matches("", "no password of anyone"));
  EXPECT_FALSE(passwords.matches("not a hash", "whatever it is"));
}

TEST(Passwords, HaveTenCharactersOrMore) {
  Passwords passwords(least_password_cost());
  EXPECT_THROW(passwords.hashed("123456789"), UsageError);
  EXPECT_NO_THROW(passwords.hashed("1234567890"));
  EXPECT_THROW(passwords.hashed("\u00e4\u00e4\u00e4\u00e4\u00e4"), UsageError)
      << "ten bytes, but five characters";
  EXPECT_NO_THROW(passwords.hashed(std::string(longest_password, 'x')));
  EXPECT_THROW(passwords.hashed(std::string(longest_password + 1, 'x')), UsageError);
}

TEST(Passwords, CostInTheProductWhatLibsodiumAdvises) {
  EXPECT_EQ(interactive_password_cost().passes, 2U);
  EXPECT_EQ(interactive_password_cost().memory_bytes, 64U << 20U);
}

}  // namespace
}  // namespace podium
