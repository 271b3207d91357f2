#include "podium/core/format/weights.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

class Weights : public FileFixture {};

TEST_F(Weights, OfRowsAreOneALine) {
  EXPECT_THAT(read_row_weights(folder_.file("w", "1\n0\n2.5\n")), ElementsAre(1, 0, 2.5));
  const std::vector<double> weights = {0.0, 1e-300, 3.0};
  write_row_weights(weights, folder_ / "w");
  EXPECT_EQ(read_row_weights(folder_ / "w"), weights);
  EXPECT_THROW(write_row_weights(std::vector<double>{-1.0}, folder_ / "x"), NumericError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
}

TEST_F(Weights, OfRowsAreFiniteAndNotNegative) {
  for (const std::string weight : {"-1", "nan", "inf", "x"}) {
    EXPECT_EQ(complaint(read_row_weights, "1\n" + weight + "\n"),
              "f:2:1: found '" + weight + "', expected a finite weight of 0 or more");
  }
  EXPECT_EQ(complaint(read_row_weights, ""), "f: found no line, expected at least one");
}

TEST_F(Weights, OfQueriesNameTheQuery) {
  const std::vector<QueryWeight> weights = {{"q2", 0.5}, {"q1", 0.0}};
  EXPECT_EQ(read_query_weights(folder_.file("w", "q2 0.5\nq1\t0\r\n\n")), weights);
  write_query_weights(weights, folder_ / "w");
  EXPECT_EQ(read_query_weights(folder_ / "w"), weights);
}

TEST_F(Weights, OfQueriesAreStrict) {
  EXPECT_EQ(complaint(read_query_weights, "q 1\np 1\nq 1\n"),
            "f:3:1: found query 'q' again, expected each once");
  EXPECT_EQ(complaint(read_query_weights, "q\n"),
            "f:1:2: found the end of the line, expected a finite weight of 0 or more");
  EXPECT_EQ(complaint(read_query_weights, "q -0.5\n"),
            "f:1:3: found '-0.5', expected a finite weight of 0 or more");
  EXPECT_EQ(complaint(read_query_weights, "q 1 1\n"),
            "f:1:5: found '1', expected the end of the line");
  EXPECT_EQ(complaint(read_query_weights, "\n"), "f: found no query weight, expected at least one");
}

TEST_F(Weights, OfQueriesAreNotWrittenWhenTheyCouldNotBeRead) {
  const auto write = [&](const std::vector<QueryWeight>& weights) {
    write_query_weights(weights, folder_ / "w");
  };
  EXPECT_THROW(write({{"a b", 1}}), UsageError);
  EXPECT_THROW(write({{"a", 1}, {"a", 1}}), UsageError);
  EXPECT_THROW(write({{"a", std::numeric_limits<double>::infinity()}}), NumericError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "w"));
}

}  // namespace
}  // namespace podium
