#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Help, IsThePageOfTheCommandThatIsNamed) {
  EXPECT_EQ(run_in_process({"help"}).out, run_in_process({"--help"}).out);
  EXPECT_EQ(run_in_process({"help"}).code, 0);
  EXPECT_EQ(run_in_process({"help", "train"}).out, run_in_process({"train", "--help"}).out);
  EXPECT_EQ(run_in_process({"help", "data"}).out, run_in_process({"data", "--help"}).out);
  EXPECT_EQ(run_in_process({"help", "data", "check"}).out,
            run_in_process({"data", "check", "-h"}).out);
  const CliResult unknown = run_in_process({"help", "data", "chek"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown command 'chek'; did you mean 'check'?"));
}

TEST(Help, GivesTheWholeReferenceInMarkdown) {
  const std::string text = run_in_process({"help", "--format", "markdown"}).out;
  EXPECT_THAT(text, StartsWith("## podium\n"));
  EXPECT_THAT(text, HasSubstr("\n- `evaluate`: compute evaluation measures for rankings\n"));
  EXPECT_THAT(text, HasSubstr("\n## podium data check\n"));
  EXPECT_THAT(text, HasSubstr("\n- `--train FILE`: training data (required)\n"));
  EXPECT_THAT(text, HasSubstr("\n- `--scores [NAME=]FILE`: "));
  EXPECT_THAT(run_in_process({"help", "data", "--format", "markdown"}).out,
              StartsWith("## podium data\n"));
}

TEST(Man, WritesAPageForEachCommand) {
  std::string name = testing::TempDir() + "podium-man-XXXXXX";
  const std::filesystem::path folder = ::mkdtemp(name.data());
  ASSERT_EQ(run_in_process({"man", "--out", (folder / "man1").string()}).code, 0);
  for (const char* page : {"podium.1", "podium-train.1", "podium-data.1", "podium-data-check.1",
                           "podium-label-serve.1", "podium-help.1"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / "man1" / page)) << page;
  }
  const InputText train(folder / "man1" / "podium-train.1");
  EXPECT_THAT(std::string(train.view()),
              HasSubstr(".SH SYNOPSIS\n\\fBpodium train\\fR \\fIALGORITHM"));
  if (std::system("command -v mandoc > /dev/null") == 0) {
    const std::string lint =
        "mandoc -T lint -W warning " + (folder / "man1").string() + "/*.1 | grep -v 'missing date'";
    EXPECT_NE(std::system(lint.c_str()), 0) << "mandoc has something to say";
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace podium::cli
