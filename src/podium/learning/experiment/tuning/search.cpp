#include "podium/learning/experiment/tuning/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/learning/experiment/fold_cache.hpp"
#include "podium/learning/experiment/tuning/search_ladder.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"

namespace podium {

namespace {

constexpr std::size_t most_candidates = 1000;  // of a search that time limits

/// Trains candidates on folds, and measures them.
class CandidateTrials : public Trials {
 public:
  CandidateTrials(const SearchPlan& plan, std::span<const TuneCandidate> candidates,
                  const Dataset& pool, std::span<const TuneFold> folds, const TuneMemory& memory,
                  const TuneProgress& progress)
      : plan_(plan),
        candidates_(candidates),
        pool_(pool),
        metric_(with_top_grade(plan.metric, highest_label(pool))),
        baseline_(baseline_feature_of(plan.baseline, pool, plan.preparation, metric_)),
        folds_(folds),
        memory_(memory),
        progress_(progress) {
    if (const auto* count = std::get_if<TrainingCount>(&plan.budget)) of_ = count->trainings + 1;
  }

  bool run(std::span<const Trial> trials, const TrialLimits& limits) override;
  std::optional<double> value(std::size_t candidate,
                              std::span<const std::size_t> folds) const override;
  bool is_better(double value, double than) const override {
    return metric_.metric.entry().is_better(value, than);
  }
  double seconds() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  double expected_seconds(const Trial& trial) const override;

  /// Why a training of the candidate left no value; empty: none did.
  std::string refusal(std::size_t candidate) const;
  std::size_t done() const { return done_; }

  /// Asked during and after every training; once ended, the search stays so.
  bool may_go_on();

 private:
  TuneCell trained_cell(const Trial& trial, const PreparedTuneFold& fold, double end_before);
  std::optional<TuneCell> recalled(const Trial& trial) const;
  void finish(const Trial& trial, TuneCell cell, bool is_new);
  const Dataset& held_out(std::span<const std::size_t> folds) const;

