#include "podium/learning/study/report.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "podium/learning/study/estimate.hpp"
#include "podium/learning/study/figures.hpp"
#include "podium/learning/study/group.hpp"
#include "podium/learning/study/run.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

StudyResults results_of(const std::string& text) {
  LineLog log(fresh_path(".jsonl"), results_beginning);
  return *Study(text, "test", {}).run(log);
}

template <class Block>
std::vector<Block> blocks_of(const ReportSection& section) {
  std::vector<Block> blocks;
  for (const ReportBlock& block : section.blocks) {
    if (const auto* found = std::get_if<Block>(&block)) blocks.push_back(*found);
  }
  return blocks;
}

ReportSection section_of(const std::string& text) {
  return study_section(parse_study(text, "test"), results_of(text));
}

/// Systems of five rows whose values on 40 queries are made up: "good" is better than "base" on
/// nearly every query, "like" is base with another sign of small noise.
StudyGroup made_up_group() {
  StudyGroup group{"made up", "graded", {}};
  for (const std::string name : {"base", "good", "like"}) {
    StudySystem system{.data = "made up", .row = name, .truth = "graded", .measure = {"map"}};
    system.value.resize(1);
    for (int q = 0; q < 40; ++q) {
      const double noise = (q * 7 % 11) / 100.0;
      system.query.push_back(std::to_string(q));
      system.value[0].push_back(0.3 + noise + (name == "good" ? 0.1 + noise : 0.0) +
                                (name == "like" ? (q % 2 == 0 ? 0.01 : -0.01) : 0.0));
    }
    double sum = 0.0;
    for (const double value : system.value[0]) sum += value;
    system.mean = {sum / 40.0};
    system.validation = system.mean[0];
    group.systems.push_back(std::move(system));
  }
  return group;
}

StudySpec made_up_spec() {
  return {.metric = "map",
          .measures = "map",
          .baseline = "base",
          .data = {{.name = "made up"}},
          .rows = {{.name = "base"}, {.name = "good"}, {.name = "like"}}};
}

TEST(MeansTable, MarksWhatDiffersFromTheBaseline) {
  const TableBlock block = means_table(made_up_spec(), made_up_group());
  EXPECT_THAT(block.table.columns, ElementsAre("learner", "validation map", "map"));
  EXPECT_EQ(block.table.rows[0][2].mark, "");
  EXPECT_EQ(block.table.rows[1][2].mark, "*");
  EXPECT_EQ(block.table.rows[2][2].mark, "");
  EXPECT_TRUE(block.table.rows[1][2].strong);
  EXPECT_FALSE(block.table.rows[2][2].strong);
  EXPECT_THAT(block.note,
              HasSubstr("* better, \u2020 worse than base (randomisation test over 40"));
}

TEST(MeansTable, MarksWhatIsWorse) {
  StudySpec spec = made_up_spec();
  spec.baseline = "good";
  EXPECT_EQ(means_table(spec, made_up_group()).table.rows[0][2].mark, "\u2020");
}

TEST(MeansTable, CallsNothingTheBestOfOne) {
  StudyGroup group = made_up_group();
  group.systems.resize(1);
  const TableBlock block = means_table(made_up_spec(), group);
  EXPECT_FALSE(block.table.rows[0][2].strong);
}

TEST(MeansTables, FitAPageAndBeginWithTheMetric) {
  StudySpec spec = made_up_spec();
  spec.measures = "map,p@1-4,ndcg@1-4";
  spec.metric = "ndcg@3";
  StudyGroup group = made_up_group();
  for (StudySystem& system : group.systems) {
    system.measure = measure_names(spec);
    system.value = std::vector(9, system.value.front());
    system.mean = std::vector(9, system.mean.front());
  }
  const std::vector<TableBlock> blocks = means_tables(spec, group);
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_THAT(blocks[0].table.columns, ElementsAre("learner", "validation ndcg@3", "ndcg@3", "map",
                                                   "p@1", "p@2", "p@3", "p@4"));
  EXPECT_THAT(blocks[1].table.columns, ElementsAre("learner", "ndcg@1", "ndcg@2", "ndcg@4"));
  EXPECT_EQ(blocks[1].title, "made up: more measures");
  for (const TableBlock& block : blocks) {
    for (const auto& row : block.table.rows) EXPECT_EQ(row.size(), block.table.columns.size());
  }
}

