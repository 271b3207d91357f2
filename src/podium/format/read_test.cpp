#include "podium/format/read.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/random.hpp"
#include "podium/data/dataset_builder.hpp"
#include "podium/data/sparse_twin.hpp"
#include "podium/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsNan;

class Read : public FileFixture {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {},
               ReadReport* report = nullptr, const std::string& name = "data.txt") {
    return read_dataset(folder_.file(name, text), options, report);
  }

  /// The message without the folder's name, or "accepted".
  std::string problem(const std::string& text, const ReadOptions& options = {},
                      const std::string& name = "data.txt") {
    return message([&](const auto& path) { read_dataset(path, options); },
                   folder_.file(name, text));
  }
};

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

TEST_F(Read, TakesLeftOutFeaturesAsZeroButOfAggSetsAsMissing) {
  const std::string text = "1 qid:1 1:3 2:NULL 3:1\n0 qid:1 2:2\n";
  EXPECT_THAT(read(text)[0].features[1].dense(), ElementsAre(0.0F, 2.0F, 0.0F));
  const Dataset lists =
      read(text, {.format = DataFormat::letor_agg, .features = FeatureDetail::exact});
  EXPECT_THAT(lists[0].features[1].dense(), ElementsAre(IsNan(), 2.0F, IsNan()));
  EXPECT_TRUE(std::isnan(lists[0].exact.stored()[3]));
  EXPECT_TRUE(std::isnan(lists[0].features[0][1]));
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
  EXPECT_THAT(report.remarks(), ElementsAre(HasSubstr("moved 2 rows")));
  std::vector<std::size_t> input;
  for (std::size_t row = 0; row < data.row_count(); ++row) input.push_back(data.input_row(row));
  EXPECT_THAT(input, ElementsAre(0, 2, 1, 3, 4));
}

TEST_F(Read, TakesZeroBasedFeaturesWhenToldSo) {
  const Dataset data = read("1 qid:1 0:5 2:6\n", {.first_feature_id = 0});
  EXPECT_THAT(data[0].features[0].dense(), ElementsAre(5, 0, 6));
  EXPECT_EQ(data.feature_name(0), "0");
  EXPECT_THAT(problem("1 qid:1 0:5\n"), HasSubstr(":1:9: found '0:5', expected feature numbers"));
}

