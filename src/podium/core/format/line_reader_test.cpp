#include "podium/core/format/line_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

constexpr std::array<std::string_view, 3> names = {"a colour", "a size", "a taste"};

std::vector<std::string_view> words_of(const LineReader& line, std::size_t required = 3) {
  std::array<std::string_view, 3> words;
  const std::size_t count = line.split(names, required, words);
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::string complaint(std::string_view text) {
  LineReader lines(text, "f");
  try {
    while (lines.next()) words_of(lines);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LineReader, NumbersLinesWhateverTheirEnd) {
  LineReader lines("a\nb\r\n\nc", "f");
  std::vector<std::string> seen;
  while (lines.next()) seen.push_back(std::to_string(lines.number()) + std::string(lines.line()));
  EXPECT_THAT(seen, ElementsAre("1a", "2b", "3", "4c"));
}

TEST(LineReader, HasNoLineForAnEmptyText) {
  EXPECT_FALSE(LineReader("", "f").next());
}

TEST(LineReader, PassesOverAByteOrderMark) {
  LineReader lines("\xef\xbb\xbfred 1 sweet", "f");
  ASSERT_TRUE(lines.next());
  EXPECT_THAT(words_of(lines), ElementsAre("red", "1", "sweet"));
}

TEST(LineReader, SplitsAtBlanksAndTabs) {
  LineReader lines("  red\t 1   sweet \t", "f");
  ASSERT_TRUE(lines.next());
  EXPECT_THAT(words_of(lines), ElementsAre("red", "1", "sweet"));
}

TEST(LineReader, AllowsOptionalWordsToBeMissing) {
  LineReader lines("red 1", "f");
  ASSERT_TRUE(lines.next());
  EXPECT_THAT(words_of(lines, 2), ElementsAre("red", "1"));
}

TEST(LineReader, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(complaint("red 1 sweet\nred 1"), "f:2:6: found the end of the line, expected a taste");
  EXPECT_EQ(complaint("\n"), "f:1:1: found the end of the line, expected a colour");
  EXPECT_EQ(complaint("red 1 sweet 7"), "f:1:13: found '7', expected the end of the line");
  EXPECT_EQ(complaint(std::string_view("red \0 x", 7)),
            "f:1:5: found the byte '\\x00', expected text");
  EXPECT_EQ(complaint("red\r1 x"), "f:1:4: found the byte '\\x0d', expected text");
}

TEST(LineReader, ReadsFiniteNumbersOnly) {
  LineReader lines("1e3 nan x", "f");
  ASSERT_TRUE(lines.next());
  const auto words = words_of(lines);
  EXPECT_EQ(lines.number_in(words[0], "a size"), 1000.0);
  try {
    lines.number_in(words[1], "a size");
    FAIL() << "expected a DataError";
  } catch (const DataError& error) {
    EXPECT_STREQ(error.what(), "f:1:5: found 'nan', expected a size");
    EXPECT_EQ(error.where().column, 5U);
  }
}

TEST(FiniteNumber, RefusesWhatIsNotOne) {
  for (const std::string_view text :
       {"", "-", "nan", "inf", "-infinity", "1e999", "1x", "0x10", " 1", "1 ", "1,5", "+"}) {
    EXPECT_TRUE(std::isnan(finite_number(text))) << text;
  }
  EXPECT_EQ(finite_number("-2.5"), -2.5);
  EXPECT_EQ(finite_number("+1"), 1.0);  // SVMlight's labels
  EXPECT_EQ(finite_number("5e-324"), 5e-324);
}

TEST(LineChunks, CoverTheTextInWholeLinesWithTheirNumbers) {
  std::string text;
  for (int i = 1; i <= 100; ++i) text += std::string(static_cast<std::size_t>(i % 7), 'x') + "\n";
  text += "last";
  for (const std::size_t bytes : {1UL, 2UL, 10UL, 1000UL}) {
    std::string all;
    for (const LineChunk& chunk : line_chunks(text, bytes)) {
      EXPECT_EQ(chunk.first_line, 1 + static_cast<std::size_t>(std::ranges::count(all, '\n')));
      EXPECT_TRUE(all.empty() || all.back() == '\n');
      all += chunk.text;
    }
    EXPECT_EQ(all, text);
  }
  EXPECT_TRUE(line_chunks("").empty());
}

TEST(LocationOf, CountsFromOne) {
  const std::string_view text = "ab\ncd e\n";
  EXPECT_EQ(location_of(text.substr(0, 1), text, "f").line, 1U);
  const Location where = location_of(text.substr(6, 1), text, "f");
  EXPECT_EQ(where.line, 2U);
  EXPECT_EQ(where.column, 4U);
}

TEST(IsWord, AllowsPrintableBytesOnly) {
  EXPECT_TRUE(is_word("GX-1_2.3/#\xc3\xa4"));
  for (const std::string_view id : {"", "a b", "a\tb", "a\n", "\x7f", "\x01"}) {
    EXPECT_FALSE(is_word(id));
    EXPECT_THROW(check_word(id, "query id"), UsageError);
  }
}

TEST(LineReport, KeepsTheFirstSkipsOfAllParts) {
  LineReport first;
  first.skip("one");
  LineReport next;
  for (int i = 0; i < 9; ++i) next.skip("more");
  next.rows_repeated = 2;
  first.add(next);
  EXPECT_EQ(first.rows_skipped, 10U);
  EXPECT_THAT(first.remarks(), ElementsAre("omitted 2 duplicate lines",
                                           "skipped 10 bad lines; the first problems:", "one",
                                           "more", "more", "more", "more"));
  EXPECT_TRUE(LineReport{}.remarks().empty());
}

}  // namespace
}  // namespace podium
