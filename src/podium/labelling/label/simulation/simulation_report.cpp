#include "podium/labelling/label/simulation/simulation_report.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/labelling/label/analysis/chi_square.hpp"

namespace podium::labelling {

namespace {

std::vector<TableBlock> study_tables(std::span<const StudyFindings> studies, bool is_default) {
  const StudyFindings& found = studies.front();
  std::string note = fmt::format(
      "simulated: mean over {} studies, with the standard deviation between them; published: "
      "values of human assessors.",
      studies.size());
  note += is_default ? " expected: the values that the model was calibrated to. Tolerances: 0.02 "
                       "for agreement, 3 % for judgements and times."
                     : " There are no expected values for other options than the defaults.";
  return {
      {"Times, judgements and agreement", note, numbers_table(studies, is_default)},
      {"Pairs of documents, top-k lists (first study)",
       "Each row shows shares of its pairs. The last published row adds up to 1.002. The tables of "
       "human assessors are not symmetric; those of exchangeable assessors are symmetric up to "
       "chance.",
       shares_table(found.list_agreement.table, published_top_k_table)},
      {"Pairs of documents, grades (first study)", "Each row shows shares of its pairs.",
       shares_table(found.grade_agreement.table, published_graded_table)},
      {"Top-k lists compared with grades (first study)",
       fmt::format("Caveat: {}. The published values are based on four queries of 1225 pairs each; "
                   "chi-square grows with the number of pairs.",
                   chi_square_caveat),
       tests_table(found)}};
}

Table strategies_table(const StrategyComparison& comparison) {
  Table table{.columns = {"noise", "votes", "strategy", "questions", "recall", "recall by scores"}};
  for (const std::size_t budget : comparison.budgets) {
    table.columns.push_back(fmt::format("after {}", budget));
  }
  for (const StrategyResult& result : comparison.results) {
    std::vector<Cell> row = {result.noise,          result.votes,       info(result.strategy).name,
                             {result.questions, 1}, {result.recall, 3}, {result.cleaned_recall, 3}};
    for (const double recall : result.recall_after) row.emplace_back(recall, 3);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> summary_of(std::span<const StudyFindings> studies, bool is_default) {
  const std::vector<StudyNumber> numbers = study_numbers(studies);
  const auto percent = [&](std::string_view name) {
    return 100.0 * std::ranges::find(numbers, name, &StudyNumber::name)->simulated;
  };
  std::vector<std::string> sentences = {fmt::format(
      "Simulated assessors agree on {:.1f} % of pairs with top-k lists and on {:.1f} % with "
      "grades; human assessors on 74.5 % and 54.7 %.",
      percent("top-k: overall agreement"), percent("grades: overall agreement"))};
  if (!is_default) return sentences;
  sentences.push_back(fmt::format("{} of {} numbers are within the tolerance.",
                                  std::ranges::count_if(numbers, &StudyNumber::is_met),
                                  numbers.size()));
  return sentences;
}

}  // namespace

SimulationReport simulate_labelling(const SimulationPlan& plan, std::uint64_t seed) {
  const bool is_default = options_text(plan.study).empty();
  const std::vector<StudyFindings> studies =
      repeated_studies(plan.study, plan.repeat, plan.bootstrap, seed);
  const ComparisonSize size{plan.study.queries, plan.study.documents, plan.study.k};
  StrategyComparison comparison = compare_strategies(size, plan.comparison, seed);
  TableBlock strategies{
      "Strategies compared",
      "recall: of the final list of the strategy. recall by scores, and recall after a number of "
      "questions: of the k documents with the best Bradley-Terry scores of the votes so far.",
      strategies_table(comparison)};
  return {summary_of(studies, is_default), study_tables(studies, is_default), std::move(strategies),
          std::move(comparison)};
}

}  // namespace podium::labelling
