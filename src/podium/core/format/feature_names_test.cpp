#include "podium/core/format/feature_names.hpp"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

class FeatureNamesOfLetor : public FileFixture {
 protected:
  static std::vector<std::string> names(const Dataset& data) {
    std::vector<std::string> all;
    for (std::size_t f = 0; f < data.feature_count(); ++f) all.push_back(data.feature_name(f));
    return all;
  }

  Dataset named() const {
    return read_dataset(folder_.file("n.csv", "qid,label,\"b \"\"x\"\"\",a\n1,2,0.5,3\n2,0,1,0\n"));
  }

  std::string problem(const std::string& text) const {
    return complaint([](const auto& path) { read_dataset(path); }, text);
  }
};

TEST_F(FeatureNamesOfLetor, SurviveInAComment) {
  write_dataset(named(), folder_ / "n.txt");
  EXPECT_EQ(text_of(folder_ / "n.txt"),
            "# podium features: [\"b \\\"x\\\"\",\"a\"]\n2 qid:1 1:0.5 2:3\n0 qid:2 1:1 2:0\n");
  EXPECT_EQ(names(read_dataset(folder_ / "n.txt")), names(named()));
  const Dataset labels = read_dataset(folder_ / "n.txt", {.features = FeatureDetail::none});
  EXPECT_EQ(labels.row_count(), 2U);
}

TEST_F(FeatureNamesOfLetor, SurviveBesideSvmlight) {
  write_dataset(named(), folder_ / "n.svm", DataFormat::svmlight);
  EXPECT_EQ(text_of(folder_ / "n.svm"), "2 1:0.5 2:3\n0 1:1 2:0\n");
  ReadReport report;
  EXPECT_EQ(names(read_dataset(folder_ / "n.svm", {}, &report)), names(named()));
  EXPECT_THAT(report.names_file, EndsWith("n.svm.feature-names"));
  EXPECT_THAT(report.remarks(), testing::Contains(HasSubstr("read feature names from")));
}

TEST_F(FeatureNamesOfLetor, AreThoseOfOmittedFeaturesToo) {
  const auto path = folder_.file("f", "# mine\n\n# podium features: [\"a\",\"b\"]\n1 qid:1 1:3\n");
  EXPECT_THAT(names(read_dataset(path)), ElementsAre("a", "b"));
}

TEST_F(FeatureNamesOfLetor, AreRefusedWhenTheyDoNotFit) {
  EXPECT_EQ(problem("# podium features: [\"a\"]\n1 qid:1 1:1 2:1\n"),
            "f: found 2 features, expected 1: the file names as many");
  EXPECT_EQ(problem("# podium features: [\"a\",\"a\"]\n1 qid:1 1:1\n"),
            "f:1: found the feature 'a' twice, expected each name once");
  EXPECT_THAT(problem("# podium features: [1]\n1 qid:1 1:1\n"), HasSubstr("f:1: [0]: found 1"));
  EXPECT_THAT(problem("# podium features: a, b\n1 qid:1 1:1\n"), HasSubstr("f:1:"));
  const std::string names = "# podium features: [\"a\"]\n";
  EXPECT_THAT(problem("1 qid:1 1:3\n\n" + names),
              HasSubstr("f:3: found names of features, expected them once, before the first row"));
  EXPECT_THAT(problem(names + "1 qid:1 1:3\n" + names + "1 qid:2 1:3\n"), HasSubstr("f:3:"));
  EXPECT_THAT(problem(names + names + "1 qid:1 1:3\n"), HasSubstr("f:2:"));
}

TEST_F(FeatureNamesOfLetor, NeedUtf8) {
  const std::vector<std::uint64_t> end = {1, 2};
  const std::string text = "\xe9o";
  const auto owner = std::make_shared<const Dataset>(named());
  DatasetColumns columns = owner->columns();
  columns.feature_name = {end, text};
  const Dataset latin(columns, owner);
  EXPECT_THROW(write_dataset(latin, folder_ / "l.txt"), UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "l.txt"));
}

TEST_F(FeatureNamesOfLetor, TellHowLongTheirCommentIs) {
  const std::string comment = feature_names_comment(named());
  EXPECT_EQ(feature_names_length(comment + "2 qid:1 1:1\n"), comment.size());
  EXPECT_EQ(feature_names_length("2 qid:1 1:1\n"), 0U);
}

TEST_F(FeatureNamesOfLetor, OutputHasTheFormatOfItsNameOrOfTheInput) {
  const ReadReport csv{.format = DataFormat::csv};
  EXPECT_EQ(output_format("a.tsv.gz", csv), DataFormat::tsv);
  EXPECT_EQ(output_format("a.txt", csv), DataFormat::letor);
  EXPECT_EQ(output_format("a.podium", csv), DataFormat::podium);
  EXPECT_EQ(output_format("a", csv), DataFormat::csv);
  EXPECT_EQ(output_format("a.data.xz", csv), DataFormat::csv);
}

}  // namespace
}  // namespace podium
