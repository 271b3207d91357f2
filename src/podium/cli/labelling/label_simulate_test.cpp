#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Small enough to be fast.
std::vector<std::string> small(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {
      "label", "simulate",  "--queries", "6",       "--documents", "12",        "--k",
      "3",     "--budgets", "10,20",     "--draws", "100",         "--studies", "2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(LabelSimulate, ReproducesThePublishedStudyWithinItsTolerance) {
  const CliResult result =
      run_in_process({"label", "simulate", "--noise", "none", "--votes", "1", "--budgets", "100000",
                      "--draws", "100", "--studies", "8"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("10 of 10 numbers are within the tolerance"));
  EXPECT_THAT(result.out, HasSubstr("chi-square overstates significance"));
  EXPECT_THAT(result.out, Not(HasSubstr("NO")));
}

TEST(LabelSimulate, ExpectsNothingOfOtherOptions) {
  const CliResult result = run_in_process(small());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("within")));
  EXPECT_THAT(result.out, HasSubstr("tournament"));
  EXPECT_THAT(result.out, HasSubstr("after 20"));
}

TEST(LabelSimulate, GivesJsonOfTheWholeReport) {
  const CliResult result = run_in_process(small({"--format", "json"}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out).at("title"), "Labelling with simulated assessors");
}

TEST(LabelSimulate, WritesAPageWithFigures) {
  const auto path = std::filesystem::temp_directory_path() / "podium_label_simulate_test.html";
  const CliResult result = run_in_process(small({"--out", path.string()}));
  EXPECT_EQ(result.code, 0) << result.err;
  std::ifstream file(path);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, HasSubstr("recall of the true top k"));
  std::filesystem::remove(path);
}

TEST(LabelSimulate, DependsOnTheSeedButNotOnThreads) {
  const auto run = [](const char* seed, const char* threads) {
    return run_in_process(small({"--format", "json", "--seed", seed, "--threads", threads})).out;
  };
  EXPECT_EQ(run("1", "1"), run("1", "2"));
  EXPECT_NE(run("1", "1"), run("2", "1"));
}

TEST(LabelSimulate, NamesWhatItKnows) {
  const CliResult result = run_in_process(small({"--noise", "loud"}));
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("known are: none, small, people, coin"));
  EXPECT_THAT(run_in_process(small({"--noise", ""})).err,
              HasSubstr("unknown noise ''; known are: none, small, people, coin"));
}

TEST(LabelSimulate, RefusesWhatWouldSayNothing) {
  const auto complaint = [](const std::vector<std::string>& more) {
    const CliResult result = run_in_process(small(more));
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  EXPECT_THAT(complaint({"--nu", "0.5"}), HasSubstr("--nu needs --model bradley-terry-davidson"));
  EXPECT_THAT(complaint({"--epsilon", "0.2"}), HasSubstr("--epsilon needs --model random-error"));
  EXPECT_THAT(complaint({"--sigma", "0.2", "--model", "random-error"}),
              HasSubstr("--sigma needs --model gaussian"));
  EXPECT_THAT(complaint({"--theta", "1", "--model", "bradley-terry-davidson"}),
              HasSubstr("--theta needs --model gaussian or random-error"));
  EXPECT_THAT(complaint({"--votes", ""}),
              HasSubstr("option 'votes': expected at least one number"));
  EXPECT_EQ(run_in_process(small({"--epsilon", "0.2", "--model", "random-error"})).code, 0);
}

TEST(LabelSimulate, RefusesMoreThanThereIs) {
  const CliResult result =
      run_in_process({"label", "simulate", "--k", "100", "--documents", "50", "--queries", "2"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("expected at most the 50 documents of a query"));
}

}  // namespace
}  // namespace podium::cli
