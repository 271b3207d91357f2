#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/synth/simulated_assessor.hpp"
#include "podium/labelling/label/session/strategy.hpp"

namespace podium::labelling {

/// The size of the simulation.
struct ComparisonSize {
  std::size_t queries = 50;
  std::size_t documents = 50;
  std::size_t k = 10;
};

/// The options of a comparison of strategies.
struct StrategyComparisonOptions {
  double first_stage = 0.0;
  bool infer = false;
  std::string noise = "none,people,coin";
  std::string votes = "1,3";
  std::string budgets = "50,100,150,200";

  static auto fields() {
    using S = StrategyComparisonOptions;
    return std::array{
        field("first-stage", &S::first_stage, 0.0, 1.0,
              "correlation of the initial order of documents with their utility; 0: random order"),
        field("infer", &S::infer,
              "do not ask about pairs whose order follows from earlier strict preferences"),
        field("noise", &S::noise,
              "noise levels of the assessors, separated by commas: none, small, people (as noisy "
              "as human assessors), coin (one answer in five is random)"),
        field("votes", &S::votes, "numbers of votes per pair, separated by commas"),
        field(
            "budgets", &S::budgets,
            "numbers of questions after which recall is reported, ascending, separated by commas"),
    };
  }
};

/// A kind of assessor.
struct NoiseKind {
  std::string_view name;
  std::string_view summary;
  AssessorBehaviour behaviour;
};

std::span<const NoiseKind> noise_kinds();

/// The result of one strategy with one kind of assessors. Means over queries; `recall` is the share
/// of the true k best that is found.
struct StrategyResult {
  Strategy strategy = Strategy::heap;
  std::string_view noise;
  std::size_t votes = 1;
  double questions = 0.0;            ///< until the strategy ends; each vote counts
  double recall = 0.0;               ///< of the strategy's own list
  double cleaned_recall = 0.0;       ///< of the best by Bradley-Terry scores of all votes
  std::vector<double> recall_after;  ///< cleaned recall after the first votes, one per budget
};

struct StrategyComparison {
  std::vector<std::size_t> budgets;
  std::vector<StrategyResult> results;  ///< by noise, votes and strategy
};

/// Runs every strategy with every kind of noise and number of votes on the same queries. A pair is
/// put to different assessors, up to the number of votes, until more than half of them agree.
/// Throws UsageError for malformed lists. The same bits for any number of threads.
StrategyComparison compare_strategies(const ComparisonSize& size,
                                      const StrategyComparisonOptions& options, std::uint64_t seed);

}  // namespace podium::labelling