TEST_F(Read, TakesGroupSizesFromTheFileBesideTheData) {
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

TEST_F(Read, TakesWeightsFromTheFileBesideTheGroupSizes) {
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
  EXPECT_THROW(read(text, {}, nullptr, "rank.train"), DataError);
}

TEST_F(Read, RefusesCarriageReturnsAsLineEnds) {
  EXPECT_THAT(problem("1 qid:1 1:5 #docid = a\r0 qid:1 1:2 #docid = b\r"),
              HasSubstr(":1:23: found a carriage return as line end"));
  EXPECT_THAT(problem("1 qid:1 1:5 #a\n1 qid:1 1:5 #docid = a\r0 qid:1 1:2 #docid = b\n"),
              HasSubstr(":2:23: found a carriage return inside a row"));
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

TEST_F(Read, TakesOtherColumnNamesTabsAndDataWithoutLabels) {
  const Dataset data = read("query\tf\n7\t1\n7\t2\n", {.qid_column = "query", .label_column = ""},
                            nullptr, "data.tsv");
  EXPECT_EQ(data[0].id, "7");
  EXPECT_THAT(data[0].features.dense(), ElementsAre(1, 2));
}

TEST_F(Read, RefusesOptionsOfAnotherFormat) {
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
    EXPECT_THAT(refusal(letor, options, "a.txt"),
                AllOf(HasSubstr(" needs a csv or tsv file; "),
                      HasSubstr("a.txt is read as letor (see --input-format)")));
  }
  for (const ReadOptions& options : {ReadOptions{.first_feature_id = 0},
                                     ReadOptions{.feature_count = 9}, ReadOptions{.groups = "g"}}) {
    EXPECT_THAT(refusal(csv, options, "a.csv"), HasSubstr(" needs LETOR or SVMlight text; "));
  }
}

TEST_F(Read, TakesListSetsAsFullOrders) {
  const Dataset data =
      read("1008 qid:1 1:1\n3 qid:1 1:2\n700 qid:1 1:3\n", {.format = DataFormat::letor_list});
  EXPECT_THAT(data[0].truth.label, ElementsAre(2, 0, 1));
  EXPECT_EQ(data[0].truth.strict, 3U);
}

TEST_F(Read, TakesTheLargestDoubleForIstellasMissingValue) {
  EXPECT_TRUE(std::isnan(read("0 qid:1 1:1.79769313486231570000e+308\n")[0].features[0][0]));
  EXPECT_THAT(problem("0 qid:1 1:1e300\n"), HasSubstr("a finite value that a 32-bit float holds"));
}

TEST_F(Read, TakesCommentsOfOneWordForDocumentIds) {
  EXPECT_EQ(read("1 qid:1 1:1 # 1A\n").document_id(0), "1A");
  EXPECT_EQ(read("1 qid:1 1:1 # judged twice\n").document_id(0), "1");  // its row
}

TEST_F(Read, SkipsFeaturesWhenNobodyWantsThem) {
  const Dataset data = read("1 qid:1 1:1 2:2 #docid = a\n0 qid:2 1:x #docid = b\n",
                            {.features = FeatureDetail::none});
  EXPECT_EQ(data.feature_count(), 0U);
  EXPECT_THAT(data[0].truth.label, ElementsAre(1));
  EXPECT_EQ(data.document_id(1), "b");
}

TEST_F(Read, WidensToTheFeatureCountThatWasAskedFor) {
  EXPECT_THAT(read("1 qid:1 1:1\n", {.feature_count = 3})[0].features[0].dense(),
              ElementsAre(1, 0, 0));
}

TEST_F(Read, TakesRowsWithoutLabelsWhereNobodyReadsThem) {
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

TEST_F(Read, TakesRowsWithNeitherLabelNorQueryIdIfGroupsAreGiven) {
  const auto groups = folder_.file("sizes", "1\n2\n");
  const Dataset data =
      read("1:0.5\n1:1 2:2\n1 1:3\n", {.groups = groups.string(), .needs_labels = false});
  EXPECT_EQ(data.query_count(), 2U);
  EXPECT_THAT(data.columns().label, ElementsAre(0, 0, 1));
  EXPECT_THAT(data[1].features[0].dense(), ElementsAre(1, 2));
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
  EXPECT_THAT(message(reading, folder_ / "."), HasSubstr("found a directory"));
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

TEST_F(Read, KeepsQueryWeightsOfSvmlightWithTheirQueries) {
  const Dataset data =
      read("1 qid:b 1:1\n0 qid:a 1:2\n").with_weights({}, std::vector<double>{10.0, 3.0});
  write_dataset(data, folder_ / "w.svm", DataFormat::svmlight);
  const Dataset back = read_dataset(folder_ / "w.svm",
                                    {.query_weights = (folder_ / "w.svm.query-weights").string()});
  EXPECT_EQ(back[0].weight, 10.0);
  EXPECT_EQ(back[1].weight, 3.0);
}

TEST_F(Read, RefusesToWriteWhatItCouldNotReadBack) {
  const Dataset named = read("query,grade,label\n1,2,3\n",
                             {.qid_column = "query", .label_column = "grade"}, nullptr, "n.csv");
  EXPECT_THROW(write_dataset(named, folder_ / "o.csv"), UsageError);
  EXPECT_THROW(write_dataset(named, folder_ / "o.podium.gz"), UsageError);
  EXPECT_THAT(problem("qid,label,f,row_weight\n1,1,1,1e300\n", {}, "h.csv"),
              HasSubstr("expected a weight that a 32-bit float holds"));
}

TEST_F(Read, SurvivesALineOfAHundredMegabytes) {
  EXPECT_THAT(problem(std::string(100'000'000, '7')), HasSubstr(":1:1: found '7777"));
  EXPECT_THAT(problem("1 qid:1 1:" + std::string(100'000'000, 'x')),
              HasSubstr(":1:11: found 'xxx"));
}

TEST_F(Read, RefusesASparseFileThatWouldNotFitIntoMemory) {
  EXPECT_THAT(problem("1 qid:1 4000000000:1\n", {.memory_limit_gb = 0.1}),
              EndsWith("data.txt: 1 rows x 4000000000 features need 16 GB of memory, more than the "
                       "limit of 0.1 GB"));
}

TEST_F(Read, RefusesBadCsv) {
  const auto csv = [&](const std::string& text) { return problem(text, {}, "data.csv"); };
  EXPECT_THAT(csv("label,f\n1,2\n"),
              HasSubstr("data.csv:1:1: found no column 'qid', expected one"));
  EXPECT_THAT(csv("qid,label,f,f\n"), HasSubstr(":1:13: found a second column 'f'"));
  EXPECT_THAT(csv("qid,label,f\n1,2\n"), HasSubstr(":2:4: found 2 fields, expected 3"));
  EXPECT_THAT(csv("qid,label,f\n1,2,3,4\n"), HasSubstr(":2:7: found more fields, expected 3"));
  EXPECT_THAT(csv("qid,label,f\n1,2,x\n"), HasSubstr(":2:5: found 'x', expected a value"));
  EXPECT_THAT(csv("qid,label,f\n,2,3\n"), HasSubstr(":2:1: found '', expected a query id"));
  EXPECT_THAT(csv("qid,label,f\n\"1,2,3\n"), HasSubstr(":2:1: found an opening quote"));
  EXPECT_THAT(csv("qid,label,f,query_weight\n1,2,3,1\n1,2,3,2\n"),
              HasSubstr("different query weights"));
}

TEST_F(Read, SkipsAndCountsBadRowsWhenLenient) {
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

// --- same result however it is read or written ---

Dataset random_dataset(std::uint64_t seed, bool scattered) {
  RandomStream stream(seed, "", "data");
  DatasetBuilder builder(5);
  for (int query = 0; query < 40; ++query) {
    const std::size_t documents = stream.below(9) + 1;
    GradedTruth truth;
    std::vector<float> values;
    std::vector<std::string> ids;
    for (std::size_t d = 0; d < documents; ++d) {
      truth.label.push_back(static_cast<double>(stream.below(4)) / 2);
      ids.push_back("d" + std::to_string(stream.bits()));
      for (int f = 0; f < 5; ++f) {
        values.push_back(stream.below(7) == 0 ? NAN : static_cast<float>(stream.normal()));
      }
    }
    builder.add_query("q" + std::to_string(query), truth, values, ids);
  }
  const Dataset data = std::move(builder).build();
  if (!scattered) return data;
  std::vector<std::size_t> order(data.query_count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  return data.subset(order);
}

void expect_same(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.query_count(), b.query_count());
  ASSERT_EQ(a.feature_count(), b.feature_count());
  for (std::size_t q = 0; q < a.query_count(); ++q) {
    EXPECT_EQ(a[q].id, b[q].id);
    EXPECT_TRUE(std::ranges::equal(a[q].truth.label, b[q].truth.label));
    EXPECT_EQ(a[q].truth.strict, b[q].truth.strict);
    const std::vector<float> x = a[q].features.dense();
    const std::vector<float> y = b[q].features.dense();
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end(), [](float l, float r) {
      return l == r || (std::isnan(l) && std::isnan(r));
    }));
  }
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    EXPECT_EQ(a.document_id(row), b.document_id(row));
    EXPECT_EQ(a.input_row(row), b.input_row(row));
  }
}

TEST_F(Read, BringsBackWhatWasWritten) {
  const Dataset data = random_dataset(1, false).with_weights(
      std::vector<float>(random_dataset(1, false).row_count(), 0.25F),
      std::vector<double>(40, 3.0));
  for (const char* name : {"a.txt", "a.txt.gz", "a.csv", "a.csv.zst", "a.tsv", "a.podium"}) {
    write_dataset(data, folder_ / name);
    const bool has_sidecars = std::string(name).starts_with("a.txt");
    const std::string path = (folder_ / name).string();
    const Dataset back =
        read_dataset(path, {.query_weights = has_sidecars ? path + ".query-weights" : "",
                            .row_weights = has_sidecars ? path + ".row-weights" : ""});
    expect_same(data, back);
    EXPECT_THAT(back[3].row_weight, testing::Each(0.25F)) << name;
    EXPECT_EQ(back[3].weight, 3.0) << name;
  }
}

TEST_F(Read, WritesTheDigitsItReadWhenFeaturesAreExact) {
  const std::string text =
      "2 qid:1 1:173.446516 2:0.1 3:NULL #docid = a\n0 qid:1 1:5 2:1e-05 3:-7\n";
  for (const char* name : {"a.txt", "a.csv"}) {
    const Dataset data = read(text, {.features = FeatureDetail::exact});
    write_dataset(data, folder_ / name);
    const Dataset back = read_dataset(folder_ / name, {.features = FeatureDetail::exact});
    EXPECT_THAT(back[0].exact.stored().first(2), ElementsAre(173.446516, 0.1)) << name;
    EXPECT_TRUE(std::isnan(back[0].exact.stored()[2]));
    EXPECT_EQ(back[0].features[0][0], 173.446516F);
  }
  EXPECT_EQ(text_of(folder_ / "a.txt"), text);
  EXPECT_THAT(read(text)[0].exact.stored(), testing::IsEmpty());
}

TEST_F(Read, WritesSvmlightThatOthersCanRead) {
  const Dataset data = read("2 qid:7 1:0.5 #docid = a\n0 qid:7 2:1 #docid = b\n1 qid:8 1:3\n");
  write_dataset(data, folder_ / "a.svm", DataFormat::svmlight);
  EXPECT_EQ(text_of(folder_ / "a.svm"), "2 1:0.5 2:0\n0 1:0 2:1\n1 1:3 2:0\n");
  EXPECT_EQ(text_of(folder_ / "a.svm.query"), "2\n1\n");
  const Dataset back = read_dataset(folder_ / "a.svm");
  ASSERT_EQ(back.query_count(), 2U);
  EXPECT_THAT(back[0].truth.label, ElementsAre(2, 0));
  EXPECT_THROW(write_dataset(read("1 qid:1 1:NULL\n"), folder_ / "b.svm", DataFormat::svmlight),
               UsageError);
  EXPECT_THROW(write_dataset(read("1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n"), folder_ / "b.svm",
                             DataFormat::svmlight),
               UsageError);
}

TEST_F(Read, KeepsTheInputOrderOfScatteredRows) {
  const Dataset data = random_dataset(3, true);
  write_dataset(data, folder_ / "a.txt");
  const Dataset back = read_dataset(folder_ / "a.txt");
  EXPECT_EQ(back[0].id, "q0");  // first in the file, last in the data set
  EXPECT_EQ(data[0].id, "q39");
  EXPECT_EQ(data.document_id(0), back.document_id(back.row_count() - data[0].size()));
}

TEST_F(Read, DoesNotDependOnTheNumberOfThreads) {
  std::string text;
  RandomStream stream(5, "", "rows");
  for (int row = 0; row < 150'000; ++row) {
    text += std::to_string(stream.below(3)) + " qid:" + std::to_string(stream.below(50)) +
            " 1:" + std::to_string(stream.uniform()) + " 2:" + std::to_string(stream.normal()) +
            " #docid = d" + std::to_string(row) + "\n";
  }
  const auto path = folder_.file("large.txt", text);
  Dataset one;
  {
    const ThreadLimit limit(1);
    one = read_dataset(path);
  }
  const ThreadLimit limit(2);
  expect_same(one, read_dataset(path));
}

// --- sparse data ---

/// A text with few values in each row, some of them written zeros, NULL or in another order of
/// queries.
std::string sparse_text(bool has_ids) {
  RandomStream random(3, "", "sparse text");
  std::string text;
  for (int row = 0; row < 300; ++row) {
    text += std::to_string(random.below(3));
    if (has_ids) text += " qid:" + std::to_string(random.below(20));
    for (std::uint64_t f = 1 + random.below(60); f <= 90; f += 1 + random.below(60)) {
      const char* const words[] = {"0", "-0", "NULL", "0.1", "-2.5", "1e-60"};
      text += " " + std::to_string(f) + ":" + words[random.below(6)];
    }
    text += "\n";
  }
  return text;
}

void expect_same_bits(const Dataset& a, const Dataset& b) {
  expect_same(a, b);
  EXPECT_EQ(feature_bits(a), feature_bits(b));
  for (std::size_t q = 0; q < a.query_count(); ++q) {
    const std::vector<double> x = a[q].exact.dense();
    const std::vector<double> y = b[q].exact.dense();
    EXPECT_TRUE(std::ranges::equal(x, y, [](double l, double r) {
      return (l == r && std::signbit(l) == std::signbit(r)) || (std::isnan(l) && std::isnan(r));
    }));
  }
}

TEST_F(Read, GivesTheSameSparseAndDenseDataOfEveryFormat) {
  std::string groups;
  for (int g = 0; g < 10; ++g) groups += "30\n";
  const std::string sizes = folder_.file("sizes.txt", groups).string();
  std::string csv = "qid,label,a,b,c\n";
  for (int row = 0; row < 50; ++row) {
    csv += std::to_string(row % 7) + ",1," + (row % 5 == 0 ? "0.3" : "0") + ",0," +
           (row % 9 == 0 ? "NA" : "0.0") + "\n";
  }
  struct Case {
    DataFormat format;
    std::string text;
    std::string groups;
  };
  for (const Case& c :
       {Case{DataFormat::letor, sparse_text(true), ""},
        Case{DataFormat::letor_list, sparse_text(true), ""},
        Case{DataFormat::letor_agg, sparse_text(true), ""},
        Case{DataFormat::svmlight, sparse_text(false), sizes}, Case{DataFormat::csv, csv, ""}}) {
    for (const FeatureDetail detail : {FeatureDetail::single, FeatureDetail::exact}) {
      for (const std::size_t features : {0U, 200U}) {
        if (c.format == DataFormat::csv && features > 0) continue;  // its header names them
        ReadOptions options{.format = c.format, .feature_count = features, .groups = c.groups};
        options.features = detail;
        options.layout = FeatureLayout::dense;
        const Dataset dense = read(c.text, options);
        options.layout = FeatureLayout::sparse;
        const Dataset sparse = read(c.text, options);
        EXPECT_TRUE(sparse.is_sparse());
        EXPECT_FALSE(dense.is_sparse());
        expect_same_bits(sparse, dense);
      }
    }
  }
}

TEST_F(Read, ChoosesSparseFeaturesByTheirDensity) {
  const auto text_of = [](std::size_t rows, std::size_t step, const char* value) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
      text += "1 qid:" + std::to_string(row / 10);
      for (std::size_t f = 1 + row % step; f < 2000; f += step) {
        text += " " + std::to_string(f) + ":" + value;
      }
      text += " 2000:1\n";
    }
    return text;
  };
  const auto is_sparse = [&](const std::string& text, DataFormat format = DataFormat::letor) {
    return read(text, {.format = format}).is_sparse();
  };
  EXPECT_TRUE(is_sparse(text_of(600, 101, "0.5")));
  EXPECT_TRUE(is_sparse(text_of(600, 101, "NULL")));
  EXPECT_TRUE(is_sparse(text_of(600, 3, "0")));
  EXPECT_FALSE(is_sparse(text_of(600, 3, "0.5")));
  EXPECT_FALSE(is_sparse(text_of(20, 101, "0.5"))) << "small";
  EXPECT_FALSE(is_sparse(text_of(600, 101, "0.5"), DataFormat::letor_agg));
}

