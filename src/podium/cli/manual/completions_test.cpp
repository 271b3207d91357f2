#include "podium/cli/manual/completions.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// The lines that a shell command prints.
std::vector<std::string> lines_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::vector<std::string> lines(1);
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += static_cast<char>(c);
    }
  }
  lines.pop_back();  // what follows the last line end
  return lines;
}

bool has_program(const std::string& name) {
  return !lines_of("command -v " + name).empty();
}

/// The scripts in a folder of the test's own, which has two files and a folder. The program that
/// they ask answers what the test computed, as this test has no program.
class Completions : public testing::Test {
 protected:
  Completions() {
    std::string name = testing::TempDir() + "podium-completions-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    for (const char* shell : {"bash", "zsh", "fish"}) {
      EXPECT_EQ(run_in_process({"completions", shell, "--out", script(shell)}).code, 0);
    }
    const std::filesystem::path program = folder_ / "bin" / "podium";
    std::filesystem::create_directory(folder_ / "bin");
    write_file(program, "#!/bin/sh\nprintf '%s\\n' \"$@\" > " + (folder_ / "asked").string() +
                            "\ncat " + (folder_ / "answer").string() + "\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    std::filesystem::create_directory(folder_ / "work");
    write_file(folder_ / "work" / "data one.txt", "");
    write_file(folder_ / "work" / "data.json", "");
    std::filesystem::create_directory(folder_ / "work" / "data.d");
  }
  ~Completions() override { std::filesystem::remove_all(folder_); }

  std::string script(const std::string& shell) const { return (folder_ / shell).string(); }

  /// What the shell prints, when the program has answered.
  std::vector<std::string> offers(const std::string& command) const {
    const std::string line = "cd " + (folder_ / "work").string() + " && HOME=" + folder_.string() +
                             " PATH=" + (folder_ / "bin").string() + ":$PATH " + command;
    write_file(folder_ / "answer", "");
    lines_of(line);
    write_file(folder_ / "answer",
               run_in_process(lines_of("cat " + (folder_ / "asked").string())).out);
    return lines_of(line);
  }

  /// What bash offers for the last of the words, as readline cuts them.
  std::vector<std::string> bash(const std::string& words) const {
    return offers("bash -c '. " + script("bash") + "; COMP_WORDS=(podium " + words +
                  "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _podium; " +
                  R"(((${#COMPREPLY[@]} == 0)) || printf "%s\n" "${COMPREPLY[@]}"')");
  }

  /// What fish offers at the end of the command line, without descriptions.
  std::vector<std::string> fish(const std::string& line) const {
    std::vector<std::string> found =
        offers("fish -c 'source " + script("fish") + "; complete -C \"podium " + line + "\"'");
    for (std::string& offer : found) offer = offer.substr(0, offer.find('\t'));
    return found;
  }

  /// What zsh makes of the command line when the tabulator key is pressed at its end.
  std::string zsh(const std::string& line) const {
    write_file(folder_ / "try",
               "zmodload zsh/zpty\nzpty z zsh -f -i\nzpty -w z 'PS1=; autoload -U "
               "compinit; compinit -D; . " +
                   script("zsh") + R"(; print RE""ADY'
zpty -r -m z out '*READY*'
zpty -w -n z 'podium )" +
                   line + R"('$'\t\C-aprint -r -- "EN""D[\C-e]"\n'
zpty -r -m z out '*END\[podium *\]*'
print -r -- "${${out##*END\[podium }%%\]*}"
)");
    const std::vector<std::string> found =
        offers("timeout 60 zsh -f " + (folder_ / "try").string());
    return found.empty() ? "" : found.back();
  }

  std::filesystem::path folder_;
};

TEST_F(Completions, OfBashKnowCommands) {
  EXPECT_THAT(bash("tr"), ElementsAre("train"));
  EXPECT_THAT(bash("data c"), ElementsAre("check", "convert"));
  EXPECT_THAT(bash("list measure"), ElementsAre("measures", "measure-options"));
  EXPECT_THAT(bash("help da"), ElementsAre("data"));
  EXPECT_THAT(bash("nothing x"), IsEmpty());
}

TEST_F(Completions, OfBashKnowFlagsOfTheCommandAndOfAll) {
  EXPECT_THAT(bash("train --tr"), ElementsAre("--train", "--truth"));
  EXPECT_THAT(bash("train lambdarank --train a.txt --mo"), ElementsAre("--model"));
  EXPECT_THAT(bash("data info --thr"), ElementsAre("--threads"));
  EXPECT_THAT(bash("data --"), ElementsAre("--help"));
  EXPECT_THAT(bash("--v"), ElementsAre("--version"));
}

