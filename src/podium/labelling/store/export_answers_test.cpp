#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/csv_cursor.hpp"
#include "podium/labelling/label/simulation/study_check.hpp"
#include "podium/labelling/store/export.hpp"
#include "podium/labelling/store/export_fixture.hpp"

namespace podium::labelling {
namespace {

using CsvRow = std::map<std::string, std::string>;

std::vector<CsvRow> rows_of(const std::string& text) {
  CsvCursor cursor(text, ',');
  std::vector<std::string> columns;
  while (!cursor.at_row_end()) columns.push_back(unquoted(cursor.next()));
  std::vector<CsvRow> rows;
  while (cursor.next_row()) {
    CsvRow& row = rows.emplace_back();
    for (const std::string& column : columns) row[column] = unquoted(cursor.next());
    EXPECT_TRUE(cursor.at_row_end());
  }
  return rows;
}

/// Tables 1 to 3 of [Niu12], from nothing but the rows of an export.
struct StudyOfRows {
  struct Work {
    double seconds_per_judgement = 0.0;
    double judgements_per_query = 0.0;
    double minutes_per_query = 0.0;
  };
  using PairCounts = std::array<std::array<double, 3>, 3>;
  using Levels = std::map<std::string, int>;  // of documents, larger is better

  std::vector<CsvRow> rows;

  std::vector<CsvRow> of_tool(const std::string& tool) const {
    std::vector<CsvRow> chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const CsvRow& row) { return row.at("tool") == tool; });
    return chosen;
  }

  Work work(const std::string& tool) const {
    double answers = 0.0;
    double all_seconds = 0.0;
    std::map<std::string, std::pair<double, double>> session;  // judgements, seconds
    for (const CsvRow& row : of_tool(tool)) {
      const double seconds = std::stod(row.at("seconds"));
      const bool is_idle = seconds > 120.0;
      if (!is_idle) ++answers;
      if (!is_idle) all_seconds += seconds;
      if (row.at("finished") == "false") continue;
      auto& [judgements, spent] = session[row.at("assessor") + "/" + row.at("qid")];
      if (row.at("undone") == "false") ++judgements;
      if (!is_idle) spent += seconds;
    }
    Work found{.seconds_per_judgement = all_seconds / answers};
    const auto count = static_cast<double>(session.size());
    for (const auto& [key, sums] : session) {
      found.judgements_per_query += sums.first / count;
      found.minutes_per_query += sums.second / 60.0 / count;
    }
    return found;
  }

  /// By query and assessor: the list or the grades. Places count from 1, so the best gets the
  /// largest level if they are turned around; documents outside the list get the smallest.
  std::map<std::string, std::map<std::string, Levels>> levels(const std::string& tool) const {
    std::map<std::string, std::map<std::string, Levels>> all;
    for (const CsvRow& row : of_tool(tool)) {
      if (row.at("finished") == "false") continue;
      Levels& level = all[row.at("qid")][row.at("assessor")];
      if (tool == "grades") {
        if (row.at("undone") == "false") level[row.at("document")] = std::stoi(row.at("grade"));
        continue;
      }
      const auto of_place = [](const std::string& place) {
        return place.empty() ? -1'000'000 : -std::stoi(place);
      };
      level[row.at("document")] = of_place(row.at("place"));
      level[row.at("other")] = of_place(row.at("other_place"));
    }
    return all;
  }

  PairCounts pairs(const std::string& tool) const {
    PairCounts counts{};
    // Documents are graded in the order of the input: A is the earlier one of a pair.
    std::map<std::string, std::vector<std::string>> documents;
    for (const CsvRow& row : of_tool("grades")) {
      std::vector<std::string>& known = documents[row.at("qid")];
      if (std::ranges::count(known, row.at("document")) == 0) known.push_back(row.at("document"));
    }
    for (const auto& [query, by_assessor] : levels(tool)) {
      if (by_assessor.size() < 2) continue;
      const Levels& first = by_assessor.begin()->second;
      const Levels& second = std::next(by_assessor.begin())->second;
      const std::vector<std::string>& order = documents.at(query);
      for (std::size_t a = 0; a < order.size(); ++a) {
        for (std::size_t b = a + 1; b < order.size(); ++b) {
          const auto relation = [&](const Levels& level) {
            const int difference = level.at(order[a]) - level.at(order[b]);
            return static_cast<std::size_t>(difference > 0 ? 0 : difference == 0 ? 1 : 2);
          };
          ++counts[relation(first)][relation(second)];
        }
      }
    }
    return counts;
  }
};

/// Pairs that two assessors agree on, and those that they do not.
using Agreed = std::pair<double, double>;

Agreed agreed(const StudyOfRows::PairCounts& pairs, bool is_preference_only) {
  Agreed counts{0.0, 0.0};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      if (is_preference_only && (row == 1 || column == 1)) continue;
      (row == column ? counts.first : counts.second) += pairs[row][column];
    }
  }
  return counts;
}