TEST_F(Read, DoesNotDependOnThreadsWhereDataIsSparse) {
  const std::string text = sparse_text(true);
  const ReadOptions options{.layout = FeatureLayout::sparse};
  const Dataset many = read(text, options);
  const ThreadLimit limit(1);
  expect_same_bits(read(text, options), many);
}

TEST_F(Read, RefusesFeatureNumbersThatNoMachineHolds) {
  std::string text;
  for (int row = 0; row < 40; ++row) text += "1 qid:1 4000000000:1\n";
  EXPECT_THAT(problem(text), HasSubstr("4000000000 features need 640 GB of memory"));
}

TEST_F(Read, KeepsTheMemoryLimitOfSparseData) {
  ReadOptions options{.memory_limit_gb = 1e-6};
  options.layout = FeatureLayout::sparse;
  EXPECT_THAT(problem(sparse_text(true), options), HasSubstr("values other than 0 need"));
}

TEST_F(Read, BringsBackSparseDataThatWasWritten) {
  ReadOptions options{.feature_count = 120, .features = FeatureDetail::exact};
  options.layout = FeatureLayout::sparse;
  const Dataset data = read(sparse_text(true), options);
  options.feature_count = 0;
  for (const char* name : {"a.txt", "a.csv", "a.tsv.gz"}) {
    write_dataset(data, folder_ / name);
    const Dataset back = read_dataset(folder_ / name, options);
    EXPECT_EQ(back.feature_count(), 120U) << name;
    expect_same_bits(back, data);
  }
  write_dataset(data, folder_ / "a.podium");
  const Dataset mapped = read_dataset(folder_ / "a.podium");
  EXPECT_TRUE(mapped.is_sparse());
  EXPECT_EQ(feature_bits(mapped), feature_bits(data));
}

}  // namespace
}  // namespace podium
