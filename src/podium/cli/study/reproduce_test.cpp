#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/io/file.hpp"
#include "podium/cli/run_in_process.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

class ReproduceTest : public testing::Test {
 protected:
  ~ReproduceTest() override { std::filesystem::remove_all(folder_); }

  CliResult reproduce(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"reproduce",          "xia2009", "--data",
                                          path("no-data-here"), "--state", path("state")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("reproduce-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ReproduceTest, NamesDataThatIsNotThereAndWhereItBelongs) {
  const CliResult result = reproduce({});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("left out: OHSUMED; expected it in " +
                                    path("no-data-here/OHSUMED-LETOR2/Data")));
  EXPECT_THAT(result.out,
              HasSubstr("of 7 claims, 0 hold, 0 refuted, 1 not shown either way, 6 need data"));
  EXPECT_THAT(result.out,
              HasSubstr("needs data not at hand; rule: each of 36 points\n  needs TD2003, TD2004; "
                        "expected in TD2003-LETOR2/Data"));
}

TEST_F(ReproduceTest, PrintsADocumentATableOrAPage) {
  const CliResult markdown = reproduce({"--format", "markdown"});
  EXPECT_THAT(markdown.out, HasSubstr("# Published experiments, reproduced\n"));
  EXPECT_THAT(reproduce({"--format", "markdown", "--summary"}).out,
              HasSubstr("# Published experiments, reproduced: summary"));
  EXPECT_THAT(reproduce({"--format", "csv"}).out,
              HasSubstr("xia2009,1,xia2009-table1,OHSUMED,ListMLE,ndcg@1,0.548,,"));
  EXPECT_THAT(reproduce({"--format", "json"}).out, HasSubstr("\"sections\""));
  const CliResult page = reproduce({"--out", path("report.html"), "--quiet"});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(std::string(InputText(path("report.html")).view()), HasSubstr("<!doctype html>"));
}

TEST_F(ReproduceTest, WritesAPageForEachPaper) {
  const CliResult pages = reproduce({"--pages", path("pages"), "--quiet"});
  EXPECT_EQ(pages.code, 0) << pages.err;
  const std::string page(InputText(path("pages/xia2009.html")).view());
  EXPECT_THAT(page, HasSubstr("Statistical Consistency of Top-k Ranking"));
  EXPECT_THAT(page, HasSubstr("Rules of verdicts"));
}

TEST_F(ReproduceTest, PrintsTheStudiesItWouldRun) {
  const CliResult result = run_in_process({"reproduce", "lan2013", "--print-specs"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("# lan2013-orders.toml\nname = \"lan2013-orders\""));
}

TEST_F(ReproduceTest, HoldsPublishedLabellingAgainstSimulatedAssessors) {
  const auto niu2012 = [&](const char* format) {
    return run_in_process({"reproduce", "niu2012", "--data", path("no-data-here"), "--state",
                           path("state"), "--format", format, "--quiet"});
  };
  const CliResult text = niu2012("table");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              HasSubstr("of 10 claims, 0 hold, 0 refuted, 0 not shown either way, 10 need data"));
  EXPECT_THAT(text.out, HasSubstr("judgements per query"));
  EXPECT_THAT(niu2012("csv").out, HasSubstr("niu2012,1,-,-,top-k,judgements per query,142.76"));
  EXPECT_THAT(niu2012("markdown").out,
              HasSubstr("Our values come from simulated assessors, not from people"));
}

TEST_F(ReproduceTest, RefusesAPaperThatItDoesNotKnow) {
  const CliResult result = run_in_process({"reproduce", "knuth1968"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("niu2012, cheng2015"));
}

}  // namespace
}  // namespace podium
