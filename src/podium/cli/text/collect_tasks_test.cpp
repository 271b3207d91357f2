#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// Collections of the tasks of the web track.
class CollectTasks : public CollectFixture {
 protected:
  CliResult write_task(const std::string& task, std::vector<std::string> more = {},
                       const std::string& queries = "10") const {
    std::vector<std::string> arguments = {
        "synth",  "corpus",   "--pages", "4000",      "--words-per-page",
        "60",     "--topics", "4",       "--queries", queries,
        "--task", task,       "--out",   at("web")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  /// The MAP of each feature alone, by its name, on the built collection of a task.
  std::map<std::string, double> single_features(const std::string& task) const {
    EXPECT_EQ(write_task(task).code, 0);
    const CliResult built =
        run_in_process({"collect", "build", "--corpus", at("web/corpus.jsonl"), "--topics",
                        at("web/topics.tsv"), "--qrels", at("web/qrels.txt"), "--directory",
                        at("web/directory.tsv"), "--depth", "200", "--out", at(task)});
    EXPECT_EQ(built.code, 0) << built.err;
    const Dataset data = read(task + "/Feature_MIN/all.txt");
    const Profile& profile = find_profile("letor3");
    const std::vector<double> values =
        single_feature_values(data, {}, {parse_measure("map", profile), &profile, profile.ties});
    EXPECT_EQ(values.size(), 64U);
    std::map<std::string, double> named;
    for (std::size_t f = 0; f < values.size(); ++f) named[data.feature_name(f)] = values[f];
    return named;
  }
};

TEST_F(CollectTasks, EveryTaskHasItsOwnUsefulFeatures) {
  auto td = single_features("td");
  auto hp = single_features("hp");
  auto np = single_features("np");
  for (const auto& [name, value] : td) {
    EXPECT_FALSE(std::isnan(value) || std::isnan(hp[name]) || std::isnan(np[name])) << name;
  }
  // Home pages: anchor texts, links and short addresses; words of the text say nothing of them.
  EXPECT_GT(hp["anchor.bm25"], 2.0 * hp["body.bm25"]);
  EXPECT_GT(hp["anchor.bm25"], np["anchor.bm25"]);
  for (const char* place : {"in-links", "pagerank", "url-slashes", "url-length"}) {
    EXPECT_GT(hp[place], 3.0 * np[place]) << place;
    EXPECT_GT(td[place], 1.5 * np[place]) << place;
  }
  // Named pages: title and text.
  for (const char* words : {"title.bm25", "body.bm25", "extracted-title.bm25"}) {
    EXPECT_GT(np[words], 3.0 * np["in-links"]) << words;
  }
  EXPECT_GT(np["body.bm25"], 2.0 * hp["body.bm25"]);
  EXPECT_GT(np["body.bm25"], 2.0 * td["body.bm25"]);
  // Topics: entry pages, told by links and addresses together with words in them.
  EXPECT_GT(td["in-links"], td["body.bm25"]);
  EXPECT_GT(td["child-pages"], 2.0 * np["child-pages"]);
}

TEST_F(CollectTasks, DependOnTheSeedAndNotOnThreads) {
  for (const char* task : {"td", "hp", "np"}) {
    ASSERT_EQ(write_task(task, {"--threads", "1"}).code, 0);
    const auto one = files_of("web");
    ASSERT_EQ(write_task(task, {"--threads", "3"}).code, 0);
    EXPECT_EQ(files_of("web"), one);
    ASSERT_EQ(write_task(task, {"--seed", "2"}).code, 0);
    EXPECT_NE(files_of("web"), one);
  }
}

TEST_F(CollectTasks, HaveThePublishedNumberOfQueries) {
  const CliResult made = run_in_process(
      {"synth", "corpus", "--preset", "HP2004", "--words-per-page", "5", "--out", at("web")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err + made.out, HasSubstr("15000 pages"));
  EXPECT_THAT(made.err + made.out, HasSubstr("75 queries"));
  // Other flags change the preset, wherever they are.
  const CliResult fewer =
      run_in_process({"synth", "corpus", "--queries", "7", "--preset", "TD2003", "--pages", "4000",
                      "--words-per-page", "5", "--out", at("web")});
  ASSERT_EQ(fewer.code, 0) << fewer.err;
  EXPECT_THAT(fewer.err + fewer.out, HasSubstr("4000 pages"));
  EXPECT_THAT(fewer.err + fewer.out, HasSubstr("7 queries"));
}

TEST_F(CollectTasks, RubbishIsRefused) {
  EXPECT_EQ(write_task("tdd").code, 2);
  EXPECT_EQ(write_task("td", {"--preset", "MQ2008-list"}).code, 2);
  EXPECT_EQ(write_task("td", {"--judged-per-query", "0"}).code, 2);
  const CliResult many = write_task("td", {}, "11");
  EXPECT_EQ(many.code, 2);
  EXPECT_THAT(many.err, HasSubstr("queries: found 11, expected at most 10"));
}

}  // namespace
}  // namespace podium::cli