TEST(MeansTable, ExplainsShortListsWhereTheProfileMakesThemZero) {
  StudySpec spec = made_up_spec();
  EXPECT_EQ(short_lists_sentence(spec), "");
  spec.profile = "letor3";
  EXPECT_EQ(short_lists_sentence(spec), "") << "map has no cut-off";
  spec.measures = "map,p@5,ndcg@10";
  EXPECT_THAT(
      short_lists_sentence(spec),
      HasSubstr("by profile letor3, ndcg@k and p@k of a query with fewer than k documents"));
  spec.profile = "letor4";
  EXPECT_THAT(short_lists_sentence(spec), HasSubstr("letor4, ndcg@k of a query"));
  spec.measures = "map";
  spec.profile = "letor3";
  EXPECT_THAT(means_table(spec, made_up_group()).note, Not(HasSubstr("Short lists")));
}

TEST(DifferencesTable, CountsQueriesWonAndLost) {
  const auto block = differences_table(made_up_spec(), made_up_group());
  ASSERT_TRUE(block);
  ASSERT_EQ(block->table.rows.size(), 2U);
  const std::vector<Cell>& like = block->table.rows[1];
  EXPECT_EQ(std::get<std::string>(like[7].value), "20/0/20");
}

TEST(DifferencesTable, SaysHowManyQueriesWouldSettleIt) {
  StudyGroup group = made_up_group();
  for (double& value : group.systems[2].value[0]) value += 0.002;
  const auto block = differences_table(made_up_spec(), group);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->table.columns.back(), "to add");
  EXPECT_EQ(std::get<std::int64_t>(block->table.rows[0].back().value), 0) << "shown";
  const auto more = queries_for_power(0.2 * std::sqrt(39.0 / 40.0), 0.025, 0.8);
  EXPECT_EQ(std::get<std::int64_t>(block->table.rows[1].back().value),
            static_cast<std::int64_t>(*more - 40));
  const auto none = differences_table(made_up_spec(), made_up_group());
  EXPECT_EQ(std::get<std::string>(none->table.rows[1].back().value), "none") << "a difference of 0";
}

TEST(DifferencesTable, HasAPValueThatAgreesWithItsInterval) {
  const auto block = differences_table(made_up_spec(), made_up_group());
  ASSERT_TRUE(block);
  EXPECT_EQ(block->table.columns[4], "p (t)");
  EXPECT_EQ(block->table.columns[5], "p corrected");
  for (const std::vector<Cell>& row : block->table.rows) {
    const double low = std::get<double>(row[2].value);
    const double high = std::get<double>(row[3].value);
    const bool is_outside = low > 0.0 || high < 0.0;
    EXPECT_EQ(std::get<double>(row[4].value) <= 0.05, is_outside) << shown(row[0]);
  }
}

TEST(StudySection, HasTablesCurvesQueriesAndWeights) {
  const ReportSection section = section_of(small_study);
  EXPECT_EQ(section.title, "Two learners");
  EXPECT_EQ(blocks_of<TableBlock>(section).size(), 2U);
  const auto curves = blocks_of<CurvesBlock>(section);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].title, "made up: ndcg by rank");
  ASSERT_EQ(curves[0].curves.size(), 2U);
  EXPECT_EQ(curves[0].curves[0].points.size(), 3U);
  const auto per_query = blocks_of<PerQueryBlock>(section);
  ASSERT_EQ(per_query.size(), 1U);
  EXPECT_EQ(per_query[0].measure.front(), "ndcg@10");
  EXPECT_EQ(per_query[0].query.size(), 30U);
  const auto bars = blocks_of<BarsBlock>(section);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].bars.size(), 4U);
}

TEST(StudySection, DrawsSweepsWithLevelLinesForRowsThatStay) {
  const std::string spec =
      small_study + "sweep = false\n[sweep]\nover = 'k'\nvalues = [1, 3, 'full']\n";
  const auto curves = blocks_of<CurvesBlock>(section_of(spec));
  const auto map = std::ranges::find(curves, "made up: map over k", &CurvesBlock::title);
  ASSERT_NE(map, curves.end());
  EXPECT_EQ(map->x_scale, AxisScale::logarithmic);
  ASSERT_EQ(map->curves.size(), 2U);
  const std::vector<CurvePoint>& swept = map->curves[0].points;
  ASSERT_EQ(swept.size(), 3U);
  EXPECT_EQ(swept[2].label, "full");
  EXPECT_EQ(swept[2].x, 6.0);
  EXPECT_LT(*swept[0].low, swept[0].y);
  const std::vector<CurvePoint>& level = map->curves[1].points;
  ASSERT_EQ(level.size(), 3U);
  EXPECT_EQ(level[0].y, level[2].y);
}

