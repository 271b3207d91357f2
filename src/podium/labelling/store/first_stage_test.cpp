#include "podium/labelling/store/first_stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/import_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class FirstStageFiles : public ImportFixture {
 protected:
  void scores(std::string_view text) { files_.scores = folder_.file("s", text).string(); }
  void features(std::string_view text) { files_.features = folder_.file("f.txt", text).string(); }
};

TEST_F(FirstStageFiles, MayBeScoresOfDocuments) {
  scores("2 a 1\n1 a 0.5\n1 b 0.75\n2 b 2\n1 3 0.75\n");
  options_.depth = 2;
  const auto queries = read();
  EXPECT_THAT(ids(queries[0]), ElementsAre("b", "3")) << "ties in the order of the file";
  EXPECT_THAT(ids(queries[1]), ElementsAre("b", "a"));
}

TEST_F(FirstStageFiles, MayBeScoresOfTheRowsOfADataFile) {
  scores("0.5\n9\n2\n1\n8\n");
  features(
      "0 qid:1 1:1 #docid = a\n0 qid:2 1:1 #docid = b\n1 qid:1 1:1 #docid = b\n"
      "0 qid:1 1:1 #docid = 3\n0 qid:2 1:1 #docid = 3\n");
  const auto queries = read();
  EXPECT_THAT(ids(queries[0]), ElementsAre("b", "3", "a"));
  EXPECT_THAT(ids(queries[1]), ElementsAre("b", "3")) << "rows of a query need not be neighbours";
}

TEST_F(FirstStageFiles, SayWhereScoresNameWhatIsNotThere) {
  scores("1 a 2\n1 b 1\n2 a 8\n2 nix 9\n");
  EXPECT_THAT(complaint(), HasSubstr("s:4: found document 'nix', which is not in"));
  scores("1 a 2\n1 b 1\n5 a 8\n");
  EXPECT_THAT(complaint(), HasSubstr("s:3: found query '5', which is not in"));
  scores("1 a 2\n1 b 1\n");
  EXPECT_THAT(complaint(), HasSubstr("s: found 0 documents for query '2', expected at least two"));
  scores("1 a 2\n1 b 1\nrubbish here\n2 a 8\n2 nix 9\n");
  EXPECT_THAT(complaint(), HasSubstr("s:3:13: found the end of the line"));
  options_.lenient = true;
  EXPECT_EQ(read().size(), 1U);
  EXPECT_EQ(report_.lines.rows_skipped, 1U);
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("left out 1 row of the first stage")));
}

TEST_F(FirstStageFiles, RefuseScoresThatAreNotOfTheRows) {
  scores("1\n2\n");
  EXPECT_THROW(read(), UsageError) << "of which rows?";
  features("0 qid:1 1:1 #docid = a\n");
  EXPECT_THAT(complaint(), HasSubstr("s: found 2 scores, expected 1: one for each row of"));
  features("0 qid:1 1:1\n0 qid:1 1:2\n");
  EXPECT_THAT(complaint(), HasSubstr("f.txt: found rows without document ids"));
  features("0 qid:1 1:1 #docid = a\n0 qid:1 1:2 #docid = nix\n");
  EXPECT_THAT(complaint(), HasSubstr("f.txt: found document 'nix', which is not in"));
  scores("1\nrubbish\n");
  EXPECT_EQ(complaint(), "s:2:1: found 'rubbish', expected a finite score");
  scores("");
  EXPECT_THAT(complaint(), HasSubstr("s: found no line, expected at least one"));
}

TEST_F(FirstStageFiles, MustNotContradictEachOther) {
  scores("1 a 2\n1 b 1\n2 a 1\n2 b 1\n");
  features("0 qid:1 1:1 #docid = a\n");
  EXPECT_THROW(read(), UsageError) << "these scores say whose they are";
  files_.features.clear();
  EXPECT_NO_THROW(read());
  run("1 Q0 a 1 2 t\n");
  EXPECT_THROW(read(), UsageError);
}

}  // namespace
}  // namespace podium::labelling
