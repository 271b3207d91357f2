#include "podium/learning/experiment/tuning/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/experiment/tuning/grid_edges.hpp"
#include "podium/learning/experiment/tuning/search_ladder.hpp"

namespace podium {

namespace {

constexpr std::size_t most_candidates = 1000;  // of a search that time limits

/// The candidates as halve() tries them.
class CandidateTrials : public Trials {
 public:
  CandidateTrials(std::span<const GridCell> candidates, CellTrials& trials, CellRun& run)
      : candidates_(candidates), trials_(trials), run_(run) {}

  bool run(std::span<const Trial> trials, const TrialLimits& limits) override {
    std::vector<GridCell> cells;
    for (const Trial& trial : trials) cells.push_back(cell(trial.candidate, trial.fold));
    const double begin = seconds();
    trials_.run(cells, limits, true);
    passed_seconds_ += seconds() - begin;
    return run_.may_go_on();
  }

  std::optional<double> value(std::size_t candidate,
                              std::span<const std::size_t> folds) const override;
  bool is_better(double value, double than) const override {
    return trials_.metric().metric.entry().is_better(value, than);
  }
  double seconds() const override { return trials_.seconds(); }
  double expected_seconds(const Trial& trial) const override;

  /// Why a training of the candidate left no value; empty: none did.
  std::string refusal(std::size_t candidate) const;

 private:
  GridCell cell(std::size_t candidate, std::size_t fold) const {
    GridCell cell = candidates_[candidate];
    cell.fold = fold;
    return cell;
  }
  const Dataset& held_out(std::span<const std::size_t> folds) const;

  std::span<const GridCell> candidates_;
  CellTrials& trials_;
  CellRun& run_;
  mutable std::map<std::vector<std::size_t>, Dataset> held_out_;
  double passed_seconds_ = 0.0;  ///< while trainings ran
};

const Dataset& CandidateTrials::held_out(std::span<const std::size_t> folds) const {
  const auto [found, is_new] = held_out_.try_emplace({folds.begin(), folds.end()});
  if (is_new) found->second = trials_.held_out(folds);
  return found->second;
}

std::optional<double> CandidateTrials::value(std::size_t candidate,
                                             std::span<const std::size_t> folds) const {
  std::vector<double> scores;
  for (const std::size_t fold : folds) {
    const CellScores* result = trials_.find(cell(candidate, fold));
    if (result == nullptr || !result->refused.empty()) return std::nullopt;
    scores.insert(scores.end(), result->scores.begin(), result->scores.end());
  }
  const double mean = trials_.evaluated(held_out(folds), scores).mean.front();
  if (std::isnan(mean)) return std::nullopt;
  return mean;
}

double CandidateTrials::expected_seconds(const Trial& trial) const {
  const auto size_of = [&](std::size_t fold) {
    return static_cast<double>(trials_.folds()[fold].train.size());
  };
  double seconds = 0.0;
  double size = 0.0;
  for (std::size_t fold = 0; fold < trials_.folds().size(); ++fold) {
    const CellScores* result = trials_.find(cell(trial.candidate, fold));
    if (result == nullptr) continue;
    seconds += result->seconds;
    size += size_of(fold);
  }
  if (size == 0.0) return 0.0;
  const double trained = trials_.trained_seconds();
  const double at_once = passed_seconds_ > 0.0 && trained > 0.0
                             ? std::max(1.0, trained / passed_seconds_)
                             : static_cast<double>(thread_count());
  return seconds / size * size_of(trial.fold) / at_once;
}

std::string CandidateTrials::refusal(std::size_t candidate) const {
  for (std::size_t fold = 0; fold < trials_.folds().size(); ++fold) {
    const GridCell own = cell(candidate, fold);
    if (trials_.was_ended(own)) return "not finished in time";
    if (const CellScores* result = trials_.find(own);
        result != nullptr && !result->refused.empty()) {
      return result->refused;
    }
  }
  return "";
}

/// The candidates that were tried: the best first, those without any value last.
std::vector<SearchedCandidate> results_of(const Halving& halving,
                                          std::span<const GridCell> candidates,
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
                             CellLog<CellScores>* log, const RunProgressSink& progress) {
  const Dataset pool = pool_of(plan.tune, train, vali);
  const std::uint64_t seed = plan.tune.preparation.seed;
  SearchLadder ladder = plan.tune.rule == TuneRule::split ? split_ladder(train, vali, seed)
                                                          : inner_ladder(pool, seed);
  const std::size_t required = plan.space.algorithms.size();
  const auto* count = std::get_if<TrainingCount>(&plan.budget);
  const std::vector<GridCell> candidates = draw_candidates(
      plan.space, seed, std::max(required, count != nullptr ? count->trainings : most_candidates));
  CellLog<CellScores> own_log;
  CellRun run(progress, count != nullptr ? count->trainings + 1 : 0);
  CellTrials cells(plan.tune, pool, log == nullptr ? own_log : *log, run);
  cells.use_folds(std::move(ladder.folds));
  CandidateTrials trials(candidates, cells, run);
  const std::optional<Halving> halving =
      halve(ladder.rungs, candidates.size(), required, plan.budget, trials);
  if (!halving) return std::nullopt;
  Search search{.candidates = results_of(*halving, candidates, trials), .trainings = run.done()};
  for (std::size_t r = 0; r < halving->rungs.size(); ++r) search.rungs.push_back(ladder.names[r]);
  if (halving->order.empty()) {
    const std::string reason =
        search.candidates.empty() ? "no query counts" : search.candidates.front().refused;
    throw UsageError("no candidate has a value; the first one: " + reason);
  }
  const GridCell& best = search.candidates.front().candidate;
  TunePlan of_best = plan.tune;
  of_best.algorithms = {tuned_algorithm(best.algorithm, best.options)};
  std::optional<Tuning> tuning =
      tune(of_best, train, vali, nullptr, [&](const RunProgress&) { return run.may_go_on(); });
  if (!tuning) return std::nullopt;
  if (!tuning->baseline_scores.empty()) {
    search.baseline =
        compare_with_baseline(*tuning, plan.tune.metric, plan.tune.preparation.truth, seed);
  }
  search.trained = std::move(tuning->trained);
  std::vector<TuningPoint> points;
  for (const SearchedCandidate& one : search.candidates) {
    if (!one.values.empty()) {
      points.push_back({.algorithm = one.candidate.algorithm, .options = one.candidate.options});
    }
  }
  for (const GridEdge& edge : edges_of(points, 0, plan.tune.metric.metric.entry(), true)) {
    search.trained.summary.remarks.push_back(edge.words(required > 1 ? best.algorithm : ""));
  }
  return search;
}

}  // namespace podium
