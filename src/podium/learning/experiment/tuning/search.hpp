#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/baseline_comparison.hpp"
#include "podium/learning/experiment/tuning/candidates.hpp"
#include "podium/learning/experiment/tuning/halving.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium {

/// What is searched, and at what cost.
struct SearchPlan {
  CandidateSpace space;
  SearchBudget budget = TrainingCount{60};
  TunePlan tune;  ///< how candidates are compared and the best one is trained; without algorithms
};

/// A candidate and how far it got.
struct SearchedCandidate {
  GridCell candidate;
  std::vector<double> values;  ///< of the metric, on each rung that it reached
  std::string refused;         ///< why it has no further value; empty: others were better
};

/// A finished search.
struct Search {
  std::vector<std::string> rungs;              ///< what their values are measured on
  std::vector<SearchedCandidate> candidates;   ///< the best first, then those without any value
  std::size_t trainings = 0;                   ///< of candidates; the model is one more
  TrainedModel trained;                        ///< of the best one
  std::optional<BaselineComparison> baseline;  ///< with that model, if there is one
};

/// Finds the best candidate by halve() and trains it as tune() does with nothing to choose. With a
/// baseline, tune() weighs the best candidate against it.
///
/// TuneRule::inner: candidates are compared on one, two and five parts of all data that were held
/// out. TuneRule::split, and above queries_for_one_fold: on the validation data, or one part, by
/// models of a ninth, a third and all of the other queries. A candidate that its algorithm or the
/// data refuses leaves the search. Trainings run in parallel; with a TrainingCount results do not
/// depend on the number of threads. `log` and `progress` are those of tune(); the log is good for
/// any budget. Empty when `progress` ended the run.
///
/// Throws UsageError when no candidate has a value, and for TuneRule::split without validation
/// data.
std::optional<Search> search(const SearchPlan& plan, const Dataset& train, const Dataset* vali,
                             CellLog<CellScores>* log = nullptr,
                             const RunProgressSink& progress = {});

}  // namespace podium
