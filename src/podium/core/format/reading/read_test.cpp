#include "podium/core/format/read.hpp"

#include <atomic>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/format/reading/read_fixture.hpp"
#include "podium/core/format/row_reader.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

using Read = ReadFixture;

// --- what is accepted ---

TEST_F(Read, TakesTheFormatsOfLetor3Letor4AndMslr) {
  const Dataset data = read(
      "2 qid:1 1:3.0 3:-0.5 #docid = 40626\n"
      "0 qid:1 1:NULL 2:null\t3:1e-3 #docid = G21-63 inc = 0.25 prob = 0.139842\r\n"
      "\n"
      "# a comment\n"
      "1 qid:x/2 2:7 \r\n");
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_EQ(data.feature_count(), 3U);
  EXPECT_THAT(data[0].features[0].dense(), ElementsAre(3.0F, 0.0F, -0.5F));
  EXPECT_TRUE(std::isnan(data[0].features[1][0]));
  EXPECT_TRUE(std::isnan(data[0].features[1][1]));
  EXPECT_EQ(data[0].features[1][2], 1e-3F);
  EXPECT_EQ(data[1].id, "x/2");
  EXPECT_THAT(data[0].truth.label, ElementsAre(2, 0));
  EXPECT_EQ(data.document_id(0), "40626");
  EXPECT_EQ(data.document_id(1), "G21-63");
  EXPECT_EQ(data.columns().inc[1], 0.25);
  EXPECT_TRUE(std::isnan(data.columns().prob[0]));
}

TEST_F(Read, TakesAnyFiniteLabel) {
  const Dataset data = read("31 qid:1 1:1\n1330 qid:1 1:1\n0.5 qid:1 1:1\n-1 qid:1 1:1\n");
  EXPECT_THAT(data[0].truth.label, ElementsAre(31, 1330, 0.5, -1));
  EXPECT_THAT(data[0].truth.level, ElementsAre(2, 3, 1, 0));
}

TEST_F(Read, TakesALabelOfMinusZeroAsZero) {
  for (const char* text : {"-0 qid:1 1:1\n0 qid:1 1:1\n", "-0.0 qid:1 1:1\n-0e5 qid:1 1:1\n"}) {
    const Dataset data = read(text);
    EXPECT_THAT(data[0].truth.level, ElementsAre(0, 0));
    for (const double label : data[0].truth.label) EXPECT_FALSE(std::signbit(label));
  }
  const Dataset csv = read("qid,label,x\n1,-0,2\n", {.format = DataFormat::csv});
  EXPECT_FALSE(std::signbit(csv[0].truth.label[0]));
}

TEST_F(Read, PutsScatteredQueriesTogetherAndRemembersWhereRowsStood) {
  ReadReport report;
  const Dataset data =
      read("1 qid:b 1:1\n2 qid:a 1:2\n3 qid:b 1:3\n4 qid:a 1:4\n5 qid:c 1:5\n", {}, &report);
  ASSERT_EQ(data.query_count(), 3U);
  EXPECT_EQ(data[0].id, "b");
  EXPECT_THAT(data[0].truth.label, ElementsAre(1, 3));
  EXPECT_THAT(data[1].features.dense(), ElementsAre(2, 4));
  EXPECT_EQ(report.rows_moved, 2U);
  EXPECT_THAT(report.remarks(),
              ElementsAre("moved 2 rows to the other rows of their query, first of query 'b' in "
                          "line 1 and line 3 (outputs keep the order of the input; with "
                          "--order hash results do not depend on it)"));
  std::vector<std::size_t> input;
  for (std::size_t row = 0; row < data.row_count(); ++row) input.push_back(data.input_row(row));
  EXPECT_THAT(input, ElementsAre(0, 2, 1, 3, 4));
}

TEST_F(Read, RefusesCarriageReturnsAsLineEnds) {
  EXPECT_THAT(problem("1 qid:1 1:5 #docid = a\r0 qid:1 1:2 #docid = b\r"),
              HasSubstr(":1:23: found a carriage return as line end"));
  EXPECT_THAT(problem("1 qid:1 1:5 #a\n1 qid:1 1:5 #docid = a\r0 qid:1 1:2 #docid = b\n"),
              HasSubstr(":2:23: found a carriage return inside a row"));
}

