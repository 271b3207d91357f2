#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/format/reading/shuffled_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// One table in several orders and formats: first.* is the table itself.
class RowOrderCommands : public FileFixture {
 protected:
  RowOrderCommands() {
    folder_.file("first.csv", table_.csv());
    folder_.file("a.txt", other_.letor());
    folder_.file("a.csv", other_.csv());
    table_.shuffled(2).write_parquet(folder_ / "parts", 3);
    done({"data", "convert", at("a.csv"), at("a.podium")});
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  static CliResult done(std::vector<std::string> arguments) {
    arguments.emplace_back("--quiet");
    CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result;
  }

  /// What a command writes to OUT for FILE by hash, which must be the same for all files.
  std::string same_for_all(const std::vector<std::string>& command, const std::string& out,
                           const std::vector<std::string>& files = {"first.csv", "a.txt", "a.csv",
                                                                    "parts", "a.podium"}) const {
    std::string first;
    for (const std::string& file : files) {
      for (const char* threads : {"1", "2"}) {
        std::vector<std::string> arguments = command;
        for (std::string& argument : arguments) {
          if (argument == "FILE") argument = at(file);
          if (argument == "OUT") argument = at(out);
        }
        arguments.insert(arguments.end(), {"--order", "hash", "--threads", threads});
        done(arguments);
        const std::string written = text_of(at(out));
        if (first.empty()) first = written;
        EXPECT_EQ(written, first) << file;
      }
    }
    EXPECT_FALSE(first.empty());
    return first;
  }

  ShuffledTable table_{20, true};
  ShuffledTable other_ = table_.shuffled(1);
};

TEST_F(RowOrderCommands, ConvertTheSameBytes) {
  for (const char* out : {"out.txt", "out.csv", "out.podium"}) {
    same_for_all({"data", "convert", "FILE", "OUT"}, out);
    // What was written needs the flag no more.
    done({"data", "convert", at(out), at(std::string("again-") + out)});
    done({"data", "convert", at(out), at(std::string("hash-") + out), "--order", "hash"});
    EXPECT_EQ(text_of(at(std::string("again-") + out)), text_of(at(out)));
    EXPECT_EQ(text_of(at(std::string("hash-") + out)), text_of(at(out)));
  }
  same_for_all({"data", "fill", "FILE", "--out", "OUT"}, "out.csv");
  same_for_all({"data", "normalise", "FILE", "--out", "OUT"}, "out.csv",
               {"first.csv", "a.txt", "a.csv", "parts"});  // a cache has floats only
  same_for_all({"data", "truth", "FILE", "--truth", "full", "--out", "OUT"}, "out.csv");
}

TEST_F(RowOrderCommands, TrainTheSameModel) {
  done({"data", "convert", at("a.csv"), at("sorted.podium"), "--order", "hash"});
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"listmle", "--set", "iterations=20"},
        std::vector<std::string>{"lambdamart", "--set", "rounds=5", "--set", "min-rows=2"},
        std::vector<std::string>{"rankboost", "--set", "rounds=5"}}) {
    std::vector<std::string> command = {"train",   more[0], "--train", "FILE",
                                        "--model", "OUT",   "--tune",  "none"};
    command.insert(command.end(), more.begin() + 1, more.end());
    const std::string model = same_for_all(command, "model.json");
    command[3] = at("sorted.podium");
    command[5] = at("sorted.json");
    done(command);
    EXPECT_EQ(text_of(at("sorted.json")), model);
    command[3] = at("a.csv");
    done(command);
    EXPECT_NE(text_of(at("sorted.json")), model) << "the order of these rows does not matter";
  }
}

TEST_F(RowOrderCommands, MeasureTheSame) {
  same_for_all({"evaluate", "--data", "FILE", "--feature", "1", "--measures", "ndcg@3,map",
                "--per-query", "OUT"},
               "queries.csv");
  same_for_all(
      {"crossval", "regression", "--data", "FILE", "--fold-count", "3", "--per-query", "OUT"},
      "crossval.csv");
}

TEST_F(RowOrderCommands, ScoreInTheOrderOfTheInput) {
  done({"train", "regression", "--train", at("a.csv"), "--model", at("m.json"), "--tune", "none"});
  for (const char* out : {"scores", "scores.csv"}) {
    const auto scores = [&](const std::string& file, const std::string& order) {
      done({"score", "--model", at("m.json"), "--data", at(file), "--out", at(out), "--order",
            order});
      return text_of(at(out));
    };
    EXPECT_EQ(scores("a.txt", "hash"), scores("a.txt", "input"));
    EXPECT_NE(scores("a.txt", "hash"), scores("first.csv", "hash"));
  }
  // Scores of rows are read in that order, too.
  done({"score", "--model", at("m.json"), "--data", at("a.txt"), "--out", at("scores")});
  const auto evaluated = [&](const std::vector<std::string>& ranker) {
    std::vector<std::string> command = {"evaluate", "--data",   at("a.txt"), "--order",
                                        "hash",     "--format", "csv"};
    command.insert(command.end(), ranker.begin(), ranker.end());
    const std::string table = done(command).out;
    return table.substr(table.find(",standard,"));  // behind the name of the ranker
  };
  EXPECT_EQ(evaluated({"--scores", at("scores")}), evaluated({"--model", at("m.json")}));
}

TEST_F(RowOrderCommands, SplitTheSameQueries) {
  const auto split = [&](const std::string& file) {
    done({"data", "split", at(file), "--out", at("folds"), "--folds", "3", "--to", "csv",
          "--shuffle-queries", "--order", "hash"});
    return text_of(at("folds/S1.csv")) + text_of(at("folds/Fold2/train.csv"));
  };
  EXPECT_EQ(split("first.csv"), split("a.txt"));
  EXPECT_EQ(split("first.csv"), split("parts"));
}

TEST_F(RowOrderCommands, SayWhichOrdersThereAre) {
  const CliResult result = run_in_process({"data", "info", at("a.txt"), "--order", "sorted"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("found 'sorted', expected input, hash or hash:K"));
  EXPECT_THAT(run_in_process({"data", "info", at("a.txt")}).err,
              HasSubstr("with --order hash results do not depend on it"));
}

}  // namespace
}  // namespace podium::cli
