#include "podium/learning/learn/gradient_training.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
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
#include "podium/learning/optimise/lbfgs.hpp"
#include "podium/learning/optimise/truncated_newton.hpp"

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

using Minimiser = std::function<Outcome(const PenalisedObjective& risk, std::span<double> w,
                                        const Monitor& monitor, const Snapshot* from)>;

/// With many queries, steps by more of them need no more passes, and keep more threads busy.
std::size_t batch_for(std::size_t queries) {
  return 8 * std::max<std::size_t>(1, queries / 1024);
}

/// The optimiser that the options choose.
Minimiser minimiser_of(const GradientOptions& options, std::size_t queries, std::uint64_t seed) {
  const std::size_t iterations = options.iterations;
  const double tolerance = options.tolerance;
  const StochasticOptions run{.epochs = iterations,
                              .step = options.step,
                              .schedule = options.schedule,
                              .batch = options.batch > 0 ? options.batch : batch_for(queries),
                              .seed = seed};
  switch (options.optimiser) {
    case OptimiserKind::lbfgs:
      return std::bind_front(&Lbfgs::minimise,
                             Lbfgs{.iterations = iterations, .tolerance = tolerance});
    case OptimiserKind::newton:
      return std::bind_front(&TruncatedNewton::minimise,
                             TruncatedNewton{.iterations = iterations, .tolerance = tolerance});
    case OptimiserKind::sgd:
      return std::bind_front(&Sgd::minimise, Sgd{.run = run});
    case OptimiserKind::adam:
      return std::bind_front(&Adam::minimise, Adam{.run = run});
    case OptimiserKind::bundle:
      break;
  }
  return std::bind_front(
      &Bundle::minimise,
      Bundle{.slacks = options.slacks, .iterations = iterations, .tolerance = tolerance});
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

/// What depends on the kind of scorer.
struct ScorerParts {
  std::unique_ptr<const PenalisedObjective> risk;
  std::vector<double> start;
  std::function<ModelKind(std::span<const double> w)> model;
};

template <Scorer S>
ScorerParts scorer_parts(const S& scorer, const TrainingSet& set, const TrainingTask& task,
                         const RiskShape& shape, const GradientOptions& options) {
  return {std::make_unique<Risk<S>>(scorer, set, shape.loss, shape.l2,
                                    unpenalised_parameters(scorer, task, shape)),
          starting_point(scorer, task, options), [scorer](std::span<const double> w) {
            return ScorerModel<S>{scorer, {w.begin(), w.end()}};
          }};
}

}  // namespace

TrainingResult train_by_gradient(const TrainingTask& task, const RiskShape& shape,
                                 const GradientOptions& options) {
  check_optimiser(shape, options);
  const TrainingSet set(task, shape.loss, shape.weighting);
  const std::size_t features = task.train.feature_count();
  const ScorerParts scorer =
      options.scorer == ScorerKind::network
          ? scorer_parts(NetworkScorer{.features = features, .hidden = options.hidden}, set, task,
                         shape, options)
          : scorer_parts(LinearScorer{.features = features, .has_bias = shape.has_bias}, set, task,
                         shape, options);
  const auto validate = [&](std::span<const double> w) {
    return task.validation->value_of(score(scorer.model(w), task.validation->data));
  };
  TrainingWatch watch(task, validate,
                      {.limit = options.iterations,
                       .patience = options.patience,
                       .keep_best = options.keep == KeptIteration::best});
  const Minimiser minimise = minimiser_of(options, scorer.risk->term_count(), task.seed);
  const Snapshot* from = task.checkpoint.from ? &task.checkpoint.from->optimiser : nullptr;
  std::vector<double> w = scorer.start;
  const Outcome outcome = minimise(*scorer.risk, w, std::ref(watch), from);
  if (outcome.stop == Stop::not_finite) throw_not_finite(*scorer.risk, w, outcome.iterations);

  TrainingSummary summary{.queries = set.query_count(),
                          .skipped = set.skipped_count(),
                          .iterations = outcome.iterations,
                          .stop = std::string(stop_names[static_cast<std::size_t>(outcome.stop)]),
                          .objective = outcome.value,
                          .gap = outcome.gap};
  watch.describe(summary, outcome.iterations);
  if (!watch.best().empty()) w.assign(watch.best().begin(), watch.best().end());
  if (task.validation && !summary.validation) summary.validation = validate(w);
  return {scorer.model(w), std::move(summary)};
}

}  // namespace podium
