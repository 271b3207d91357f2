#include "podium/cli/file_uses.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;

class FileUses : public testing::Test {
 protected:
  FileUses() : folder_(fs::temp_directory_path() / ("podium-uses-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_ / "sub");
    write_file(folder_ / "a", "text");
    write_file(folder_ / "b", "text");
  }
  ~FileUses() override { fs::remove_all(folder_); }

  /// The message for two uses, in either order; "" if they are accepted.
  std::string refused(const UsedFile& one, const UsedFile& other) const {
    const std::string message = problem({one, other});
    EXPECT_EQ(message.empty(), problem({other, one}).empty());
    return message;
  }

  UsedFile read(const fs::path& name, std::vector<std::string> contents = {"*"}) const {
    return {.flag = "--in", .path = folder_ / name, .contents = std::move(contents)};
  }
  UsedFile written(const fs::path& name, std::vector<std::string> contents = {"*"}) const {
    return {.flag = "--out",
            .path = folder_ / name,
            .use = FileUse::write,
            .contents = std::move(contents)};
  }

  static std::string problem(const std::vector<UsedFile>& files) {
    try {
      check_file_uses(files);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(FileUses, AcceptsDifferentFiles) {
  EXPECT_EQ(refused(read("a"), written("b")), "");
  EXPECT_EQ(refused(read("a"), written("new")), "");
  EXPECT_EQ(refused(written("b"), written("new")), "");
  EXPECT_EQ(refused(read("a"), read("a")), "");
}

TEST_F(FileUses, RefusesAnInputAsOutputByWhateverName) {
  fs::create_symlink("a", folder_ / "link");
  fs::create_symlink("link", folder_ / "second");
  fs::create_hard_link(folder_ / "a", folder_ / "hard");
  fs::create_directory_symlink("sub", folder_ / "folder");
  for (const char* name : {"a", "./a", "sub/../a", "link", "second", "hard", "folder/../a"}) {
    EXPECT_THAT(refused(read("a"), written(name)),
                HasSubstr("this would overwrite what --in reads"))
        << name;
    EXPECT_NE(refused(read(name), written("a")), "") << name;
  }
}

TEST_F(FileUses, RefusesTwoOutputsToOneFileThatNeedNotExist) {
  EXPECT_THAT(refused(written("new"), written("sub/../new")),
              HasSubstr("--out writes to the same file; give two different files"));
  fs::create_symlink("new", folder_ / "nowhere");
  EXPECT_NE(refused(written("new"), written("nowhere")), "");
}

TEST_F(FileUses, RefusesOnlyTheInputsThatAFolderOfOutputsNames) {
  write_file(folder_ / "sub/S1.txt", "text");
  write_file(folder_ / "sub/all.txt", "text");
  const std::vector<std::string> names = {"S[0-9]*", "Fold[0-9]*/*"};
  EXPECT_NE(refused(read("sub/S1.txt"), written("sub", names)), "");
  EXPECT_NE(refused(read("sub/../sub/S1.txt"), written("sub/.", names)), "");
  EXPECT_EQ(refused(read("sub/all.txt"), written("sub", names)), "");
  EXPECT_EQ(refused(read("a"), written("sub", names)), "");
  fs::create_directory(folder_ / "sub/Fold1");
  fs::create_symlink("../../a", folder_ / "sub/Fold1/train.txt");
  EXPECT_NE(refused(read("a"), written("sub", names)), "") << "the link would be followed";
}

TEST_F(FileUses, RefusesAnOutputAmongTheFilesOfAFolderThatIsRead) {
  EXPECT_NE(refused(read("sub"), written("sub/new")), "");
  EXPECT_NE(refused(read("sub"), written("sub")), "");
  EXPECT_NE(refused(read("sub"), written("sub/new/folder", {"x"})), "");
  EXPECT_EQ(refused(read("sub", {"Fold*/*"}), written("sub/new")), "");
  EXPECT_NE(refused(read("sub", {"Fold*/*"}), written("sub/Fold1/test.txt")), "");
  EXPECT_EQ(refused(read("sub", {"meta/*"}), written("sub", {"Feature_NULL/*"})), "");
  EXPECT_NE(refused(read("sub", {"meta/*"}), written("sub", {"meta/*"})), "");
  EXPECT_EQ(refused(read("sub", {}), written("sub/new")), "");
}

TEST_F(FileUses, LetsDevicesBeReadAndWritten) {
  const UsedFile in{.flag = "--in", .path = "/dev/null"};
  const UsedFile out{.flag = "--out", .path = "/dev/null", .use = FileUse::write};
  EXPECT_EQ(refused(in, out), "");
  EXPECT_EQ(refused(out, out), "");
}

TEST_F(FileUses, RefusesOneStreamTwice) {
  const UsedFile in{.flag = "--in", .path = "/dev/stdin"};
  const UsedFile again{.flag = "--more", .path = "/dev/fd/0"};
  const UsedFile out{.flag = "--out", .path = "/dev/stdout", .use = FileUse::write};
  EXPECT_THAT(refused(in, again), HasSubstr("standard input can be given only once"));
  EXPECT_THAT(refused(out, out), HasSubstr("standard output can be given only once"));
  EXPECT_TRUE(takes_standard_output(std::vector{in, out}));
  EXPECT_FALSE(takes_standard_output(std::vector{in, again}));
  const UsedFile state{.flag = "--state", .path = "/dev/stdin", .use = FileUse::update};
  EXPECT_THAT(problem({state}), HasSubstr("found a pipe or device, expected a file"));
}

// --- all commands ---

class AllFiles : public testing::Test {
 protected:
  AllFiles() : folder_(fs::temp_directory_path() / ("podium-files-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    add_commands(program_);
  }
  ~AllFiles() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  /// Adds a flag with this value, or with some value of its kind.
  void add(std::vector<std::string>& line, const Flag& flag, std::string value = "") const {
    if (!flag.is_positional()) line.push_back(flag.name);
    if (value.empty() && !flag.choice.empty()) value = flag.choice.front();
    if (value.empty()) value = flag.use == FileUse::none ? "1" : at("other" + flag.name);
    line.push_back(value);
  }

  static void add_needed(const Command& command, const Flag& flag, std::set<std::string>& names) {
    for (const Flag& other : command.flags) {
      const auto is_first = [&](const auto& one_of) { return one_of.front() == other.name; };
      if (std::ranges::none_of(flag.needed, is_first)) continue;
      if (names.insert(other.name).second) add_needed(command, other, names);
    }
  }

  /// A line of the command with both flags set to the same file, and with all that they need.
  std::vector<std::string> line_with(const Command& command, const Flag& one,
                                     const Flag& other) const {
    std::vector<std::string> line;
    for (const Command* part = &command; part->above != nullptr; part = part->above) {
      line.insert(line.begin(), part->name);
    }
    // Arguments by position first: a flag with several values would take them.
    std::vector<const Flag*> flags;
    for (const Flag& flag : command.flags) flags.push_back(&flag);
    std::stable_partition(flags.begin(), flags.end(), std::mem_fn(&Flag::is_positional));
    std::set<std::string> needed;
    add_needed(command, one, needed);
    add_needed(command, other, needed);
    for (const Flag* each : flags) {
      const Flag& flag = *each;
      const bool is_meant = &flag == &one || &flag == &other;
      const bool is_needed = flag.is_required || needed.contains(flag.name);
      if (is_meant) {
        add(line, flag, at("same"));
      } else if (is_needed) {
        add(line, flag);
      }
    }
    return line;
  }

  static bool exclude_each_other(const Flag& one, const Flag& other) {
    return std::ranges::count(one.excluded, other.name) > 0 ||
           std::ranges::count(other.excluded, one.name) > 0;
  }

  fs::path folder_;
  Command program_{.name = "podium", .path = "podium", .summary = "rank"};
};

TEST_F(AllFiles, AreDeclaredAsReadOrWritten) {
  for_each_command(program_, [](const Command& command) {
    for (const Flag& flag : command.flags) {
      const std::string value = flag.shown_value();
      const bool is_file = value.find("FILE") != std::string::npos || value == "DIR" ||
                           value == "PATH" || value == "INPUT" || value == "OUTPUT" ||
                           value.ends_with(".toml");
      EXPECT_EQ(is_file, flag.use != FileUse::none)
          << command.path << " " << flag.name << ": use reads, writes or updates for a value that "
          << "names a file";
      const bool names_side_file =
          flag.name == "--groups" || flag.name == "--query-weights" || flag.name == "--row-weights";
      if (names_side_file) EXPECT_EQ(flag.use, FileUse::read) << command.path << " " << flag.name;
      const bool writes = flag.help.find("write ") != std::string::npos && is_file;
      if (writes) EXPECT_EQ(flag.use, FileUse::write) << command.path << " " << flag.name;
    }
  });
}

TEST_F(AllFiles, AreNeverOverwrittenByTheCommandThatReadsThem) {
  std::size_t pairs = 0;
  for_each_command(program_, [&](const Command& command) {
    for (const Flag& input : command.flags) {
      for (const Flag& output : command.flags) {
        if (&input == &output || input.use == FileUse::none || output.use == FileUse::none ||
            output.use == FileUse::read || exclude_each_other(input, output)) {
          continue;
        }
        if (input.value_name == "DIR" || output.value_name == "DIR") continue;
        ++pairs;
        write_file(at("same"), "2 qid:1 1:0.5\n1 qid:1 1:0.25\n");
        const CliResult result = run_in_process(line_with(command, input, output));
        EXPECT_EQ(result.code, 2) << command.path << " " << input.name << " " << output.name;
        // Flags that have no effect in this line, or contradict each other, are refused for that.
        EXPECT_THAT(result.err, AnyOf(HasSubstr("this would overwrite what"),
                                      HasSubstr("writes to the same file"), HasSubstr(" needs "),
                                      HasSubstr("cannot be combined with")))
            << command.path << " " << input.name << " " << output.name;
        EXPECT_EQ(InputText(at("same")).view(), "2 qid:1 1:0.5\n1 qid:1 1:0.25\n")
            << command.path << " " << input.name << " " << output.name;
      }
    }
  });
  EXPECT_GT(pairs, 80U);
}

TEST_F(AllFiles, AreNotOverwrittenByFilesOfAFolderOrBesideAnOutput) {
  const std::string rows = "2 qid:1 1:0.5\n1 qid:2 1:0.25\n0 qid:3 1:0.25\n";
  write_file(at("S1.txt"), rows);
  write_file(at("train.txt"), rows);
  write_file(at("m.json.checkpoint"), rows);
  write_file(at("margins.txt"), rows);
  const std::vector<std::vector<std::string>> lines = {
      {"data", "split", at("S1.txt"), "--folds", "3", "--out", folder_.string()},
      {"data", "split", at("train.txt"), "--fractions", ".5,.5", "--out", folder_.string()},
      {"train", "--labels", at("margins.txt"), "regression", "--train", at("train.txt"), "--lambda",
       "0.5", "--model", at("margins.txt")},
      {"train", "--train", at("m.json.checkpoint"), "regression", "--model", at("m.json")}};
  for (const std::vector<std::string>& line : lines) {
    const CliResult result = run_in_process(line);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(InputText(line[2]).view(), rows);
  }
  write_file(at("all.txt"), rows);
  const CliResult split =
      run_in_process({"data", "split", at("all.txt"), "--folds", "3", "--out", at("folds")});
  ASSERT_EQ(split.code, 0) << split.err;
  const CliResult crossval = run_in_process({"crossval", "regression", "--folds", at("folds"),
                                             "--per-query", at("folds/Fold1/train.txt")});
  EXPECT_EQ(crossval.code, 2) << crossval.err;
  const CliResult corpus = run_in_process({"collect", "build", "--corpus", folder_.string(),
                                           "--topics", at("t"), "--out", at("built")});
  EXPECT_EQ(corpus.code, 2) << corpus.err;
  const CliResult train =
      run_in_process({"train", "regression", "--train", folder_.string(), "--model", at("m.json")});
  EXPECT_EQ(train.code, 3);
  EXPECT_THAT(train.err, HasSubstr("found a folder, expected a file"));
}

TEST_F(AllFiles, OfAnExperimentAreNotOverwritten) {
  write_file(at("all.txt"), "2 qid:1 1:0.5\n1 qid:2 1:0.25\n0 qid:3 1:0.25\n");
  write_file(at("study.toml"),
             "name = \"x\"\nmeasures = [\"map\"]\n[[data]]\nname = \"all\"\nfile = \"all.txt\"\n"
             "fold-count = 3\n[[row]]\nalgorithm = \"regression\"\n");
  for (const char* name : {"all.txt", "study.toml", "study.jsonl"}) {
    const CliResult result =
        run_in_process({"experiment", "run", at("study.toml"), "--report", at(name)});
    EXPECT_EQ(result.code, 2) << name << result.err;
    EXPECT_THAT(result.err, HasSubstr("--report")) << name;
  }
}

}  // namespace
}  // namespace podium::cli
