#include "podium/labelling/label/simulation/study_check.hpp"

#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {

namespace {

/// One line of the numbers: how it is computed, the published and the expected value.
struct NumberRow {
  std::string_view name;
  double (*value)(const StudyFindings&);
  double published;
  double expected;
  bool is_share;
};

// The time of a query is the number of its judgements times their mean time: 5.51 s * 141.8 and
// 13.87 s * 50. The published values are means over people.
constexpr std::array<NumberRow, 10> number_rows = {{
    {"top-k: seconds per judgement", [](const StudyFindings& f) { return f.lists.answer.mean; },
     5.51, 5.51, false},
    {"top-k: judgements per query",
     [](const StudyFindings& f) { return f.lists.judgements_per_query; }, 142.76, 141.8, false},
    {"top-k: minutes per query", [](const StudyFindings& f) { return f.lists.minutes_per_query; },
     13.13, 13.02, false},
    {"grades: seconds per judgement", [](const StudyFindings& f) { return f.grades.answer.mean; },
     13.87, 13.87, false},
    {"grades: judgements per query",
     [](const StudyFindings& f) { return f.grades.judgements_per_query; }, 50.0, 50.0, false},
    {"grades: minutes per query", [](const StudyFindings& f) { return f.grades.minutes_per_query; },
     11.78, 11.56, false},
    {"top-k: overall agreement",
     [](const StudyFindings& f) { return f.list_agreement.overall.value; }, published_top_k.overall,
     .753, true},
    {"top-k: agreement of preferences",
     [](const StudyFindings& f) { return f.list_agreement.preference_only.value; },
     published_top_k.preference_only, .894, true},
    {"grades: overall agreement",
     [](const StudyFindings& f) { return f.grade_agreement.overall.value; },
     published_graded.overall, .559, true},
    {"grades: agreement of preferences",
     [](const StudyFindings& f) { return f.grade_agreement.preference_only.value; },
     published_graded.preference_only, .836, true},
}};

StudyNumber number_of(const NumberRow& row, std::span<const StudyFindings> studies) {
  const auto count = static_cast<double>(studies.size());
  double mean = 0.0;
  for (const StudyFindings& study : studies) mean += row.value(study) / count;
  double squares = 0.0;
  for (const StudyFindings& study : studies) squares += std::pow(row.value(study) - mean, 2);
  return {row.name,
          mean,
          std::sqrt(squares / (count - 1.0)),
          row.published,
          row.expected,
          row.is_share ? share_tolerance : relative_tolerance * row.expected};
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

std::vector<StudyFindings> repeated_studies(const LabellingStudyOptions& options,
                                            const StudyRepeatOptions& repeat,
                                            const BootstrapOptions& bootstrap, std::uint64_t seed) {
  std::vector<StudyFindings> studies;
  BootstrapOptions draws = bootstrap;
  for (std::size_t i = 0; i < repeat.studies; ++i) {
    const std::uint64_t study_seed = i == 0 ? seed : fnv1a64("study " + to_text(i + 1), seed);
    studies.push_back(study_findings(simulate_study(options, study_seed), draws));
    draws.draws = 100;
  }
  return studies;
}

std::vector<StudyNumber> study_numbers(std::span<const StudyFindings> studies) {
  std::vector<StudyNumber> numbers;
  for (const NumberRow& row : number_rows) numbers.push_back(number_of(row, studies));
  return numbers;
}

Table numbers_table(std::span<const StudyFindings> studies, bool is_default) {
  Table table{.columns = {"quantity", "simulated", "deviation", "published", "difference"}};
  if (is_default) {
    table.columns.insert(table.columns.end(), {"expected", "tolerance", "within"});
  }
  for (const StudyNumber& number : study_numbers(studies)) {
    const int digits = number.published < 1.0 ? 4 : 2;
    std::vector<Cell> row = {number.name,
                             {number.simulated, digits},
                             {number.deviation, digits},
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
  table.rows.push_back(test_row("all", found.overall, found.overall_corrected, published_chi_square,
                                found.overall_difference));
  table.rows.push_back(test_row("both prefer", found.preference_only,
                                found.preference_only_corrected, published_preference_chi_square,
                                found.preference_only_difference));
  return table;
}

}  // namespace podium::labelling
