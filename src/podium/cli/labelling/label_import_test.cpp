#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::cli {
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

TEST_F(LabelImport, DrawsRandomDocumentsByTheSeedOfTheCommand) {
  write_web();
  ASSERT_EQ(build_web("built").code, 0);
  const auto drawn = [&](const std::string& project, const std::string& seed) {
    const CliResult result =
        run_in_process({"label", "import", "--project", at("db"), "--name", project, "--collection",
                        at("built"), "--depth", "5", "--sample", "random", "--seed", seed});
    EXPECT_EQ(result.code, 0) << result.err;
    const labelling::LabelStore store{labelling::open_database(at("db"), "")};
    std::vector<std::string> ids;
    for (const labelling::StoredQuery& query :
         store.projects.queries(store.projects.find(project)->id)) {
      for (const labelling::LabelDocument& document : query.query.document)
        ids.push_back(document.id);
    }
    EXPECT_EQ(ids.size(), 30U);
    return ids;
  };
  const auto first = drawn("a", "1");
  EXPECT_EQ(drawn("b", "1"), first);
  EXPECT_NE(drawn("c", "2"), first);
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
}  // namespace podium::cli
