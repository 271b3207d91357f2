#include "podium/learning/experiment/csv_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

using testing::EndsWith;
using testing::StartsWith;

class CsvTableTest : public testing::Test {
 protected:
  ~CsvTableTest() override { std::filesystem::remove(path_); }

  CsvTable read(std::string_view text) {
    write_file(path_, text);
    return CsvTable::read(path_);
  }

  std::string problem(std::string_view text) {
    try {
      read(text);
    } catch (const DataError& error) {
      return error.what();
    }
    return "no DataError";
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".csv");
};

TEST_F(CsvTableTest, ReadsPlainAndQuotedFieldsWithTheirPlaces) {
  const CsvTable table =
      read("\xEF\xBB\xBFid,\"na,me\"\r\n1,\"say \"\"hi\"\"\nthere\"\r\n\r\n2,\r\n");
  EXPECT_EQ(table.column("na,me"), 1U);
  ASSERT_EQ(table.rows().size(), 2U);
  EXPECT_EQ(table.rows()[0][1].text, "say \"hi\"\nthere");
  EXPECT_EQ(table.rows()[1][1].text, "");
  EXPECT_EQ(table.rows()[1][0].line, 5U);
  EXPECT_EQ(table.rows()[1][1].column, 3U);
}

TEST_F(CsvTableTest, ReadsALastLineWithoutEnd) {
  EXPECT_EQ(read("a,b\n1,2").rows().size(), 1U);
}

TEST_F(CsvTableTest, RefusesRubbishNamingThePlace) {
  EXPECT_THAT(problem(""), EndsWith(":1:1: found nothing, expected a header"));
  EXPECT_THAT(problem("a,b\n1,2,3\n"),
              EndsWith(":2:1: found 3 fields, expected 2 as in the header"));
  EXPECT_THAT(problem("a,b\n1,\"2\n"),
              EndsWith(":2:3: found an opening quote, expected a closing one too"));
  EXPECT_THAT(problem("a,b\n\"1\"x,2\n"),
              EndsWith(":2:4: found 'x' after a closing quote, expected ','"));
  EXPECT_THAT(problem("a,b,a\n"), EndsWith(":1:5: found a second column 'a'"));
}

TEST_F(CsvTableTest, ReadsTextInMemoryUnderTheNameItIsGiven) {
  EXPECT_EQ(CsvTable::parse("a,b\n1,2\n", "here").rows()[0][1].text, "2");
  try {
    CsvTable::parse("a,b\n1\n", "here");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), StartsWith("here:2:1: "));
  }
}

TEST_F(CsvTableTest, ReadsFiniteNumbersOnly) {
  const CsvTable table = read("x\n 0.5\nnan\n1e999\n");
  EXPECT_EQ(table.number(table.rows()[0][0]), 0.5);
  EXPECT_THROW(table.number(table.rows()[1][0]), DataError);
  EXPECT_THROW(table.number(table.rows()[2][0]), DataError);
  EXPECT_THROW(table.column("y"), DataError);
}

}  // namespace
}  // namespace podium
