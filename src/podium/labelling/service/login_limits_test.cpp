#include "podium/labelling/service/login_limits.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/text.hpp"

namespace podium::labelling {
namespace {

constexpr LoginRules rules = {.of_pair = {.limit = 3, .window = 1000},
                              .of_network = {.limit = 5, .window = 1000},
                              .of_name = {.limit = 8, .window = 1000}};

class LoginLimitsTest : public testing::Test {
 protected:
  bool is_allowed(const LoginAttempt& attempt) { return !limits_.count(attempt, now_); }

  /// Uses up the attempts for the name, each from a network of its own.
  void guess_from_everywhere(const std::string& name) {
    for (int i = 0; i < 8; ++i) EXPECT_TRUE(is_allowed({"guesser " + to_text(i), name, ""}));
  }

  LoginLimits limits_{rules};
  std::int64_t now_ = 0;
};

TEST_F(LoginLimitsTest, ANetworkHasFewAttemptsForAName) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_allowed({"here", "ann", ""}));
  EXPECT_FALSE(is_allowed({"here", "ann", ""}));
  EXPECT_TRUE(is_allowed({"here", "bob", ""}));
  EXPECT_TRUE(is_allowed({"there", "ann", ""}));
  now_ = 1000;
  EXPECT_TRUE(is_allowed({"here", "ann", ""}));
}

TEST_F(LoginLimitsTest, ANetworkHasALimitForAllNames) {
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(is_allowed({"here", "name " + to_text(i), ""}));
  EXPECT_FALSE(is_allowed({"here", "ann", ""}));
  now_ = 1000;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(is_allowed({"here", "ann", ""})) << "the refused attempt did not count";
  }
}

TEST_F(LoginLimitsTest, ANameThatIsGuessedHasOneAttemptFromEachNetwork) {
  guess_from_everywhere("ann");
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(is_allowed({"new " + to_text(i), "ann", ""}));
  EXPECT_FALSE(is_allowed({"new 0", "ann", ""}));
  EXPECT_TRUE(is_allowed({"new 0", "bob", ""})) << "other names are not guessed";
}

TEST_F(LoginLimitsTest, AKnownBrowserCountsForItselfOnly) {
  guess_from_everywhere("ann");
  for (int i = 0; i < 5; ++i) is_allowed({"here", "name " + to_text(i), ""});
  EXPECT_FALSE(is_allowed({"here", "ann", ""}));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_allowed({"here", "ann", "browser"}));
  EXPECT_FALSE(is_allowed({"here", "ann", "browser"}));
  EXPECT_TRUE(is_allowed({"here", "ann", "another"}));
}

TEST_F(LoginLimitsTest, SuccessIsNotCounted) {
  for (int i = 0; i < 50; ++i) {
    for (const LoginAttempt& attempt :
         {LoginAttempt{"here", "ann", ""}, LoginAttempt{"here", "ann", "browser"}}) {
      EXPECT_TRUE(is_allowed(attempt));
      limits_.forgive(attempt);
    }
  }
  guess_from_everywhere("ann");
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(is_allowed({"here", "ann", ""}));
    limits_.forgive({"here", "ann", ""});
  }
}

TEST_F(LoginLimitsTest, TheFirstRefusalIsMarked) {
  for (int i = 0; i < 3; ++i) limits_.count({"here", "ann", ""}, now_);
  now_ = 400;
  const auto first = limits_.count({"here", "ann", ""}, now_);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->wait, 600);
  EXPECT_TRUE(first->is_first);
  EXPECT_FALSE(limits_.count({"here", "ann", ""}, now_)->is_first);
}

}  // namespace
}  // namespace podium::labelling
