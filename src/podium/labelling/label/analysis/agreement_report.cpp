#include "podium/labelling/label/analysis/agreement_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/labelling/label/analysis/assessor_summary.hpp"
#include "podium/labelling/label/analysis/bradley_terry.hpp"
#include "podium/labelling/label/analysis/tool_agreement.hpp"

namespace podium::labelling {

namespace {

constexpr std::array<const char*, 3> relation_names = {"A > B", "A ~ B", "A < B"};

/// A warning about intervals of few queries.
std::string few_queries_note(std::size_t queries) {
  constexpr std::size_t few = 10;
  return queries >= few ? ""
                        : fmt::format(" Intervals from fewer than {} queries are too narrow.", few);
}

std::string interval_text(const Interval& interval) {
  if (!interval.is_known()) return "-";
  return fmt::format("[{:.3f}, {:.3f}]", interval.low, interval.high);
}

std::vector<Cell> work_row(const char* tool, const ToolWork& work) {
  return {tool,
          work.sessions,
          work.answer.counted,
          work.answer.idle,
          {work.answer.mean, 2},
          {work.answer.median, 2},
          {work.judgements_per_query, 2},
          {work.minutes_per_query, 2}};
}

TableBlock work_table(const Judgements& judgements, Whom whom, const TimeOptions& time) {
  TableBlock titled{
      "Work", fmt::format("Answers that took more than {} seconds (idle) are excluded from times; "
                          "undone answers are included. Work per query is for finished sessions.",
                          time.idle)};
  titled.table.columns = {"tool",         "sessions", "answers",          "idle",
                          "seconds mean", "median",   "judgements/query", "minutes/query"};
  titled.table.rows = {work_row("top-k", preference_work(judgements, whom, time)),
                       work_row("grades", grading_work(judgements, whom, time))};
  return titled;
}

void add_estimates(Table& table, const char* tool, const ToolAgreement& agreement) {
  const auto add = [&](const char* name, const Estimated& estimated) {
    table.rows.push_back(
        {tool, name, estimated.value, interval_text(estimated.interval), agreement.queries});
  };
  if (agreement.queries == 0) return;
  add("overall agreement", agreement.overall);
  add("agreement of preferences", agreement.preference_only);
  add("Cohen's kappa", agreement.cohen);
  add("Fleiss' kappa", agreement.fleiss);
  add("Krippendorff's alpha, ordinal", agreement.alpha);
}

TableBlock estimates_table(const ToolAgreement& lists, const ToolAgreement& grades,
                           const BootstrapOptions& bootstrap) {
  TableBlock titled{
      "Agreement on pairs of documents",
      fmt::format("Over all pairs of documents of queries that at least two assessors judged with "
                  "the tool. Two documents outside the top, including bad ones, count as tied. "
                  "Intervals are {:g} % bootstrap intervals over queries ({} draws). When nearly "
                  "all pairs are tied, or the margins differ, kappa can be low although agreement "
                  "is high: consider both.",
                  100.0 * bootstrap.confidence, bootstrap.draws)};
  titled.table.columns = {"tool", "measure", "value", "interval", "queries"};
  add_estimates(titled.table, "top-k", lists);
  add_estimates(titled.table, "grades", grades);
  // An unused tool has no intervals.
  const std::size_t larger = std::max(lists.queries, grades.queries);
  const std::size_t smaller = std::min(lists.queries, grades.queries);
  titled.note += few_queries_note(smaller == 0 ? larger : smaller);
  return titled;
}

TableBlock pairs_table(const char* title, const ToolAgreement& agreement) {
  TableBlock titled{
      title, "Rows: first assessor; columns: second assessor. Each row shows shares of its pairs."};
  titled.table.columns = {"first \\ second", relation_names[0], relation_names[1],
                          relation_names[2], "pairs"};
  if (agreement.queries == 0) return titled;
  const CountMatrix shares = agreement.table.row_shares();
  for (std::size_t row = 0; row < 3; ++row) {
    titled.table.rows.push_back({relation_names[row], shares.at(row, 0), shares.at(row, 1),
                                 shares.at(row, 2),
                                 static_cast<std::int64_t>(agreement.table.row_sum(row))});
  }
  return titled;
}

TableBlock grades_table(const Judgements& judgements, Whom whom,
                        const BootstrapOptions& bootstrap) {
  TableBlock titled{"Agreement on grades, document by document", ""};
  titled.table.columns = {"measure", "value", "interval"};
  const GradeAgreement found = grade_agreement(judgements, whom, bootstrap);
  if (found.table.total() == 0.0) return titled;
  const auto add = [&](const char* name, const Estimated& estimated) {
    titled.table.rows.push_back({name, estimated.value, interval_text(estimated.interval)});
  };
  add("equal grades", found.same);
  add("Cohen's kappa", found.cohen);
  add("Cohen's kappa, linear weights", found.linear);
  add("Cohen's kappa, quadratic weights", found.quadratic);
  add("Fleiss' kappa", found.fleiss);
  add("Krippendorff's alpha, nominal", found.nominal_alpha);
  add("Krippendorff's alpha, ordinal", found.ordinal_alpha);
  add("Krippendorff's alpha, interval", found.interval_alpha);
  return titled;
}

TableBlock difference_table(const ToolAgreement& lists, const ToolAgreement& grades,
                            const BootstrapOptions& bootstrap) {
  TableBlock titled{"Top-k lists compared with grades",
                    "Caveat: " + std::string(chi_square_caveat) + "."};
  titled.table.columns = {"agreement", "difference", "interval", "chi-square", "with Yates", "p"};
  if (lists.queries == 0 || grades.queries == 0) return titled;
  titled.note += few_queries_note(std::min(lists.queries, grades.queries));
  const AgreementDifference found = difference(lists, grades, bootstrap);
  const auto add = [&](const char* name, const Estimated& estimated, const ChiSquare& plain,
                       const ChiSquare& corrected) {
    titled.table.rows.push_back({name,
                                 estimated.value,
                                 interval_text(estimated.interval),
                                 {plain.statistic, 2},
                                 {corrected.statistic, 2},
                                 fmt::format("{:.2g}", plain.p)});
  };
  add("overall", found.overall_difference, found.overall, found.overall_corrected);
  add("preferences", found.preference_only_difference, found.preference_only,
      found.preference_only_corrected);
  return titled;
}

std::string of_text(const Hits& hits) {
  return hits.asked == 0 ? "-" : fmt::format("{} of {}", hits.hits, hits.asked);
}

TableBlock assessors_table(const Judgements& judgements, const TimeOptions& time) {
  TableBlock titled{
      "Assessors",
      "undone: answers that were undone. s preference, s grade: median seconds per answer. left: "
      "share of preferences for the left document; p: probability of a share at least as uneven "
      "without bias. circles: circular triples (a > b > c > a) among triples answered directly. "
      "repeats: consistent answers to repeated questions. gold: correct answers to gold pairs. "
      "with others: share of pairs judged like the majority of other people."};
  titled.table.columns = {"assessor", "judgements", "undone",  "s preference", "s grade",    "left",
                          "p",        "circles",    "repeats", "gold",         "with others"};
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  std::size_t silent = 0;
  for (const AssessorSummary& one : assessor_summaries(judgements, time)) {
    if (one.judgements + one.undone + one.reliability.asked == 0) {
      ++silent;
      continue;
    }
    const bool has_sides = one.side.left + one.side.right > 0;
    titled.table.rows.push_back({one.is_program ? one.name + " (program)" : one.name,
                                 one.judgements,
                                 one.undone,
                                 {one.preference_times.median, 2},
                                 {one.grading_times.median, 2},
                                 {one.side.left_share, 3},
                                 {has_sides ? one.side.p : unknown, 3},
                                 of_text({one.triples.circular, one.triples.triangles}),
                                 of_text(one.repeats),
                                 of_text(one.gold),
                                 {one.reliability.share(), 3}});
  }
  if (silent > 0) {
    titled.note += fmt::format(" {} without answers left out.", counted(silent, "assessor"));
  }
  return titled;
}

/// The share of the documents of a query's finished lists that are in the cleaned top.
double overlap_with_lists(const Judgements& judgements, std::uint32_t query, Whom whom,
                          const CleanedTopK& cleaned) {
  double found = 0.0;
  double of = 0.0;
  for (const FinishedTopK& finished : judgements.top_k) {
    if (finished.query != query || !counts(judgements.assessor[finished.assessor], whom)) continue;
    for (const std::vector<DocIndex>& place : finished.result.top) {
      for (const DocIndex doc : place) {
        of += 1.0;
        found += std::ranges::count(cleaned.top, doc) > 0 ? 1.0 : 0.0;
      }
    }
  }
  return found / of;
}

TableBlock scores_table(const Judgements& judgements, Whom whom) {
  TableBlock titled{
      "Scores from all votes",
      "Bradley-Terry scores from all preferences of a query, without documents that most "
      "assessors call bad. uncertain: documents whose 95 % interval contains the cut between the k "
      "best and the rest. in lists: share of the documents of the finished lists that are among "
      "the k best by score."};
  titled.table.columns = {"query", "votes", "uncertain", "in lists"};
  for (std::uint32_t query = 0; query < judgements.query.size(); ++query) {
    const std::vector<PairWins> wins = wins_of(judgements, query, whom);
    if (wins.empty()) continue;
    double votes = 0.0;
    for (const PairWins& pair : wins) votes += pair.a_wins + pair.b_wins;
    const CleanedTopK cleaned = voted_top_k(judgements, query, whom);
    titled.table.rows.push_back({judgements.query[query].id,
                                 static_cast<std::int64_t>(votes),
                                 cleaned.uncertain.size(),
                                 {overlap_with_lists(judgements, query, whom, cleaned), 3}});
  }
  return titled;
}

}  // namespace

ReportSection agreement_report(const Judgements& judgements, const TimeOptions& time,
                               const BootstrapOptions& bootstrap) {
  const Whom whom = who_judged(judgements);
  const ToolAgreement lists = top_k_agreement(judgements, whom, bootstrap);
  const ToolAgreement grades = graded_agreement(judgements, whom, bootstrap);
  std::vector<TableBlock> tables = {work_table(judgements, whom, time),
                                    estimates_table(lists, grades, bootstrap),
                                    pairs_table("Pairs of documents, top-k lists", lists),
                                    pairs_table("Pairs of documents, grades", grades),
                                    grades_table(judgements, whom, bootstrap),
                                    difference_table(lists, grades, bootstrap),
                                    assessors_table(judgements, time),
                                    scores_table(judgements, whom)};
  if (lists.queries + grades.queries == 0) {
    tables.front().note +=
        " No query was judged by two assessors with the same tool, so agreement cannot be "
        "measured.";
  }
  if (whom == Whom::everybody)
    tables.front().note += " Only programs judged: all numbers are for programs.";
  ReportSection section{.title = "Judgements"};
  for (TableBlock& block : tables) {
    if (!block.table.rows.empty()) section.blocks.emplace_back(std::move(block));
  }
  return section;
}

}  // namespace podium::labelling
