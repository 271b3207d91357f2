#include "podium/cli/commands.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/parser.hpp"

namespace podium::cli {
namespace {

/// The description of the whole program; what every command must satisfy.
class AllCommands : public testing::Test {
 protected:
  AllCommands() { add_commands(program_); }

  Command program_{.name = "podium", .path = "podium", .summary = "rank"};
};

TEST_F(AllCommands, DoWorkOrHaveFurtherCommands) {
  for_each_command(program_, [](const Command& command) {
    EXPECT_EQ(command.commands.empty(), static_cast<bool>(command.action)) << command.path;
  });
}

TEST_F(AllCommands, HaveASummaryThatFitsAList) {
  for_each_command(program_, [](const Command& command) {
    ASSERT_FALSE(command.summary.empty()) << command.path;
    EXPECT_TRUE(std::islower(static_cast<unsigned char>(command.summary[0]))) << command.path;
    EXPECT_FALSE(command.summary.ends_with('.')) << command.path;
    EXPECT_LE(command.summary.size(), 90U) << command.path;
  });
}

TEST_F(AllCommands, HaveFlagsWithHelpAndEachOnce) {
  for_each_command(program_, [](const Command& command) {
    std::set<std::string> names = {"--help", "--threads", "--seed", "--format", "--quiet"};
    for (const Flag& flag : command.flags) {
      EXPECT_TRUE(names.insert(flag.name).second) << command.path << " " << flag.name;
      EXPECT_FALSE(flag.help.empty()) << command.path << " " << flag.name;
      EXPECT_TRUE(flag.is_positional() || flag.name.starts_with("--")) << flag.name;
    }
  });
}

TEST_F(AllCommands, NameFlagsOfTheirOwnWhereFlagsNeedOrExcludeOthers) {
  for_each_command(program_, [](const Command& command) {
    std::set<std::string> names;
    for (const Flag& flag : command.flags) names.insert(flag.name);
    for (const Flag& flag : command.flags) {
      for (const std::vector<std::string>& one_of : flag.needed) {
        for (const std::string& other : one_of) EXPECT_EQ(names.count(other), 1U) << other;
      }
      for (const std::string& other : flag.excluded) EXPECT_EQ(names.count(other), 1U) << other;
    }
  });
}

// --- flags without effect ---

/// A command with values of some flags; the values name no files that exist.
struct Situation {
  std::string path;
  std::vector<std::string> flags;
};

/// In one of them each condition of a flag holds, in another it does not.
const std::vector<Situation>& situations() {
  static const std::vector<Situation> all = {
      {"train", {"regression", "--train", "t", "--model", "m", "--tune", "none"}},
      {"train", {"listnet", "--train", "t", "--model", "m", "--test", "x", "--interval", "none"}},
      {"train", {"listnet", "--train", "t", "--model", "m", "--test", "x", "--metric", "x"}},
      {"tune", {"regression", "--train", "t", "--model", "m", "--test", "x"}},
      {"crossval", {"regression", "--folds", "f"}},
      {"crossval", {"regression", "--data", "d", "--interval", "none"}},
      {"crossval", {"regression", "--data", "d", "--metric", "x"}},
      {"tune", {"listnet", "--train", "t", "--model", "m"}},
      {"tune", {"listnet", "--train", "t", "--model", "m", "--metric", "x"}},
      {"train", {"listnet", "--train", "t", "--model", "m"}},
      {"train", {"auto", "--train", "t", "--model", "m"}},
      {"crossval", {"auto", "--folds", "f"}},
      {"train", {"listnet", "--train", "t", "--model", "m", "--vali", "v"}},
      {"explain", {"m", "--tree", "1"}},
      {"explain", {"m", "--data", "d"}},
      {"explain", {"m", "--data", "d", "--measure", "x"}},
      {"export", {"m", "--to", "xgboost", "--out", "o"}},
      {"export", {"m", "--to", "onnx", "--out", "o"}},
      {"export", {"m", "--to", "c", "--out", "o"}},
      {"evaluate", {"--qrels", "q", "--run", "r", "--interval", "none"}},
      {"evaluate", {"--run", "r", "--measures", "x"}},
      {"evaluate", {"--qrels", "q", "--run", "r", "--measures", "official"}},
      {"evaluate", {"--qrels", "q", "--run", "r", "--blank", "both"}},
      {"compare", {"--qrels", "q", "--run", "r"}},
      {"compare", {"--run", "r", "--measure", "x", "--test", "all"}},
      {"compare", {"--run", "r", "--test", "tukey"}},
      {"data truth", {"f", "--out", "o.jsonl"}},
      {"data truth", {"f", "--out", "o.txt"}},
      {"data convert", {"a.jsonl", "b.qrels"}},
      {"data convert", {"a.jsonl", "b.txt"}},
      {"data convert", {"a.jsonl", "b.txt", "--from", "es-ltr-log"}},
      {"data convert", {"a.jsonl", "b.txt", "--from", "solr-log"}},
      {"collect build", {"--corpus", "c", "--topics", "t", "--out", "o"}},
      {"collect build", {"--corpus", "c", "--topics", "t", "--out", "o", "--sample", "judged"}},
      {"data convert", {"a.txt", "b.txt"}},
      {"data convert", {"a.txt", "b.run"}},
      {"data normalise", {"a.txt", "--out", "b.txt"}},
      {"data normalise", {"a.txt", "--out", "b.txt", "--kind", "robust"}},
      {"synth preferences", {"--out", "o"}},
      {"synth preferences", {"--out", "o", "--model", "bradley-terry-davidson"}},
      {"synth preferences", {"--out", "o", "--model", "random-error"}},
      {"label simulate", {}},
      {"label simulate", {"--model", "bradley-terry-davidson"}},
      {"label simulate", {"--model", "random-error"}},
      {"serve", {"m"}},
      {"serve", {"m", "--host", "0.0.0.0"}},
      {"label serve", {}},
      {"label serve", {"--host", "0.0.0.0"}}};
  return all;
}

std::vector<std::string> words_of(const std::string& path) {
  std::vector<std::string> words;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = path.find(' ', begin);
    words.push_back(path.substr(begin, end - begin));
  }
  return words;
}

/// The flag with a value that it takes.
void add_flag(std::vector<std::string>& line, const Flag& flag) {
  if (!flag.is_positional()) line.push_back(flag.name);
  if (flag.count == ValueCount::none) return;
  line.push_back(flag.name == "--define"     ? "x=sum(gain)"
                 : flag.name == "--budget"   ? "60s"
                 : !flag.choice.empty()      ? flag.choice.back()
                 : flag.default_text.empty() ? "x"
                                             : flag.default_text);
}

/// Why the line is refused; empty if it is not. Every line gets values of its own.
std::string refusal_of(const std::vector<std::string>& line) {
  Command program{.name = "podium", .path = "podium", .summary = "rank"};
  add_commands(program);
  try {
    parse_command_line(program, line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST_F(AllCommands, RefuseFlagsWithoutThoseThatTheyNeed) {
  std::size_t flags = 0;
  for_each_command(program_, [&](const Command& command) {
    for (const Flag& flag : command.flags) {
      if (flag.needed.empty()) continue;
      std::vector<std::string> line = words_of(command.path.substr(command.path.find(' ') + 1));
      for (const Flag& other : command.flags) {
        if (other.is_required && other.is_positional()) add_flag(line, other);
      }
      for (const Flag& other : command.flags) {
        if (other.is_required && !other.is_positional()) add_flag(line, other);
      }
      add_flag(line, flag);
      EXPECT_THAT(refusal_of(line), testing::StartsWith(flag.name + " needs "))
          << fmt::format("{}", fmt::join(line, " "));
      ++flags;
    }
  });
  EXPECT_GT(flags, 60U);
}

TEST_F(AllCommands, RefuseFlagsInSituationsInWhichTheyHaveNoEffect) {
  std::set<std::string> refused;
  std::set<std::string> taken;
  for (const auto& [path, given] : situations()) {
    const std::vector<std::string> words = words_of(path);
    const Command& command = program_.at(words);
    for (const Flag& flag : command.flags) {
      if (flag.conditions.empty() || std::ranges::count(given, flag.name) > 0) continue;
      std::vector<std::string> line = words;
      line.insert(line.end(), given.begin(), given.end());
      add_flag(line, flag);
      const std::string problem = refusal_of(line);
      if (problem.find(" cannot be combined with ") != std::string::npos) continue;
      const bool is_refused = problem.starts_with(flag.name + " needs ");
      (is_refused ? refused : taken).insert(path + " " + flag.name);
      if (!is_refused) EXPECT_EQ(problem, "") << fmt::format("{}", fmt::join(line, " "));
    }
  }
  for_each_command(program_, [&](const Command& command) {
    for (const Flag& flag : command.flags) {
      if (flag.conditions.empty()) continue;
      const std::string name = command.path.substr(command.path.find(' ') + 1) + " " + flag.name;
      EXPECT_EQ(refused.count(name), 1U) << name << " is refused in no situation";
      EXPECT_EQ(taken.count(name), 1U) << name << " is taken in no situation";
    }
  });
}

}  // namespace
}  // namespace podium::cli
