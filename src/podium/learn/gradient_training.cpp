#include "podium/learn/gradient_training.hpp"

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/learn/risk.hpp"
#include "podium/learn/training_watch.hpp"
#include "podium/model/network.hpp"
#include "podium/optimise/adam.hpp"
#include "podium/optimise/lbfgs.hpp"
#include "podium/optimise/sgd.hpp"
#include "podium/optimise/truncated_newton.hpp"

namespace podium {

namespace {

template <Scorer S>
std::vector<double> starting_point(const S& scorer, const TrainingTask& task,
                                   const GradientOptions& options) {
  if (!task.start.empty()) {
    if (task.start.size() != scorer.dimension()) {
      throw UsageError(fmt::format("start: found a model of {} parameters, expected {}",
                                   task.start.size(), scorer.dimension()));
    }
    return task.start;
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

/// Finds the first query whose numbers are not finite at w and says so.
template <Scorer S>
[[noreturn]] void throw_not_finite(const Risk<S>& risk, std::span<const double> w,
                                   std::size_t iteration) {
  const Dataset& data = risk.set().data();
  Workspace workspace;
  for (const std::size_t query : risk.set().contributing()) {
    const QueryView view = data[query];
    std::vector<double> scores(view.size());
    workspace.clear();
    risk.scorer().forward(w, view.features, scores, workspace);
    const auto where = [&](const std::string& what) {
      return fmt::format(
          "query {}, iteration {}: {}; a smaller step or normalised features may "
          "help",
          in_quotes(view.id), iteration, what);
    };
    for (std::size_t doc = 0; doc < scores.size(); ++doc) {
      if (std::isfinite(scores[doc])) continue;
      throw NumericError(where(fmt::format("the score of document {} is {}",
                                           data.document_id(view.first_row + doc), scores[doc])));
    }
    std::vector<double> gradient(w.size());
    const double value = risk.add_query(query, w, gradient, workspace);
    if (!std::isfinite(value)) throw NumericError(where(fmt::format("the loss is {}", value)));
    for (const double slope : gradient) {
      if (!std::isfinite(slope)) {
        throw NumericError(where(fmt::format("the gradient is {}", slope)));
      }
    }
  }
  throw NumericError(fmt::format(
      "iteration {}: the risk or a parameter is not finite; a smaller step or normalised "
      "features may help",
      iteration));
}

/// The risk for optimisers that go back to the last finite epoch when numbers go wrong: names the
/// query while the parameters that spoiled it are still there.
template <Scorer S>
struct GuardedTerms {
  const Risk<S>& risk;
  const std::size_t& epoch;

  std::size_t dimension() const { return risk.dimension(); }
  std::size_t term_count() const { return risk.term_count(); }
  double value_and_gradient(std::span<const double> w, std::span<double> g) const {
    return risk.value_and_gradient(w, g);
  }
  double add_terms(std::span<const std::size_t> terms, std::span<const double> w,
                   std::span<double> g) const {
    const double value = risk.add_terms(terms, w, g);
    if (!std::isfinite(value)) throw_not_finite(risk, w, epoch);
    return value;
  }
  double add_penalty(std::span<const double> w, std::span<double> g) const {
    return risk.add_penalty(w, g);
  }
};

template <Scorer S>
Outcome minimise(const Risk<S>& risk, const TrainingTask& task, const GradientOptions& options,
                 std::span<double> w, const Monitor& monitor) {
  const Snapshot* from = task.checkpoint.from ? &task.checkpoint.from->optimiser : nullptr;
  const auto by_epochs = [&](auto optimiser) {
    optimiser.epochs = options.iterations;
    optimiser.step = options.step;
    optimiser.schedule = options.schedule;
    optimiser.batch = options.batch;
    optimiser.seed = task.seed;
    std::size_t epoch = from != nullptr ? from->iteration + 1 : 1;
    const auto count_epochs = [&](const Step& step) {
      epoch = step.iteration + 1;
      return monitor(step);
    };
    return optimiser.minimise(GuardedTerms<S>{risk, epoch}, w, count_epochs, from);
  };
  switch (options.optimiser) {
    case OptimiserKind::lbfgs:
      return Lbfgs{.iterations = options.iterations, .tolerance = options.tolerance}.minimise(
          risk, w, monitor, from);
    case OptimiserKind::newton:
      if constexpr (CurvedObjective<Risk<S>>) {
        return TruncatedNewton{.iterations = options.iterations, .tolerance = options.tolerance}
            .minimise(risk, w, monitor, from);
      }
      throw UsageError("option 'optimiser' = newton works with linear models only");
    case OptimiserKind::sgd:
      return by_epochs(Sgd{});
    case OptimiserKind::adam:
      break;
  }
  return by_epochs(Adam{});
}

template <Scorer S>
TrainingResult train_scorer(const S& scorer, const TrainingTask& task, const RiskShape& shape,
                            const GradientOptions& options) {
  const TrainingSet set(task.train, shape.loss, shape.weighting, task.seed);
  const Risk<S> risk(scorer, set, shape.loss, shape.l2, shape.has_bias ? 1 : 0);
  std::vector<double> w = starting_point(scorer, task, options);
  const auto validate = [&](std::span<const double> parameters) {
    const ScorerModel<S> model{scorer, {parameters.begin(), parameters.end()}};
    return task.validation->value_of(score(model, task.validation->data));
  };
  TrainingWatch watch(task, validate,
                      {.limit = options.iterations,
                       .patience = options.patience,
                       .keep_best = options.keep == KeptIteration::best});
  const Outcome outcome = minimise(risk, task, options, w, std::ref(watch));
  if (outcome.stop == Stop::not_finite) throw_not_finite(risk, w, outcome.iterations + 1);

  TrainingSummary summary{.queries = set.query_count(),
                          .skipped = set.skipped_count(),
                          .iterations = outcome.iterations,
                          .passes = outcome.evaluations,
                          .stop = std::string(stop_names[static_cast<std::size_t>(outcome.stop)]),
                          .objective = outcome.value};
  watch.describe(summary, outcome.iterations);
  if (!watch.best().empty()) w.assign(watch.best().begin(), watch.best().end());
  if (task.validation && !summary.validation) summary.validation = validate(w);
  return {ScorerModel<S>{scorer, std::move(w)}, std::move(summary)};
}

}  // namespace

TrainingResult train_by_gradient(const TrainingTask& task, const RiskShape& shape,
                                 const GradientOptions& options) {
  if (options.optimiser == OptimiserKind::newton && !shape.loss.is_curved()) {
    throw UsageError(
        "option 'optimiser' = newton needs a loss with second derivatives, which this one has "
        "not; lbfgs works with every smooth loss");
  }
  const std::size_t features = task.train.feature_count();
  if (options.scorer == ScorerKind::network) {
    return train_scorer(NetworkScorer{.features = features, .hidden = options.hidden}, task, shape,
                        options);
  }
  return train_scorer(LinearScorer{.features = features, .has_bias = shape.has_bias}, task, shape,
                      options);
}

}  // namespace podium