/// N (ad - bc)^2 / (products of the margins)
double literal_chi_square(const Agreed& lists, const Agreed& grades) {
  const auto [a, b] = lists;
  const auto [c, d] = grades;
  return (a + b + c + d) * std::pow(a * d - b * c, 2) / ((a + b) * (c + d) * (a + c) * (b + d));
}

/// A study in which some answers were undone, some are idle, some have pauses, and two sessions are
/// not finished.
Judgements untidy_study() {
  Judgements said = simulate_study({.queries = 20, .documents = 20, .k = 5}, 3);
  for (std::size_t i = 0; i < said.preference.size(); i += 7) {
    said.preference[i].stands = false;
    said.preference[i + 1].record = {.paused = 30.0, .at = 5, .comment = "a \"hard\" one,\nreally"};
    said.preference[i + 3].seconds += i % 2 == 0 ? 500.0 : 0.0;
    if (i + 14 > said.preference.size()) break;
  }
  said.top_k.erase(said.top_k.begin() + 4);
  said.grades.erase(said.grades.begin() + 9);
  return said;
}

TEST(ExportAnswers, HasTheAnswersOfBothToolsAlsoUndoneOnes) {
  EXPECT_EQ(export_text(sample_judgements(), ExportKind::answers, {}),
            "qid,tool,assessor,program,document,other,verdict,grade,name,purpose,place,other_place,"
            "finished,undone,seconds,paused,time,comment\n"
            "a,preferences,ann,false,z,x,left,,,needed,1,2,true,false,1.5,2,"
            "2023-11-14T22:13:20.000Z,\"clearer, newer\"\n"
            "a,preferences,ann,false,x,y,left-bad,,,repeat,2,,true,true,2,0,"
            "1970-01-01T00:00:00.000Z,\n"
            "b,preferences,\"bob, jr\",false,x,y,tie,,,needed,1,1,true,false,0.25,0,"
            "1970-01-01T00:00:00.000Z,\n"
            "b,preferences,\"bob, jr\",false,z,y,left-bad,,,gold,,1,true,false,3,0,"
            "1970-01-01T00:00:00.000Z,\n"
            "a,grades,\"bob, jr\",false,x,,grade,4,perfect,,,,true,false,6,0,"
            "1970-01-01T00:00:00.000Z,no doubt\n");
  EXPECT_THAT(export_text(sample_judgements(), ExportKind::answers, {.voters = Voters::everybody}),
              testing::HasSubstr("\na,preferences,script,true,y,x,right,"));
}

TEST(ExportAnswers, OfAnUnfinishedSessionHasNoPlaces) {
  Judgements said = sample_judgements();
  said.top_k.clear();
  said.grades.clear();
  const std::string text = export_text(said, ExportKind::answers, {});
  EXPECT_THAT(text, testing::HasSubstr("a,preferences,ann,false,z,x,left,,,needed,,,false,false,"));
  EXPECT_THAT(text, testing::HasSubstr("a,grades,\"bob, jr\",false,x,,grade,4,perfect,,,,false,"));
}

TEST(ExportAnswers, AreEnoughForTheTablesOfAStudy) {
  const Judgements said = untidy_study();
  const StudyOfRows study{
      rows_of(export_text(said, ExportKind::answers, {.voters = Voters::everybody}))};
  ASSERT_EQ(study.rows.size(), said.preference.size() + said.grade.size());
  const StudyFindings expected = study_findings(said, {.draws = 10});

  for (const auto& [tool, work] :
       {std::pair{"preferences", expected.lists}, std::pair{"grades", expected.grades}}) {
    const StudyOfRows::Work found = study.work(tool);
    EXPECT_GT(work.answer.idle + work.sessions, 0U);
    EXPECT_NEAR(found.seconds_per_judgement, work.answer.mean, 1e-9) << tool;
    EXPECT_NEAR(found.judgements_per_query, work.judgements_per_query, 1e-9) << tool;
    EXPECT_NEAR(found.minutes_per_query, work.minutes_per_query, 1e-9) << tool;
  }
  EXPECT_GT(expected.lists.answer.idle, 0U);

  const auto lists = study.pairs("preferences");
  const auto grades = study.pairs("grades");
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      EXPECT_EQ(lists[row][column], expected.list_agreement.table.at(row, column));
      EXPECT_EQ(grades[row][column], expected.grade_agreement.table.at(row, column));
    }
  }
  EXPECT_NEAR(literal_chi_square(agreed(lists, false), agreed(grades, false)),
              expected.difference.overall.statistic, 1e-9);
  EXPECT_NEAR(literal_chi_square(agreed(lists, true), agreed(grades, true)),
              expected.difference.preference_only.statistic, 1e-9);
  EXPECT_GT(expected.difference.overall.statistic, 10.0);
}

}  // namespace
}  // namespace podium::labelling
