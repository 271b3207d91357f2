#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class ExportOfCollection : public CollectFixture {
 protected:
  void SetUp() override {
    write_smart();
    ASSERT_EQ(build_smart("built").code, 0);
    std::string train = at("built/Feature_NULL/all.txt");
    ASSERT_EQ(run_in_process({"train", "listnet", "--train", train, "--fill", "zero", "--set",
                              "iterations=3", "--tune", "none", "--model", at("model.json")})
                  .code,
              0);
  }

  CliResult exported(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"export", at("model.json"), "--out",     at("out"),
                                          "--name", "best",           "--complete"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }
};

TEST_F(ExportOfCollection, DefinesTextFeaturesAsTheEngineHasThem) {
  const CliResult result =
      exported({"--to", "solr8", "--features", at("features.json"), "--collection", at("built")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string features(InputText(at("features.json")).view());
  EXPECT_THAT(features, HasSubstr("{!edismax qf=title^2.2}${query}"));
  EXPECT_THAT(features, HasSubstr("{!edismax qf=title_abstract^2.2}${query}"));
  EXPECT_THAT(result.err, HasSubstr("field title_abstract of the index: the text of title and"));
  EXPECT_THAT(result.err, HasSubstr("BM25 with k1 = 1.2 and b = 0.75"));
  EXPECT_THAT(result.err, HasSubstr("stemmer porter, stop words english"));
}

TEST_F(ExportOfCollection, MultipliesTheEnginesOwnBm25InElasticsearchToo) {
  const CliResult result =
      exported({"--to", "es-ltr", "--features", at("features.json"), "--collection", at("built")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string features(InputText(at("features.json")).view());
  EXPECT_THAT(features, HasSubstr("\"boost\": 2.2"));
}

TEST_F(ExportOfCollection, RefusesAnotherCollectionThanThatOfTheModel) {
  folder_.file("other.csv", "qid,label,price,clicks\n1,1,3,4\n1,0,1,2\n2,1,2,2\n2,0,1,1\n");
  ASSERT_EQ(run_in_process({"train", "listnet", "--train", at("other.csv"), "--set", "iterations=3",
                            "--tune", "none", "--model", at("model.json")})
                .code,
            0);
  EXPECT_THAT(exported({"--to", "solr8", "--collection", at("built")}).err,
              HasSubstr("the model has none of its features"));
}

}  // namespace
}  // namespace podium::cli
