#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/research/cli/run_papers_fixture.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(VerifyTheory, PrintsStatementsVerdictsAndCounterexamples) {
  const cli::CliResult result =
      run_papers({"verify", "theory", "--only", "eq17-hinge,eq18", "--cases", "200"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("L_alpha <= max alpha * top-k hinge"));
  EXPECT_THAT(result.out, HasSubstr("refuted"));
  EXPECT_THAT(result.out, HasSubstr("2.000000 > 1.585924"));
  EXPECT_THAT(result.out, HasSubstr("(n - 1) / ln n for n = 3: 1.820478"));
  EXPECT_THAT(result.out, Not(HasSubstr("prop8")));
  EXPECT_EQ(result.err, "2 checks, all as expected\n");
}

TEST(VerifyTheory, GivesJsonWithNumbers) {
  const cli::CliResult result = run_papers({"verify", "theory", "--only", "theorem1-ties",
                                            "--cases", "500", "--format", "json", "--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  const auto check = nlohmann::json::parse(result.out).at(0);
  EXPECT_EQ(check.at("expected"), "fails");
  EXPECT_EQ(check.at("as_expected"), true);
  EXPECT_EQ(check.at("as_printed").at("cases"), 500);
  EXPECT_GT(check.at("as_printed").at("violations"), 0);
  EXPECT_EQ(check.at("corrected").at("violations"), 0);
}

TEST(VerifyTheory, GivesATableInEveryFormat) {
  for (const char* format : {"csv", "markdown", "latex"}) {
    const cli::CliResult result =
        run_papers({"verify", "theory", "--only", "lemma1", "--cases", "10", "--format", format});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, HasSubstr("do not depend on the order below place k")) << format;
  }
}

TEST(VerifyTheory, DependsOnTheSeedButNotOnThreads) {
  const auto run = [](const char* seed, const char* threads) {
    return run_papers({"verify", "theory", "--only", "theorem1-ties,full-listmle,prop10", "--cases",
                       "1000", "--format", "json", "--seed", seed, "--threads", threads})
        .out;
  };
  EXPECT_EQ(run("1", "1"), run("1", "2"));
  EXPECT_NE(run("1", "1"), run("2", "1"));
}

TEST(VerifyTheory, NamesTheKnownChecksWhenOneIsUnknown) {
  const cli::CliResult result = run_papers({"verify", "theory", "--only", "theorem3"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(
      result.err,
      HasSubstr("unknown check 'theorem3'; did you mean 'theorem1' or 'theorem7' or 'theorem6'? "
                "Known are: readings, "));
  EXPECT_EQ(run_papers({"verify", "theory", "--cases", "0"}).code, 2);
}

TEST(VerifyTheory, HasHelp) {
  const cli::CliResult result = run_papers({"verify", "theory", "--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr("--cases"));
  EXPECT_THAT(result.out, HasSubstr("--only"));
  EXPECT_THAT(run_papers({"verify", "--help"}).out, HasSubstr("theory"));
  EXPECT_EQ(run_papers({"verify"}).code, 2);
}

}  // namespace
}  // namespace podium::research
