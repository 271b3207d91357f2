#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/collect/collect_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

class LabelImport : public CollectFixture {
 protected:
  CliResult import(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"label",  "import", "--project", at("db"),
                                          "--name", "p",      "--format",  "csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }
};

TEST_F(LabelImport, TakesACollectionThatWasBuilt) {
  write_web();
  ASSERT_EQ(build_web("built").code, 0);
  const CliResult result = import({"--collection", at("built"), "--depth", "5"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "project,queries,documents,gold pairs\np,6,30,0\n");
}

TEST_F(LabelImport, TakesTheScoresOfAModelForACollection) {
  write_web();
  ASSERT_EQ(build_web("built").code, 0);
  const std::string features = at("built/QueryLevelNorm/all.txt");
  ASSERT_EQ(
      run_in_process({"train", "regression", "--train", features, "--model", at("m.json")}).code,
      0);
  ASSERT_EQ(
      run_in_process({"score", "--model", at("m.json"), "--data", features, "--out", at("s.txt")})
          .code,
      0);
  const CliResult result = import({"--collection", at("built"), "--depth", "5", "--scores",
                                   at("s.txt"), "--features", features});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("p,6,30,0"));
}

TEST_F(LabelImport, AsksForFilesOrACollection) {
  const CliResult result = import({"--queries", at("q")});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("give --queries and --documents, or --collection"));
  const CliResult nowhere = import({"--collection", at("nowhere")});
  EXPECT_EQ(nowhere.code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("found no finished build"));
}

}  // namespace
}  // namespace podium
