#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/preparation.hpp"
#include "podium/learning/experiment/grid.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

/// How options are chosen by the data.
enum class TuneRule {
  none,   ///< not at all
  split,  ///< on validation data
  inner,  ///< on parts of the training data that take turns to be held out
};
inline constexpr std::array<std::string_view, 3> tune_rule_names = {"none", "split", "inner"};

/// An algorithm and the points of a grid to choose from.
struct TunedAlgorithm {
  std::string name;
  OptionText options;              ///< of all points
  std::vector<OptionText> points;  ///< from strong to weak regularisation; one: nothing to choose
  OptionText fallback;             ///< the point where there is too little data to choose
  std::size_t fewest_queries = 0;  ///< left out where fewer with preferences are held out
};

/// Whether the algorithm has an option that is worth choosing and that `options` do not fix. An
/// option that chooses among iterations by validation data (keep, patience) fixes it too.
bool can_be_tuned(const AlgorithmEntry& algorithm, const OptionText& options);

/// The algorithm with the values of its own tuned options as points, or with all combinations of
/// `grid` if that is not empty. Throws UsageError for a value that is not legal, and for keep and
/// patience: no training of a point sees the data on which points are compared.
TunedAlgorithm tuned_algorithm(std::string_view name, const OptionText& options,
                               std::span<const GridAxis> grid = {});

/// The name by which the algorithm is chosen by the data, too.
inline constexpr std::string_view automatic = "auto";

/// With so many queries held out, `automatic` compares trees with linear models. Values of NDCG@10
/// of two learners differ by 0.15 to 0.2 from query to query (standard deviation), so that their
/// means differ by chance by less than 0.02: trees are worth their time where they gain more.
inline constexpr std::size_t queries_for_trees = 500;

/// The algorithm of that name, or for `automatic` those to choose from: the best list of three in a
/// comparison on five data sets; more learners were chosen from less well. Trees join where there
/// are many queries, with a few points only: at most 1,000 rounds a fold. `automatic` takes neither
/// options nor a grid: throws UsageError.
std::vector<TunedAlgorithm> tuned_algorithms(std::string_view name, const OptionText& options,
                                             std::span<const GridAxis> grid = {});

inline constexpr std::string_view best_feature = "best-feature";

/// What is tuned, and how.
struct TunePlan {
  std::vector<TunedAlgorithm> algorithms;
  TuneRule rule = TuneRule::inner;
  PreparationPlan preparation;
  MetricPlan metric;
  /// Validation data is trained on, too: after it has chosen the options, or for TuneRule::inner as
  /// part of the training data, which is all that this rule looks at.
  bool refits_with_vali = false;
  /// A feature, by name or number, that is the existing ranking: its weight has no penalty in
  /// linear models, and the feature alone is one more point of every grid. `best_feature`: the best
  /// single feature of the training data. Empty: none.
  std::string baseline;
  const OwnLoss* loss = nullptr;  ///< to minimise instead of the algorithms' own
};

}  // namespace podium
