#include "podium/learning/experiment/per_query.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

PerQueryValues read(std::string_view text) {
  const auto path = std::filesystem::path(testing::TempDir()) /
                    (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                     "-per-query.csv");
  write_file(path, text);
  return read_per_query(path);
}

TEST(PerQuery, ReadsOneColumnPerMeasureAndTakesNothingForSkipped) {
  const PerQueryValues values = read("query,ndcg@10,map\nq1,0.5,0.25\nq2,,1\n");
  EXPECT_THAT(values.query, ElementsAre("q1", "q2"));
  EXPECT_THAT(values.measure, ElementsAre("ndcg@10", "map"));
  EXPECT_THAT(values_of(values, "map"), ElementsAre(0.25, 1.0));
  EXPECT_TRUE(std::isnan(values_of(values, "ndcg@10")[1]));
}

TEST(PerQuery, ReadsTheFilesOfSeveralFoldsPutTogether) {
  const PerQueryValues values = read("query,map\nq1,0.25\nquery,map\nq2,1\n");
  EXPECT_THAT(values.query, ElementsAre("q1", "q2"));
  EXPECT_THAT(values_of(values, "map"), ElementsAre(0.25, 1.0));
}

TEST(PerQuery, FindsAMeasureByItsNameWithoutOptionsIfThereIsOne) {
  const PerQueryValues values = read("query,err(max=4),err(max=4)@10\nq1,0.5,0.25\n");
  EXPECT_EQ(find_column(values, "err"), "err(max=4)");
  EXPECT_THAT(values_of(values, "err@10"), ElementsAre(0.25));
  const PerQueryValues two = read("query,err(max=4),err(max=5)\nq1,0.5,0.25\n");
  EXPECT_THROW(find_column(two, "err"), UsageError);
}

TEST(PerQuery, RefusesAnUnknownMeasureNamingTheOthers) {
  const PerQueryValues values = read("query,ndcg@10,map\nq1,0.5,0.25\n");
  EXPECT_THROW(
      {
        try {
          values_of(values, "err");
        } catch (const UsageError& error) {
          EXPECT_STREQ(error.what(), "measure: found 'err', expected one of: ndcg@10, map");
          throw;
        }
      },
      UsageError);
}

TEST(PerQuery, RefusesRubbish) {
  const auto problem = [](std::string_view text) -> std::string {
    try {
      read(text);
    } catch (const DataError& error) {
      return error.what();
    }
    return "no DataError";
  };
  EXPECT_THAT(problem("qid,map\n1,0.5\n"), HasSubstr(":1:1: found no column 'query'"));
  EXPECT_THAT(problem("query,map\n1,much\n"), HasSubstr(":2:3: found 'much', expected a finite"));
  EXPECT_THAT(problem("query,map\n1,.5\n1,.6\n"),
              HasSubstr(":3:1: found query '1' twice, expected it once"));
}

}  // namespace
}  // namespace podium
