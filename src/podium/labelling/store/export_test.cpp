#include "podium/labelling/store/export.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"
#include "podium/labelling/label/analysis/assessor_choice.hpp"
#include "podium/labelling/store/export_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

TEST(ExportText, WritesTheTopK) {
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::top_k, {}),
            "{\"qid\":\"a\",\"k\":2,\"top\":[\"z\",\"x\"],\"rest\":[\"y\"]}\n"
            "{\"qid\":\"b\",\"k\":2,\"top\":[\"y\",\"x\"],\"rest\":[\"z\"]}\n"
            "{\"qid\":\"c\",\"k\":2,\"top\":[\"x\",\"z\"],\"rest\":[\"y\"]}\n");
}

TEST(ExportText, WritesJudgementsOfPlacesOrGrades) {
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::qrels, {}),
            "a 0 z 2\na 0 x 1\na 0 y 0\n"
            "b 0 y 2\nb 0 x 1\nb 0 z 0\n"
            "c 0 x 2\nc 0 z 1\nc 0 y 0\n");
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::qrels, {.tool = Tool::grades}),
            "a 0 x 4\na 0 y 0\n");
}

TEST(ExportText, WritesLabelsWithoutFeatures) {
  EXPECT_THAT(export_text(sample_judgements(), ExportKind::letor, {}),
              HasSubstr("2 qid:a #docid = z\n1 qid:a #docid = x\n0 qid:a #docid = y\n"));
}

TEST(ExportText, WritesPreferenceJudgementsOfTrecEval) {
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::prefs, {}),
            "c adjudicated all x 3\nc adjudicated all y 1\nc adjudicated all z 2\n"
            "a assessor-1 all z 3\na assessor-1 all x 2\na assessor-1 all y 1\n"
            "b assessor-1 all y 3\nb assessor-1 all x 2\nb assessor-1 all z 0\n"
            "b assessor-2 all x 2\nb assessor-2 all y 2\nb assessor-2 all z 1\n"
            "a assessor-2 all x 4\na assessor-2 all y 0\n");
  EXPECT_THAT(export_text(sample_judgements(), ExportKind::prefs, {.voters = Voters::everybody}),
              HasSubstr("a assessor-3 all y 3\n"));
}

TEST(ExportText, WritesEveryAnswerThatStands) {
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::pairs, {}),
            "qid,left,right,verdict,winner,loser,assessor,program,purpose,seconds,paused,time,"
            "comment\n"
            "a,z,x,left,z,x,ann,false,needed,1.5,2,2023-11-14T22:13:20.000Z,\"clearer, newer\"\n"
            "b,x,y,tie,,,\"bob, jr\",false,needed,0.25,0,1970-01-01T00:00:00.000Z,\n"
            "b,z,y,left-bad,y,z,\"bob, jr\",false,gold,3,0,1970-01-01T00:00:00.000Z,\n");
  EXPECT_THAT(export_text(sample_judgements(), ExportKind::pairs, {.voters = Voters::everybody}),
              HasSubstr("a,y,x,right,x,y,script,true,needed,0,0,"));
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::grades, {}),
            "qid,document,verdict,grade,name,assessor,program,seconds,paused,time,comment\n"
            "a,x,grade,4,perfect,\"bob, jr\",false,6,0,1970-01-01T00:00:00.000Z,no doubt\n");
}

