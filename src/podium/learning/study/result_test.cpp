#include "podium/learning/study/result.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

CellResult sample_cell() {
  return {.key = "0123",
          .data = "made up",
          .row = "listnet",
          .algorithm = "listnet",
          .truth = "graded",
          .draw = 4,
          .seed = 18446744073709551615U,
          .fold = 2,
          .chosen = {{"l2", "0.1"}},
          .validation = 1.0 / 3.0,
          .learned = 50,
          .query = {"q1", "q2"},
          .measure = {"map"},
          .value = {{0.1, std::nan("")}},
          .mean = {0.1},
          .weight = {-0.5, 1e-300},
          .seconds = 0.25};
}

StudyResults read(const std::vector<std::string>& lines) {
  return read_results_lines(lines, "results.jsonl");
}

std::string header() {
  return header_line({.spec_text = small_study, .version = "1"});
}

TEST(StudyResults, ReadsBackEveryBitOfACell) {
  const StudyResults results = read({header(), line_of(sample_cell())});
  EXPECT_EQ(results.spec_text, small_study);
  ASSERT_EQ(results.cells.size(), 1U);
  const CellResult& cell = results.cells[0];
  EXPECT_EQ(cell.seed, 18446744073709551615U);
  EXPECT_EQ(cell.validation, 1.0 / 3.0);
  EXPECT_EQ(cell.draw, 4U);
  EXPECT_EQ(cell.learned, 50U);
  EXPECT_EQ(cell.chosen, (OptionText{{"l2", "0.1"}}));
  EXPECT_TRUE(std::isnan(cell.value[0][1]));
  EXPECT_THAT(cell.weight, ElementsAre(-0.5, 1e-300));
  EXPECT_EQ(line_of(cell), line_of(sample_cell()));
}

TEST(StudyResults, KnowsADataSetByItsLastCard) {
  DataCard card{.name = "made up", .fingerprint = "a", .folds = 3, .feature = {"1", "2"}};
  card.info.labels = {{0.0, 5}, {1.5, 2}};
  card.info.documents_per_query = {1, 2.5, 4};
  DataCard other = card;
  other.fingerprint = "b";
  const StudyResults results = read({header(), line_of(card), line_of(other)});
  ASSERT_EQ(results.cards.size(), 1U);
  EXPECT_EQ(line_of(results.cards[0]), line_of(other));
}

TEST(StudyResults, RefusesRubbishNamingTheLine) {
  for (const std::string rubbish : {"", "{", "[]", "3", "null", "{}", "{\"cell\": \"a\"}",
                                    "{\"fingerprint\": 3}", "{\"podium_study\": 2}"}) {
    EXPECT_THROW(read({rubbish}), DataError) << rubbish;
  }
  CellResult cell = sample_cell();
  cell.mean.push_back(0.0);
  try {
    read({header(), line_of(cell)});
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.where().line, 2U);
  }
}

TEST(StudyResults, SortsCellsAsTheSpecDoes) {
  const StudySpec spec = parse_study(small_study, "small");
  std::vector<CellResult> cells(4, sample_cell());
  cells[0].row = "listmle, tuned";
  cells[1].seed = 2;
  cells[2].seed = 1;
  cells[3].row = "no such row";
  sort_by_spec(spec, cells);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[0].seed, 1U);
  EXPECT_EQ(cells[1].seed, 2U);
  EXPECT_EQ(cells[2].row, "listmle, tuned");
}

}  // namespace
}  // namespace podium
