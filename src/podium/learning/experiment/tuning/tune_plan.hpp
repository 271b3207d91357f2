#pragma once

#include <array>
#include <cstddef>
#include <limits>
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
  /// The values are the program's own: of models that are not mixed, those without a prospect are
  /// left out, and further rounds are tried where the last are the best. Values of the user are all
  /// tried, and no others.
  bool is_own_grid = false;
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

/// With fewer queries held out, `automatic` does not look at trees.
inline constexpr std::size_t queries_for_trees = 10;

/// The algorithm of that name, or for `automatic` those to choose from: the best list of three
/// linear learners in a comparison on five data sets, more of which were chosen from less well, and
/// small trees. `automatic` takes neither options nor a grid: throws UsageError.
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
  double lambda = 0.0;            ///< RunOptions::lambda
  bool single = false;            ///< no blend of a linear model and trees, but the better of them
  /// Time that the choice may take; the first point of the first algorithm is always trained. With
  /// a limit, results depend on the speed of the machine.
  double seconds = std::numeric_limits<double>::infinity();
};

}  // namespace podium
