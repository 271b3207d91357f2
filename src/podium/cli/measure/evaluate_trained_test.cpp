#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(EvaluateTrained, SaysThatTheModelHasSeenTheData) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "seen-data";
  std::filesystem::create_directories(folder);
  const auto at = [&](const std::string& name) { return (folder / name).string(); };
  for (const auto& [name, seed] :
       {std::pair("train.txt", "1"), std::pair("vali.txt", "2"), std::pair("test.txt", "3")}) {
    run_in_process({"synth", "letor", "--queries", "12", "--documents", "6", "--features", "3",
                    "--seed", seed, "--out", at(name)});
  }
  run_in_process({"data", "convert", at("train.txt"), at("renamed.csv")});
  const auto train = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", "ranksvm", "--train", at("train.txt"), "--vali",
                               at("vali.txt"), "--model", at("m.json")});
    EXPECT_EQ(run_in_process(more).code, 0);
  };
  const auto said = [&](const std::string& data) {
    return run_in_process({"evaluate", "--data", at(data), "--model", at("m.json")}).err;
  };
  for (const std::vector<std::string>& way : {std::vector<std::string>{}, {"--tune", "none"}}) {
    train(way);
    EXPECT_THAT(said("train.txt"), HasSubstr("train.txt is the training data of " + at("m.json")));
    EXPECT_THAT(said("renamed.csv"), HasSubstr("renamed.csv is the training data of "));
    EXPECT_THAT(said("vali.txt"), HasSubstr("vali.txt is the validation data of "));
    EXPECT_THAT(said("test.txt"), Not(HasSubstr("test.txt is the ")));
  }
  for (const char* command : {"evaluate", "compare"}) {  // of labels in another form, too
    EXPECT_THAT(run_in_process({command, "--data", at("train.txt"), "--model", at("m.json"),
                                "--feature", "1", "--truth", "topk:2"})
                    .err,
                HasSubstr("train.txt is the training data of "))
        << command;
  }
  train({"--tune", "none"});
  const auto seen_by = [&](const std::string& flag) {
    EXPECT_EQ(run_in_process({"train", "ranksvm", "--train", at("test.txt"), "--tune",
                              flag == "--start" ? "none" : "inner", flag, at("m.json"), "--model",
                              at("other.json")})
                  .code,
              0);
    std::string all;
    for (const char* data : {"train.txt", "vali.txt", "test.txt"}) {
      all += run_in_process({"evaluate", "--data", at(data), "--model", at("other.json")}).err;
    }
    return all;
  };
  for (const char* flag : {"--start", "--baseline"}) {  // what the model before it has seen
    const std::string all = seen_by(flag);
    EXPECT_THAT(all, HasSubstr("train.txt is the training data of " + at("other.json"))) << flag;
    EXPECT_THAT(all, HasSubstr("vali.txt is the validation data of ")) << flag;
    EXPECT_THAT(all, HasSubstr("test.txt is the training data of ")) << flag;
  }
  EXPECT_THAT(run_in_process({"train", "ranksvm", "--train", at("train.txt"), "--baseline",
                              at("m.json"), "--model", at("other.json")})
                  .err,
              HasSubstr("m.json has seen this data"));
  // Documents that are not judged may get a label.
  write_file(at("some.txt"), "1 qid:1 1:1\n0 qid:1 1:2\n-1 qid:1 1:3\n");
  run_in_process({"train", "ranksvm", "--train", at("some.txt"), "--tune", "none", "--unjudged",
                  "label:0", "--model", at("m.json")});
  EXPECT_THAT(said("some.txt"), HasSubstr("some.txt is the training data of "));
  train({"--refit-with-vali"});
  EXPECT_THAT(said("vali.txt"), HasSubstr("vali.txt is the training data of "));
  EXPECT_THAT(run_in_process(
                  {"compare", "--data", at("train.txt"), "--model", at("m.json"), "--feature", "1"})
                  .err,
              HasSubstr("train.txt is the training data of "));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace podium::cli
