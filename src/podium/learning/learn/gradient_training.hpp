#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/learn/training_watch.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/optimise/bundle.hpp"
#include "podium/learning/optimise/stochastic.hpp"

namespace podium {

enum class ScorerKind { linear, network };
inline constexpr std::array<std::string_view, 2> scorer_kind_names = {"linear", "network"};

enum class OptimiserKind { lbfgs, newton, sgd, adam, bundle };
inline constexpr std::array<std::string_view, 5> optimiser_kind_names = {"lbfgs", "newton", "sgd",
                                                                         "adam", "bundle"};

enum class StartingPoint { zero, random };
inline constexpr std::array<std::string_view, 2> starting_point_names = {"zero", "random"};

/// The options that all algorithms have which follow a gradient.
struct GradientOptions {
  ScorerKind scorer = ScorerKind::linear;
  std::size_t hidden = 10;
  OptimiserKind optimiser = OptimiserKind::lbfgs;
  Slacks slacks = Slacks::one;
  std::size_t iterations = 200;
  double tolerance = 1e-5;
  double step = 0.01;
  Schedule schedule = Schedule::constant;
  std::size_t batch = 1;
  KeptIteration keep = KeptIteration::best;
  std::size_t patience = 0;
  StartingPoint start = StartingPoint::zero;

  static auto fields() {
    using Self = GradientOptions;
    return std::array{
        field("model", &Self::scorer, scorer_kind_names,
              "linear: w.x; network: v.tanh(Ux + b), one hidden layer"),
        field("hidden", &Self::hidden, 1, 10'000, "number of hidden units of a network"),
        field("optimiser", &Self::optimiser, optimiser_kind_names,
              "lbfgs, newton and bundle use all queries in each step, sgd and adam a batch; bundle "
              "works with convex losses that are not smooth, and needs a penalty"),
        field("slacks", &Self::slacks, slacks_names,
              "bundle: cutting planes for the sum over all queries, or for each query"),
        field("iterations", &Self::iterations, 0, 1'000'000,
              "maximum number of iterations; for sgd and adam, of passes over all queries"),
        field("tolerance", &Self::tolerance, 0.0, 1.0,
              "lbfgs, newton: stop when the norm of the gradient is at most this fraction of its "
              "first value; bundle: stop when the gap to the minimum is at most this fraction of "
              "the objective"),
        field("step", &Self::step, 1e-12, 1e6, "sgd, adam: step size (learning rate)"),
        field("schedule", &Self::schedule, schedule_names,
              "sgd, adam: how the step size decreases"),
        field("batch", &Self::batch, 0, 1'000'000,
              "sgd, adam: number of queries per step; 0: 8 for each 1,024 queries, at least 8"),
        field("keep", &Self::keep, kept_iteration_names,
              "iteration that becomes the model if there is validation data"),
        field("patience", &Self::patience, 0, 1'000'000,
              "stop after this many iterations without a better validation value; 0: never"),
        field("start", &Self::start, starting_point_names, "initial parameters of a linear model"),
    };
  }
};

/// What is minimised: a loss, how queries are weighed, the penalty, and whether the linear model
/// has a bias (a ranking does not need one, a loss that sees where scores lie does).
struct RiskShape {
  const Loss& loss;
  QueryWeighting weighting;
  double l2 = 0.0;
  bool has_bias = false;
  bool grows_with_targets = false;  ///< the gradient, when the targets do
};

/// Minimises the risk of a linear model or a network. Throws UsageError when the optimiser cannot
/// work with the loss or the model, NumericError naming query, iteration and quantity when numbers
/// go wrong.
TrainingResult train_by_gradient(const TrainingTask& task, const RiskShape& shape,
                                 const GradientOptions& options);

}  // namespace podium