  const SearchPlan& plan_;
  std::span<const TuneCandidate> candidates_;
  const Dataset& pool_;
  MetricPlan metric_;
  std::optional<std::size_t> baseline_;
  std::span<const TuneFold> folds_;
  const TuneMemory& memory_;
  const TuneProgress& progress_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::map<std::pair<std::size_t, std::size_t>, TuneCell> cells_;  ///< by candidate and fold
  mutable std::map<std::vector<std::size_t>, Dataset> held_out_;
  std::mutex reporting_;
  bool ended_ = false;
  std::size_t done_ = 0;
  std::size_t of_ = 0;
  double trained_seconds_ = 0.0;  ///< the sum over trainings
  double passed_seconds_ = 0.0;   ///< while they ran
};

constexpr const char* out_of_time = "not finished in time";

/// A refusal is a cell, too: it is not tried again.
TuneCell CandidateTrials::trained_cell(const Trial& trial, const PreparedTuneFold& fold,
                                       double end_before) {
  const double begin = seconds();
  const TuneCandidate& candidate = candidates_[trial.candidate];
  RunOptions options;
  options.progress = [&](const TrainingProgress&) { return may_go_on() && seconds() < end_before; };
  if (baseline_) options.unpenalised = {*baseline_};
  TuneCell cell;
  try {
    find_algorithm(candidate.algorithm).check(candidate.options);
    const TrainedModel model =
        train(candidate.algorithm, candidate.options, fold.training, options);
    if (model.summary.interrupted) {
      cell.refused = out_of_time;
    } else {
      cell.scores = score(model.model.kind, fold.held_out);
    }
  } catch (const UsageError& error) {
    cell.refused = error.what();
  } catch (const NumericError& error) {
    cell.refused = error.what();
  }
  cell.seconds = seconds() - begin;
  return cell;
}

bool CandidateTrials::may_go_on() {
  const std::scoped_lock lock(reporting_);
  if (!ended_ && progress_ && !progress_(done_, of_)) ended_ = true;
  return !ended_;
}

/// Nothing for a cell that is not known, or does not fit the data.
std::optional<TuneCell> CandidateTrials::recalled(const Trial& trial) const {
  if (!memory_.recall) return std::nullopt;
  std::optional<TuneCell> cell = memory_.recall({0, trial.candidate, trial.fold});
  if (!cell || !cell->refused.empty()) return cell;
  std::size_t rows = 0;
  for (const std::size_t q : folds_[trial.fold].held_out) rows += pool_[q].size();
  if (cell->scores.size() != rows) return std::nullopt;
  return cell;
}

void CandidateTrials::finish(const Trial& trial, TuneCell cell, bool is_new) {
  const std::scoped_lock lock(reporting_);
  // What the user or the clock ended is tried again the next time.
  if (is_new && memory_.keep && cell.refused != out_of_time) {
    memory_.keep({0, trial.candidate, trial.fold}, cell);
  }
  if (is_new) trained_seconds_ += cell.seconds;
  cells_[{trial.candidate, trial.fold}] = std::move(cell);
  ++done_;
}

bool CandidateTrials::run(std::span<const Trial> trials, const TrialLimits& limits) {
  FoldCache<std::size_t, PreparedTuneFold> cache(
      [&](std::size_t fold) { return prepared_fold(plan_.preparation, pool_, folds_[fold]); });
  for (const Trial& trial : trials) cache.add_task(trial.fold);
  const double begin = seconds();
  parallel_for(trials.size(), [&](std::size_t i) {
    const Trial& trial = trials[i];
    if (!may_go_on() || seconds() >= limits.begin_before) return;
    std::optional<TuneCell> known = recalled(trial);
    const bool is_new = !known;
    if (is_new) known = trained_cell(trial, *cache.get(trial.fold), limits.end_before);
    cache.task_is_done(trial.fold);
    finish(trial, std::move(*known), is_new);
  });
  passed_seconds_ += seconds() - begin;
  return may_go_on();
}

const Dataset& CandidateTrials::held_out(std::span<const std::size_t> folds) const {
  std::vector<std::size_t> key(folds.begin(), folds.end());
  const auto found = held_out_.find(key);
  if (found != held_out_.end()) return found->second;
  QueryList queries;
  for (const std::size_t fold : folds) {
    queries.insert(queries.end(), folds_[fold].held_out.begin(), folds_[fold].held_out.end());
  }
  return held_out_.emplace(std::move(key), take_queries(pool_, queries)).first->second;
}

std::optional<double> CandidateTrials::value(std::size_t candidate,
                                             std::span<const std::size_t> folds) const {
  std::vector<double> scores;
  for (const std::size_t fold : folds) {
    const auto found = cells_.find({candidate, fold});
    if (found == cells_.end() || !found->second.refused.empty()) return std::nullopt;
    scores.insert(scores.end(), found->second.scores.begin(), found->second.scores.end());
  }
  const double mean = evaluate_scores(held_out(folds), scores, std::span(&metric_.metric, 1),
                                      metric_, plan_.preparation.truth, plan_.preparation.seed)
                          .mean.front();
  if (std::isnan(mean)) return std::nullopt;
  return mean;
}

double CandidateTrials::expected_seconds(const Trial& trial) const {
  const auto size_of = [&](std::size_t fold) {
    return static_cast<double>(folds_[fold].train.size());
  };
  double seconds = 0.0;
  double size = 0.0;
  for (auto own = cells_.lower_bound({trial.candidate, 0});
       own != cells_.end() && own->first.first == trial.candidate; ++own) {
    seconds += own->second.seconds;
    size += size_of(own->first.second);
  }
  if (size == 0.0) return 0.0;
  const double at_once = passed_seconds_ > 0.0 && trained_seconds_ > 0.0
                             ? std::max(1.0, trained_seconds_ / passed_seconds_)
                             : static_cast<double>(thread_count());
  return seconds / size * size_of(trial.fold) / at_once;
}

std::string CandidateTrials::refusal(std::size_t candidate) const {
  for (auto own = cells_.lower_bound({candidate, 0});
       own != cells_.end() && own->first.first == candidate; ++own) {
    if (!own->second.refused.empty()) return own->second.refused;
  }
  return "";
}

/// The candidates that were tried: the best first, those without any value last.
std::vector<SearchedCandidate> results_of(const Halving& halving,
                                          std::span<const TuneCandidate> candidates,
                                          const CandidateTrials& trials) {
  std::vector<std::size_t> order = halving.order;
  for (std::size_t c = 0; c < halving.values.size(); ++c) {
    if (halving.values[c].empty() && !trials.refusal(c).empty()) order.push_back(c);
  }
  std::vector<SearchedCandidate> results;
  for (const std::size_t c : order) {
    results.push_back({candidates[c], halving.values[c], trials.refusal(c)});
  }
  return results;
}

}  // namespace

std::optional<Search> search(const SearchPlan& plan, const Dataset& train, const Dataset* vali,
                             const TuneMemory& memory, const TuneProgress& progress) {
  const Dataset pool = vali == nullptr ? train : joined_data(train, *vali);
  const std::uint64_t seed = plan.preparation.seed;
  const SearchLadder ladder =
      plan.rule == TuneRule::split ? split_ladder(train, vali, seed) : inner_ladder(pool, seed);
  const std::size_t required = plan.space.algorithms.size();
  const auto* count = std::get_if<TrainingCount>(&plan.budget);
  const std::vector<TuneCandidate> candidates = draw_candidates(
      plan.space, seed, std::max(required, count != nullptr ? count->trainings : most_candidates));
  CandidateTrials trials(plan, candidates, pool, ladder.folds, memory, progress);
  const std::optional<Halving> halving =
      halve(ladder.rungs, candidates.size(), required, plan.budget, trials);
  if (!halving) return std::nullopt;
  Search search{.candidates = results_of(*halving, candidates, trials), .trainings = trials.done()};
  for (std::size_t r = 0; r < halving->rungs.size(); ++r) search.rungs.push_back(ladder.names[r]);
  if (halving->order.empty()) {
    const std::string reason =
        search.candidates.empty() ? "no query counts" : search.candidates.front().refused;
    throw UsageError("no candidate has a value; the first one: " + reason);
  }
  const TuneCandidate& best = search.candidates.front().candidate;
  std::optional<Tuning> tuning =
      tune({.algorithms = {tuned_algorithm(best.algorithm, best.options)},
            .rule = plan.rule,
            .preparation = plan.preparation,
            .metric = plan.metric,
            .baseline = plan.baseline},
           train, vali, {}, [&](std::size_t, std::size_t) { return trials.may_go_on(); });
  if (!tuning) return std::nullopt;
  if (!tuning->baseline_scores.empty()) {
    search.baseline =
        compare_with_baseline(*tuning, plan.metric, plan.preparation.truth, plan.preparation.seed);
  }
  search.trained = std::move(tuning->trained);
  return search;
}

}  // namespace podium
