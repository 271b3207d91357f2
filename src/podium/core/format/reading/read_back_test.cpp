#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/reading/read_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using ReadBack = ReadFixture;

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

TEST_F(ReadBack, BringsBackWhatWasWritten) {
  const Dataset data = random_dataset(1, false).with_weights(
      std::vector<float>(random_dataset(1, false).row_count(), 0.25F),
      std::vector<double>(40, 3.0));
  for (const char* name : {"a.txt", "a.txt.gz", "a.csv", "a.csv.zst", "a.tsv", "a.podium"}) {
    write_dataset(data, folder_ / name);
    ReadReport report;
    const Dataset back = read_dataset(folder_ / name, {}, &report);
    EXPECT_EQ(report.remarks().size(), std::string(name).starts_with("a.txt") ? 2U : 0U) << name;
    expect_same(data, back);
    EXPECT_THAT(back[3].row_weight, testing::Each(0.25F)) << name;
    EXPECT_EQ(back[3].weight, 3.0) << name;
  }
}

TEST_F(ReadBack, WritesTheDigitsItReadWhenFeaturesAreExact) {
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

TEST_F(ReadBack, WritesSvmlightThatOthersCanRead) {
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

TEST_F(ReadBack, KeepsTheInputOrderOfScatteredRows) {
  const Dataset data = random_dataset(3, true);
  write_dataset(data, folder_ / "a.txt");
  const Dataset back = read_dataset(folder_ / "a.txt");
  EXPECT_EQ(back[0].id, "q0");  // first in the file, last in the data set
  EXPECT_EQ(data[0].id, "q39");
  EXPECT_EQ(data.document_id(0), back.document_id(back.row_count() - data[0].size()));
}

TEST_F(ReadBack, DoesNotDependOnTheNumberOfThreads) {
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

TEST_F(ReadBack, KeepsQueryWeightsOfSvmlightWithTheirQueries) {
  const Dataset data =
      read("1 qid:b 1:1\n0 qid:a 1:2\n").with_weights({}, std::vector<double>{10.0, 3.0});
  write_dataset(data, folder_ / "w.svm", DataFormat::svmlight);
  const Dataset back = read_dataset(folder_ / "w.svm");
  EXPECT_EQ(back[0].weight, 10.0);
  EXPECT_EQ(back[1].weight, 3.0);
}

TEST_F(ReadBack, LeavesNoWeightsOfDataThatItReplaces) {
  const Dataset data = read("1 qid:b 1:1\n0 qid:a 1:2\n");
  write_dataset(data.with_weights({2.0F, 1.0F}, {10.0, 3.0}), folder_ / "w.txt");
  write_dataset(data, folder_ / "w.txt");
  const Dataset back = read_dataset(folder_ / "w.txt");
  EXPECT_TRUE(back.columns().query_weight.empty());
  EXPECT_TRUE(back.columns().row_weight.empty());
}

TEST_F(ReadBack, RefusesToWriteWhatItCouldNotReadBack) {
  const Dataset named = read("query,grade,label\n1,2,3\n",
                             {.qid_column = "query", .label_column = "grade"}, nullptr, "n.csv");
  EXPECT_THROW(write_dataset(named, folder_ / "o.csv"), UsageError);
  EXPECT_THROW(write_dataset(named, folder_ / "o.podium.gz"), UsageError);
  EXPECT_THAT(problem("qid,label,f,row_weight\n1,1,1,1e300\n", {}, "h.csv"),
              HasSubstr("expected a weight that a 32-bit float holds"));
}

}  // namespace
}  // namespace podium
