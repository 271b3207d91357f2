#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/study/learning_report.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t folds = 2;
constexpr std::size_t queries_of_fold = 25;
const std::vector<std::string> sizes = {"5", "10", "20", "40", "80"};

StudySpec curve_spec() {
  StudySpec spec{.metric = "map",
                 .measures = "map",
                 .baseline = "bm25",
                 .data = {{.name = "made up"}},
                 .rows = {{.name = "bm25", .feature = "1", .sweeps = false}, {.name = "learner"}}};
  spec.rows[1].algorithm = "listnet";
  spec.sweep = StudySweep{.over = "train-queries", .values = sizes, .draws = 2, .target = 0.6};
  return spec;
}

/// A cell whose queries have values around `mean`; a query is as hard in every cell.
CellResult cell_of(const std::string& row, double mean, std::size_t fold, double noise,
                   RandomStream& random) {
  CellResult cell{.data = "made up", .row = row, .truth = "graded", .fold = fold};
  cell.measure = {"map"};
  cell.value.resize(1);
  for (std::size_t q = 0; q < queries_of_fold; ++q) {
    cell.query.push_back("q" + to_text(q));  // the same ids in both folds
    const double level = 0.1 * std::sin(static_cast<double>(7 * q + 3 * fold));
    cell.value[0].push_back(mean + level + noise * random.normal());
  }
  cell.mean = {mean};
  return cell;
}

