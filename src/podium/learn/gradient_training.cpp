#include "podium/learn/gradient_training.hpp"

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/learn/risk.hpp"
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
  if (task.start) {
    const auto* model = std::get_if<ScorerModel<S>>(&*task.start);
    if (model == nullptr) {
      throw UsageError(fmt::format("start: found a model of kind {}, expected {}",
                                   kind_name(*task.start), kind_name(ModelKind(ScorerModel<S>{}))));
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

/// Says which number of a query is not finite at w, if one is.
template <Scorer S>
std::optional<std::string> trouble_of(const Risk<S>& risk, std::size_t query,
                                      std::span<const double> w) {
  const Dataset& data = risk.set().data();
  const QueryView view = data[query];
  Workspace workspace;
  std::vector<double> scores(view.size());
  risk.scorer().forward(w, view.features, scores, workspace);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    if (std::isfinite(scores[doc])) continue;
    return fmt::format("the score of document {} is {}",
                       in_quotes(data.document_id(view.first_row + doc)), scores[doc]);
  }
  std::vector<double> gradient(w.size());
  const double value = risk.add_query(query, w, gradient, workspace);
  if (!std::isfinite(value)) return fmt::format("the loss is {}", value);
  for (const double slope : gradient) {
    if (!std::isfinite(slope)) return fmt::format("the gradient is {}", slope);
  }
  return std::nullopt;
}

[[noreturn]] void throw_trouble(std::string_view query_id, std::size_t iteration,
                                const std::string& trouble) {
  throw NumericError(
      fmt::format("query {}, iteration {}: {}; a smaller step, more regularisation "
                  "or normalised features may help",
                  in_quotes(query_id), iteration, trouble));
}

/// Names the first query whose numbers are not finite at w.
template <Scorer S>
[[noreturn]] void throw_not_finite(const Risk<S>& risk, std::span<const double> w,
                                   std::size_t iteration) {
  for (const std::size_t query : risk.set().contributing()) {
    if (const auto trouble = trouble_of(risk, query, w)) {
      throw_trouble(risk.set().data()[query].id, iteration, *trouble);
    }
  }
  throw NumericError(fmt::format("iteration {}: the sum of the losses is not finite", iteration));
}

/// A risk for optimisers that try no shorter step: the first number that is not finite ends the
/// training while it is known whose it is.
template <Scorer S>
class CheckedRisk {
 public:
  CheckedRisk(const Risk<S>& risk, const TrainingWatch& watch) : risk_(&risk), watch_(&watch) {}

  std::size_t dimension() const { return risk_->dimension(); }
  std::size_t term_count() const { return risk_->term_count(); }
  double value_and_gradient(std::span<const double> w, std::span<double> g) const {
    return risk_->value_and_gradient(w, g);
  }
  double add_penalty(std::span<const double> w, std::span<double> g) const {
    const double value = risk_->add_penalty(w, g);
    if (!std::isfinite(value)) {
      throw NumericError(
          fmt::format("iteration {}: the penalty of the parameters is {}: they grow "
                      "with every step; a smaller step may help",
                      watch_->iteration() + 1, value));
    }
    return value;
  }
  double add_terms(std::span<const std::size_t> terms, std::span<const double> w,
                   std::span<double> g) const {
    const double value = risk_->add_terms(terms, w, g);
    if (std::isfinite(value)) return value;
    for (const std::size_t term : terms) {
      const std::size_t query = risk_->set().contributing()[term];
      if (const auto trouble = trouble_of(*risk_, query, w)) {
        throw_trouble(risk_->set().data()[query].id, watch_->iteration() + 1, *trouble);
      }
    }
    return value;
  }

 private:
  const Risk<S>* risk_;
  const TrainingWatch* watch_;
};

template <Scorer S>
Outcome minimise(const Risk<S>& risk, const TrainingTask& task, const GradientOptions& options,
                 std::span<double> w, TrainingWatch& watch) {
  const Monitor monitor = std::ref(watch);
  const CheckedRisk<S> checked(risk, watch);
  const Snapshot* from = task.checkpoint.from ? &task.checkpoint.from->optimiser : nullptr;
  const auto stochastic = [&](auto optimiser) {
    optimiser.epochs = options.iterations;
    optimiser.step = options.step;
    optimiser.schedule = options.schedule;
    optimiser.batch = options.batch;
    optimiser.seed = task.seed;
    return optimiser;
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
      return stochastic(Sgd{}).minimise(checked, w, monitor, from);
    case OptimiserKind::adam:
      return stochastic(Adam{}).minimise(checked, w, monitor, from);
    case OptimiserKind::bundle:
      break;
  }
  return Bundle{
      .slacks = options.slacks, .iterations = options.iterations, .tolerance = options.tolerance}
      .minimise(risk, w, monitor, from);
}

/// Throws UsageError when the optimiser cannot minimise such a risk.
void check_optimiser(const RiskShape& shape, const GradientOptions& options) {
  if (options.optimiser == OptimiserKind::newton && !shape.loss.is_curved()) {
    throw UsageError(
        "option 'optimiser' = newton needs a loss with second derivatives, which this one has "
        "not; lbfgs works with every smooth loss");
  }
  if (options.optimiser != OptimiserKind::bundle) return;
  if (options.scorer != ScorerKind::linear) {
    throw UsageError("option 'optimiser' = bundle works with linear models only");
  }
  if (shape.has_bias) {
    throw UsageError(
        "option 'optimiser' = bundle needs a penalty of every parameter, and the bias that this "
        "loss wants has none");
  }
}

template <Scorer S>
TrainingResult train_scorer(const S& scorer, const TrainingTask& task, const RiskShape& shape,
                            const GradientOptions& options) {
  const TrainingSet set(task.train, shape.loss, shape.weighting, task.seed);
  const bool has_bias = std::same_as<S, LinearScorer> && shape.has_bias;
  const Risk<S> risk(scorer, set, shape.loss, shape.l2, has_bias ? 1 : 0);
  std::vector<double> w = starting_point(scorer, task, options);
  const auto validate = [&](std::span<const double> parameters) {
    const ScorerModel<S> model{scorer, {parameters.begin(), parameters.end()}};
    return task.validation->value_of(score(model, task.validation->data));
  };
  TrainingWatch watch(task, validate,
                      {.limit = options.iterations,
                       .patience = options.patience,
                       .keep_best = options.keep == KeptIteration::best});
  const Outcome outcome = minimise(risk, task, options, w, watch);
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
