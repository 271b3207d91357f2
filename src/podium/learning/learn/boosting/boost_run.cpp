#include "podium/learning/learn/boosting/boost_run.hpp"

#include <functional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium {

BoostRun::BoostRun(const TrainingTask& task, const RoundOptions& options)
    : task_(task),
      options_(options),
      watch_(task,
             [this](std::span<const double> /*terms*/) {
               return task_.validation->value_of(held_out_->values());
             },
             {.limit = options.rounds,
              .patience = options.patience,
              .keep_best = options.keep == KeptIteration::best}) {
  if (task.validation) held_out_.emplace(task.validation->data);
}

BoostState BoostRun::first_state() const {
  BoostState state;
  if (task_.checkpoint.from) {
    state = from_snapshot(task_.checkpoint.from->optimiser);
    check_features(state.terms);
    check_features(state.best_terms);
    check_features(terms_from(task_.checkpoint.from->best));
    return state;
  }
  if (!task_.start) return state;
  const auto* model = std::get_if<WeakRankerSum>(&task_.start->kind);
  if (model == nullptr) {
    throw UsageError(fmt::format("start: found a model of kind {}, expected weak-rankers",
                                 kind_name(task_.start->kind)));
  }
  state.terms = model->terms;
  return state;
}

void BoostRun::check_features(std::span<const WeakTerm> terms) const {
  for (const WeakTerm& term : terms) {
    if (term.ranker.feature < task_.train.feature_count()) continue;
    throw DataError({"checkpoint"}, fmt::format("found feature {}, expected one of {}",
                                                term.ranker.feature, task_.train.feature_count()));
  }
}

void BoostRun::assign(std::span<const WeakTerm> terms) {
  if (held_out_) held_out_->assign(terms);
}

void BoostRun::add(const WeakTerm& term) {
  if (held_out_) held_out_->add(term);
}

bool BoostRun::report(const BoostState& state, double value) {
  const std::size_t next = round() + 1;
  const std::function<Snapshot()> snapshot = [&] { return to_snapshot(state, next); };
  const std::vector<double> numbers = to_numbers(state.terms);
  return watch_({next, value, 0.0, numbers, snapshot});
}

TrainingResult BoostRun::finish(TrainingSummary summary, std::vector<WeakTerm> fallback) const {
  const std::size_t last_of_fallback = summary.best_iteration;
  summary.iterations = round();
  watch_.describe(summary, round());
  if (!watch_.best().empty()) {
    fallback = terms_from(watch_.best());
  } else {
    summary.best_iteration = last_of_fallback;
  }
  WeakRankerSum model{task_.train.feature_count(), std::move(fallback)};
  if (task_.validation && !summary.validation) {
    summary.validation = task_.validation->value_of(score(model, task_.validation->data));
  }
  return {std::move(model), std::move(summary)};
}

}  // namespace podium
