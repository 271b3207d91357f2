#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/reading/read_fixture.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsNan;

using ReadWithOptions = ReadFixture;

TEST_F(ReadWithOptions, TakesLeftOutFeaturesAsZeroButOfAggSetsAsMissing) {
  const std::string text = "1 qid:1 1:3 2:NULL 3:1\n0 qid:1 2:2\n";
  EXPECT_THAT(read(text)[0].features[1].dense(), ElementsAre(0.0F, 2.0F, 0.0F));
  const Dataset lists =
      read(text, {.format = DataFormat::letor_agg, .features = FeatureDetail::exact});
  EXPECT_THAT(lists[0].features[1].dense(), ElementsAre(IsNan(), 2.0F, IsNan()));
  EXPECT_TRUE(std::isnan(lists[0].exact.stored()[3]));
  EXPECT_TRUE(std::isnan(lists[0].features[0][1]));
}

TEST_F(ReadWithOptions, TakesZeroBasedFeaturesWhenToldSo) {
  const Dataset data = read("1 qid:1 0:5 2:6\n", {.first_feature_id = 0});
  EXPECT_THAT(data[0].features[0].dense(), ElementsAre(5, 0, 6));
  EXPECT_EQ(data.feature_name(0), "0");
  EXPECT_THAT(problem("1 qid:1 0:5\n"), HasSubstr(":1:9: found '0:5', expected feature numbers"));
}

TEST_F(ReadWithOptions, TakesGroupSizesFromTheFileBesideTheData) {
  folder_.file("rank.train.query", "2\n1\n");
  ReadReport report;
  const Dataset data = read("1 1:1\n0 1:2\n2 1:3\n", {}, &report, "rank.train");
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_THAT(data[0].truth.label, ElementsAre(1, 0));
  EXPECT_EQ(data[1].id, "2");
  EXPECT_THAT(report.groups_file, EndsWith("rank.train.query"));
  folder_.file("other.group", "2\n2\n");
  EXPECT_THAT(problem("1 1:1\n0 1:2\n2 1:3\n", {.groups = (folder_ / "other.group").string()}),
              HasSubstr("found 3 rows, expected 4"));
}

TEST_F(ReadWithOptions, TakesWeightsFromTheFileBesideTheGroupSizes) {
  folder_.file("rank.train.query", "2\n1\n");
  folder_.file("rank.train.weight", "1\n0.5\n3\n");
  const std::string text = "1 1:1\n0 1:2\n2 1:3\n";
  ReadReport report;
  const Dataset data = read(text, {}, &report, "rank.train");
  EXPECT_THAT(data.columns().row_weight, ElementsAre(1, 0.5, 3));
  EXPECT_THAT(report.remarks(),
              Contains(AllOf(HasSubstr("read weights of rows from"),
                             EndsWith("rank.train.weight; --row-weights none leaves them out"))));
  EXPECT_TRUE(
      read(text, {.row_weights = "none"}, nullptr, "rank.train").columns().row_weight.empty());
  folder_.file("rank.train.weight", "2\n0.5\n");  // as XGBoost has them, one for each group
  EXPECT_THAT(read(text, {}, nullptr, "rank.train").columns().query_weight, ElementsAre(2, 0.5));
  folder_.file("rank.train.weight", "1\n");
  EXPECT_THAT(
      [&] { (void)read(text, {}, nullptr, "rank.train"); },
      testing::ThrowsMessage<DataError>(
          AllOf(HasSubstr("rank.train.weight: found 1 weight, expected one for each of the 3 rows "
                          "of "),
                HasSubstr("rank.train, or of its 2 groups; correct the file, or leave it out by "
                          "--row-weights none"))));
}

