#include "podium/learning/study/cell.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// The values of the sweep for a row on a data set; one empty value when the row ignores the sweep.
std::vector<std::string> sweep_values(const StudySpec& spec, const StudyRow& row,
                                      const StudyData& data) {
  if (!spec.sweep || !row.sweeps) return {""};
  std::vector<std::string> values = spec.sweep->values;
  if (data.sweep_to) {
    std::erase_if(values, [&](const std::string& value) {
      return parse_number<double>(value).value_or(0.0) > *data.sweep_to;
    });
  }
  return values;
}

std::vector<std::string> truths_of(const StudySpec& spec, const StudyRow& row) {
  if (row.truth) return {*row.truth};
  return spec.truths;
}

const std::vector<std::uint64_t>& seeds_of(const StudySpec& spec, const StudyRow& row) {
  return row.seeds.empty() ? spec.seeds : row.seeds;
}

bool sweeps_k(const StudySpec& spec, const std::string& value) {
  return !value.empty() && spec.sweep->over == "k";
}

std::string swept_truth(const std::string& value) {
  return parse_number<std::size_t>(value) ? "topk:" + value : value;
}

/// A value with its commas escaped, for a list of values.
std::string without_commas(const std::string& value) {
  std::string text;
  for (const char c : value) text += c == ',' ? std::string("\\,") : std::string(1, c);
  return text;
}

/// Identifies the files of a row; empty when it has none.
std::string files_of(const StudySource& source, const StudyRow& row) {
  const auto files = source.ranker.find(row.name);
  return files == source.ranker.end() ? "" : files->second;
}

void add_cells(const StudySpec& spec, const StudyCell& start, std::vector<StudyCell>& cells) {
  const StudyRow& row = spec.rows[start.row];
  for (const std::string& value : sweep_values(spec, row, spec.data[start.data])) {
    for (const std::string& truth : truths_of(spec, row)) {
      for (const std::uint64_t seed : seeds_of(spec, row)) {
        StudyCell cell = start;
        cell.sweep = value;
        cell.truth = sweeps_k(spec, value) ? swept_truth(value) : truth;
        cell.seed = seed;
        const std::size_t draws = value.empty() ? 1 : spec.sweep->draws;
        for (cell.draw = 0; cell.draw < draws; ++cell.draw) cells.push_back(cell);
      }
      if (sweeps_k(spec, value)) break;  // the sweep decides the truth
    }
  }
}

}  // namespace

bool is_on(const StudyRow& row, const StudyData& data) {
  return row.data.empty() || std::ranges::count(row.data, data.name) > 0;
}

std::vector<StudyCell> cells_of(const StudySpec& spec, std::span<const StudySource> sources) {
  std::vector<StudyCell> cells;
  for (std::size_t d = 0; d < sources.size(); ++d) {
    for (std::size_t fold = 0; fold < sources[d].fold_count; ++fold) {
      for (std::size_t r = 0; r < spec.rows.size(); ++r) {
        if (!is_on(spec.rows[r], spec.data[d])) continue;
        add_cells(spec, {.data = d, .row = r, .fold = fold}, cells);
      }
    }
  }
  return cells;
}

CrossvalPlan plan_of(const StudySpec& spec, const StudyCell& cell) {
  const StudyRow& row = spec.rows[cell.row];
  const StudyData& data = spec.data[cell.data];
  CrossvalPlan plan{
      .algorithm = row.algorithm,
      .options = row.set,
      .grid = row.grid,
      .preparation = {.truth = parse_truth_setting(cell.truth),
                      .fill = parse_fill_policy(data.fill, {FillRule::Kind::automatic}),
                      .normaliser = normaliser_for(row.algorithm, data.normalise),
                      .seed = cell.seed},
      .metric = metric_plan_of(spec),
      .measures = measures_of(spec)};
  if (!cell.sweep.empty() && is_option_sweep(*spec.sweep)) {
    plan.options[spec.sweep->over] = cell.sweep;
  }
  if (row.tune != TuneRule::none) {
    plan.tune = TunePlan{.algorithms = tuned_algorithms(row.algorithm, plan.options, row.grid),
                         .rule = row.tune,
                         .preparation = plan.preparation,
                         .metric = plan.metric,
                         .refits_with_vali = row.refits_with_vali,
                         .baseline = row.baseline};
  }
  return plan;
}

std::size_t training_count(const StudySpec& spec, const StudyCell& cell) {
  if (const auto tune = plan_of(spec, cell).tune) {
    std::size_t points = 0;
    for (const TunedAlgorithm& algorithm : tune->algorithms) points += algorithm.points.size();
    return points * (tune->rule == TuneRule::inner ? 6 : 1);  // five folds, then all of the data
  }
  std::size_t count = spec.rows[cell.row].is_fixed() ? 0 : 1;
  for (const GridAxis& axis : spec.rows[cell.row].grid) count *= axis.values.size();
  return count;
}

std::string key_of(const StudySpec& spec, const StudySource& source, const StudyCell& cell,
                   std::string_view library_version) {
  const StudyRow& row = spec.rows[cell.row];
  const StudyData& data = spec.data[cell.data];
  std::string text =
      fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", library_version, data.name, row.name,
                  source.fingerprint, data.normalise, data.fill, cell.fold, row.algorithm,
                  cell.truth, cell.seed, spec.metric, spec.profile, spec.measures);
  for (const auto& [name, value] : row.set) text += "|set " + name + "=" + value;
  for (const GridAxis& axis : row.grid) {
    text += "|grid " + axis.option + "=";
    for (const std::string& value : axis.values) text += without_commas(value) + ",";
    text.pop_back();
  }
  if (data.unjudged != "drop") text += "|unjudged " + data.unjudged;
  if (row.is_fixed()) {
    text += "|" + row.method() + (row.ascending ? " ascending" : "") + "|" + files_of(source, row);
  }
  if (!row.pairs.empty()) text += "|pairs " + files_of(source, row);
  if (row.tune != TuneRule::none) {
    text += fmt::format("|tune {}{}", tune_rule_names[static_cast<std::size_t>(row.tune)],
                        row.refits_with_vali ? " refit" : "");
  }
  if (!row.baseline.empty()) text += "|baseline " + row.baseline + files_of(source, row);
  if (spec.condensed) text += "|condensed";
  if (spec.skips_blank) text += "|blank skip";
  if (!spec.define.empty()) text += "|define " + definitions_of(spec).text();
  if (!cell.sweep.empty()) text += "|" + spec.sweep->over + "=" + cell.sweep;
  if (cell.draw > 0) text += "|draw=" + to_text(cell.draw);
  return fmt::format("{:016x}", fnv1a64(text));
}

}  // namespace podium