TEST_F(Read, RefusesTheZerosBehindAFileThatWasCut) {
  const std::string rows = "1 qid:1 1:5 #docid = a\n0 qid:1 1:2 #docid = b";
  EXPECT_THAT(problem(rows + std::string(9, '\0')),
              HasSubstr(":2:23: found a NUL, expected text; is the file still being written?"));
}

TEST_F(Read, TakesCsvWithNamedColumns) {
  const Dataset data = read(
      "docid,bm25,qid,label,\"page,rank\",row_weight,query_weight\r\n"
      "a,1.5,q 1,2,0.1,2,0.5\r\n"
      "\"b,c\",,q 1,0,NULL,1,0.5\r\n"
      "d,3,q2,1,4,1,1\r\n",
      {}, nullptr, "data.csv");
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_EQ(data[0].id, "q 1");
  EXPECT_EQ(data.feature_name(1), "page,rank");
  EXPECT_THAT(data[0].features[0].dense(), ElementsAre(1.5F, 0.1F));
  EXPECT_TRUE(std::isnan(data[0].features[1][0]));
  EXPECT_TRUE(std::isnan(data[0].features[1][1]));
  EXPECT_EQ(data.document_id(1), "b,c");
  EXPECT_THAT(data[0].row_weight, ElementsAre(2, 1));
  EXPECT_EQ(data[0].weight, 0.5);
}

TEST_F(Read, TakesTheLargestDoubleForIstellasMissingValue) {
  EXPECT_TRUE(std::isnan(read("0 qid:1 1:1.79769313486231570000e+308\n")[0].features[0][0]));
  EXPECT_THAT(problem("0 qid:1 1:1e300\n"), HasSubstr("a finite value that a 32-bit float holds"));
}

TEST_F(Read, TakesCommentsOfOneWordForDocumentIds) {
  EXPECT_EQ(read("1 qid:1 1:1 # 1A\n").document_id(0), "1A");
  EXPECT_EQ(read("1 qid:1 1:1 # judged twice\n").document_id(0), "1");  // its row
}

// --- what is refused ---

TEST_F(Read, NamesFileLineColumnFoundAndExpected) {
  const std::string good = "1 qid:1 1:1\n";
  EXPECT_THAT(problem(good + "x qid:1 1:1\n"),
              EndsWith("data.txt:2:1: found 'x', expected a label (a number)"));
  EXPECT_THAT(problem(good + "nan qid:1 1:1\n"),
              EndsWith(":2:1: found 'nan', expected a finite label"));
  EXPECT_THAT(problem(good + "1 1:1\n"), HasSubstr(":2:3: found '1:1', expected 'qid:'"));
  EXPECT_THAT(problem(good + "1\n"), HasSubstr(":2:2: found the end of the row, expected 'qid:'"));
  EXPECT_THAT(problem(good + "1 qid: 1:1\n"),
              HasSubstr(":2:7: found the end of the row, expected a query id"));
  EXPECT_THAT(problem(good + "1 qid:1 2:1 2:1\n"),
              EndsWith(":2:13: found '2:1', expected a feature number above 2; feature numbers "
                       "must be ascending"));
  EXPECT_THAT(problem(good + "1 qid:1 7:1 2:1\n"),
              HasSubstr(":2:13: found '2:1', expected a feature number above 7"));
  EXPECT_THAT(problem(good + "1 qid:1 1\n"),
              HasSubstr(":2:9: found '1', expected a feature 'number:value'"));
  EXPECT_THAT(problem(good + "1 qid:1 1:\n"),
              HasSubstr(":2:11: found the end of the row, expected a value"));
  EXPECT_THAT(problem(good + "1 qid:1 1:inf\n"),
              HasSubstr(":2:11: found 'inf', expected a finite value"));
  EXPECT_THAT(problem(good + "1 qid:1 1:0.5.5\n"),
              HasSubstr(":2:11: found '0.5.5', expected a value"));
  EXPECT_THAT(problem(good + "1 qid:1 1:1 #docid = a inc = x\n"),
              HasSubstr("expected a number for 'inc'"));
  EXPECT_THAT(problem(good + "1 qid:1 99999999999:1\n"),
              HasSubstr("expected a feature 'number:value'"));
}

