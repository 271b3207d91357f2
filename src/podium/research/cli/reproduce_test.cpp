#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/research/cli/run_papers_fixture.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReproduceTest : public testing::Test {
 protected:
  ~ReproduceTest() override { std::filesystem::remove_all(folder_); }

  cli::CliResult reproduce(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"reproduce",          "xia2009", "--data",
                                          path("no-data-here"), "--state", path("state")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_papers(arguments);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("reproduce-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ReproduceTest, NamesDataThatIsNotThereAndWhereItBelongs) {
  const cli::CliResult result = reproduce({});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("left out: OHSUMED; expected it in " +
                                    path("no-data-here/OHSUMED-LETOR2/Data")));
  EXPECT_THAT(result.out,
              HasSubstr("of 9 claims, 2 hold, 1 refuted, 0 not shown either way, 6 need data"));
  EXPECT_THAT(result.out,
              HasSubstr("needs data not at hand; rule: each of 36 points\n  needs TD2003, TD2004; "
                        "expected in TD2003-LETOR2/Data"));
}

TEST_F(ReproduceTest, PrintsADocumentATableOrAPage) {
  const cli::CliResult markdown = reproduce({"--format", "markdown"});
  EXPECT_THAT(markdown.out, HasSubstr("# Published experiments, reproduced\n"));
  EXPECT_THAT(reproduce({"--format", "markdown", "--summary"}).out,
              HasSubstr("# Published experiments, reproduced: summary"));
  EXPECT_THAT(reproduce({"--format", "csv"}).out,
              HasSubstr("xia2009,1,xia2009-table1,OHSUMED,ListMLE,ndcg@1,0.548,,"));
  EXPECT_THAT(reproduce({"--format", "json"}).out, HasSubstr("\"sections\""));
  const cli::CliResult page = reproduce({"--out", path("report.html"), "--quiet"});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(std::string(InputText(path("report.html")).view()), HasSubstr("<!doctype html>"));
}

TEST_F(ReproduceTest, WritesAPageForEachPaper) {
  const cli::CliResult pages = reproduce({"--pages", path("pages"), "--quiet"});
  EXPECT_EQ(pages.code, 0) << pages.err;
  const std::string page(InputText(path("pages/xia2009.html")).view());
  EXPECT_THAT(page, HasSubstr("Statistical Consistency of Top-k Ranking"));
  EXPECT_THAT(page, HasSubstr("Rules of verdicts"));
}

TEST_F(ReproduceTest, PrintsTheStudiesItWouldRun) {
  const cli::CliResult result = run_papers({"reproduce", "lan2013", "--print-specs"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("# lan2013-orders.toml\nname = \"lan2013-orders\""));
}

TEST_F(ReproduceTest, TriesClaimsOnStandInsApartFromTheirVerdicts) {
  const cli::CliResult result = reproduce({"--quick", "--stand-ins", "1"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("of 9 claims, 2 hold, 1 refuted, 0 not shown either way, 6 need data"));
  EXPECT_THAT(result.out, HasSubstr("needs data not at hand; rule: each of 36 points"));
  EXPECT_THAT(result.out, HasSubstr("\n  on stand-ins for TD2003, TD2004: holds in "));
  EXPECT_THAT(result.out, HasSubstr(" of 1 generated collection, refuted in "));
  EXPECT_TRUE(std::filesystem::exists(path("state/stand-ins/xia2009-table4-1.jsonl")));
  EXPECT_EQ(reproduce({"--quick", "--stand-ins", "1"}).out, result.out);  // from the state
}

TEST_F(ReproduceTest, PrintsTheStudiesOfStandInsToo) {
  const cli::CliResult plain = run_papers({"reproduce", "xia2009", "--print-specs"});
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.out, Not(HasSubstr("stand-in-")));
  EXPECT_THAT(run_papers({"reproduce", "xia2009", "--print-specs", "--stand-ins", "20"}).out,
              HasSubstr("# stand-in-xia2009-table4.toml\nname = \"xia2009-table4\""));
}

TEST_F(ReproduceTest, DoesNotMistakeAStandInForTheRealDataSet) {
  const std::string place = path("data/TD2003-LETOR2/Data");
  ASSERT_EQ(run_papers({"stand-in", "TD2003", "--documents", "20", "--queries", "20", "--out",
                        place, "--quiet"})
                .code,
            0);
  const cli::CliResult result = run_papers({"reproduce", "xia2009", "--quick", "--data",
                                            path("data"), "--state", path("state"), "--quiet"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("6 need data that are not at hand"));
  EXPECT_THAT(result.out, HasSubstr("on other data (TD2003 (stand-in)), which decide nothing"));
}

TEST_F(ReproduceTest, RefusesNumbersOfCollectionsThatAreNone) {
  for (const char* option : {"--stand-ins", "--partitions"}) {
    for (const char* number : {"many", "-1", "2.5", ""}) {
      EXPECT_EQ(reproduce({option, number}).code, 2) << option << " " << number;
    }
  }
}

TEST_F(ReproduceTest, WritesStandInsAsLetorHasThem) {
  const auto made = [&](const std::string& folder, const char* seed) {
    return run_papers({"stand-in", "MQ2008-list", "--documents", "8", "--queries", "10", "--out",
                       path(folder), "--seed", seed});
  };
  const cli::CliResult first = made("a", "1");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("stand-in for MQ2008-list, 10 queries"));
  made("b", "1");
  made("c", "2");
  const auto text = [&](const std::string& name) {
    return std::string(InputText(path(name)).view());
  };
  EXPECT_THAT(text("a/Fold5/train.txt"), HasSubstr("46:"));
  EXPECT_EQ(text("a/Fold5/train.txt"), text("b/Fold5/train.txt"));
  EXPECT_NE(text("a/Fold5/train.txt"), text("c/Fold5/train.txt"));
  EXPECT_THAT(text("a/stand-in.txt"), HasSubstr("A generated stand-in for MQ2008-list, seed 1."));
  const cli::CliResult unknown = run_papers({"stand-in", "OHSUMED", "--out", path("d")});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("TD2003, TD2004"));
  EXPECT_EQ(run_papers({"stand-in", "TD2003"}).code, 2);
}

TEST_F(ReproduceTest, HoldsPublishedLabellingAgainstSimulatedAssessors) {
  const auto niu2012 = [&](const char* format) {
    return run_papers({"reproduce", "niu2012", "--data", path("no-data-here"), "--state",
                       path("state"), "--format", format, "--quiet"});
  };
  const cli::CliResult text = niu2012("table");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              HasSubstr("of 11 claims, 0 hold, 0 refuted, 0 not shown either way, 11 need data"));
  EXPECT_THAT(text.out, HasSubstr("judgements per query"));
  EXPECT_THAT(niu2012("csv").out, HasSubstr("niu2012,1,-,-,top-k,judgements per query,142.76"));
  EXPECT_THAT(niu2012("markdown").out,
              HasSubstr("Our values come from simulated assessors, not from people"));
}

TEST_F(ReproduceTest, RefusesAPaperThatItDoesNotKnow) {
  const cli::CliResult result = run_papers({"reproduce", "knuth1968"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("niu2012, cheng2015"));
}

}  // namespace
}  // namespace podium::research
