#include "podium/learning/study/run.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
#include "podium/learning/experiment/tuning/baseline_file.hpp"
#include "podium/learning/study/fixed_ranker.hpp"
#include "podium/learning/study/row_files.hpp"
#include "podium/learning/study/sweep.hpp"

namespace podium {

namespace {

/// The fold as this place of the sweep has it: test data is never changed.
FoldData swept(const SweepKind* kind, const StudyCell& cell, const FoldData& data) {
  if (kind == nullptr || kind->apply == nullptr) return data;
  return kind->apply(data, cell.sweep, {cell.seed, cell.draw});
}

/// The names of the spec in the order of evaluate_scores(): without the highest grade, which the
/// card of the data set has.
std::vector<std::string> names_in_order(std::vector<Measure> measures) {
  std::stable_partition(measures.begin(), measures.end(),
                        [](const Measure& measure) { return !measure.entry().needs_order; });
  std::vector<std::string> names;
  for (const Measure& measure : measures) names.push_back(measure.name());
  return names;
}

/// What the cell and its measures on test data say of its result.
CellResult result_of(const StudySpec& spec, const StudyCell& cell, const std::string& key,
                     const std::string& algorithm, const Evaluation& test) {
  return {.key = key,
          .data = spec.data[cell.data].name,
          .row = spec.rows[cell.row].name,
          .algorithm = algorithm,
          .truth = cell.truth,
          .sweep = cell.sweep,
          .draw = cell.draw,
          .seed = cell.seed,
          .fold = cell.fold,
          .query = test.query,
          .measure = names_in_order(measures_of(spec)),
          .value = test.value,
          .mean = test.mean};
}

/// The result of a row that learns nothing.
CellResult run_fixed(const StudySpec& spec, const StudyCell& cell, const std::string& key,
                     const StudySource& source, const FoldData& data,
                     const std::filesystem::path& folder) {
  const auto begin = std::chrono::steady_clock::now();
  FixedOutcome outcome = measure_fixed(spec, cell, source, data, folder);
  CellResult result = result_of(spec, cell, key, spec.rows[cell.row].method(), outcome.test);
  result.chosen = std::move(outcome.chosen);
  result.validation = outcome.validation;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

/// Nothing if `progress` ended it.
std::optional<CellResult> run_cell(const StudySpec& spec, const StudyCell& cell,
                                   const std::string& key, const FoldData& data,
                                   const std::filesystem::path& folder,
                                   const RunProgressSink& progress) {
  CrossvalPlan plan = plan_of(spec, cell);
  const StudyRow& row = spec.rows[cell.row];
  const SweepKind* kind = cell.sweep.empty() ? nullptr : kind_of(*spec.sweep);
  FoldData used = swept(kind, cell, data);
  if (!row.pairs.empty()) {
    used.pairs = pairs_of_row(row, spec.data[cell.data], cell.fold, folder, used.train, data);
  }
  const auto baseline = baseline_of_row(row, spec.data[cell.data], cell.fold, folder);
  if (baseline && !is_feature_of(used.train, row.baseline)) {
    used = with_baseline(std::move(used), *baseline);
    plan.tune->baseline = baseline_feature;
  }
  const std::vector<FoldOutcome> folds = cross_validate(
      plan, 1, [&](std::size_t) { return used; }, nullptr, progress);
  if (folds.empty()) return std::nullopt;
  const FoldOutcome& outcome = folds.front();
  CellResult result = result_of(spec, cell, key, row.algorithm, outcome.test);
  result.chosen = outcome.cells[outcome.best].options;
  result.validation = outcome.cells[outcome.best].value;
  result.learned = used.train.query_count();
  if (kind != nullptr && kind->counts_validation) result.learned += used.vali.query_count();
  result.weight = outcome.weight;
  result.seconds = outcome.seconds;
  return result;
}

DataCard card_of(const StudySource& source) {
  DataCard card{.name = source.name,
                .fingerprint = source.fingerprint,
                .folds = source.fold_count,
                .info = source.describe(),
                .ranker = source.ranker};
  const Dataset test = source.load(0).test;
  for (std::size_t f = 0; f < test.feature_count(); ++f) {
    card.feature.push_back(test.feature_name(f));
  }
  return card;
}

/// Writes the spec and the data of a new or resumed run to the log, unless they are there already.
void open_log(const Study& study, StudyResults& known, LineLog& log) {
  if (known.spec_text != study.spec_text() || known.version != version()) {
    known.spec_text = study.spec_text();
    known.version = version();
    log.append(header_line(known));
  }
  for (const StudySource& source : study.sources()) {
    const auto same = [&](const DataCard& card) {
      return card.name == source.name && card.fingerprint == source.fingerprint &&
             card.folds == source.fold_count && card.ranker == source.ranker;
    };
    if (source.fold_count == 0 || std::ranges::any_of(known.cards, same)) continue;
    DataCard card = card_of(source);
    log.append(line_of(card));
    set_card(known.cards, std::move(card));
  }
}

/// Removes the cards of data sets that only an earlier version of the study used.
void drop_other_cards(const StudySpec& spec, std::vector<DataCard>& cards) {
  std::erase_if(cards, [&](const DataCard& card) {
    return std::ranges::count(spec.data, card.name, &StudyData::name) == 0;
  });
}

/// At most `most` of the values, evenly spaced, including the first and the last.
std::vector<std::string> thinned(const std::vector<std::string>& values, std::size_t most) {
  if (most < 2 || values.size() <= most) return values;
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < most; ++i) {
    kept.push_back(values[i * (values.size() - 1) / (most - 1)]);
  }
  return kept;
}

/// A data set of the world; nothing when it is missing and may be.
std::optional<StudySource> opened(const StudyData& data, const StudyWorld& world) {
  if (world.open) return world.open(data);
  if (world.leaves_out_missing && !is_there(data, world.folder)) return std::nullopt;
  StudySource source = open_source(data, world.folder);
  return world.partition == 0 ? source : repartitioned(source, world.partition);
}

}  // namespace

Study::Study(std::string spec_text, const std::string& source, const StudyWorld& world)
    : spec_text_(std::move(spec_text)),
      spec_(parse_study(spec_text_, source)),
      folder_(world.folder) {
  if (world.max_values > 0 && spec_.sweep) {
    spec_.sweep->values = spec_.sweep->quick.empty()
                              ? thinned(spec_.sweep->values, world.max_values)
                              : spec_.sweep->quick;
  }
  const auto shorten = [&](std::vector<std::uint64_t>& seeds) {
    if (world.max_seeds > 0 && seeds.size() > world.max_seeds) seeds.resize(world.max_seeds);
  };
  shorten(spec_.seeds);
  for (StudyRow& row : spec_.rows) shorten(row.seeds);
  for (const StudyData& data : spec_.data) {
    std::optional<StudySource> found = opened(data, world);
    if (!found) {
      missing_.push_back(data);
      sources_.push_back({.name = data.name});
      continue;
    }
    sources_.push_back(std::move(*found));
    if (world.max_folds > 0) {
      sources_.back().fold_count = std::min(sources_.back().fold_count, world.max_folds);
    }
    for (const StudyRow& row : spec_.rows) {
      if (!is_on(row, data)) continue;
      const std::string files = row_fingerprint(row, data, sources_.back(), folder_);
      if (!files.empty()) sources_.back().ranker[row.name] = files;
    }
  }
  cells_ = cells_of(spec_, sources_);
}

std::optional<StudyResults> Study::run(LineLog& log, const RunProgressSink& progress) const {
  StudyResults known = read_results_lines(log.lines(), log.path().string());
  open_log(*this, known, log);
  std::map<std::string, const CellResult*> by_key;
  for (const CellResult& cell : known.cells) by_key[cell.key] = &cell;

  std::vector<std::optional<CellResult>> results(cells_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto found = by_key.find(key_of(spec_, sources_[cells_[i].data], cells_[i], version()));
    if (found != by_key.end()) {
      results[i] = *found->second;
    } else {
      open.push_back(i);
    }
  }

  using DataFold = std::pair<std::size_t, std::size_t>;
  FoldCache<DataFold, FoldData> cache([&](const DataFold& place) {
    return std::make_shared<const FoldData>(sources_[place.first].load(place.second));
  });
  for (const std::size_t i : open) cache.add_task({cells_[i].data, cells_[i].fold});
  std::mutex writing;
  CellRun run(progress, cells_.size(), cells_.size() - open.size());
  run.run(open.size(), [&](std::size_t task) {
    if (run.has_ended()) return;
    const StudyCell& cell = cells_[open[task]];
    const StudySource& source = sources_[cell.data];
    const std::string key = key_of(spec_, source, cell, version());
    const auto data = cache.get({cell.data, cell.fold});
    std::optional<CellResult> result =
        spec_.rows[cell.row].is_fixed()
            ? run_fixed(spec_, cell, key, source, *data, folder_)
            : run_cell(spec_, cell, key, *data, folder_,
                       [&](const RunProgress&) { return run.is_wanted(task); });
    if (!result) return;
    cache.task_is_done({cell.data, cell.fold});
    const std::scoped_lock lock(writing);
    log.append(line_of(*result));
    run.count(fmt::format("{}, {}, fold {}", result->data, result->row, result->fold + 1));
    results[open[task]] = std::move(result);
  });
  if (run.done() < cells_.size()) return std::nullopt;

  known.cells.clear();
  for (std::optional<CellResult>& result : results) known.cells.push_back(std::move(*result));
  sort_by_spec(spec_, known.cells);
  known.planned = known.cells.size();
  drop_other_cards(spec_, known.cards);
  return known;
}

StudyResults read_study_results(const std::filesystem::path& path) {
  StudyResults results = read_results_lines(read_whole_lines(path), path.string());
  if (results.spec_text.empty())
    throw DataError({path.string()},
                    "found no results of a study, expected a file written by podium experiment");
  const StudySpec spec =
      parse_study(results.spec_text, path.string() + ":1, description of the experiment");
  drop_other_cards(spec, results.cards);
  std::vector<StudySource> sources;
  for (const StudyData& data : spec.data) {
    sources.push_back({.name = data.name});
    const auto card = std::ranges::find(results.cards, data.name, &DataCard::name);
    if (card == results.cards.end()) continue;
    sources.back().fold_count = card->folds;
    sources.back().fingerprint = card->fingerprint;
    sources.back().ranker = card->ranker;
  }
  std::map<std::string, CellResult> by_key;
  for (CellResult& cell : results.cells) by_key[cell.key] = std::move(cell);
  results.cells.clear();
  for (const StudyCell& cell : cells_of(spec, sources)) {
    ++results.planned;
    const auto found = by_key.find(key_of(spec, sources[cell.data], cell, results.version));
    if (found != by_key.end()) results.cells.push_back(found->second);
  }
  sort_by_spec(spec, results.cells);
  return results;
}

}  // namespace podium
