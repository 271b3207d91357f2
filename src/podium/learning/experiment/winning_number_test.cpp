#include "podium/learning/experiment/winning_number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/experiment/csv_table.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(WinningNumbers, ComeOutOfThePublishedTablesOfLetor) {
  // Values: [Qin10, Tables 5-18]. Winning numbers: see tests/golden/README.md.
  const WinningNumbers found = winning_numbers(read_results(golden_path("letor30_tables.csv")));
  const CsvTable expected = CsvTable::read(golden_path("letor30_winning_numbers.csv"));
  ASSERT_EQ(found.measure.size(), expected.rows().size());
  ASSERT_EQ(found.algorithm.size() + 1, expected.header().size());
  for (const auto& row : expected.rows()) {
    const auto measure = std::ranges::find(found.measure, row[0].text) - found.measure.begin();
    ASSERT_LT(static_cast<std::size_t>(measure), found.measure.size()) << row[0].text;
    for (std::size_t i = 0; i < found.algorithm.size(); ++i) {
      ASSERT_EQ(found.algorithm[i], expected.header()[i + 1].text);
      EXPECT_EQ(static_cast<double>(found.wins[static_cast<std::size_t>(measure)][i]),
                expected.number(row[i + 1]))
          << row[0].text << " " << found.algorithm[i];
      EXPECT_EQ(found.compared[static_cast<std::size_t>(measure)][i], 7U * 7U);
    }
  }
}

TEST(WinningNumbers, CountStrictWinsAndLeaveOutWhoIsMissing) {
  const std::vector<ResultRow> results = {
      {"d1", "A", "map", 0.3}, {"d1", "B", "map", 0.3}, {"d1", "C", "map", 0.1},
      {"d2", "A", "map", 0.2}, {"d2", "C", "map", 0.4},
  };
  const WinningNumbers found = winning_numbers(results);
  EXPECT_THAT(found.algorithm, ElementsAre("A", "B", "C"));
  EXPECT_THAT(found.wins[0], ElementsAre(1, 1, 1));
  EXPECT_THAT(found.compared[0], ElementsAre(3, 2, 3));
}

TEST(WinningNumbers, StandInOrderOfAppearance) {
  const std::vector<ResultRow> results = {
      {"d1", "C", "ndcg", 0.3}, {"d1", "A", "map", 0.3}, {"d1", "B", "ndcg", 0.1}};
  const WinningNumbers found = winning_numbers(results);
  EXPECT_THAT(found.algorithm, ElementsAre("C", "A", "B"));
  EXPECT_THAT(found.measure, ElementsAre("ndcg", "map"));
  const std::vector<ResultRow> turned(results.rbegin(), results.rend());
  EXPECT_THAT(winning_numbers(turned).measure, ElementsAre("ndcg", "map"));
  EXPECT_THAT(winning_numbers(turned).algorithm, ElementsAre("B", "A", "C"));
}

TEST(ReadResults, RefusesRubbish) {
  const auto path = std::filesystem::path(testing::TempDir()) / "results-rubbish.csv";
  const auto problem = [&](std::string_view text) -> std::string {
    write_file(path, text);
    try {
      read_results(path);
    } catch (const DataError& error) {
      return error.what();
    }
    return "no DataError";
  };
  EXPECT_THAT(problem("dataset,algorithm,value\nd,a,1\n"), HasSubstr("found no column 'measure'"));
  EXPECT_THAT(problem("dataset,algorithm,measure,value\nd,a,map,high\n"),
              HasSubstr(":2:9: found 'high', expected a finite number"));
  EXPECT_THAT(problem("dataset,algorithm,measure,value\nd,a,map,1\nd,a,map,2\n"),
              HasSubstr(":3:1: found a second value for 'map' of 'a' on 'd'"));
}

}  // namespace
}  // namespace podium
