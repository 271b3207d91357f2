#include "podium/labelling/service/passwords.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium::labelling {
namespace {

TEST(Passwords, MatchTheirOwnHashOnly) {
  Passwords passwords(least_password_cost());
  const std::string hash = passwords.hashed("correct horse");
  EXPECT_TRUE(hash.starts_with("$argon2id$"));
  EXPECT_TRUE(passwords.matches(hash, "correct horse", false));
  EXPECT_FALSE(passwords.matches(hash, "correct horsf", false));
  EXPECT_FALSE(passwords.matches(hash, "", false));
  EXPECT_NE(passwords.hashed("correct horse"), hash) << "the salt is drawn anew";
}

TEST(Passwords, NothingMatchesTheHashOfNobody) {
  Passwords passwords(least_password_cost());
  EXPECT_FALSE(passwords.matches("", "", false));
  EXPECT_FALSE(passwords.matches("", "no password of anyone", false));
  EXPECT_FALSE(passwords.matches("not a hash", "whatever it is", false));
}

TEST(Passwords, HaveTenCharactersOrMore) {
  Passwords passwords(least_password_cost());
  EXPECT_THROW(passwords.hashed("a pass wd"), UsageError);
  EXPECT_NO_THROW(passwords.hashed("a pass wrd"));
  EXPECT_THROW(passwords.hashed("\u00e4\u00e4\u00e4\u00e4\u00e4"), UsageError)
      << "ten bytes, but five characters";
  std::string longest = "a pass word";
  longest.resize(longest_password, 'x');
  EXPECT_NO_THROW(passwords.hashed(longest));
  EXPECT_THROW(passwords.hashed(longest + "x"), UsageError);
}

TEST(Passwords, AreNotWhatIsTriedFirst) {
  Passwords passwords(least_password_cost());
  for (const char* const password :
       {"1234567890", "0123456789", "9876543210", "          ", "1111111111", "abababababab",
        "abcdefghijkl", "Qwertyuiop", "PASSWORD123", "passwordpassword"}) {
    EXPECT_THAT([&] { passwords.hashed(password); },
                testing::ThrowsMessage<UsageError>(testing::HasSubstr("among the first")))
        << password;
  }
  EXPECT_NO_THROW(passwords.hashed("1234567891"));
}

TEST(Passwords, CostInTheProductWhatLibsodiumAdvises) {
  EXPECT_EQ(interactive_password_cost().passes, 2U);
  EXPECT_EQ(interactive_password_cost().memory_bytes, 64U << 20U);
}

}  // namespace
}  // namespace podium::labelling
