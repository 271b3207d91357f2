#include "podium/labelling/label/simulation/simulation_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::labelling {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;

SimulationPlan small() {
  SimulationPlan plan;
  plan.study.queries = 6;
  plan.study.documents = 12;
  plan.study.k = 3;
  plan.comparison.budgets = "10,20";
  plan.comparison.votes = "1";
  plan.repeat.studies = 2;
  plan.bootstrap.draws = 100;
  return plan;
}

TEST(SimulationReport, HoldsTheTablesOfTheStudyAndOfTheStrategies) {
  const SimulationReport report = simulate_labelling(small(), 1);
  EXPECT_THAT(report.study, SizeIs(4));
  for (const TableBlock& titled : report.study) {
    EXPECT_FALSE(titled.title.empty());
    EXPECT_FALSE(titled.table.rows.empty()) << titled.title;
  }
  EXPECT_THAT(report.study[0].note, HasSubstr("mean over 2 studies"));
  EXPECT_EQ(report.study[1].title, "Pairs of documents, top-k lists (first study)");
  EXPECT_EQ(report.study[2].title, "Pairs of documents, grades (first study)");
  EXPECT_THAT(report.strategies.table.columns, Contains("after 20"));
  EXPECT_THAT(report.strategies.table.rows, SizeIs(report.comparison.results.size()));
  EXPECT_THAT(report.summary, SizeIs(1)) << "other options than the defaults have no tolerance";
}

TEST(SimulationReport, DependsOnTheSeed) {
  const auto text = [](std::uint64_t seed) {
    return render(simulate_labelling(small(), seed).strategies.table, TableFormat::csv);
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

}  // namespace
}  // namespace podium::labelling
