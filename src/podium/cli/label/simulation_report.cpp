#include "podium/cli/label/simulation_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/label/analysis/chi_square.hpp"
#include "podium/label/simulation/study_check.hpp"

namespace podium {

namespace {

ReportSection study_section(std::span<const StudyFindings> studies, bool is_default) {
  const StudyFindings& found = studies.front();
  ReportSection section{
      .title = "A labelling study with simulated assessors",
      .text = {"Simulated assessors label queries by top-k preferences and by five grades, each "
               "query twice with each tool [Niu12, Tables 1 to 3]."}};
  std::string note = fmt::format(
      "simulated: mean over {} studies, with the standard deviation between them; published: what "
      "people did.",
      studies.size());
  note += is_default ? " expected: what the model was calibrated to. Tolerances: .02 of each "
                       "agreement, 3 % of judgements and times."
                     : " With other options than the default ones nothing in particular is "
                       "expected.";
  section.blocks.emplace_back(
      TableBlock{"Times, judgements and agreement", note, numbers_table(studies, is_default)});
  section.blocks.emplace_back(
      TableBlock{"Pairs under top-k labelling in the first study",
                 "Shares of rows. The last published row adds up to 1.002. People's tables are not "
                 "symmetric; those of exchangeable assessors are, up to chance.",
                 shares_table(found.list_agreement.table, published_top_k_table)});
  section.blocks.emplace_back(
      TableBlock{"Pairs under five grades in the first study", "Shares of rows.",
                 shares_table(found.grade_agreement.table, published_graded_table)});
  section.blocks.emplace_back(TableBlock{
      "Do assessors of the first study agree more under top-k labelling?",
      fmt::format("Caveat: {}. The published values rest on four queries of 1225 pairs each: "
                  "chi-square grows with the number of pairs.",
                  chi_square_caveat),
      tests_table(found)});
  return section;
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

/// Recall after so many questions with one kind of assessors.
CurvesBlock curves_of(const StrategyComparison& comparison, const NoiseKind& noise) {
  CurvesBlock block{.title = fmt::format("Assessors: {}", noise.name),
                    .note = fmt::format("An assessor of this kind {}.", noise.summary),
                    .x_label = "questions",
                    .y_label = "recall of the true top k"};
  for (const StrategyResult& result : comparison.results) {
    if (result.noise != noise.name) continue;
    Curve curve{.name = fmt::format("{}, {} {}", info(result.strategy).name, result.votes,
                                    result.votes == 1 ? "vote" : "votes")};
    for (std::size_t i = 0; i < comparison.budgets.size(); ++i) {
      curve.points.push_back(
          {.x = static_cast<double>(comparison.budgets[i]), .y = result.recall_after[i]});
    }
    block.curves.push_back(std::move(curve));
  }
  return block;
}

ReportSection strategies_section(const StrategyComparison& comparison) {
  ReportSection section{
      .title = "Strategies, noise, votes and budgets",
      .text = {"How much of the true top k is found, and with how many questions; every vote is "
               "one. Each pair is asked once, of different assessors until more than half of the "
               "votes agree."}};
  section.blocks.emplace_back(TableBlock{
      "Strategies compared",
      "recall: of the list that the strategy ends with. by scores, and after so many questions: "
      "of the k best by Bradley-Terry scores of the votes so far.",
      strategies_table(comparison)});
  for (const NoiseKind& noise : noise_kinds()) {
    CurvesBlock curves = curves_of(comparison, noise);
    if (!curves.curves.empty()) section.blocks.emplace_back(std::move(curves));
  }
  return section;
}

std::vector<std::string> summary_of(std::span<const StudyFindings> studies, bool is_default) {
  const std::vector<StudyNumber> numbers = study_numbers(studies);
  const auto percent = [&](std::string_view name) {
    return 100.0 * std::ranges::find(numbers, name, &StudyNumber::name)->simulated;
  };
  std::vector<std::string> sentences = {fmt::format(
      "Simulated assessors agree on {:.1f} % of pairs under top-k labelling and on {:.1f} % under "
      "five grades; people on 74.5 % and 54.7 %.",
      percent("top-k: overall agreement"), percent("grades: overall agreement"))};
  if (!is_default) return sentences;
  sentences.push_back(fmt::format("{} of {} numbers are within the tolerance.",
                                  std::ranges::count_if(numbers, &StudyNumber::is_met),
                                  numbers.size()));
  return sentences;
}

}  // namespace

ReportDocument simulation_report(const SimulationPlan& plan, std::uint64_t seed) {
  const bool is_default = options_text(plan.study).empty();
  const std::vector<StudyFindings> studies =
      repeated_studies(plan.study, plan.repeat, plan.bootstrap, seed);
  const ComparisonSize size{plan.study.queries, plan.study.documents, plan.study.k};
  const StrategyComparison comparison = compare_strategies(size, plan.comparison, seed);
  return {.title = "Labelling with simulated assessors",
          .summary = summary_of(studies, is_default),
          .sections = {study_section(studies, is_default), strategies_section(comparison)}};
}

}  // namespace podium
