#include "podium/labelling/service/rate_limit.hpp"

#include <gtest/gtest.h>

namespace podium::labelling {
namespace {

TEST(RateLimit, AllowsTheLimitAndTellsHowLongToWait) {
  RateLimit limit({.limit = 3, .window = 1000});
  EXPECT_EQ(limit.attempt("ann", 0), std::nullopt);
  EXPECT_EQ(limit.attempt("ann", 100), std::nullopt);
  EXPECT_EQ(limit.attempt("ann", 200), std::nullopt);
  EXPECT_EQ(limit.attempt("ann", 300), 700);
  EXPECT_EQ(limit.attempt("bob", 300), std::nullopt) << "keys are counted apart";
}

TEST(RateLimit, TheWindowSlides) {
  RateLimit limit({.limit = 2, .window = 1000});
  limit.attempt("ann", 0);
  limit.attempt("ann", 600);
  EXPECT_EQ(limit.attempt("ann", 999), 1);
  EXPECT_EQ(limit.attempt("ann", 1000), std::nullopt) << "those refused did not count";
  EXPECT_EQ(limit.attempt("ann", 1100), 500);
}

TEST(RateLimit, GoodAttemptsAreForgiven) {
  RateLimit limit({.limit = 2, .window = 1000});
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(limit.attempt("ann", i), std::nullopt);
    limit.forgive("ann");
  }
  EXPECT_EQ(limit.key_count(), 0U);
  limit.forgive("nobody");
}

TEST(RateLimit, ALimitOfZeroAllowsNothing) {
  RateLimit limit({.limit = 0, .window = 1000});
  for (int i = 0; i < 3000; ++i) EXPECT_EQ(limit.attempt("name " + std::to_string(i), i), 1000);
  limit.forgive("name 0");
  EXPECT_EQ(limit.attempt("name 0", 5000), 1000);
  EXPECT_EQ(limit.key_count(), 0U);
}

TEST(RateLimit, ForgetsKeysThatAreOld) {
  RateLimit limit({.limit = 2, .window = 1000});
  for (int i = 0; i < 100000; ++i) limit.attempt("name " + std::to_string(i), 10 * i);
  EXPECT_LE(limit.key_count(), 2048U);
}

}  // namespace
}  // namespace podium::labelling
