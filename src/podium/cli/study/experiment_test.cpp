#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string spec_file() {
  const auto path = fresh_path(".toml");
  std::filesystem::remove(std::filesystem::path(path).replace_extension(".jsonl"));
  write_file(path, small_study);
  return path.string();
}

TEST(ExperimentCommand, PrintsTablesAndLeavesResultsForAReport) {
  const std::string spec = spec_file();
  const std::string results = std::filesystem::path(spec).replace_extension(".jsonl").string();
  const CliResult run = run_in_process({"experiment", "run", spec});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("listmle, tuned"));
  const CliResult again = run_in_process({"experiment", "run", spec});
  EXPECT_EQ(again.out, run.out);

  const std::string page = fresh_path(".html").string();
  const CliResult report = run_in_process({"report", results, "--out", page, "--title", "A page"});
  ASSERT_EQ(report.code, 0) << report.err;
  EXPECT_THAT(std::string(InputText(page).view()), HasSubstr("\"A page\""));
  EXPECT_THAT(run_in_process({"report", results, "--format", "markdown"}).out,
              StartsWith("# Two learners"));
  EXPECT_THAT(run.out, Not(HasSubstr("from listmle, tuned")));
  const CliResult turned =
      run_in_process({"report", results, "--baseline", "listmle, tuned", "--correct", "none"});
  EXPECT_THAT(turned.out, AllOf(HasSubstr("from listmle, tuned"),
                                HasSubstr("without correction for multiple rows")));
  const CliResult wrong = run_in_process({"report", results, "--baseline", "listnot"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("found no row 'listnot', expected one of"));
}

TEST(ExperimentCommand, KeepsMissingValuesWhereTrainDoes) {
  const auto run = [](const std::string& algorithm) {
    const auto path = fresh_path(".toml");
    std::filesystem::remove(std::filesystem::path(path).replace_extension(".jsonl"));
    write_file(path,
               "name = 'gaps'\nmetric = 'ndcg@10'\nmeasures = ['map']\n[[data]]\nname = 'made up'\n"
               "synth = { queries = 12, documents = 8, features = 4, missing = 0.3 }\n"
               "fold-count = 3\nfill = 'keep'\n[[row]]\nname = 'a row'\nalgorithm = '" +
                   algorithm + "'\n");
    return run_in_process({"experiment", "run", path.string()});
  };
  const CliResult kept = run("rankboost");
  EXPECT_EQ(kept.code, 0) << kept.err;
  const CliResult refused = run("listnet");
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.err, HasSubstr("the value is missing"));
}

TEST(ExperimentCommand, SaysWhatItWouldDo) {
  const std::string spec = spec_file();
  const CliResult dry = run_in_process({"experiment", "run", spec, "--dry-run", "--format", "csv"});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.out, StartsWith("data,learner,cells,done,models,seconds left\n"
                                  "made up,listnet,6,0,6,"));
  EXPECT_THAT(dry.out, HasSubstr("\"listmle, tuned\",6,0,12,"));
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(spec).replace_extension(".jsonl")));
}

TEST(ExperimentCommand, RefusesABrokenSpecAndForeignResults) {
  const auto path = fresh_path(".toml");
  write_file(path, "name = 'x'\nrow = 3\n");
  EXPECT_EQ(run_in_process({"experiment", "run", path.string()}).code, 3);
  EXPECT_EQ(run_in_process({"report", path.string()}).code, 3);
  EXPECT_EQ(run_in_process({"report", "no such file"}).code, 3);
}

}  // namespace
}  // namespace podium::cli