TEST_F(ReadWithOptions, SaysWhichWeightsBesideTheDataAreUsed) {
  const std::string text = "1 qid:a 1:1\n0 qid:b 1:1\n";
  const auto remarks = [&](const std::string& content, const ReadOptions& options,
                           const std::string& name) {
    ReadReport report;
    (void)read(content, options, &report, name);
    return report.remarks();
  };
  EXPECT_THAT(remarks(text, {}, "w.txt"), testing::IsEmpty());
  folder_.file("w.txt.weight", "1\n2\n");
  EXPECT_THAT(remarks(text, {}, "w.txt"),
              ElementsAre(AllOf(HasSubstr("w.txt.weight are not used"),
                                HasSubstr("--row-weights reads a file of them"))));
  EXPECT_THAT(remarks(text, {.row_weights = (folder_ / "w.txt.weight").string()}, "w.txt"),
              testing::IsEmpty());
  const std::string plain_table = "qid,label,f\na,1,1\nb,0,1\n";
  EXPECT_THAT(remarks(plain_table, {}, "w.csv"), testing::IsEmpty());
  folder_.file("w.csv.row-weights", "1\n2\n");
  folder_.file("w.csv.query-weights", "a 2\nb 3\n");
  EXPECT_THAT(remarks(plain_table, {}, "w.csv"),
              ElementsAre(EndsWith("w.csv.row-weights are not used, since those of csv files are "
                                   "columns; --row-weights reads the file"),
                          EndsWith("columns; --query-weights reads the file")));
  EXPECT_THAT(remarks(plain_table,
                      {.query_weights = (folder_ / "w.csv.query-weights").string(),
                       .row_weights = (folder_ / "w.csv.row-weights").string()},
                      "w.csv"),
              testing::IsEmpty());
  folder_.file("q.txt.query-weights", "a 2\nb 3\n");
  EXPECT_THAT(remarks(text, {}, "q.txt"),
              ElementsAre(EndsWith("q.txt.query-weights; --query-weights none leaves them out")));
  EXPECT_THAT(read(text, {}, nullptr, "q.txt").columns().query_weight, ElementsAre(2, 3));
  EXPECT_TRUE(
      read(text, {.query_weights = "none"}, nullptr, "q.txt").columns().query_weight.empty());
  EXPECT_THROW(read(text, {.query_weights = "none"}, nullptr, "other.txt"), UsageError);
  const std::string given = (folder_ / "q.txt.query-weights").string();
  const std::string table = "qid,label,query_weight\na,1,7\nb,1,8\n";
  EXPECT_THAT(remarks(table, {.query_weights = given}, "t.csv"),
              ElementsAre("the query weights of the data are replaced by those of " + given));
  folder_.file("t.csv.query-weights", "a 2\n");
  EXPECT_THAT(remarks(table, {}, "t.csv"),
              ElementsAre(HasSubstr("t.csv.query-weights are not used")))
      << "a table has its own";
}

TEST_F(ReadWithOptions, TakesOtherColumnNamesTabsAndDataWithoutLabels) {
  const Dataset data = read("query\tf\n7\t1\n7\t2\n", {.qid_column = "query", .label_column = ""},
                            nullptr, "data.tsv");
  EXPECT_EQ(data[0].id, "7");
  EXPECT_THAT(data[0].features.dense(), ElementsAre(1, 2));
}

