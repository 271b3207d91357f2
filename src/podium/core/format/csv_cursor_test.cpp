#include "podium/core/format/csv_cursor.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/row_problem.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text, char separator = ',') {
  Rows rows;
  CsvCursor cursor(text, separator);
  for (bool more = !text.empty(); more; more = cursor.next_row()) {
    rows.emplace_back();
    while (!cursor.at_row_end()) rows.back().push_back(unquoted(cursor.next()));
  }
  return rows;
}

std::string problem_of(std::string_view text) {
  try {
    (void)rows_of(text);
  } catch (const RowProblem& problem) {
    return std::to_string(problem.at - text.data()) + ": " + problem.message;
  }
  return "none";
}

TEST(CsvCursor, WalksOverRowsAndValues) {
  EXPECT_EQ(rows_of("a,b\r\n1,\n,2\n\nx"), (Rows{{"a", "b"}, {"1", ""}, {"", "2"}, {""}, {"x"}}));
  EXPECT_EQ(rows_of("a\tb,c\n", '\t'), (Rows{{"a", "b,c"}}));
  EXPECT_EQ(rows_of("a,\r\n"), (Rows{{"a", ""}}));
  EXPECT_EQ(rows_of("a\r"), (Rows{{"a"}}));
  EXPECT_EQ(rows_of("a\rb,c"), (Rows{{"a\rb", "c"}}));
}

TEST(CsvCursor, QuotesHoldSeparatorsLineEndsAndQuotes) {
  EXPECT_EQ(rows_of("\"a,b\",\"c\nd\"\r\n\"\",\"\"\"\"\n"), (Rows{{"a,b", "c\nd"}, {"", "\""}}));
  EXPECT_EQ(rows_of("\"say \"\"hi\"\"\nthere\",x\ny\n"), (Rows{{"say \"hi\"\nthere", "x"}, {"y"}}));
  EXPECT_EQ(rows_of("a\"b\",\"c\""), (Rows{{"a\"b\"", "c"}}));
  CsvCursor cursor("\"a\"\"b\",\"c\"", ',');
  EXPECT_TRUE(cursor.next().has_quotes);
  EXPECT_FALSE(cursor.next().has_quotes);
}

TEST(CsvCursor, PassesOverTheRestOfARow) {
  CsvCursor cursor("a,b,c\nd\n", ',');
  EXPECT_EQ(cursor.next().text, "a");
  EXPECT_TRUE(cursor.next_row());
  EXPECT_EQ(cursor.next().text, "d");
  EXPECT_TRUE(cursor.at_row_end());
  EXPECT_FALSE(cursor.next_row());
}

TEST(CsvCursor, NamesThePlaceOfBadQuotes) {
  EXPECT_EQ(problem_of("a,\"b\nc\n"), "2: found an opening quote, expected a closing one too");
  EXPECT_EQ(problem_of("a\n\"b\"c,d"), "5: found 'c' after a closing quote, expected ','");
  EXPECT_EQ(problem_of("\"\"\""), "0: found an opening quote, expected a closing one too");
}

TEST(CsvRowLength, CountsLineEndsInQuotes) {
  const auto length = [](std::string_view text) { return csv_row_length(text, ','); };
  EXPECT_EQ(length(""), 0U);
  EXPECT_EQ(length("a,b\nc"), 4U);
  EXPECT_EQ(length("a,b"), 3U);
  EXPECT_EQ(length("a,\"b\nc\",d\r\ne"), 11U);
  EXPECT_EQ(length("\"b\n\"\"\n\""), 7U);
  EXPECT_EQ(length("5\" wide,x\ny"), 10U) << "a quote inside a value";
  EXPECT_EQ(length("a,\"b\nc,d\n"), 5U) << "not closed";
  EXPECT_EQ(length("a,\"b\nc,\"d\"\n"), 5U) << "text behind what would close it";
  bool fits = true;
  EXPECT_EQ(csv_row_length("a,\"b\"\n", ',', 2, &fits), 6U);
  EXPECT_TRUE(fits);
  EXPECT_EQ(csv_row_length("a,\"b\nc,d\n", ',', 2, &fits), 5U);
  EXPECT_FALSE(fits);
}

TEST(CsvRowLength, EndsARowOfTooManyValuesInsteadOfReadingTheWholeText) {
  // In turn 1" and what stands in quotes: 2 LF 1. The last quote is not closed.
  const std::string text = "1\",\"2\n1\",\"2\n1\",\"2\n1\",\"2\n";
  EXPECT_EQ(csv_row_length(text, ',', 2), 18U);
  EXPECT_EQ(csv_row_length(text, ','), 6U);
}

}  // namespace
}  // namespace podium
