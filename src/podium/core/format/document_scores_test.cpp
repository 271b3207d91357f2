#include "podium/core/format/document_scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

class DocumentScores : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint([](const auto& path) { read_document_scores(path); }, text);
  }
};

TEST_F(DocumentScores, AreGroupedByQuery) {
  const DocumentTable table =
      read_document_scores(folder_.file("s", "7 a 0.5\n8 a -1e3\r\n7\tb  2\n\n"));
  ASSERT_EQ(table.query_count(), 2U);
  EXPECT_EQ(table[0].id, "7");
  EXPECT_THAT(table[0].document, ElementsAre("a", "b"));
  EXPECT_THAT(table[0].value, ElementsAre(0.5, 2.0));
  EXPECT_THAT(table[1].value, ElementsAre(-1000.0));
}

TEST_F(DocumentScores, RefuseAnythingElseNamingThePlace) {
  EXPECT_EQ(complaint("1 a 2\n1 b\n"), "f:2:4: found the end of the line, expected a finite score");
  EXPECT_EQ(complaint("1 a x\n"), "f:1:5: found 'x', expected a finite score");
  EXPECT_EQ(complaint("1 a nan\n"), "f:1:5: found 'nan', expected a finite score");
  EXPECT_EQ(complaint("1 a 2 3\n"), "f:1:7: found '3', expected the end of the line");
  EXPECT_EQ(complaint("1 a 2\n1 a 3\n"),
            "f:2:3: found document 'a' again in this query, expected it once");
  EXPECT_EQ(complaint(""), "f: found no score of a document, expected at least one");
}

TEST_F(DocumentScores, SkipBadLinesWhenAsked) {
  LineReport report;
  const DocumentTable table =
      read_document_scores(folder_.file("s", "1 a 2\nrubbish\n1 b 1\n"), BadLines::skip, &report);
  EXPECT_EQ(table.row_count(), 2U);
  EXPECT_EQ(report.rows_skipped, 1U);
}

TEST_F(DocumentScores, AreToldFromOneNumberALine) {
  EXPECT_TRUE(names_documents(folder_.file("s", "\n 1 a 2\n")));
  EXPECT_FALSE(names_documents(folder_.file("s", " 1 \n1 a 2\n")));
  EXPECT_FALSE(names_documents(folder_.file("s", "\n")));
}

}  // namespace
}  // namespace podium