TEST_F(Read, ReportsTheFirstBadRowEvenWhenALaterOneIsWorse) {
  EXPECT_THAT(problem("1 qid:1 1:x\n1 no-qid\n"), HasSubstr(":1:11: found 'x'"));
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "1 qid:1 1:0.5\n";  // several chunks
  const std::string late = text + "1 qid:1 1:y\n" + text + "bad\n" + text;
  for (const std::size_t threads : {1U, 2U}) {
    const ThreadLimit limit(threads);
    EXPECT_THAT(problem(late), HasSubstr("data.txt:300001:11: found 'y'"));
  }
}

TEST_F(Read, RefusesWhatIsNoDataAtAll) {
  EXPECT_THAT(problem(""), EndsWith("data.txt: found an empty file, expected rows"));
  EXPECT_THAT(problem("\n# nothing\n"), EndsWith("found no row, expected at least one"));
  EXPECT_THAT(problem(std::string("\x00\x01\xff\x7f\n", 5)), HasSubstr(":1:1: found '\\x00\\x01"));
  const auto reading = [](const auto& path) { read_dataset(path); };
  EXPECT_THAT(message(reading, folder_ / "."), HasSubstr("found a folder"));
  EXPECT_THAT(message(reading, folder_ / "no"), HasSubstr("No such file"));
}

TEST_F(Read, ReadsAFileThatEndsWithItsLastPage) {
  // No line end, and not a byte of the mapping behind the last row.
  const std::size_t page = 4096;
  for (const std::size_t pages : {1U, 512U, 700U}) {
    std::string text;
    while (text.size() + 64 < pages * page) text += "1 qid:1 1:0.5\n";
    text += "1 qid:1 1:0.5 2:0.";
    text.resize(pages * page, '7');
    EXPECT_EQ(read(text).feature_count(), 2U) << pages;
  }
}

TEST_F(Read, PassesOverAByteOrderMark) {
  EXPECT_THAT(read("\xef\xbb\xbf"
                   "2 qid:1 1:3\n")[0]
                  .truth.label,
              ElementsAre(2));
  const Dataset data =
      read("\xef\xbb\xbfrow_weight,qid,label,f\n2,1,1,0.5\n", {}, nullptr, "a.csv");
  EXPECT_EQ(data.feature_count(), 1U);
  EXPECT_THAT(data[0].row_weight, ElementsAre(2));
}

TEST_F(Read, SurvivesALineOfAHundredMegabytes) {
  EXPECT_THAT(problem(std::string(100'000'000, '7')), HasSubstr(":1:1: found '7777"));
  EXPECT_THAT(problem("1 qid:1 1:" + std::string(100'000'000, 'x')),
              HasSubstr(":1:11: found 'xxx"));
}

TEST_F(Read, EndsWhileItFindsQueriesWhenToldTo) {
  std::vector<detail::Chunk> chunks(1);
  chunks[0].rows = 1;
  chunks[0].runs = {{.query_id = "1", .rows = 1}};
  DatasetMemory memory;
  ReadReport report;
  const std::atomic<bool> is_stopped = true;
  const StopScope scope(&is_stopped);
  EXPECT_THROW(detail::lay_out(chunks, {}, "f", memory, report), Stopped);
}

TEST_F(Read, RefusesBadCsv) {
  const auto csv = [&](const std::string& text) { return problem(text, {}, "data.csv"); };
  EXPECT_THAT(csv("label,f\n1,2\n"),
              HasSubstr("data.csv:1:1: found no column 'qid', expected one"));
  EXPECT_THAT(csv("qid,label,f,f\n"), HasSubstr(":1:13: found a second column 'f'"));
  EXPECT_THAT(csv("qid,label,f\n1,2\n"), HasSubstr(":2:4: found 2 fields, expected 3"));
  EXPECT_THAT(csv("qid,label,f\n1,2,3,4\n"), HasSubstr(":2:7: found more fields, expected 3"));
  EXPECT_THAT(csv("qid,label,f\n1,2,inf\n"), HasSubstr(":2:5: found 'inf', expected a finite"));
  EXPECT_THAT(csv("qid,label,f\n,2,3\n"), HasSubstr(":2:1: found '', expected a query id"));
  EXPECT_THAT(csv("qid,label,f\n\"1,2,3\n"), HasSubstr(":2:1: found an opening quote"));
  EXPECT_THAT(csv("qid,label,f,query_weight\n1,2,3,1\n1,2,3,2\n"),
              HasSubstr("different query weights"));
}

}  // namespace
}  // namespace podium
