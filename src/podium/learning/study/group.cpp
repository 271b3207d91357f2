#include "podium/learning/study/group.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/measure/measure.hpp"
#include "podium/learning/experiment/conclusion.hpp"
#include "podium/learning/experiment/statistics/correction.hpp"
#include "podium/learning/experiment/winning_number.hpp"

namespace podium {

namespace {

// Gives three digits of a p value near .05; more would be slow, as tables hold hundreds of tests.
constexpr std::size_t draws = 10'000;

// The columns that fit a page of 1280 pixels beside its contents, and a terminal of 120 characters.
constexpr std::size_t max_measures_of_table = 7;

// Neither can be read as a digit or a sign of the number before it.
constexpr const char* better_mark = "*";
constexpr const char* worse_mark = "\u2020";

const PairComparison* pair_of(const Comparison& comparison, const std::string& row) {
  for (const PairComparison& pair : comparison.pairs) {
    if (comparison.ranker[pair.rankers.a] == row) return &pair;
  }
  return nullptr;
}

/// The index of the best mean of a measure.
std::size_t best_of(const StudySpec& spec, const StudyGroup& group, const std::string& measure) {
  const MeasureEntry& entry = measure_entry(spec, measure);
  std::size_t best = 0;
  for (std::size_t s = 1; s < group.systems.size(); ++s) {
    const double value = group.systems[s].mean_of(measure);
    if (entry.is_better(value, group.systems[best].mean_of(measure))) best = s;
  }
  return best;
}

bool has_baseline(const StudySpec& spec, const StudyGroup& group) {
  return std::ranges::count(group.systems, baseline_of(spec).name, &StudySystem::row) > 0;
}

std::string correction_phrase(const StudySpec& spec) {
  if (parse_significance_tests(spec.test).front().is_joint()) return "joint test of all rows";
  const Correction correction = parse_correction(spec.correction);
  if (correction == Correction::none) return "without correction for multiple rows";
  return correction == Correction::holm ? "Holm-corrected over the rows"
                                        : "Benjamini-Hochberg-corrected over the rows";
}

}  // namespace

std::string StudyGroup::name(const StudySpec& spec) const {
  return spec.truths.size() > 1 ? data + ", " + truth : data;
}

std::string table_truth(const StudySpec& spec, const StudySystem& system) {
  const bool is_own = std::ranges::count(spec.truths, system.truth) == 0 ||
                      find_row(spec, system.row).truth.has_value();
  return is_own ? spec.truths.front() : system.truth;
}

std::string mark_of(const PairComparison* pair) {
  if (pair == nullptr || !pair->tests.front().significant) return "";
  return pair->tests.front().favours_a ? better_mark : worse_mark;
}

Cell more_queries(const PairComparison& pair) {
  if (pair.tests.front().significant) return 0;
  const std::optional<std::size_t> more = pair.forecast.more();
  return more ? Cell(*more) : Cell("none");
}

std::string more_queries_sentence() {
  return fmt::format(
      "To add: labelled queries until a t test at the corrected level shows a "
      "difference of this size with a power of {:g} %; none: {} do not suffice.",
      100.0 * TestOptions{}.power, most_queries);
}

std::vector<StudyGroup> groups_of(const StudySpec& spec, std::span<const StudySystem> systems) {
  std::vector<StudyGroup> groups;
  for (const StudyData& data : spec.data) {
    for (const std::string& truth : spec.truths) {
      StudyGroup group{data.name, truth, {}};
      for (const StudySystem& system : systems) {
        if (system.sweep.empty() && system.data == data.name &&
            table_truth(spec, system) == truth) {
          group.systems.push_back(system);
        }
      }
      if (!group.systems.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

std::vector<std::string> measures_of_tables(const StudySpec& spec) {
  std::vector<std::string> measures = measure_names(spec);
  const std::string metric = metric_plan_of(spec).metric.name();
  const auto own = std::ranges::find(measures, metric);
  if (own != measures.end()) std::rotate(measures.begin(), own, own + 1);
  return measures;
}

std::string marks_sentence(const StudySpec& spec, const std::string& test) {
  return fmt::format("{} better, {} worse than {} ({}, p <= 0.05).", better_mark, worse_mark,
                     baseline_of(spec).name, test);
}

std::string short_lists_sentence(const StudySpec& spec) {
  const Profile& profile = find_profile(spec.profile);
  std::vector<std::string_view> zero;
  const auto has = [&](std::string_view beginning) {
    return std::ranges::any_of(measure_names(spec), [&](const std::string& measure) {
      return measure.starts_with(beginning);
    });
  };
  if (profile.ndcg_short == ShortList::zero && has("ndcg@")) zero.emplace_back("ndcg@k");
  if (profile.precision_short == ShortList::zero && has("p@")) zero.emplace_back("p@k");
  if (zero.empty()) return "";
  return fmt::format("Short lists: by profile {}, {} of a query with fewer than k documents is 0.",
                     profile.name, fmt::join(zero, " and "));
}

std::vector<std::string> measure_names(const StudySpec& spec) {
  std::vector<std::string> names;
  for (const Measure& measure : measures_of(spec)) names.push_back(measure.name());
  return names;
}

std::optional<Comparison> compared(const StudySpec& spec, const StudyGroup& group,
                                   const std::string& measure) {
  if (group.systems.size() < 2 || !has_baseline(spec, group)) return std::nullopt;
  const auto baseline = std::ranges::find(group.systems, baseline_of(spec).name, &StudySystem::row);
  std::vector<RankerValues> values;
  for (const StudySystem& system : group.systems) {
    if (system.query != baseline->query) continue;  // some of its folds are not done yet
    values.push_back(system.values_of(measure));
    const auto counts = [](double value) { return !std::isnan(value); };
    if (std::ranges::count_if(values.back().value, counts) < 2) return std::nullopt;
  }
  if (values.size() < 2) return std::nullopt;
  return compare(values, {.tests = parse_significance_tests(spec.test),
                          .correction = parse_correction(spec.correction),
                          .baseline = baseline_of(spec).name,
                          .smaller_is_better = measure_entry(spec, measure).smaller_is_better,
                          .range = range_of_measure(measure),
                          .test = {.iterations = draws},
                          .seed = spec.seeds.front()});
}

namespace {

/// Adds a column of means for each measure, and returns the number of queries of the tests, 0
/// without any.
std::size_t add_means(const StudySpec& spec, const StudyGroup& group,
                      std::span<const std::string> measures, Table& table) {
  std::size_t tested = 0;
  for (const std::string& measure : measures) {
    table.columns.push_back(measure);
    const std::optional<Comparison> comparison = compared(spec, group, measure);
    const std::size_t best = best_of(spec, group, measure);
    for (std::size_t s = 0; s < group.systems.size(); ++s) {
      Cell cell(group.systems[s].mean_of(measure));
      cell.strong = s == best && group.systems.size() > 1;  // of one there is no best
      if (comparison) cell.mark = mark_of(pair_of(*comparison, group.systems[s].row));
      table.rows[s].push_back(std::move(cell));
    }
    if (comparison) tested = comparison->pairs.front().queries;
  }
  return tested;
}

bool has_several_seeds(const StudySpec& spec) {
  return spec.seeds.size() > 1 ||
         std::ranges::any_of(spec.rows, [](const StudyRow& row) { return row.seeds.size() > 1; });
}

std::string note_of_means(const StudySpec& spec, std::size_t tested) {
  std::string note = fmt::format(
      "Means over the means of all {}; profile {}{}{}; options chosen on validation {}.",
      has_several_seeds(spec) ? "folds and seeds" : "folds", spec.profile,
      spec.condensed ? ", condensed lists" : "", spec.skips_blank ? ", blank queries skipped" : "",
      spec.metric);
  if (tested > 0) {
    note += " " + marks_sentence(spec, fmt::format("{} test over {} queries, {}", spec.test, tested,
                                                   correction_phrase(spec)));
  }
  const std::string short_lists = short_lists_sentence(spec);
  return short_lists.empty() ? note : note + " " + short_lists;
}

TableBlock table_of_means(const StudySpec& spec, const StudyGroup& group,
                          std::span<const std::string> measures, bool is_first) {
  TableBlock block{.title = group.name(spec) + (is_first ? "" : ": more measures"),
                   .strong_meaning = "best of the column"};
  block.table.columns = {"learner"};
  if (is_first) block.table.columns.push_back("validation " + spec.metric);
  for (const StudySystem& system : group.systems) {
    block.table.rows.push_back({system.row});
    if (is_first) block.table.rows.back().emplace_back(system.validation);
  }
  block.note = note_of_means(spec, add_means(spec, group, measures, block.table));
  return block;
}

}  // namespace

TableBlock means_table(const StudySpec& spec, const StudyGroup& group) {
  return table_of_means(spec, group, measures_of_tables(spec), true);
}

std::vector<TableBlock> means_tables(const StudySpec& spec, const StudyGroup& group) {
  const std::vector<std::string> names = measures_of_tables(spec);
  std::vector<TableBlock> blocks;
  std::size_t first = 0;
  while (first < names.size()) {
    // The first table has the values on validation data in the place of a measure.
    const std::size_t count =
        std::min(max_measures_of_table - (first == 0 ? 1 : 0), names.size() - first);
    blocks.push_back(
        table_of_means(spec, group, std::span(names).subspan(first, count), first == 0));
    first += count;
  }
  return blocks;
}

std::optional<TableBlock> differences_table(const StudySpec& spec, const StudyGroup& group) {
  const std::string metric = metric_plan_of(spec).metric.name();
  const std::vector<std::string>& known = group.systems.front().measure;
  if (std::ranges::count(known, metric) == 0) return std::nullopt;
  const std::optional<Comparison> comparison = compared(spec, group, metric);
  if (!comparison) return std::nullopt;
  TableBlock block{.title = fmt::format("{}: difference of {} from {}", group.name(spec), metric,
                                        baseline_of(spec).name),
                   .note = fmt::format(
                       "Over the queries of all test folds. Interval and p (t): t distribution, "
                       "each row by itself. p corrected: {} test, {}; it decides on the marks. d "
                       "is Cohen's d of the paired differences. {}",
                       spec.test, correction_phrase(spec), more_queries_sentence()),
                   .table = {.columns = {"learner", "difference", "95 % from", "to", "p (t)",
                                         "p corrected", "d", "won/tied/lost", "to add"}}};
  for (const PairComparison& pair : comparison->pairs) {
    Cell difference(pair.difference);
    difference.mark = mark_of(&pair);
    block.table.rows.push_back(
        {comparison->ranker[pair.rankers.a], difference, pair.interval.low, pair.interval.high,
         pair.p_of_t,
         p_cell(pair.tests.front().p_corrected, pair.tests.front().outcome.is_at_floor()),
         Cell(pair.effect.cohens_d, 3), fmt::format("{}/{}/{}", pair.wins, pair.ties, pair.losses),
         more_queries(pair)});
  }
  return block;
}

std::optional<TableBlock> winning_table(const StudySpec& spec, std::span<const StudyGroup> groups) {
  std::vector<ResultRow> results;
  std::vector<std::string> data;
  for (const StudyGroup& group : groups) {
    if (group.truth != groups.front().truth) continue;
    data.push_back(group.data);
    for (const StudySystem& system : group.systems) {
      for (const std::string& measure : measure_names(spec)) {
        if (measure_entry(spec, measure).smaller_is_better) continue;
        results.push_back({group.data, system.row, measure, system.mean_of(measure)});
      }
    }
  }
  if (data.size() < 2) return std::nullopt;
  const WinningNumbers winning = winning_numbers(results);
  TableBlock block{.title = "Winning numbers",
                   .note = fmt::format(
                       "The number of other learners with a smaller mean, summed over {} "
                       "data sets{}.",
                       data.size(), spec.truths.size() > 1 ? ", truth " + spec.truths.front() : ""),
                   .table = {.columns = {"learner"}}};
  for (const std::string& measure : winning.measure) block.table.columns.push_back(measure);
  for (std::size_t a = 0; a < winning.algorithm.size(); ++a) {
    std::vector<Cell>& row = block.table.rows.emplace_back();
    row.emplace_back(winning.algorithm[a]);
    for (std::size_t m = 0; m < winning.measure.size(); ++m) {
      row.emplace_back(winning.wins[m][a]);
      row.back().strong = winning.wins[m][a] == std::ranges::max(winning.wins[m]);
    }
  }
  return block;
}

}  // namespace podium