TEST_F(Completions, OfBashKnowValues) {
  EXPECT_THAT(bash("train lambdar"), ElementsAre("lambdarank"));
  EXPECT_THAT(bash("train listmle --metric kappa-n"), ElementsAre("kappa-ndcg"));
  EXPECT_THAT(bash("evaluate --profile letor"), Contains("letor4"));
  EXPECT_THAT(bash("evaluate --format m"), ElementsAre("markdown"));
  EXPECT_THAT(bash("evaluate --format = m"), ElementsAre("markdown")) << "--format=m";
  EXPECT_THAT(bash("completions z"), ElementsAre("zsh"));
  EXPECT_THAT(bash("train listmle --set x"), IsEmpty()) << "free text";
}

TEST_F(Completions, OfBashKnowFilesAndFolders) {
  EXPECT_THAT(bash("train listmle --train da"),
              testing::UnorderedElementsAre("data one.txt", "data.json", "data.d"));
  EXPECT_THAT(bash("data info data.j"), ElementsAre("data.json"));
  EXPECT_THAT(bash("crossval listmle --folds da"), ElementsAre("data.d"));
  EXPECT_THAT(bash("evaluate --model mine = data.j"), ElementsAre("data.json"))
      << "--model mine=data.j";
  EXPECT_THAT(bash("compare --model a.json data.j"), ElementsAre("data.json"));
}

TEST_F(Completions, OfFishKnowCommandsFlagsValuesAndFiles) {
  if (!has_program("fish")) GTEST_SKIP() << "fish is not installed";
  EXPECT_THAT(fish("tr"), ElementsAre("train"));
  EXPECT_THAT(fish("data c"), ElementsAre("check", "convert"));
  EXPECT_THAT(fish("train lambdarank --tr"), ElementsAre("--train", "--truth"));
  EXPECT_THAT(fish("train lambdar"), ElementsAre("lambdarank"));
  EXPECT_THAT(fish("evaluate --format m"), ElementsAre("markdown"));
  EXPECT_THAT(fish("evaluate --data data.j"), ElementsAre("data.json"));
  EXPECT_THAT(fish("evaluate --data=data.j"), ElementsAre("--data=data.json"));
  EXPECT_THAT(fish("data --t"), Not(Contains("--threads")));
}

TEST_F(Completions, OfZshKnowCommandsFlagsValuesAndFiles) {
  if (!has_program("zsh")) GTEST_SKIP() << "zsh is not installed";
  EXPECT_EQ(zsh("tr"), "train");
  EXPECT_EQ(zsh("train listmle --met"), "train listmle --metric");
  EXPECT_EQ(zsh("evaluate --format=m"), "evaluate --format=markdown");
  EXPECT_EQ(zsh("evaluate --model mine=data.j"), "evaluate --model mine=data.json");
  EXPECT_EQ(zsh("crossval listmle --folds da"), "crossval listmle --folds data.d");
}

TEST(Complete, OffersWithDescriptionsWhatTheLastWordMayBe) {
  const auto offers = [](std::vector<std::string> words) {
    words.insert(words.begin(), "complete");
    const CliResult result = run_in_process(words);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    return result.out;
  };
  EXPECT_EQ(offers({"data", "inf"}), "info\tdescribe data sets: size, labels, missing values\n");
  EXPECT_EQ(offers({"data", "info", "--thr"}), "--threads\tnumber of threads; 0: one per core\n");
  EXPECT_EQ(offers({"data", "info", "--format=ma"}), "--format=markdown\n");
  EXPECT_EQ(offers({"data", "info", "--format", "=", "ma"}), "--format=markdown\n");
  EXPECT_EQ(offers({"data", "info", "--quiet="}), "");
  EXPECT_EQ(offers({"data", "info", ""}), "@files\n");
  EXPECT_EQ(offers({"data", "info", "x", "--quie"}), "--quiet\tprint results only, no messages\n");
  EXPECT_EQ(offers({"crossval", "listmle", "--folds", ""}), "@folders\n");
  EXPECT_EQ(offers({"nothing", ""}), "");
  EXPECT_EQ(offers({}), offers({""}));
  EXPECT_EQ(offers({"comp"}).find("complete\t"), std::string::npos);
}

TEST(ShellQuoted, KeepsQuotes) {
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace podium::cli
