#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>

#include "podium/core/base/options.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/learn/boosting/boost_run.hpp"
#include "podium/learning/learn/boosting/weak_pool.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

/// What becomes of a feature that AdaRank chooses again and again.
enum class RepeatRule { set_aside, drop, allow };
inline constexpr std::array<std::string_view, 3> repeat_rule_names = {"set-aside", "drop", "allow"};

/// How far a round goes along the weak ranker that it chose.
enum class AlphaRule { bound, exact };
inline constexpr std::array<std::string_view, 2> alpha_rule_names = {"bound", "exact"};

/// A measure of rankings to raise, and the data to raise it on.
struct ListGoal {
  Dataset data;
  Measure measure;
};

/// Pairs to bring in order: those given, or those of different level.
struct PairGoal {
  Dataset data;
  PairOptions loss;
  std::shared_ptr<const QueryPairs> given = nullptr;
};

/// What is boosted. At least one goal; with both, lambda of the list's and 1 - lambda of the
/// pairs'.
struct BoostPlan {
  std::optional<ListGoal> list;
  std::optional<PairGoal> pairs;
  double lambda = 0.0;
  std::optional<Thresholds> thresholds;  ///< of the weak rankers; none: features as they are
  Directions directions = Directions::up;
  AlphaRule alpha = AlphaRule::bound;
  double tolerance = 0.0;  ///< pairs alone: stop when a round lowers their loss by less, relatively
  RepeatRule repeats = RepeatRule::set_aside;  ///< list alone
  std::size_t window = 50;  ///< list: stop after so many rounds without a better training value
};

/// 1/2 ln((1 + r) / (1 - r)), r no more than `most`: the weight that minimises a bound of the loss
/// for weak rankers of gain r.
double bound_alpha(double r, double most = 1.0 - 1e-10);

/// Adds weak rankers one at a time, each with the weight that is best for a bound of the loss:
///
///   r(h)  = lambda r_list(h) + (1 - lambda) r_pair(h),     h = the candidate of largest r
///   alpha = 1/2 ln((1 + r) / (1 - r)),                     f <- f + alpha h
///
/// RankBoost without a list [Freund03], AdaRank without pairs [Xu07], FocusedBoost with both
/// [Niu12]. For E and h_i - h_j within [-1, 1] this alpha minimises, and r lowers, a bound of the
/// joint loss: Z(alpha) <= sqrt(1 - r^2).
TrainingResult boost(const TrainingTask& task, const BoostPlan& plan, const RoundOptions& rounds);

}  // namespace podium
