#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/trees/collected_rows.hpp"

namespace podium::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Commands on data four times as large as the memory that they are allowed.
class LargerThanMemory : public LearningCommands {
 protected:
  LargerThanMemory() {
    fs::create_directories(at("scratch"));
    std::string text;
    RandomStream random(7, "", "larger than memory");
    for (int query = 0; query < 60; ++query) {
      for (int doc = 0; doc < 100; ++doc) {
        const double x = random.uniform();
        text += fmt::format("{} qid:{} 1:{} 2:{} 3:{} 4:{} 5:{}\n",
                            x > 0.9   ? 2
                            : x > 0.6 ? 1
                                      : 0,
                            query, 0.3 * x + random.uniform(), random.uniform(),
                            doc == query ? "NULL" : fmt::format("{}", x * random.uniform()),
                            doc == 7 ? 1e6 : random.uniform(), random.uniform() < 0.7 ? 0 : query);
      }
    }
    put("data.txt", text);
    run({"data", "convert", at("data.txt"), at("data.podium")});
  }

  const std::vector<std::string> limited_ = {"--memory-limit-gb", "0.00003", "--scratch",
                                             at("scratch")};
};

TEST_F(LargerThanMemory, TrainsTheSameModels) {
  for (const std::vector<std::string>& words : {
           std::vector<std::string>{"listnet", "--set", "iterations=5"},
           {"ranksvm", "--set", "iterations=3", "--normalise", "zscore"},
           {"ranknet", "--set", "model=network", "--set", "optimiser=adam", "--set",
            "iterations=2"},
           {"topslack", "--set", "iterations=5", "--normalise", "query-rank"},
           {"lambdamart", "--set", "rounds=5"},
           {"lambdamart", "--set", "rounds=3", "--fill", "keep", "--set", "leaves=100", "--set",
            "precision=fast"},
           {"rankboost", "--set", "rounds=5"},
           {"lambdarank", "--unjudged", "label:1", "--set", "iterations=2", "--fill", "mean"},
       }) {
    std::vector<std::string> command = {"train"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), {"--tune", "none", "--model", at("m.json"), "--train"});
    for (const char* data : {"data.txt", "data.podium"}) {
      std::string expected;
      for (const char* threads : {"1", "3"}) {
        const std::vector<std::string> here = {at(data), "--threads", threads};
        CliResult result = run(command, here);
        ASSERT_EQ(result.code, 0) << result.err;
        EXPECT_THAT(result.err, Not(HasSubstr("exceeds the memory limit")));
        if (expected.empty()) expected = text_of("m.json");
        EXPECT_EQ(text_of("m.json"), expected);
        command.insert(command.end(), here.begin(), here.end());
        const CollectedShare collected(here.back() == "3" ? 0.3 : -1.0);  // the limit leaves none
        result = run(command, limited_);
        command.resize(command.size() - here.size());
        ASSERT_EQ(result.code, 0) << result.err;
        EXPECT_THAT(result.err, AllOf(HasSubstr("exceeds the memory limit of 3e-05 GB: every pass "
                                                "reads from disk"),
                                      HasSubstr(at("scratch"))));
        EXPECT_EQ(text_of("m.json"), expected) << words[0] << " " << data << " " << threads;
      }
    }
  }
  EXPECT_TRUE(fs::is_empty(at("scratch")));
}

TEST_F(LargerThanMemory, DoesAllElseTheSame) {
  ASSERT_EQ(run({"train", "listnet", "--train", at("data.txt"), "--model", at("m.json"), "--tune",
                 "none", "--set", "iterations=3"})
                .code,
            0);
  for (const char* data : {"data.txt", "data.podium"}) {
    for (const std::vector<std::string>& command : {
             std::vector<std::string>{"data", "info", at(data)},
             {"data", "check", at(data)},
             {"evaluate", "--data", at(data), "--model", at("m.json"), "--feature", "2"},
             {"score", "--model", at("m.json"), "--data", at(data), "--out", at("out.txt")},
             {"data", "convert", at(data), at("out.podium")},
             {"data", "convert", at(data), at("out.txt")},
         }) {
      const CliResult expected = run(command);
      ASSERT_EQ(expected.code, 0) << expected.err;
      const bool writes = command.back().starts_with(at("out"));
      const std::string written = writes ? text_of(fs::path(command.back()).filename()) : "";
      const CliResult result = run(command, limited_);
      ASSERT_EQ(result.code, 0) << result.err;
      EXPECT_EQ(result.out, expected.out);
      EXPECT_THAT(result.err, HasSubstr("exceeds the memory limit"));
      if (writes) EXPECT_EQ(text_of(fs::path(command.back()).filename()), written);
    }
  }
  EXPECT_TRUE(fs::is_empty(at("scratch")));
}

TEST_F(LargerThanMemory, TellsThePassesOfTreesWhenAskedTo) {
  const std::vector<std::string> command = {"train",   "lambdamart", "--train",  at("data.txt"),
                                            "--model", at("m.json"), "--tune",   "none",
                                            "--set",   "rounds=3",   "--verbose"};
  EXPECT_THAT(run(command).err, Not(HasSubstr("passes")));
  EXPECT_THAT(run(command, limited_).err,
              testing::ContainsRegex("passes over the bins of a tree: median [0-9]+, largest "));
}

TEST_F(LargerThanMemory, SaysWhatIsWrong) {
  const std::vector<std::string> command = {"train",   "listnet",    "--train", at("data.txt"),
                                            "--model", at("m.json"), "--tune",  "none"};
  EXPECT_THAT(run(command, {"--scratch", at("none")}).err,
              HasSubstr("--scratch: found no folder '"));
  // Sparse data and a wrong number of columns are refused as before.
  put("wide.txt", "1 qid:1 400000:1\n0 qid:1 1:1\n");
  const CliResult wide = run(
      {"train", "listnet", "--train", at("wide.txt"), "--model", at("m.json"), "--tune", "none"},
      limited_);
  EXPECT_EQ(wide.code, 3);
  EXPECT_THAT(wide.err, HasSubstr("more than the limit of 3e-05 GB"));
  EXPECT_FALSE(is_there("m.json"));
}

}  // namespace
}  // namespace podium::cli