TEST(StudySection, DrawsTheFullOrderAfterTheLargestValueOfItsDataSet) {
  std::string spec = small_study + "[sweep]\nover = 'k'\nvalues = [1, 3, 400, 'full']\n";
  spec.replace(spec.find("fold-count"), 0, "sweep-to = 100\n");
  const auto curves = blocks_of<CurvesBlock>(section_of(spec));
  const std::vector<CurvePoint>& swept = curves.front().curves.front().points;
  ASSERT_EQ(swept.size(), 3U);
  EXPECT_EQ(swept[2].label, "full");
  EXPECT_EQ(swept[2].x, 6.0);
}

TEST(WeightBars, AreThoseOfTheBestByValidation) {
  StudyGroup group = made_up_group();
  for (StudySystem& system : group.systems) system.weight = {1.0, 2.0};
  const auto bars = weight_bars(made_up_spec(), group, {.feature = {"x", "y"}});
  ASSERT_TRUE(bars);
  EXPECT_EQ(bars->title, "made up: features of good");
  EXPECT_EQ(bars->bars[0].name, "y");
  const auto numbered = weight_bars(made_up_spec(), group, {.feature = {"18", "19"}});
  EXPECT_EQ(numbered->bars[0].name, "feature 19") << "a bare number says nothing";
}

TEST(DataCards, HaveNoEmptyFacts) {
  for (const bool has_fingerprint : {false, true}) {
    const DataCard card{.name = "made up", .fingerprint = has_fingerprint ? "a1" : ""};
    const auto facts = data_cards(std::vector{card}).cards.at(0).facts;
    EXPECT_EQ(facts.back().first, has_fingerprint ? "fingerprint" : "folds");
  }
}

TEST(StudySection, DrawsASweepForEachTruth) {
  const std::string spec = "truth = ['graded', 'topk:3']\n" + small_study +
                           "[sweep]\nover = 'train-share'\nvalues = [0.5, 1]\n";
  const auto curves = blocks_of<CurvesBlock>(section_of(spec));
  ASSERT_EQ(curves.size(), 8U);
  EXPECT_EQ(curves[0].title, "made up, graded: map over train-share");
  EXPECT_EQ(curves[4].title, "made up, topk:3: map over train-share");
  for (const CurvesBlock& block : curves) {
    for (const Curve& curve : block.curves) EXPECT_EQ(curve.points.size(), 2U);
  }
}

TEST(StudySection, CountsWinsOverSeveralDataSets) {
  const std::string spec =
      small_study + "[[data]]\nname = 'other'\nsynth = { queries = 20, features = 4 }\n";
  const auto tables = blocks_of<TableBlock>(section_of(spec));
  const auto wins = std::ranges::find(tables, "Winning numbers", &TableBlock::title);
  ASSERT_NE(wins, tables.end());
  EXPECT_EQ(wins->table.rows.size(), 2U);
}

TEST(StudyReport, SaysWhatValidationPrefersAndWhatWasRun) {
  const std::vector<StudyResults> studies{results_of(small_study)};
  const std::vector<std::string> commands{"podium experiment run small.toml"};
  const ReportDocument document = study_report(studies, commands);
  ASSERT_EQ(document.summary.size(), 2U);
  EXPECT_THAT(document.summary[0], HasSubstr("made up: best on validation data is "));
  EXPECT_THAT(document.summary[1], HasSubstr("made up: listmle, tuned is "));
  const ReportSection& made = document.sections.back();
  EXPECT_EQ(blocks_of<CardsBlock>(made)[0].cards.size(), 1U);
  EXPECT_THAT(blocks_of<CommandsBlock>(made)[1].commands, ElementsAre(commands[0]));
}

TEST(StudyReport, ComparesOnlyTheBestWhenNoBaselineIsNamed) {
  std::string text = small_study;
  text.replace(text.find("baseline = \"listnet\""), 20, "");
  const ReportDocument document = study_report(std::vector{results_of(text)}, {});
  EXPECT_EQ(document.summary.size(), 1U);
}

TEST(Estimate, KnowsWhatIsDoneAndLearnsFromIt) {
  const Study study(small_study, "small", {});
  const StudyResults all = results_of(small_study);
  for (const CellEstimate& estimate : estimated(study, all)) EXPECT_TRUE(estimate.is_done);
  for (const CellEstimate& estimate : estimated(study, {})) EXPECT_GT(estimate.seconds, 0.0);
  StudyResults some = all;
  some.cells.resize(1);
  some.cells[0].seconds = 100.0;
  double most = 0.0;
  for (const CellEstimate& estimate : estimated(study, some)) {
    most = std::max(most, estimate.seconds);
  }
  EXPECT_EQ(most, 100.0);
}

}  // namespace
}  // namespace podium
