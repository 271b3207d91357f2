#include "podium/learning/learn/training_watch.hpp"

#include <utility>

namespace podium {

TrainingWatch::TrainingWatch(const TrainingTask& task, Validate validate,
                             const WatchOptions& options)
    : task_(&task), validate_(std::move(validate)), options_(options) {
  if (!task.checkpoint.from) return;
  state_ = *task.checkpoint.from;
  iteration_ = state_.optimiser.iteration;
  state_.optimiser = {};
}

bool TrainingWatch::operator()(const Step& step) {
  iteration_ = step.iteration;
  TrainingProgress progress{.iteration = step.iteration,
                            .limit = options_.limit,
                            .objective = step.value,
                            .gap = step.gap};
  if (task_->validation) {
    progress.validation = validate_(step.w);
    keep_if_better(step, *progress.validation);
    progress.best = state_.best_validation;
    progress.best_iteration = state_.best_iteration;
    out_of_patience_ =
        options_.patience > 0 && step.iteration >= state_.best_iteration + options_.patience;
  }
  const bool is_asked_to_stop = task_->progress && !task_->progress(progress);
  // Out of patience the work is done: a run that went on from here would take one step too many.
  if (out_of_patience_) return false;
  interrupted_ = is_asked_to_stop;
  save_if_due(step);
  return !interrupted_;
}

void TrainingWatch::keep_if_better(const Step& step, double value) {
  if (!state_.best.empty() &&
      !task_->validation->metric.entry().is_better(value, state_.best_validation)) {
    return;
  }
  state_.best.assign(step.w.begin(), step.w.end());
  state_.best_validation = value;
  state_.best_iteration = step.iteration;
}

void TrainingWatch::save_if_due(const Step& step) {
  if (!task_->checkpoint.save) return;
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> passed = now - saved_;
  if (!interrupted_ && passed.count() < task_->checkpoint.seconds_between) return;
  state_.optimiser = step.snapshot();
  task_->checkpoint.save(state_);
  saved_ = now;
}

void TrainingWatch::describe(TrainingSummary& summary, std::size_t last) const {
  summary.interrupted = interrupted_;
  summary.best_iteration = last;
  if (interrupted_) summary.stop = "interrupted";
  if (out_of_patience_) summary.stop = "no better validation value for too long";
  if (best().empty()) return;
  summary.best_iteration = state_.best_iteration;
  summary.validation = state_.best_validation;
}

}  // namespace podium
