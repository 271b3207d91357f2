#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ListCommand, ShowsAlgorithmsAndTheirOptions) {
  const auto listed = [](std::vector<std::string> what) {
    what.insert(what.begin(), "list");
    what.insert(what.end(), {"--format", "json"});
    return nlohmann::json::parse(run_in_process(what).out);
  };
  const auto names = listed({"algorithms"});
  EXPECT_EQ(names.size(), algorithms().size());
  for (const AlgorithmEntry& algorithm : algorithms()) {
    EXPECT_EQ(listed({"options", std::string(algorithm.name)}).size(), algorithm.options().size());
  }
  const CliResult svm = run_in_process({"list", "options", "ranksvm"});
  EXPECT_THAT(svm.out, AllOf(HasSubstr("c-scale"), HasSubstr("newton"), HasSubstr("patience")));
  const CliResult unknown = run_in_process({"list", "options", "magic"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("'magic'"), HasSubstr("lambdarank")));
}

TEST(ListCommand, ShowsAggregatorsAndTheirOptions) {
  const CliResult listed = run_in_process({"list", "aggregators", "--format", "json"});
  ASSERT_EQ(listed.code, 0);
  const auto rows = nlohmann::json::parse(listed.out);
  ASSERT_EQ(rows.size(), aggregators().size());
  EXPECT_EQ(rows[1]["aggregator"], "kemeny");
  EXPECT_EQ(rows[1]["reference"], "Kemeny59");
  EXPECT_THAT(run_in_process({"list", "aggregator-options"}).out,
              AllOf(HasSubstr("nodes"), HasSubstr("teleport"), HasSubstr("best+local")));
}

}  // namespace
}  // namespace podium::cli