TEST(ExportText, IsThatOfTheChosenAssessors) {
  const auto text = [](ExportKind kind, const AssessorChoice& choice) {
    return export_text(chosen_judgements(sample_judgements(), choice), kind, {});
  };
  EXPECT_EQ(text(ExportKind::top_k, {.only = {"ann"}}),
            "{\"qid\":\"a\",\"k\":2,\"top\":[\"z\",\"x\"],\"rest\":[\"y\"]}\n"
            "{\"qid\":\"b\",\"k\":2,\"top\":[\"y\",\"x\"],\"rest\":[\"z\"]}\n"
            "{\"qid\":\"c\",\"k\":2,\"top\":[\"y\",\"z\"],\"rest\":[\"x\"]}\n")
      << "without the decision on c";
  EXPECT_EQ(text(ExportKind::prefs, {.without = {"bob, jr"}}),
            "c adjudicated all x 3\nc adjudicated all y 1\nc adjudicated all z 2\n"
            "a assessor-1 all z 3\na assessor-1 all x 2\na assessor-1 all y 1\n"
            "b assessor-1 all y 3\nb assessor-1 all x 2\nb assessor-1 all z 0\n");
  EXPECT_EQ(text(ExportKind::prefs, {.only = {"bob, jr"}}),
            "b assessor-2 all x 2\nb assessor-2 all y 2\nb assessor-2 all z 1\n"
            "a assessor-2 all x 4\na assessor-2 all y 0\n")
      << "as in an export of everybody";
  EXPECT_THROW(text(ExportKind::pairs, {.without = {"ann", "bob, jr"}}), NothingToExport);
}

TEST(ExportText, WritesNoFormulas) {
  Judgements judgements = sample_judgements();
  judgements.assessor[judgements.preference[0].assessor].name = "=HYPERLINK(1)";
  judgements.query[judgements.preference[0].query].id = "+a";
  for (std::string& document : judgements.query[judgements.preference[0].query].document) {
    document = "@SUM(" + document + ")";
  }
  EXPECT_THAT(export_text(judgements, ExportKind::pairs, {}),
              HasSubstr("\n'+a,'@SUM(z),'@SUM(x),left,'@SUM(z),'@SUM(x),'=HYPERLINK(1),"));
}

TEST(ExportText, RefusesToWriteNothing) {
  const Judgements nothing{.assessor = {}, .query = {{"a", {"x", "y"}, {}}}};
  for (std::size_t kind = 0; kind < export_kind_names.size(); ++kind) {
    EXPECT_THROW(export_text(nothing, static_cast<ExportKind>(kind), {}), UsageError);
  }
}

TEST(ExportText, SaysWhatThereWouldBeOtherwise) {
  Judgements said = sample_judgements();
  said.adjudication.clear();
  std::erase_if(said.top_k, [](const FinishedTopK& done) { return done.assessor != 2; });
  try {
    export_text(said, ExportKind::top_k, {});
    FAIL() << "wrote what programs decided";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "found no query decided by preferences, expected at least one; "
                 "1 by programs, which do not count; 2 unfinished sessions");
  }
}

class WithLabels : public FileFixture {
 protected:
  Dataset data(std::string_view text) const { return read_dataset(folder_.file("f.txt", text)); }

  /// With labels of the only query that is decided.
  static JudgedRows labelled(const Dataset& features, Unjudged unjudged) {
    Judgements said = sample_judgements();
    said.top_k.resize(1);
    said.adjudication.clear();
    return with_labels(features, final_qrels(said, {}), unjudged, "f.txt");
  }
};

TEST_F(WithLabels, MatchesRowsByQueryAndDocument) {
  const Dataset features = data(
      "7 qid:a 1:0.5 #docid = x\n7 qid:a 1:1 #docid = y\n7 qid:a 1:2 #docid = z\n"
      "7 qid:a 1:2 #docid = w\n7 qid:b 1:2 #docid = x\n");
  EXPECT_THAT(labelled(features, Unjudged::rest).data[0].truth.label,
              testing::ElementsAre(1, 0, 2, 0));
  EXPECT_THAT(labelled(features, Unjudged::drop).data[0].truth.label,
              testing::ElementsAre(1, 0, 2));
  EXPECT_EQ(labelled(features, Unjudged::drop).data.query_count(), 1U);
  EXPECT_THROW(labelled(features, Unjudged::refuse), NotJudged);
}

TEST_F(WithLabels, RefusesRowsOfOtherDocumentsAndQueries) {
  EXPECT_THROW(labelled(data("1 qid:a 1:1 #docid = x\n0 qid:a 1:1 #docid = y\n"), Unjudged::drop),
               DataError);
  EXPECT_THROW(labelled(data("1 qid:q 1:1 #docid = x\n"), Unjudged::drop), DataError);
}

}  // namespace
}  // namespace podium::labelling
