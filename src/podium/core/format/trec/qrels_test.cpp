#include "podium/core/format/trec/qrels.hpp"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class QrelsFile : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint([](const auto& path) { read_qrels(path); }, text);
  }
};

TEST_F(QrelsFile, GroupsDocumentsByQueryInOrderOfAppearance) {
  const Qrels qrels = read_qrels(folder_.file("q", "2\t0\td1 1\r\n10 Q0 d1 0.5\n2 0 d0 -1\n\n"));
  ASSERT_EQ(qrels.judged.query_count(), 2U);
  EXPECT_EQ(qrels.judged.row_count(), 3U);
  EXPECT_EQ(qrels.judged[0].id, "2");
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("d1", "d0"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(1, -1));
  EXPECT_THAT(qrels.judged[1].value, ElementsAre(0.5));
  EXPECT_EQ(qrels.judged.find("10"), 1U);
  EXPECT_EQ(qrels.judged.find("1"), std::nullopt);
}

TEST_F(QrelsFile, TakesALabelOfMinusZeroAsZero) {
  const Qrels qrels = read_qrels(folder_.file("q", "1 0 a -0\n"));
  EXPECT_FALSE(std::signbit(qrels.judged[0].value[0]));
  EXPECT_EQ(qrels_text(qrels), "1 0 a 0\n");
}

TEST_F(QrelsFile, CountsALineThatSaysTheSameAgain) {
  LineReport report;
  const Qrels qrels =
      read_qrels(folder_.file("q", "1 0 a 2\n2 0 b 1\n1 0 a 2.0\n1 0 c 0\n2 0 b 1\n"),
                 BadLines::refuse, &report);
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("a", "c"));
  EXPECT_THAT(qrels.judged[1].document, ElementsAre("b"));
  EXPECT_EQ(report.rows, 3U);
  EXPECT_EQ(report.rows_repeated, 2U);
  EXPECT_THAT(report.remarks(), ElementsAre("omitted 2 duplicate lines"));
}

TEST_F(QrelsFile, RefusesAnythingElseNamingThePlace) {
  EXPECT_EQ(complaint("2 0 b 0\n1 0 a 2\n1 0 a 1\n2 0 b 1\n"),
            "f:3:5: found document 'a' again in this query, expected it once");
  EXPECT_EQ(complaint("1 0 a\n"),
            "f:1:5: found 'a', expected a finite label: of three columns the last (TREC has four)");
  EXPECT_EQ(complaint("1 0 a 1 1\n"), "f:1:9: found '1', expected the end of the line");
  EXPECT_EQ(complaint("1 0 a nan\n"), "f:1:7: found 'nan', expected a finite label");
  EXPECT_EQ(complaint("1 0 a 1\n\n1 0 b 1\n"),
            "f:2:1: found the end of the line, expected a query id");
  EXPECT_EQ(complaint(""), "f: found no judgement, expected at least one");
  EXPECT_THAT(complaint(std::string_view("1 0 \0 1", 7)), HasSubstr("f:1:5: found the byte"));
  EXPECT_THAT(complaint(std::string(100'000'000, 'x')),
              HasSubstr("f:1:100000001: found the end of the line, expected an iteration"));
  EXPECT_THAT(message([](const auto& path) { read_qrels(path); }, folder_ / "none"),
              HasSubstr("none: cannot read"));
}

TEST_F(QrelsFile, MayLackTheIterationAsThoseOfBeirAndSmart) {
  for (const char* text : {"query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t0\n", "1 a 2\n1 b 0\n"}) {
    const Qrels qrels = read_qrels(folder_.file("q", text));
    EXPECT_EQ(qrels_text(qrels), "1 0 a 2\n1 0 b 0\n") << text;
  }
}

TEST_F(QrelsFile, SkipsBadLinesWhenAskedTo) {
  LineReport report;
  const Qrels qrels =
      read_qrels(folder_.file("q", "1 0 a 1\nbad\n1 0 a 2\n1 0 b 0\n"), BadLines::skip, &report);
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("a", "b"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(1, 0));
  EXPECT_EQ(report.rows_skipped, 2U);
  EXPECT_THAT(report.first_skips, ElementsAre(HasSubstr("q:2:4: "), HasSubstr("q:3:5: ")));
}

TEST_F(QrelsFile, ComesFromADatasetAndBack) {
  DatasetBuilder builder(0);
  builder.add_query("x", GradedTruth{{2, 0.5}}, {}, std::vector<std::string>{"d1", "d2"});
  builder.add_query("y", GradedTruth{{-1}}, {}, std::vector<std::string>{"d1"});
  write_qrels(qrels_of(std::move(builder).build()), folder_ / "q");
  EXPECT_EQ(text_of(folder_ / "q"), "x 0 d1 2\nx 0 d2 0.5\ny 0 d1 -1\n");
  EXPECT_EQ(read_qrels(folder_ / "q").judged.row_count(), 3U);
}

TEST(QrelsOf, NamesDocumentsByInputRowWhereTheDataDoesNot) {
  DatasetBuilder builder(0);
  builder.add_query("x", GradedTruth{{1, 0}}, {});
  EXPECT_THAT(qrels_of(std::move(builder).build()).judged[0].document, ElementsAre("1", "2"));
}

TEST(QrelsOf, RefusesADocumentThatComesTwice) {
  DatasetBuilder builder(0);
  builder.add_query("x", GradedTruth{{1, 0}}, {}, std::vector<std::string>{"d", "d"});
  const Dataset data = std::move(builder).build();
  EXPECT_THROW(qrels_of(data), UsageError);
}

TEST_F(QrelsFile, IsNotWrittenWithAnIdThatIsNotAWord) {
  DatasetBuilder builder(0);
  builder.add_query("x", GradedTruth{{1}}, {}, std::vector<std::string>{"two words"});
  EXPECT_THROW(write_qrels(qrels_of(std::move(builder).build()), folder_ / "q"), UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "q"));
}

TEST(QrelsOfRealCollections, AreReadCompletely) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  LineReport report;
  const Qrels ohsumed =
      read_qrels(real_data() / "OHSUMED-LETOR3/qrels.qrel", BadLines::refuse, &report);
  EXPECT_EQ(ohsumed.judged.query_count(), 106U);
  EXPECT_EQ(report.rows + report.rows_repeated, 16140U);
  const Qrels cast = read_qrels(real_data() / "TREC-CAsT-2019-preferences/TREC-CAsT-2019.qrels",
                                BadLines::refuse, &report);
  EXPECT_EQ(report.rows + report.rows_repeated, 29350U);
  std::set<double> labels;
  for (std::size_t query = 0; query < cast.judged.query_count(); ++query) {
    labels.insert(cast.judged[query].value.begin(), cast.judged[query].value.end());
  }
  EXPECT_THAT(labels, ElementsAre(0, 1, 2, 3, 4, 10, 20, 30, 40, 50));
}

TEST_F(QrelsFile, SayWhenTheyAreAWebPage) {
  EXPECT_EQ(complaint("<html><body>Log in"),
            "f: found a web page, expected text; a server may send one in place of a file that "
            "needs a login");
}

}  // namespace
}  // namespace podium
