#include "podium/core/format/judged_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/trec/qrels.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Query a with documents x, y and z, query b with x; y and z of a are judged.
class JudgedRowsOf : public FileFixture {
 protected:
  explicit JudgedRowsOf(const char* judgements = "a 0 z 2\na 0 y 1\n")
      : judged_(read_qrels(folder_.file("q", judgements)).judged) {}

  JudgedRows rows(Unjudged unjudged) const {
    const Dataset data = read_dataset(
        folder_.file("f.txt",
                     "5 qid:a 1:1 #docid = x\n5 qid:b 1:4 #docid = x\n5 qid:a 1:2 #docid = y\n"
                     "5 qid:a 1:3 #docid = z\n"));
    return judged_rows(data, judged_, unjudged, "f.txt",
                       [&](const QueryView& query, const DocumentTable::Query& judged) {
                         EXPECT_EQ(query.id, judged.id);
                         return weak_order(GradedTruth{{0, 1, 2}});
                       });
  }

  std::string complaint(Unjudged unjudged) const {
    try {
      rows(unjudged);
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  }

  DocumentTable judged_;
};

TEST_F(JudgedRowsOf, LeavesOutWhatNobodyJudged) {
  const JudgedRows found = rows(Unjudged::drop);
  ASSERT_EQ(found.data.query_count(), 1U);
  EXPECT_THAT(found.data[0].features.dense(), ElementsAre(2, 3));
  EXPECT_THAT(found.data[0].truth.label, ElementsAre(1, 2));
  EXPECT_THAT(found.data[0].truth.level, ElementsAre(0, 1));
  EXPECT_THAT(found.remarks(), ElementsAre("omitted 1 document without a judgement",
                                           "omitted 1 query without a judgement"));
}

TEST_F(JudgedRowsOf, KeepsTheRestOfJudgedQueries) {
  const JudgedRows found = rows(Unjudged::rest);
  ASSERT_EQ(found.data.query_count(), 1U);
  EXPECT_THAT(found.data[0].truth.label, ElementsAre(0, 1, 2));
  EXPECT_THAT(found.remarks(), ElementsAre("set label 0 for 1 document without a judgement",
                                           "omitted 1 query without a judgement"));
}

TEST_F(JudgedRowsOf, RefusesWithNumbersAndTheFile) {
  EXPECT_EQ(complaint(Unjudged::refuse),
            "f.txt: found 1 document of judged queries and 1 query without a judgement, "
            "expected none");
  EXPECT_THROW(rows(Unjudged::refuse), NotJudged);
}

class JudgedRowsOfAll : public JudgedRowsOf {
 protected:
  JudgedRowsOfAll() : JudgedRowsOf("a 0 x 0\na 0 z 2\na 0 y 1\nb 0 x 1\n") {}
};

TEST_F(JudgedRowsOfAll, HasNothingToSay) {
  const Dataset data = read_dataset(folder_.file("f", "1 qid:b 1:4 #docid = x\n"));
  const DocumentTable only = read_qrels(folder_.file("q2", "b 0 x 1\n")).judged;
  const JudgedRows found = judged_rows(
      data, only, Unjudged::refuse, "f",
      [](const QueryView&, const DocumentTable::Query&) { return weak_order(GradedTruth{{3}}); });
  EXPECT_THAT(found.remarks(), IsEmpty());
  EXPECT_THAT(found.data[0].truth.label, ElementsAre(3));
}

class JudgedRowsOfAnotherFile : public JudgedRowsOf {
 protected:
  JudgedRowsOfAnotherFile() : JudgedRowsOf("a 0 w 2\n") {}
};

TEST_F(JudgedRowsOfAnotherFile, AreRefusedWhateverTheChoice) {
  for (const Unjudged unjudged : {Unjudged::refuse, Unjudged::rest, Unjudged::drop}) {
    EXPECT_EQ(complaint(unjudged),
              "f.txt: found no row for judged document 'w' of query 'a', expected one");
  }
  judged_ = read_qrels(folder_.file("q2", "c 0 x 2\n")).judged;
  EXPECT_EQ(complaint(Unjudged::drop),
            "f.txt: found no row for judged query 'c', expected at least one");
}

TEST_F(JudgedRowsOf, RefusesAJudgedDocumentThatComesTwice) {
  const Dataset data = read_dataset(folder_.file(
      "f.txt", "5 qid:a 1:1 #docid = y\n5 qid:a 1:2 #docid = y\n5 qid:a 1:3 #docid = z\n"));
  EXPECT_THROW(judged_rows(data, judged_, Unjudged::drop, "f.txt", {}), DataError);
}

TEST_F(JudgedRowsOf, KnowsRowsWithoutIdsByTheirPlace) {
  const Dataset data =
      read_dataset(folder_.file("f.txt", "5 qid:a 1:7\n5 qid:a 1:8\n5 qid:a 1:9\n"));
  const DocumentTable second = read_qrels(folder_.file("q2", "a 0 2 1\n")).judged;
  const JudgedRows found = judged_rows(data, second, Unjudged::drop, "f.txt",
                                       [](const QueryView& query, const DocumentTable::Query&) {
                                         EXPECT_EQ(query.size(), 3U);
                                         return weak_order(GradedTruth{{0, 1, 0}});
                                       });
  EXPECT_THAT(found.data[0].features.dense(), ElementsAre(8));
  EXPECT_THAT(found.data[0].truth.label, ElementsAre(1));
}

}  // namespace
}  // namespace podium
