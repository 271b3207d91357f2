#include "podium/cli/cli.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "podium/cli/context.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/cli/standard_streams.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Cli, PrintsItsVersionAndHelp) {
  EXPECT_THAT(run_in_process({"--version"}).out, HasSubstr("podium 0."));
  const CliResult help = run_in_process({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("list"));
}

TEST(Cli, HasNoDefaultsOfWhatIsRequiredAndNoContradictions) {
  EXPECT_THAT(run_in_process({"completions", "--help"}).out, Not(HasSubstr("default: bash")));
  EXPECT_THAT(run_in_process({"list", "measures", "--quiet", "--verbose"}).err,
              HasSubstr("--quiet cannot be combined with --verbose"));
}

TEST(Cli, RefusesAnUnknownCommandAsWrongUsage) {
  const CliResult result = run_in_process({"frobnicate"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("podium: "));
}

TEST(Cli, RefusesAnUnknownFormatNamingTheChoices) {
  const CliResult result = run_in_process({"list", "measures", "--format", "yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("found 'yaml', expected one of: table, json, csv"));
}

TEST(Cli, ListsWhatDataCommandsKnow) {
  EXPECT_THAT(run_in_process({"list", "normalisers"}).out, HasSubstr("query-minmax"));
  EXPECT_THAT(run_in_process({"list", "checks", "--format", "csv"}).out,
              HasSubstr("\nleaked-documents,error,"));
  EXPECT_THAT(run_in_process({"list", "synth-options"}).out, HasSubstr("relevant-share"));
  EXPECT_THAT(run_in_process({"list", "assessor-options"}).out,
              HasSubstr("bradley-terry-davidson"));
}

TEST(Cli, ListsMeasuresAndProfiles) {
  EXPECT_THAT(run_in_process({"list", "measures"}).out, HasSubstr("ndcg[@k]"));
  EXPECT_THAT(run_in_process({"list", "measures", "--format", "csv"}).out,
              HasSubstr("\nrbp[@k],rank-biased precision,\"[0, 1]\",0,any rule,any,"
                        "\"p=0.8,from=0\",Moffat08\n"));
  EXPECT_THAT(run_in_process({"list", "measure-options", "--format", "csv"}).out,
              HasSubstr("\nrbp,p,0.8,\"[0.01, 0.999]\",probability that the user continues"));
  EXPECT_THAT(run_in_process({"list", "profiles", "--format", "csv"}).out, HasSubstr("\nletor4,"));
  EXPECT_THAT(run_in_process({"list", "profiles"}).out, HasSubstr("map[@k], ndcg[@k]\n"));
}

TEST(Cli, ListsCommandsWhenNoneOrOnlyAGroupIsNamed) {
  const CliResult result = run_in_process({});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("evaluate      compute evaluation measures for rankings\n"));
  const CliResult group = run_in_process({"data"});
  EXPECT_EQ(group.code, 2);
  EXPECT_EQ(group.out, "");
  EXPECT_THAT(group.err, HasSubstr("fill          replace missing values\n"));
  const CliResult asked = run_in_process({"data", "--help"});
  EXPECT_EQ(asked.code, 0);
  EXPECT_EQ(asked.out, group.err);
}

TEST(Cli, SuggestsFlagsAndEchoesThemAsTyped) {
  const CliResult result = run_in_process({"train", "ranksvm", "--tarin", "a.txt"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "podium: unknown flag --tarin; did you mean '--train'? Or see 'podium train --help'\n");
}

TEST(Cli, NamesAnUnknownCommandAndTheKnownOnes) {
  EXPECT_THAT(
      run_in_process({"evalute"}).err,
      HasSubstr("unknown command 'evalute'; did you mean 'evaluate'? Known are: demo, data"));
  EXPECT_THAT(run_in_process({"data", "inf"}).err,
              HasSubstr("unknown command 'inf'; did you mean 'info'?"));
  EXPECT_THAT(run_in_process({"demo", "--threads", "-1"}).err,
              HasSubstr("--threads: found '-1', expected a whole number"));
}

TEST(Cli, MapsEveryKindOfErrorToItsExitCode) {
  EXPECT_EQ(run_in_process({"data", "info", "/no/such/file"}).code, 3);
  EXPECT_EQ(run_in_process({"synth", "letor", "--queries", "0", "--out", "x"}).code, 2);
  const CliResult unwritable = run_in_process({"synth", "letor", "--out", "/no/such/folder/x.txt"});
  EXPECT_EQ(unwritable.code, 5);
  EXPECT_THAT(unwritable.err, HasSubstr("podium: /no/such/folder/x.txt: cannot write"));
}

TEST(Cli, HasAnExitCodeForEveryKindOfFailure) {
  const auto reported = [](const auto& error) {
    std::ostringstream err;
    const int code = report_failure(std::make_exception_ptr(error), err);
    EXPECT_EQ(std::ranges::count(exit_codes, code, &ExitCode::number), 1) << code;
    return std::to_string(code) + " " + err.str();
  };
  EXPECT_EQ(reported(UsageError("x")), "2 podium: x\n");
  EXPECT_EQ(reported(DataError({"f", 3}, "x")), "3 podium: f:3: x\n");
  EXPECT_EQ(reported(NumericError("x")), "4 podium: x\n");
  EXPECT_EQ(reported(StorageError("x")), "5 podium: x\n");
  EXPECT_EQ(reported(std::bad_alloc()), "5 podium: not enough memory\n");
  EXPECT_EQ(reported(std::filesystem::filesystem_error(
                "cannot frobnicate", "/a/b", std::make_error_code(std::errc::permission_denied))),
            "5 podium: /a/b: Permission denied\n");
  EXPECT_EQ(reported(std::runtime_error(
                "pthread_create has failed: Resource temporarily unavailable")),  // as TBB has it
            "5 podium: cannot start a thread: pthread_create has failed: Resource temporarily "
            "unavailable; a limit of memory or processes is too low\n");
  EXPECT_EQ(reported(std::logic_error("x")), "70 podium: internal error, please report: x\n");
  const InterruptWatch nothing_noted;
  EXPECT_EQ(reported(Interrupted("x")), "130 podium: x\n");
}

TEST(Cli, GivesTheNumbersOfClosedStreamsToNoFile) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int number : {0, 1, 2}) ::close(number);
    reserve_standard_streams();
    const bool is_free = ::open("/dev/null", O_RDWR) > 2;
    char byte = 'x';
    const bool fails =
        ::read(0, &byte, 1) < 0 && ::write(1, &byte, 1) < 0 && ::write(2, &byte, 1) < 0;
    ::_exit(is_free && fails ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(Cli, TellsTheSameStoryForTheSameSeed) {
  const auto folder = std::filesystem::temp_directory_path() / "podium-demo-test";
  const CliResult demo = run_in_process({"demo", "--out", folder.string()});
  EXPECT_EQ(demo.code, 0) << demo.err;
  EXPECT_THAT(demo.out, HasSubstr("planted truth"));
  EXPECT_THAT(demo.out, HasSubstr("after Holm over 10 pairs"));
  EXPECT_EQ(demo.out, run_in_process({"demo"}).out);
  EXPECT_NE(demo.out, run_in_process({"demo", "--seed", "2"}).out);
  const std::string scores = (folder / "planted-truth.scores").string();
  EXPECT_EQ(
      run_in_process({"evaluate", "--data", (folder / "test.txt").string(), "--scores", scores})
          .code,
      0);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace podium::cli
