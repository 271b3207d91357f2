#include "podium/label/study_check.hpp"

#include <fmt/format.h>

namespace podium {

namespace {

constexpr double share_tolerance = 0.02;
constexpr double relative_tolerance = 0.03;

StudyNumber share(std::string_view name, double simulated, double published, double expected) {
  return {name, simulated, published, expected, share_tolerance};
}

StudyNumber amount(std::string_view name, double simulated, double published, double expected) {
  return {name, simulated, published, expected, relative_tolerance * expected};
}

std::vector<Cell> test_row(const char* pairs, const ChiSquare& plain, const ChiSquare& corrected,
                           double published, const Estimated& difference) {
  return {pairs,
          {plain.statistic, 2},
          {corrected.statistic, 2},
          fmt::format("{:.1e}", plain.p),
          {published, 1},
          {difference.value, 4},
          fmt::format("[{:.4f}, {:.4f}]", difference.interval.low, difference.interval.high)};
}

}  // namespace

StudyFindings study_findings(const Judgements& judgements, const BootstrapOptions& options) {
  StudyFindings found{.lists = preference_work(judgements, Whom::everybody),
                      .grades = grading_work(judgements, Whom::everybody),
                      .list_agreement = top_k_agreement(judgements, Whom::everybody, options),
                      .grade_agreement = graded_agreement(judgements, Whom::everybody, options)};
  found.difference = difference(found.list_agreement, found.grade_agreement, options);
  return found;
}

std::vector<StudyNumber> study_numbers(const StudyFindings& found) {
  // The time of a query is the number of its judgements times their mean time: 5.51 s * 141.8 and
  // 13.87 s * 50. What was published are means of what people took.
  return {
      amount("top-k: seconds per judgement", found.lists.answer.mean, 5.51, 5.51),
      amount("top-k: judgements per query", found.lists.judgements_per_query, 142.76, 141.8),
      amount("top-k: minutes per query", found.lists.minutes_per_query, 13.13, 13.02),
      amount("grades: seconds per judgement", found.grades.answer.mean, 13.87, 13.87),
      amount("grades: judgements per query", found.grades.judgements_per_query, 50.0, 50.0),
      amount("grades: minutes per query", found.grades.minutes_per_query, 11.78, 11.56),
      share("top-k: overall agreement", found.list_agreement.overall.value, .745, .753),
      share("top-k: agreement of preferences", found.list_agreement.preference_only.value, .897,
            .894),
      share("grades: overall agreement", found.grade_agreement.overall.value, .547, .559),
      share("grades: agreement of preferences", found.grade_agreement.preference_only.value, .831,
            .836),
  };
}

Table numbers_table(const StudyFindings& findings, bool is_default) {
  Table table{.columns = {"quantity", "simulated", "published", "difference"}};
  if (is_default) {
    table.columns.insert(table.columns.end(), {"expected", "tolerance", "within"});
  }
  for (const StudyNumber& number : study_numbers(findings)) {
    const int digits = number.published < 1.0 ? 4 : 2;
    std::vector<Cell> row = {number.name,
                             {number.simulated, digits},
                             {number.published, digits},
                             {number.simulated - number.published, digits}};
    if (is_default) {
      row.emplace_back(number.expected, digits);
      row.emplace_back(number.tolerance, digits);
      row.emplace_back(number.is_met() ? "yes" : "NO");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table shares_table(const CountMatrix& pairs, const PublishedTable& published) {
  constexpr std::array<const char*, 3> relation = {"A > B", "A ~ B", "A < B"};
  Table table{.columns = {"first \\ second"}};
  for (const char* column : relation) table.columns.emplace_back(column);
  for (const char* column : relation) table.columns.push_back("published " + std::string(column));
  for (const char* column : relation) table.columns.push_back("difference " + std::string(column));
  const CountMatrix shares = pairs.row_shares();
  for (std::size_t row = 0; row < 3; ++row) {
    std::vector<Cell> cells = {relation[row]};
    for (std::size_t i = 0; i < 3; ++i) cells.emplace_back(shares.at(row, i));
    for (std::size_t i = 0; i < 3; ++i) cells.emplace_back(published[row][i]);
    for (std::size_t i = 0; i < 3; ++i) cells.emplace_back(shares.at(row, i) - published[row][i]);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table tests_table(const StudyFindings& findings) {
  const AgreementDifference& found = findings.difference;
  Table table{.columns = {"pairs", "chi-square", "with Yates", "p", "published", "top-k - grades",
                          "bootstrap over queries"}};
  table.rows.push_back(
      test_row("all", found.overall, found.overall_corrected, 420.7, found.overall_difference));
  table.rows.push_back(test_row("preferences of both", found.preference_only,
                                found.preference_only_corrected, 28.5,
                                found.preference_only_difference));
  return table;
}

}  // namespace podium
