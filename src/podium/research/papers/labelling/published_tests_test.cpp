#include "podium/research/papers/labelling/published_tests.hpp"

#include <gtest/gtest.h>

namespace podium::research {
namespace {

// From the specification.
TEST(PublishedTests, ComeOutNearlyFromThePublishedShares) {
  const AgreementTests found = tests_of_published();
  EXPECT_NEAR(found.overall.statistic, 420.01, 0.01);
  EXPECT_NEAR(found.preference_only.statistic, 28.13, 0.01);
  EXPECT_NEAR(found.preference_only.p, 1.1e-7, 2e-8);
}

TEST(PublishedTests, RestOnFourQueries) {
  EXPECT_NEAR(tests_of_published(50).overall.statistic, 5250.0, 1.0);
  EXPECT_NEAR(tests_of_published(50).preference_only.statistic, 351.6, 0.1);
  EXPECT_NEAR(at_published_size({.statistic = 5250.0}, 50), 420.0, 1e-12);
}

TEST(PublishedTests, ImplyThatOnlyTheRestOfTheTopTenIsTied) {
  const std::array<double, 3> lists = row_shares_of(labelling::published_top_k);
  EXPECT_NEAR(lists[0], .2212, 1e-4);
  EXPECT_NEAR(lists[1], 780.0 / 1225.0, 3e-4);  // the pairs of the 40 documents below the top 10
  EXPECT_NEAR(lists[2], .1423, 1e-4);
  const std::array<double, 3> grades = row_shares_of(labelling::published_graded);
  EXPECT_NEAR(grades[0], .4116, 1e-4);
  EXPECT_NEAR(grades[1], .2673, 1e-4);
  EXPECT_NEAR(grades[2], .3211, 1e-4);
}

}  // namespace
}  // namespace podium::research
