#include "podium/learning/study/system.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

CellResult cell(const std::string& row, std::uint64_t seed, std::size_t fold,
                std::vector<std::string> query, std::vector<double> value) {
  double mean = 0.0;
  for (const double v : value) mean += v / static_cast<double>(value.size());
  return {.data = "data",
          .row = row,
          .truth = "graded",
          .seed = seed,
          .fold = fold,
          .validation = mean,
          .query = std::move(query),
          .measure = {"map"},
          .value = {std::move(value)},
          .mean = {mean},
          .weight = {1.0, static_cast<double>(fold)}};
}

TEST(StudySystem, TakesTheMeanOfFoldsAndOfSeeds) {
  const std::vector<CellResult> cells = {
      cell("a", 1, 0, {"1", "2", "3"}, {0.0, 0.5, 1.0}), cell("a", 1, 1, {"4"}, {1.0}),
      cell("a", 2, 0, {"1", "2", "3"}, {1.0, 0.5, 0.0}), cell("a", 2, 1, {"4"}, {0.5}),
      cell("b", 1, 0, {"1", "2", "3"}, {0.0, 0.0, 0.0})};
  const std::vector<StudySystem> systems = systems_of(cells);
  ASSERT_EQ(systems.size(), 2U);
  EXPECT_THAT(systems[0].mean, ElementsAre(DoubleEq((0.5 + 1.0 + 0.5 + 0.5) / 4.0)));
  EXPECT_THAT(systems[0].query, ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(systems[0].value[0], ElementsAre(0.5, 0.5, 0.5, 0.75));
  EXPECT_THAT(systems[0].weight, ElementsAre(1.0, 0.5));
  EXPECT_THAT(systems[0].fold, ElementsAre(0U, 0U, 0U, 1U));
  EXPECT_THAT(systems[0].seed_mean[0], ElementsAre(DoubleEq(2.5 / 4.0), DoubleEq(2.0 / 4.0)));
  EXPECT_EQ(systems[1].row, "b");
  EXPECT_THROW(systems[0].mean_of("err"), UsageError);
}

TEST(StudySystem, TellsQueriesOfTheSameIdApartByFold) {
  const std::vector<CellResult> cells = {cell("a", 1, 0, {"1", "2"}, {0.25, 0.5}),
                                         cell("a", 1, 1, {"1", "3"}, {1.0, 0.75})};
  const StudySystem system = systems_of(cells)[0];
  EXPECT_THAT(system.query, ElementsAre("1 (fold 1)", "2", "1 (fold 2)", "3"));
  EXPECT_THAT(system.value[0], ElementsAre(0.25, 0.5, 1.0, 0.75));
}

TEST(PooledMean, HasTheIntervalOfStudent) {
  std::vector<CellResult> cells = {cell("a", 1, 0, {"1", "2", "3"}, {1.0, 2.0, 3.0})};
  cells[0].measure = {"dcg@10"};
  const MeanWithInterval found = pooled_mean(systems_of(cells)[0], "dcg@10");
  // t(.025, 2 degrees of freedom) = 4.302652729749464, standard error 1/sqrt(3)
  EXPECT_DOUBLE_EQ(found.mean, 2.0);
  EXPECT_NEAR(found.interval.high, 2.0 + 4.302652729749464 / std::sqrt(3.0), 1e-12);
  EXPECT_EQ(found.interval.low, 0.0) << "the least value of the measure";
  cells[0].measure = {"my"};
  EXPECT_NEAR(pooled_mean(systems_of(cells)[0], "my").interval.low,
              2.0 - 4.302652729749464 / std::sqrt(3.0), 1e-12);
}

}  // namespace
}  // namespace podium
