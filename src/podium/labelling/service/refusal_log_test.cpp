#include "podium/labelling/service/refusal_log.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/text.hpp"

namespace podium::labelling {
namespace {

TEST(RefusalLog, RecordsTheFirstOfASourceAndCountsTheOthers) {
  RefusalLog log({.of_source = {.limit = 2, .window = 1000}, .of_all = {.limit = 100}});
  EXPECT_EQ(log.take("ann", 0), 0U);
  EXPECT_EQ(log.take("ann", 1), 0U);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(log.take("ann", 2), std::nullopt);
  EXPECT_EQ(log.take("bob", 3), 7U);
  EXPECT_EQ(log.take("bob", 4), 0U) << "they are counted once";
  EXPECT_EQ(log.take("ann", 1001), 0U);
}

TEST(RefusalLog, HasALimitForAllSources) {
  RefusalLog log({.of_source = {.limit = 2}, .of_all = {.limit = 5, .window = 1000}});
  std::size_t recorded = 0;
  for (int i = 0; i < 50; ++i) recorded += log.take("source " + to_text(i), 0) ? 1U : 0U;
  EXPECT_EQ(recorded, 5U);
  EXPECT_EQ(log.take("later", 1000), 45U);
}

}  // namespace
}  // namespace podium::labelling