/// Cells of a learner that follows 0.5 - 0.6 n^-0.6, and of a baseline at 0.4.
std::vector<CellResult> curve_cells(double scale = 0.6) {
  RandomStream random(1, "", "made up cells");
  std::vector<CellResult> cells;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    cells.push_back(cell_of("bm25", 0.4, fold, 0.02, random));
  }
  for (const std::string& size : sizes) {
    const double n = *parse_number<double>(size);
    for (std::size_t draw = 0; draw < 2; ++draw) {
      for (std::size_t fold = 0; fold < folds; ++fold) {
        CellResult cell = cell_of("learner", 0.5 - scale * std::pow(n, -0.6), fold, 0.02, random);
        cell.sweep = size;
        cell.draw = draw;
        cell.learned = *parse_number<std::size_t>(size);
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

LearningGroup curve_group() {
  return learning_groups(curve_spec(), curve_cells()).at(0);
}

TEST(LearningGroups, RecoverThePlantedCurve) {
  const auto groups = learning_groups(curve_spec(), curve_cells());
  ASSERT_EQ(groups.size(), 1U);
  const LearningGroup& group = groups[0];
  EXPECT_EQ(group.baseline, "bm25");
  EXPECT_EQ(group.counts, "training queries");
  ASSERT_EQ(group.rows.size(), 1U);
  EXPECT_EQ(group.rows[0].name, "learner");
  ASSERT_EQ(group.places.size(), 5U);
  EXPECT_EQ(group.places[4].size, 80.0);
  const LearningCurve& curve = group.rows[0].curve;
  ASSERT_TRUE(curve.law) << curve.refusal;
  EXPECT_NEAR(curve.law->at(320.0), 0.5 - 0.6 * std::pow(320.0, -0.6), 0.02);
  // 0.5 - 0.6 n^-0.6 = 0.4 at n = 6^(1 / 0.6) = 19.8
  EXPECT_NEAR(curve.above_reference(0.0).size, 19.8, 4.0);
  EXPECT_GT(group.rows[0].margin, 0.0);
  EXPECT_LT(group.rows[0].margin, 0.02);
}

TEST(LearningGroups, LeaveOutWhatIsNotDone) {
  std::vector<CellResult> cells = curve_cells();
  cells.pop_back();
  EXPECT_TRUE(learning_groups(curve_spec(), cells).empty());
  cells = curve_cells();
  for (CellResult& cell : cells) cell.learned = 0;
  EXPECT_TRUE(learning_groups(curve_spec(), cells).empty()) << "written by an older version";
  StudySpec spec = curve_spec();
  spec.metric = "ndcg@10";
  EXPECT_TRUE(learning_groups(spec, curve_cells()).empty());
  spec = curve_spec();
  spec.sweep->over = "label-noise";
  EXPECT_TRUE(learning_groups(spec, curve_cells()).empty());
}

TEST(LearningGroups, CountASizeThatTheDataDoesNotHaveOnce) {
  std::vector<CellResult> cells = curve_cells();
  for (CellResult& cell : cells) cell.learned = std::min<std::size_t>(cell.learned, 40);
  const auto groups = learning_groups(curve_spec(), cells);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].places.size(), 4U);
  EXPECT_EQ(groups[0].rows[0].curve.points.size(), 4U);
}

TEST(LearningGroups, KnowNoLevelWhenTheBaselineLearns) {
  StudySpec spec = curve_spec();
  spec.baseline = "learner";
  const auto groups = learning_groups(spec, curve_cells());
  EXPECT_EQ(groups.at(0).baseline, "");
  EXPECT_EQ(forecast_table(spec, groups[0]).table.rows.size(), 3U) << "two values, one target";
}

TEST(LearningFigure, ShowsMeasuredFittedAndLevel) {
  const std::vector<StudySystem> systems = systems_of(curve_cells());
  const CurvesBlock block = learning_figure(curve_spec(), curve_group(), systems);
  EXPECT_EQ(block.title, "made up: map over training queries");
  EXPECT_EQ(block.x_scale, AxisScale::logarithmic);
  ASSERT_EQ(block.curves.size(), 3U);
  EXPECT_EQ(block.curves[0].name, "bm25");
  EXPECT_EQ(block.curves[0].points.front().y, block.curves[0].points.back().y);
  EXPECT_EQ(block.curves[1].name, "learner");
  EXPECT_EQ(block.curves[1].points.size(), 5U);
  EXPECT_FALSE(block.curves[1].is_fitted);
  EXPECT_EQ(block.curves[2].name, "learner, fitted");
  EXPECT_TRUE(block.curves[2].is_fitted);
  ASSERT_EQ(block.curves[2].points.size(), 7U);
  EXPECT_EQ(block.curves[2].points.back().x, 320.0);
  EXPECT_LT(*block.curves[2].points.back().low, block.curves[2].points.back().y);
}

TEST(LearningTable, ComparesWithTheBaselineAtEverySize) {
  const std::vector<StudySystem> systems = systems_of(curve_cells());
  const auto block = learning_table(curve_spec(), curve_group(), systems);
  ASSERT_TRUE(block);
  ASSERT_EQ(block->table.rows.size(), 5U);
  EXPECT_THAT(block->table.columns, ElementsAre("learner", "training queries", "map", "difference",
                                                "95 % from", "to", "p corrected", "to add"));
  EXPECT_EQ(block->table.rows[0][3].mark, "\u2020") << "worse with 5 queries";
  EXPECT_EQ(block->table.rows[4][3].mark, "*") << "better with 80";
  EXPECT_EQ(shown(block->table.rows[4][1]), "80");
  for (const auto& row : block->table.rows) EXPECT_EQ(row.size(), block->table.columns.size());
}

TEST(ForecastTable, SaysWhereTheCurveLeads) {
  const TableBlock block = forecast_table(curve_spec(), curve_group());
  std::vector<std::string> what;
  for (const auto& row : block.table.rows) {
    EXPECT_EQ(row.size(), block.table.columns.size());
    what.push_back(shown(row[1]));
  }
  EXPECT_THAT(what, ElementsAre("map with 160 training queries", "map with 320 training queries",
                                "training queries to reach bm25",
                                "training queries to be significantly better than bm25",
                                "training queries to reach 0.6"));
  EXPECT_NEAR(std::get<double>(block.table.rows[1][2].value), 0.481, 0.02);
  const auto reach = std::get<std::int64_t>(block.table.rows[2][2].value);
  const auto better = std::get<std::int64_t>(block.table.rows[3][2].value);
  EXPECT_NEAR(static_cast<double>(reach), 20.0, 4.0);
  EXPECT_GT(better, reach);
  EXPECT_EQ(shown(block.table.rows[4][2]), "never");
  EXPECT_THAT(block.note, HasSubstr("learner: 0."));
}

TEST(ForecastTable, SaysWhyThereIsNoForecast) {
  const auto falling = learning_groups(curve_spec(), curve_cells(-0.3));
  const TableBlock block = forecast_table(curve_spec(), falling.at(0));
  ASSERT_EQ(block.table.rows.size(), 1U);
  EXPECT_EQ(shown(block.table.rows[0][1]), "no forecast: no rise was shown from 5 to 80 queries");
  EXPECT_EQ(learning_figure(curve_spec(), falling[0], {}).curves.size(), 1U) << "nothing fitted";
}

TEST(ForecastSentences, NameTheForecastOrItsAbsence) {
  EXPECT_THAT(forecast_sentences(curve_spec(), curve_group()),
              ElementsAre(AllOf(StartsWith("made up: learner has map 0.4"),
                                HasSubstr(" with 80 training queries; with 320 it is forecast to "
                                          "have 0.4"))));
  const auto flat = learning_groups(curve_spec(), curve_cells(0.0));
  EXPECT_THAT(forecast_sentences(curve_spec(), flat.at(0)),
              ElementsAre(StartsWith("made up: no forecast of the learning curve of learner: ")));
}

}  // namespace
}  // namespace podium
