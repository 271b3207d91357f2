#include "podium/learning/learn/gradient_training.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/learn/risk.hpp"
#include "podium/learning/model/network.hpp"
#include "podium/learning/optimise/adam.hpp"
#include "podium/learning/optimise/lbfgs.hpp"
#include "podium/learning/optimise/sgd.hpp"
#include "podium/learning/optimise/truncated_newton.hpp"
#include "podium/learning/optimise/weak_penalty.hpp"

namespace podium {

namespace {

template <Scorer S>
std::vector<double> starting_point(const S& scorer, const TrainingTask& task,
                                   const GradientOptions& options) {
  if (task.start) {
    const auto* model = std::get_if<ScorerModel<S>>(&task.start->kind);
    if (model == nullptr) {
      throw UsageError(fmt::format("start: found a model of kind {}, expected {}",
                                   kind_name(task.start->kind),
                                   kind_name(ModelKind(ScorerModel<S>{}))));
    }
    if (model->scorer != scorer) {
      throw UsageError(fmt::format("start: found a model of {} parameters, expected {}",
                                   model->w.size(), scorer.dimension()));
    }
    return model->w;
  }
  std::vector<double> w(scorer.dimension());
  RandomStream random(task.seed, "", "start");
  scorer.initialise(w, random);
  if constexpr (std::same_as<S, LinearScorer>) {
    if (options.start == StartingPoint::random) {
      const double reach = 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(w.size(), 1)));
      for (double& value : w) value = reach * (2.0 * random.uniform() - 1.0);
    }
  }
  return w;
}

/// Names the first query whose numbers are not finite at w.
[[noreturn]] void throw_not_finite(const PenalisedObjective& risk, std::span<const double> w,
                                   std::size_t iteration) {
  std::vector<std::size_t> all(risk.term_count());
  std::iota(all.begin(), all.end(), std::size_t{0});
  risk.explain_not_finite(all, w, iteration);
  throw NumericError(fmt::format("iteration {}: the sum of the losses is not finite", iteration));
}

/// Minimises by the optimiser that the options choose.
Outcome minimise(const GradientOptions& options, std::uint64_t seed, const PenalisedObjective& risk,
                 std::span<double> w, const Monitor& monitor, const Snapshot* from) {
  const std::size_t iterations = options.iterations;
  const double tolerance = options.tolerance;
  const StochasticOptions run{.epochs = iterations,
                              .step = options.step,
                              .schedule = options.schedule,
                              .batch = options.batch,
                              .seed = seed};
  switch (options.optimiser) {
    case OptimiserKind::lbfgs:
      return Lbfgs{.iterations = iterations, .tolerance = tolerance}.minimise(risk, w, monitor,
                                                                              from);
    case OptimiserKind::newton:
      return TruncatedNewton{.iterations = iterations, .tolerance = tolerance}.minimise(
          risk, w, monitor, from);
    case OptimiserKind::sgd:
      return Sgd{.run = run}.minimise(risk, w, monitor, from);
    case OptimiserKind::adam:
      return Adam{.run = run}.minimise(risk, w, monitor, from);
    case OptimiserKind::bundle:
      break;
  }
  const Bundle bundle{.slacks = options.slacks, .iterations = iterations, .tolerance = tolerance};
  return minimise_with_weak_penalty(bundle, risk, w, monitor, from);
}

/// Throws UsageError when the optimiser cannot minimise such a risk.
void check_optimiser(const RiskShape& shape, const GradientOptions& options) {
  if (options.optimiser == OptimiserKind::newton && !shape.loss.is_curved()) {
    throw UsageError(
        "option 'optimiser' = newton needs a loss with second derivatives; this loss has none; "
        "lbfgs works with every smooth loss");
  }
  if (options.optimiser == OptimiserKind::newton && options.scorer != ScorerKind::linear) {
    throw UsageError("option 'optimiser' = newton works with linear models only");
  }
  if (options.optimiser != OptimiserKind::bundle) return;
  if (options.slacks == Slacks::each && shape.loss.is_sequential()) {
    throw UsageError("option 'slacks' = each works with the losses of the library only");
  }
  if (options.scorer != ScorerKind::linear) {
    throw UsageError("option 'optimiser' = bundle works with linear models only");
  }
  if (shape.has_bias) {
    throw UsageError(
        "option 'optimiser' = bundle needs a penalty on every parameter; this loss needs a bias, "
        "which has none");
  }
}

/// The parameters that the penalty leaves out: of a linear model, those that the task names and the
/// bias.
template <Scorer S>
std::vector<std::size_t> unpenalised_parameters(const S& scorer, const TrainingTask& task,
                                                const RiskShape& shape) {
  std::vector<std::size_t> parameters;
  if constexpr (std::same_as<S, LinearScorer>) {
    parameters = task.unpenalised;
    if (shape.has_bias) parameters.push_back(scorer.features);
  }
  return parameters;
}

template <Scorer S>
TrainingResult train_scorer(const S& scorer, const TrainingTask& task, const RiskShape& shape,
                            const GradientOptions& options) {
  const TrainingSet set(task.train, shape.loss, shape.weighting, task.seed, task.pairs);
  const Risk<S> risk(scorer, set, shape.loss, shape.l2,
                     unpenalised_parameters(scorer, task, shape));
  std::vector<double> w = starting_point(scorer, task, options);
  const auto validate = [&](std::span<const double> parameters) {
    const ScorerModel<S> model{scorer, {parameters.begin(), parameters.end()}};
    return task.validation->value_of(score(model, task.validation->data));
  };
  TrainingWatch watch(task, validate,
                      {.limit = options.iterations,
                       .patience = options.patience,
                       .keep_best = options.keep == KeptIteration::best});
  const Snapshot* from = task.checkpoint.from ? &task.checkpoint.from->optimiser : nullptr;
  const Outcome outcome = minimise(options, task.seed, risk, w, std::ref(watch), from);
  if (outcome.stop == Stop::not_finite) throw_not_finite(risk, w, outcome.iterations);

  TrainingSummary summary{.queries = set.query_count(),
                          .skipped = set.skipped_count(),
                          .iterations = outcome.iterations,
                          .stop = std::string(stop_names[static_cast<std::size_t>(outcome.stop)]),
                          .objective = outcome.value,
                          .gap = outcome.gap};
  watch.describe(summary, outcome.iterations);
  if (!watch.best().empty()) w.assign(watch.best().begin(), watch.best().end());
  if (task.validation && !summary.validation) summary.validation = validate(w);
  return {ScorerModel<S>{scorer, std::move(w)}, std::move(summary)};
}

}  // namespace

TrainingResult train_by_gradient(const TrainingTask& task, const RiskShape& shape,
                                 const GradientOptions& options) {
  check_optimiser(shape, options);
  const std::size_t features = task.train.feature_count();
  if (options.scorer == ScorerKind::network) {
    return train_scorer(NetworkScorer{.features = features, .hidden = options.hidden}, task, shape,
                        options);
  }
  return train_scorer(LinearScorer{.features = features, .has_bias = shape.has_bias}, task, shape,
                      options);
}

}  // namespace podium
