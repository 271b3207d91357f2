#include "podium/learning/experiment/compare_report.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/wrap.hpp"
#include "podium/learning/experiment/conclusion.hpp"

namespace podium {

namespace {

const std::string& name_a(const CompareReport& report, const PairComparison& pair) {
  return report.comparison.ranker[pair.rankers.a];
}

const std::string& name_b(const CompareReport& report, const PairComparison& pair) {
  return report.comparison.ranker[pair.rankers.b];
}

bool are_equal(std::span<const std::size_t> counts) {
  return std::ranges::all_of(counts, [&](std::size_t count) { return count == counts.front(); });
}

/// One count if all rankers have the same, else each with its ranker.
std::string count_words(const CompareReport& report, std::span<const std::size_t> counts) {
  if (are_equal(counts)) return to_text(counts.empty() ? 0 : counts.front());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    words.push_back(fmt::format("{} ({})", counts[i], report.comparison.ranker[i]));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

/// A number if all rankers have the same, else a list in their order.
Json count_json(std::span<const std::size_t> counts) {
  if (are_equal(counts)) return counts.empty() ? 0 : counts.front();
  return std::vector<std::size_t>(counts.begin(), counts.end());
}

std::string_view correction_name(const CompareReport& report) {
  return correction_names[static_cast<std::size_t>(report.options.correction)];
}

// --- for people ---

/// Sentences stand as they are; LaTeX gets them as a table, which knows what to escape.
std::string conclusions(const CompareReport& report, TableFormat format) {
  Table table{.columns = {"conclusion"}};
  std::string lines;
  for (const PairComparison& pair : report.comparison.pairs) {
    const std::string future = outlook(pair);
    const std::string sentence = pair.conclusion + (future.empty() ? "" : "; " + future);
    table.rows.push_back({sentence});
    lines += format == TableFormat::markdown ? "- " + sentence + "\n"
                                             : wrapped_text(sentence, format.width);
  }
  return format == TableFormat::latex ? render(table, format) : lines;
}

std::string render_for_people(const CompareReport& report, TableFormat format) {
  std::string text = format == TableFormat::table
                         ? wrapped_text(heading(report), format.width)
                         : (format == TableFormat::latex ? "% " : "") + heading(report) + "\n";
  text += "\n";
  text += render(means_table(report), format) + "\n" + render(pairs_table(report), format) + "\n" +
          render(tests_table(report), format) + "\n";
  return text + conclusions(report, format);
}

// --- for programs ---

/// The number of queries with the wanted power; NaN when no number has it.
double queries_needed(const PairComparison& pair) {
  return pair.forecast.needed ? static_cast<double>(*pair.forecast.needed) : std::nan("");
}

Table flat_table(const CompareReport& report) {
  Table table{
      .columns = {"measure",     "a",           "b",          "queries",    "unmatched",
                  "skipped",     "mean_a",      "mean_b",     "difference", "t_low",
                  "t_high",      "cohens_d",    "hedges_g",   "wins",       "ties",
                  "losses",      "test",        "used",       "statistic",  "df",
                  "p_greater",   "p_less",      "p",          "low",        "high",
                  "p_corrected", "significant", "conclusion", "power",      "queries_needed"}};
  for (const PairComparison& pair : report.comparison.pairs) {
    for (const PairTest& test : pair.tests) {
      const TestOutcome& outcome = test.outcome;
      table.rows.push_back({report.measure,
                            name_a(report, pair),
                            name_b(report, pair),
                            pair.queries,
                            pair.unmatched,
                            pair.skipped,
                            pair.mean_a,
                            pair.mean_b,
                            pair.difference,
                            pair.interval.low,
                            pair.interval.high,
                            pair.effect.cohens_d,
                            pair.effect.hedges_g,
                            pair.wins,
                            pair.ties,
                            pair.losses,
                            test.name,
                            test.queries,
                            outcome.statistic,
                            outcome.degrees_of_freedom,
                            outcome.p_greater,
                            outcome.p_less,
                            outcome.p_two_sided,
                            outcome.interval.low,
                            outcome.interval.high,
                            test.p_corrected,
                            test.significant ? "true" : "false",
                            pair.conclusion,
                            pair.forecast.power_now,
                            queries_needed(pair)});
    }
  }
  return table;
}

Json interval_json(const Interval& interval) {
  return Json::array({interval.low, interval.high});
}

Json test_json(const PairTest& test) {
  Json json = {{"test", test.name},
               {"queries", test.queries},
               {"statistic", test.outcome.statistic},
               {"df", test.outcome.degrees_of_freedom},
               {"p_greater", test.outcome.p_greater},
               {"p_less", test.outcome.p_less},
               {"p", test.outcome.p_two_sided},
               {"p_corrected", test.p_corrected},
               {"significant", test.significant}};
  if (test.outcome.is_at_floor()) json["p_is_upper_bound"] = true;
  if (test.outcome.interval.is_known()) json["interval"] = interval_json(test.outcome.interval);
  return json;
}

Json pair_json(const CompareReport& report, const PairComparison& pair) {
  Json json = {
      {"a", name_a(report, pair)},
      {"b", name_b(report, pair)},
      {"queries", pair.queries},
      {"unmatched", pair.unmatched},
      {"skipped", pair.skipped},
      {"mean_a", pair.mean_a},
      {"mean_b", pair.mean_b},
      {"difference", pair.difference},
      {"interval", interval_json(pair.interval)},
      {"cohens_d", pair.effect.cohens_d},
      {"hedges_g", pair.effect.hedges_g},
      {"wins", pair.wins},
      {"ties", pair.ties},
      {"losses", pair.losses},
      {"power", pair.forecast.power_now},
      {"queries_needed", pair.forecast.needed ? Json(*pair.forecast.needed) : Json(nullptr)},
      {"forecast", pair.forecast.words()},
      {"tests", Json::array()},
      {"conclusion", pair.conclusion}};
  for (const PairTest& test : pair.tests) json["tests"].push_back(test_json(test));
  if (pair.equivalence) {
    json["equivalence"] = {
        {"margin", *report.options.margin},
        {"p", pair.equivalence->test.p},
        {"p_corrected", pair.equivalence->p_corrected},
        {"interval", interval_json(pair.equivalence->test.interval)},
        {"smallest_margin", pair.equivalence->test.smallest_margin(report.options.test.alpha)},
        {"is_shown", pair.equivalence->is_shown}};
  }
  return json;
}

std::string render_json(const CompareReport& report) {
  Json json = {{"measure", report.measure}};
  if (const auto& known = report.conventions) {
    json["profile"] = known->profile;
    json["ties"] = known->ties;
    json["truth"] = known->truth;
    json["blank"] = count_json(known->blank);
    json["short"] = count_json(known->short_lists);
    if (known->is_condensed) json["condensed"] = true;
    if (known->skips_blank) json["blank_queries"] = "skipped";
  }
  if (!report.formula.empty()) json["formula"] = report.formula;
  json["alpha"] = report.options.test.alpha;
  json["wanted_power"] = report.options.test.power;
  json["correction"] = correction_name(report);
  json["rankers"] = Json::array();
  for (std::size_t i = 0; i < report.comparison.ranker.size(); ++i) {
    json["rankers"].push_back({{"name", report.comparison.ranker[i]},
                               {"mean", report.comparison.mean[i]},
                               {"queries", report.comparison.queries[i]}});
  }
  json["pairs"] = Json::array();
  for (const PairComparison& pair : report.comparison.pairs) {
    json["pairs"].push_back(pair_json(report, pair));
  }
  return json_text(json);
}

// --- winning numbers ---

Table winning_rows(const WinningNumbers& numbers) {
  Table table{.columns = {"measure", "algorithm", "wins", "compared"}};
  for (std::size_t m = 0; m < numbers.measure.size(); ++m) {
    for (std::size_t i = 0; i < numbers.algorithm.size(); ++i) {
      table.rows.push_back(
          {numbers.measure[m], numbers.algorithm[i], numbers.wins[m][i], numbers.compared[m][i]});
    }
  }
  return table;
}

/// "of" is what each number could be at most; where algorithms differ in that, it stands with each.
Table winning_columns(const WinningNumbers& numbers) {
  Table table{.columns = {"measure"}};
  table.columns.insert(table.columns.end(), numbers.algorithm.begin(), numbers.algorithm.end());
  const bool even = std::ranges::all_of(numbers.compared, [](const auto& row) {
    return std::ranges::adjacent_find(row, std::ranges::not_equal_to{}) == row.end();
  });
  if (even) table.columns.emplace_back("of");
  for (std::size_t m = 0; m < numbers.measure.size(); ++m) {
    std::vector<Cell> row = {numbers.measure[m]};
    const std::size_t best = std::ranges::max(numbers.wins[m]);
    for (std::size_t i = 0; i < numbers.algorithm.size(); ++i) {
      Cell cell = even ? Cell(numbers.wins[m][i])
                       : Cell(fmt::format("{}/{}", numbers.wins[m][i], numbers.compared[m][i]));
      cell.strong = even && numbers.wins[m][i] == best;
      row.push_back(std::move(cell));
    }
    if (even) row.emplace_back(numbers.compared[m][0]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Table means_table(const CompareReport& report) {
  Table table{.columns = {"ranker", "mean", "queries"}};
  for (std::size_t i = 0; i < report.comparison.ranker.size(); ++i) {
    table.rows.push_back(
        {report.comparison.ranker[i], report.comparison.mean[i], report.comparison.queries[i]});
  }
  return table;
}

Table pairs_table(const CompareReport& report) {
  const std::string cover = fmt::format("{:g} %", 100.0 * (1.0 - report.options.test.alpha));
  Table table{.columns = {"A", "B", "A - B", cover + " from", "to", "d_z", "g", "win/tie/loss",
                          "queries", "unmatched", "skipped"}};
  for (const PairComparison& pair : report.comparison.pairs) {
    table.rows.push_back({name_a(report, pair), name_b(report, pair), pair.difference,
                          pair.interval.low, pair.interval.high, Cell(pair.effect.cohens_d, 2),
                          Cell(pair.effect.hedges_g, 2),
                          fmt::format("{}/{}/{}", pair.wins, pair.ties, pair.losses), pair.queries,
                          pair.unmatched, pair.skipped});
  }
  return table;
}

Table tests_table(const CompareReport& report) {
  Table table{.columns = {"A", "B", "test", "statistic", "df", "p A > B", "p A < B", "p two-sided",
                          "p corrected"}};
  for (const PairComparison& pair : report.comparison.pairs) {
    for (const PairTest& test : pair.tests) {
      const TestOutcome& outcome = test.outcome;
      const auto cell = [&](double p) {
        return p_cell(p, outcome.p_floor > 0.0 && p <= outcome.p_floor);
      };
      Cell corrected = p_cell(test.p_corrected, outcome.is_at_floor());
      corrected.strong = test.significant;
      table.rows.push_back({name_a(report, pair), name_b(report, pair), test.name,
                            outcome.statistic, Cell(outcome.degrees_of_freedom, 0),
                            cell(outcome.p_greater), cell(outcome.p_less),
                            cell(outcome.p_two_sided), corrected});
    }
  }
  return table;
}

std::string heading(const CompareReport& report) {
  std::string text = fmt::format("measure {}, alpha {}, correction {}", report.measure,
                                 report.options.test.alpha, correction_name(report));
  if (const auto& known = report.conventions) {
    text += fmt::format(", profile {}, ties {}, truth {}, blank queries {}, short lists {}",
                        known->profile, known->ties, known->truth,
                        count_words(report, known->blank), count_words(report, known->short_lists));
    if (known->is_condensed) text += ", condensed lists";
    if (known->skips_blank) text += ", blank queries skipped";
  }
  if (!report.formula.empty()) text += ", " + report.formula;
  return text;
}

std::string render(const CompareReport& report, TableFormat format) {
  if (format == TableFormat::json) return render_json(report);
  if (format == TableFormat::csv) return render(flat_table(report), format);
  return render_for_people(report, format);
}

std::string render(const WinningNumbers& numbers, TableFormat format) {
  const bool for_programs = format == TableFormat::json || format == TableFormat::csv;
  return render(for_programs ? winning_rows(numbers) : winning_columns(numbers), format);
}

}  // namespace podium
