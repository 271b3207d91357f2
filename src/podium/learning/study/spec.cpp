#include "podium/learning/study/spec.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/experiment/statistics/correction.hpp"
#include "podium/learning/experiment/statistics/significance.hpp"
#include "podium/learning/study/sweep.hpp"
#include "podium/learning/study/toml_table.hpp"

namespace podium {

namespace {

/// The options of reading among the keys of a data set.
OptionText read_reading(const TomlTable& table, const StudyData& data) {
  OptionText options;
  for (const OptionField& field : ReadOptions::fields()) {
    if (!table.has(field.name)) continue;
    if (data.synth) {
      throw table.error(table.at(field.name),
                        std::string(field.name) + " has no meaning for generated data");
    }
    if (!data.folds.empty() && (field.name == "groups" || field.name == "row-weights")) {
      throw table.error(table.at(field.name), std::string(field.name) +
                                                  " belongs to one file; use it with file, not "
                                                  "with folds");
    }
    std::string& value = options[std::string(field.name)];
    for (const std::string& part : table.list(table.at(field.name))) {
      value += (value.empty() ? "" : ",") + part;
    }
    table.check_key(field.name, [&] {
      ReadOptions read;
      field.read(&read, value);
    });
  }
  return options;
}

StudyData read_data(const TomlTable& table) {
  std::vector<std::string_view> keys = {"name",      "folds", "file",     "synth",   "fold-count",
                                        "normalise", "fill",  "unjudged", "sweep-to"};
  const auto reading = ReadOptions::fields();
  for (const OptionField& field : reading) keys.push_back(field.name);
  table.expect_keys(keys);
  StudyData data{.name = table.scalar(table.at("name"))};
  table.read("folds", data.folds);
  table.read("file", data.file);
  table.read("normalise", data.normalise);
  table.read("fill", data.fill);
  table.read("unjudged", data.unjudged);
  if (table.has("fold-count")) {
    data.fold_count = table.whole<std::size_t>(table.at("fold-count"));
  }
  if (table.has("sweep-to")) {
    data.sweep_to = parse_number<double>(table.scalar(table.at("sweep-to")));
    if (!data.sweep_to) throw table.error(table.at("sweep-to"), "expected a number");
  }
  if (table.has("synth")) {
    data.synth = table.table(table.at("synth")).options();
    table.check_key("synth", [&] { parse_options<SynthOptions>(*data.synth); });
  }
  table.check_key("fill", [&] { parse_fill_policy(data.fill); });
  table.check_key("unjudged", [&] { parse_unjudged_rule(data.unjudged); });
  if (data.normalise != "none") {
    table.check_key("normalise", [&] { parse_normaliser_kind(data.normalise); });
  }
  const int given =
      (data.folds.empty() ? 0 : 1) + (data.file.empty() ? 0 : 1) + (data.synth ? 1 : 0);
  if (given != 1) throw table.error("expected one of: folds, file, synth");
  data.read = read_reading(table, data);
  if (data.fold_count < 3) throw table.error("fold-count: expected 3 or more");
  return data;
}

/// How options are chosen by the data.
void read_tuning(const TomlTable& table, StudyRow& row) {
  if (row.algorithm == automatic) {
    row.tune = TuneRule::split;
    row.baseline = best_feature;
  }
  if (table.has("tune")) {
    const std::string rule = table.scalar(table.at("tune"));
    const auto found = std::ranges::find(tune_rule_names, rule);
    if (found == tune_rule_names.end()) {
      throw table.error(table.at("tune"),
                        "found " + in_quotes(rule) + ", expected none, split or inner");
    }
    row.tune = static_cast<TuneRule>(found - tune_rule_names.begin());
  }
  if (table.has("baseline")) {
    row.baseline = table.scalar(table.at("baseline"));
    if (!table.has("tune")) row.tune = TuneRule::split;
  }
  table.read("refit-with-vali", row.refits_with_vali);
  if (row.refits_with_vali && row.tune == TuneRule::none) {
    throw table.error(table.at("refit-with-vali"), "refit-with-vali needs tune");
  }
  if (row.tune == TuneRule::none && !row.baseline.empty()) {
    throw table.error("a baseline and auto need tune = \"inner\" or \"split\"");
  }
}

/// The options of a row's algorithm and its grid.
void read_options_of(const TomlTable& table, const MeasureDefinitions& own, StudyRow& row) {
  read_tuning(table, row);
  if (row.algorithm == automatic) {
    if (table.has("set") || table.has("grid")) {
      throw table.error(table.at("algorithm"), "auto chooses algorithm and options itself");
    }
    return;
  }
  table.check_key("algorithm", [&] { find_algorithm(row.algorithm); });
  const AlgorithmEntry& entry = find_algorithm(row.algorithm);
  if (table.has("set")) {
    row.set = table.table(table.at("set")).options();
    table.check_key("set", [&] { entry.check(row.set, own); });
  }
  if (table.has("grid")) {
    const TomlTable grid = table.table(table.at("grid"));
    for (const auto& [key, node] : grid.raw()) {
      row.grid.push_back({std::string(key.str()), grid.list(node)});
      for (const std::string& value : row.grid.back().values) {
        grid.check(node, [&] {
          entry.check(merged(row.set, {{row.grid.back().option, value}}), own);
        });
      }
    }
  }
}

/// The file of pairs to learn from instead of labels.
void read_pairs(const TomlTable& table, StudyRow& row) {
  table.read("pairs", row.pairs);
  if (row.pairs.empty()) return;
  if (row.tune != TuneRule::none) {
    throw table.error(table.at("pairs"), "options cannot be tuned on pairs; expected labels");
  }
  table.check_key("pairs", [&] { check_takes_pairs(row.algorithm); });
  if (row.truth) {
    throw table.error(table.at("truth"), "truth has no meaning for a row that learns from pairs");
  }
}

void check_fixed(const TomlTable& table) {
  for (const std::string_view key :
       {"set", "grid", "tune", "refit-with-vali", "baseline", "sweep", "pairs"}) {
    if (!table.has(key)) continue;
    throw table.error(table.at(key), "found the key " + in_quotes(key) +
                                         " in a row without an algorithm, which learns nothing");
  }
}

/// The key "seeds" of a study or of a row.
std::vector<std::uint64_t> read_seeds(const TomlTable& table) {
  const toml::array* list = table.at("seeds").as_array();
  if (list == nullptr || list->empty()) {
    throw table.error(table.at("seeds"), "expected a list of whole numbers");
  }
  std::vector<std::uint64_t> seeds;
  for (const toml::node& seed : *list) seeds.push_back(table.whole<std::uint64_t>(seed));
  return seeds;
}

StudyRow read_row(const TomlTable& table, const MeasureDefinitions& own) {
  table.expect_keys({"name", "algorithm", "feature", "run", "scores", "ascending", "set", "grid",
                     "tune", "refit-with-vali", "baseline", "pairs", "truth", "seeds", "data",
                     "sweep"});
  StudyRow row;
  table.read("algorithm", row.algorithm);
  table.read("feature", row.feature);
  table.read("run", row.run);
  table.read("scores", row.scores);
  const auto is_given = [](const std::string* text) { return !text->empty(); };
  if (std::ranges::count_if(std::array{&row.algorithm, &row.feature, &row.run, &row.scores},
                            is_given) != 1) {
    throw table.error("expected one of: algorithm, feature, run, scores");
  }
  table.read("ascending", row.ascending);
  if (row.ascending && row.feature.empty()) {
    throw table.error(table.at("ascending"), "ascending has a meaning for a feature only");
  }
  if (row.ascending && row.feature == best_feature) {
    throw table.error(table.at("ascending"),
                      "the best feature is chosen by its descending values; give a feature");
  }
  row.name = row.method();
  table.read("name", row.name);
  table.read("data", row.data);
  table.read("sweep", row.sweeps);
  if (table.has("truth")) row.truth = table.scalar(table.at("truth"));
  if (table.has("seeds")) row.seeds = read_seeds(table);
  if (row.is_fixed()) {
    check_fixed(table);
    row.sweeps = false;
  } else {
    read_options_of(table, own, row);
    read_pairs(table, row);
  }
  if (row.truth) table.check_key("truth", [&] { parse_truth_setting(*row.truth); });
  return row;
}

/// A value of an option, for the rows that are swept.
void check_option(const StudySpec& spec, const std::string& option, const std::string& value) {
  for (const StudyRow& row : spec.rows) {
    if (!row.sweeps) continue;
    if (row.algorithm == automatic) {
      throw UsageError("row " + in_quotes(row.name) +
                       " chooses algorithm and options itself, expected sweep = false in it");
    }
    if (std::ranges::count(row.grid, option, &GridAxis::option) > 0) {
      throw UsageError("row " + in_quotes(row.name) + " has " + in_quotes(option) +
                       " in its grid and in the sweep, expected it in one of them");
    }
    find_algorithm(row.algorithm).check(merged(row.set, {{option, value}}), definitions_of(spec));
  }
}

StudySweep read_sweep(const TomlTable& table, const StudySpec& spec) {
  table.expect_keys({"over", "values", "quick", "draws", "target"});
  StudySweep sweep{.over = table.scalar(table.at("over")),
                   .values = table.list(table.at("values"))};
  const bool changes_labels = sweep.over == "k" || sweep.over == "label-noise";
  for (const StudyRow& row : spec.rows) {
    if (!changes_labels || row.pairs.empty() || !row.sweeps) continue;
    throw table.error(table.at("over"), "found a sweep over labels, but row " +
                                            in_quotes(row.name) +
                                            " learns from pairs, expected sweep = false in it");
  }
  const SweepKind* kind = kind_of(sweep);
  for (const std::string& value : sweep.values) {
    table.check_key("values", [&] {
      kind == nullptr ? check_option(spec, sweep.over, value) : kind->check(value);
    });
  }
  if (table.has("quick")) sweep.quick = table.list(table.at("quick"));
  for (const std::string& value : sweep.quick) {
    if (std::ranges::count(sweep.values, value) > 0) continue;
    throw table.error(table.at("quick"),
                      "found " + in_quotes(value) + ", expected some of the values of the sweep");
  }
  if (table.has("draws")) {
    sweep.draws = table.whole<std::size_t>(table.at("draws"));
    if (kind == nullptr || kind->apply == nullptr || sweep.draws == 0) {
      throw table.error(table.at("draws"),
                        "expected 1 draw or more of a sweep that changes training data");
    }
  }
  if (table.has("target")) {
    sweep.target = parse_number<double>(table.scalar(table.at("target")));
    if (!sweep.target || !is_learning_sweep(sweep)) {
      throw table.error(table.at("target"),
                        "expected a value of the metric, for a sweep over numbers of queries");
    }
  }
  return sweep;
}

void check_names(const TomlTable& table, const StudySpec& spec) {
  const auto differ = [&](const auto& items, const std::string& what) {
    for (const auto& item : items) {
      if (item.name.empty())
        throw table.error("found an empty name among the " + what + ", expected a name");
      const auto same = [&](const auto& other) { return other.name == item.name; };
      if (std::ranges::count_if(items, same) == 1) continue;
      throw table.error("found two " + what + " named " + in_quotes(item.name));
    }
  };
  const auto once = [&](auto values, const std::string& what) {
    std::ranges::sort(values);
    if (std::ranges::adjacent_find(values) == values.end()) return;
    throw table.error("found a duplicate among the " + what);
  };
  once(spec.seeds, "seeds");
  once(spec.truths, "truths");
  if (spec.sweep) once(spec.sweep->values, "values of the sweep");
  differ(spec.data, "data sets");
  differ(spec.rows, "rows");
  for (const StudyRow& row : spec.rows) {
    once(row.seeds, "seeds of row " + in_quotes(row.name));
    for (const std::string& name : row.data) {
      if (std::ranges::count(spec.data, name, &StudyData::name) == 1) continue;
      throw table.error("row " + in_quotes(row.name) + ": found no data set " + in_quotes(name));
    }
  }
  if (!spec.baseline.empty()) table.check_key("baseline", [&] { find_row(spec, spec.baseline); });
}

/// Which documents and queries are measured.
void read_measuring(const TomlTable& table, StudySpec& spec) {
  table.read("condensed", spec.condensed);
  std::string blank = "keep";
  table.read("blank", blank);
  if (blank != "keep" && blank != "skip") {
    throw table.error(table.at("blank"), "found " + in_quotes(blank) + ", expected keep or skip");
  }
  spec.skips_blank = blank == "skip";
}

/// Condensed lists need documents that are not judged.
void check_condensed(const TomlTable& table, const StudySpec& spec) {
  for (const StudyData& data : spec.data) {
    if (!spec.condensed || parse_unjudged_rule(data.unjudged).kind == UnjudgedRule::Kind::drop) {
      continue;
    }
    throw table.error(table.at("condensed"),
                      "condensed removes documents without a judgement, but with unjudged = " +
                          in_quotes(data.unjudged) + " all documents of data set " +
                          in_quotes(data.name) + " have a label; give one of the two");
  }
}

StudySpec read_study(const TomlTable& table) {
  table.expect_keys({"name", "title", "text", "seeds", "truth", "metric", "profile", "condensed",
                     "blank", "measures", "define", "baseline", "test", "correct", "pool", "data",
                     "row", "sweep"});
  StudySpec spec{.name = table.scalar(table.at("name"))};
  if (spec.name.empty()) throw table.error("name: found an empty text, expected a name");
  spec.title = spec.name;
  table.read("title", spec.title);
  table.read("text", spec.text);
  table.read("truth", spec.truths);
  table.read("metric", spec.metric);
  table.read("profile", spec.profile);
  read_measuring(table, spec);
  table.read("baseline", spec.baseline);
  table.read("test", spec.test);
  table.read("correct", spec.correction);
  table.read("pool", spec.pools_data);
  if (table.has("measures")) {
    spec.measures.clear();
    for (const std::string& measure : table.list(table.at("measures"))) {
      spec.measures += (spec.measures.empty() ? "" : ",") + measure;
    }
  }
  if (table.has("define")) {
    for (const auto& [name, formula] : table.table(table.at("define")).options()) {
      spec.define.push_back(name + "=" + formula);
    }
    table.check_key("define", [&] { definitions_of(spec); });
  }
  if (table.has("seeds")) spec.seeds = read_seeds(table);
  for (const TomlTable& data : table.tables("data")) spec.data.push_back(read_data(data));
  const MeasureDefinitions own = definitions_of(spec);
  for (const TomlTable& row : table.tables("row")) spec.rows.push_back(read_row(row, own));
  if (spec.pools_data && spec.data.size() < 2) {
    throw table.error(table.at("pool"), "found one data set, expected several to pool");
  }
  if (table.has("sweep")) spec.sweep = read_sweep(table.table(table.at("sweep")), spec);
  check_names(table, spec);
  check_condensed(table, spec);
  table.check_key("profile", [&] { find_profile(spec.profile); });
  table.check_key("metric", [&] { metric_plan_of(spec); });
  table.check_key("measures", [&] { measures_of(spec); });
  table.check_key("test", [&] { parse_significance_tests(spec.test); });
  table.check_key("correct", [&] { parse_correction(spec.correction); });
  for (const std::string& truth : spec.truths) {
    table.check_key("truth", [&] { parse_truth_setting(truth); });
  }
  return spec;
}

/// ": 'text'" of a line, counted from 1; nothing if it is blank.
std::string line_shown(std::string_view text, std::size_t number) {
  for (; number > 1; --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const std::string_view line = trimmed(text.substr(0, text.find('\n')));
  return line.empty() ? "" : ": " + in_quotes(line);
}

}  // namespace

StudySpec parse_study(std::string_view toml, const std::string& source) {
  try {
    const toml::table root = toml::parse(toml);
    return read_study(TomlTable(root, source));
  } catch (const toml::parse_error& problem) {
    const toml::source_position place = problem.source().begin;
    throw DataError({source, place.line, place.column},
                    "found malformed TOML" + line_shown(toml, place.line));
  }
}

std::string StudyRow::method() const {
  if (!algorithm.empty()) return algorithm;
  if (!feature.empty()) return "feature " + feature;
  return run.empty() ? "scores" : "run";
}

MeasureDefinitions definitions_of(const StudySpec& spec) {
  return MeasureDefinitions(spec.define);
}

MetricPlan metric_plan_of(const StudySpec& spec) {
  const Profile& profile = find_profile(spec.profile);
  return {parse_measure(spec.metric, profile, definitions_of(spec)), &profile, profile.ties,
          spec.condensed ? ListRule::condensed : ListRule::whole, spec.skips_blank};
}

std::vector<Measure> measures_of(const StudySpec& spec) {
  return parse_measures(spec.measures, find_profile(spec.profile), definitions_of(spec));
}

const MeasureEntry& measure_entry(const StudySpec& spec, std::string_view measure) {
  return find_measure(measure, definitions_of(spec));
}

const StudyRow& find_row(const StudySpec& spec, std::string_view name) {
  const auto found = std::ranges::find(spec.rows, name, &StudyRow::name);
  if (found != spec.rows.end()) return *found;
  std::vector<std::string_view> names;
  for (const StudyRow& row : spec.rows) names.push_back(row.name);
  throw UsageError("found no row " + in_quotes(name) + ", expected one of: " + joined(names));
}

const StudyRow& baseline_of(const StudySpec& spec) {
  return spec.baseline.empty() ? spec.rows.front() : find_row(spec, spec.baseline);
}

}  // namespace podium