TEST_F(ReadWithOptions, RefusesOptionsOfAnotherFormat) {
  const auto refusal = [&](const char* text, const ReadOptions& options, const char* name) {
    try {
      read(text, options, nullptr, name);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const char* letor = "1 qid:1 1:0.5\n";
  const char* csv = "qid,label,a\n1,1,0.5\n";
  for (const ReadOptions& options :
       {ReadOptions{.qid_column = "q"}, ReadOptions{.label_column = "l"},
        ReadOptions{.docid_column = "d"}, ReadOptions{.row_weight_column = "w"},
        ReadOptions{.query_weight_column = "w"}, ReadOptions{.columns = "a"},
        ReadOptions{.ignore = "a"}, ReadOptions{.decimal_comma = true}}) {
    EXPECT_THAT(
        refusal(letor, options, "a.txt"),
        AllOf(HasSubstr(" needs a "), HasSubstr("a.txt is read as letor (see --input-format)")));
  }
  for (const ReadOptions& options : {ReadOptions{.first_feature_id = 0},
                                     ReadOptions{.feature_count = 9}, ReadOptions{.groups = "g"}}) {
    EXPECT_THAT(refusal(csv, options, "a.csv"), HasSubstr(" needs LETOR or SVMlight text; "));
  }
}

TEST_F(ReadWithOptions, TakesListSetsAsFullOrders) {
  const Dataset data =
      read("1008 qid:1 1:1\n3 qid:1 1:2\n700 qid:1 1:3\n", {.format = DataFormat::letor_list});
  EXPECT_THAT(data[0].truth.label, ElementsAre(2, 0, 1));
  EXPECT_EQ(data[0].truth.strict, 3U);
}

TEST_F(ReadWithOptions, SkipsFeaturesWhenNobodyWantsThem) {
  const Dataset data = read("1 qid:1 1:1 2:2 #docid = a\n0 qid:2 1:x #docid = b\n",
                            {.features = FeatureDetail::none});
  EXPECT_EQ(data.feature_count(), 0U);
  EXPECT_THAT(data[0].truth.label, ElementsAre(1));
  EXPECT_EQ(data.document_id(1), "b");
}

TEST_F(ReadWithOptions, WidensToTheFeatureCountThatWasAskedFor) {
  EXPECT_THAT(read("1 qid:1 1:1\n", {.feature_count = 3})[0].features[0].dense(),
              ElementsAre(1, 0, 0));
}

TEST_F(ReadWithOptions, TakesRowsWithoutLabelsWhereNobodyReadsThem) {
  const Dataset data =
      read("qid:1 1:0.5 #docid = a\n2 qid:1 1:1\n\t qid:2 2:3\nqid:1\n", {.needs_labels = false});
  EXPECT_EQ(data.query_count(), 2U);
  EXPECT_THAT(data.columns().label, ElementsAre(0, 2, 0, 0));
  EXPECT_THAT(data[0].features[0].dense(), ElementsAre(0.5F, 0));
  EXPECT_THAT(data[1].features[0].dense(), ElementsAre(0, 3));
  EXPECT_EQ(data.document_id(0), "a");
  EXPECT_THAT(
      problem("1 qid:1 1:1\nqid:1 1:0.5\n"),
      EndsWith(":2:1: found 'qid:1', expected a label (a number); only podium score, podium "
               "explain --query and podium train --pairs take rows without one"));
}

TEST_F(ReadWithOptions, TakesRowsWithNeitherLabelNorQueryIdIfGroupsAreGiven) {
  const auto groups = folder_.file("sizes", "1\n2\n");
  const Dataset data =
      read("1:0.5\n1:1 2:2\n1 1:3\n", {.groups = groups.string(), .needs_labels = false});
  EXPECT_EQ(data.query_count(), 2U);
  EXPECT_THAT(data.columns().label, ElementsAre(0, 0, 1));
  EXPECT_THAT(data[1].features[0].dense(), ElementsAre(1, 2));
}

TEST_F(ReadWithOptions, SaysMoreMemoryThanTheLimitIfItDoesNotSuffice) {
  std::string text;  // 100 queries of 3 values, each of which takes a block of its own
  for (int q = 0; q < 100; ++q) text += fmt::format("1 qid:{} 1:1 2:2 3:3\n", q);
  try {
    (void)read(text, {.memory_limit_gb = 2e-6, .layout = FeatureLayout::dense});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("100 rows x 3 features need 6.4e-06 GB of memory, more "
                                        "than the limit of 2e-06 GB"));
  }
}

TEST_F(ReadWithOptions, RefusesASparseFileThatWouldNotFitIntoMemory) {
  EXPECT_THAT(problem("1 qid:1 4000000000:1\n", {.memory_limit_gb = 0.1}),
              EndsWith("data.txt: 1 rows x 4000000000 features need 16 GB of memory, more than the "
                       "limit of 0.1 GB"));
}

TEST_F(ReadWithOptions, SkipsAndCountsBadRowsWhenLenient) {
  ReadReport report;
  const Dataset data =
      read("1 qid:1 1:1\n1 qid:1 1:x\nbad\n2 qid:2 1:3\n", {.lenient = true}, &report);
  EXPECT_EQ(data.row_count(), 2U);
  EXPECT_THAT(data[1].features.dense(), ElementsAre(3));
  EXPECT_EQ(report.rows_skipped, 2U);
  EXPECT_THAT(report.first_skips, ElementsAre(HasSubstr("data.txt:2:11: found 'x'"),
                                              HasSubstr("data.txt:3:1: found 'bad'")));
  EXPECT_THAT(problem("bad\n", {.lenient = true}), HasSubstr("found no valid row"));
}

}  // namespace
}  // namespace podium
