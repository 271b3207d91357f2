#include "podium/learning/learn/parts_run.hpp"

#include <chrono>
#include <optional>

#include "podium/core/base/error.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {

namespace {

/// One training of one part.
struct PartStep {
  std::size_t part = 0;
  OptionText options;
  bool begins = false;  ///< the first of its part
  bool ends = false;    ///< the last of its part
};

std::vector<PartStep> steps_of(const std::vector<LearnerPart>& parts) {
  std::vector<PartStep> steps;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::size_t first = steps.size();
    const std::string path_option(parts[p].algorithm->path_option);
    for (const std::string& value : parts[p].path) {
      steps.push_back({p, merged(parts[p].options, {{path_option, value}})});
    }
    if (parts[p].path.empty()) steps.push_back({p, parts[p].options});
    steps[first].begins = true;
    steps.back().ends = true;
  }
  return steps;
}

class PartsRun {
 public:
  PartsRun(const TrainingTask& task, const std::vector<LearnerPart>& parts)
      : task_(task), parts_(parts), steps_(steps_of(parts)) {
    if (!task.checkpoint.from) return;
    finished_ = task.checkpoint.from->finished;
    if (finished_.size() > steps_.size()) refuse();
  }

  std::vector<TrainingResult> results() {
    std::vector<TrainingResult> done;
    std::optional<TrainingResult> best;
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].begins) best.reset();
      const TrainingResult now = s < finished_.size() ? remembered(s) : trained(s);
      const bool interrupted = now.summary.interrupted;
      if (!best || (!interrupted && is_better(now, *best))) best = now;
      best->summary.interrupted = interrupted;
      if (interrupted || steps_[s].ends) done.push_back(*best);
      if (interrupted) break;
      if (s >= finished_.size()) remember(s, now);
    }
    return done;
  }

 private:
  [[noreturn]] static void refuse() {
    throw DataError({"checkpoint"}, "found algorithms that are not part of this training");
  }

  bool is_better(const TrainingResult& a, const TrainingResult& b) const {
    return task_.validation->metric.entry().is_better(*a.summary.validation, *b.summary.validation);
  }

  TrainingResult trained(std::size_t s) {
    const PartStep& step = steps_[s];
    const AlgorithmEntry& algorithm = *parts_[step.part].algorithm;
    TrainingTask own = task_;
    own.start.reset();
    own.checkpoint.from.reset();
    if (const auto& from = task_.checkpoint.from;
        from && s == from->finished.size() && !from->optimiser.numbers.empty()) {
      own.checkpoint.from = from;
      own.checkpoint.from->finished.clear();
    }
    if (task_.checkpoint.save) {
      own.checkpoint.save = [&](const Checkpoint& checkpoint) { save(checkpoint); };
    }
    if (task_.progress) {
      own.progress = [&](TrainingProgress progress) {
        // Parts have limits of their own: each counts as if all had that of the present one.
        progress.iteration += s * progress.limit;
        progress.best_iteration += s * progress.limit;
        progress.limit *= steps_.size();
        return task_.progress(progress);
      };
    }
    return algorithm.algorithm->train(own, algorithm.with_defaults(step.options));
  }

  void save(Checkpoint checkpoint) {
    checkpoint.finished = finished_;
    task_.checkpoint.save(checkpoint);
    saved_ = std::chrono::steady_clock::now();
  }

  void remember(std::size_t s, const TrainingResult& result) {
    if (!task_.checkpoint.save) return;
    const TrainingSummary& summary = result.summary;
    RankingModel model{
        .kind = result.kind,
        .preparation = {.features = {.count = task_.train.feature_count()}},
        .training = {.algorithm = std::string(parts_[steps_[s].part].algorithm->name),
                     .options = steps_[s].options,
                     .iterations = summary.best_iteration,
                     .stop = summary.stop}};
    if (summary.validation) {
      model.training.validation = {task_.validation->metric.name(), *summary.validation};
    }
    finished_.push_back({to_json(model), summary.skipped, summary.objective});
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - saved_;
    if (passed.count() >= task_.checkpoint.seconds_between) save({});
  }

  TrainingResult remembered(std::size_t s) const {
    const RankingModel model = model_from_json(finished_[s].model, "checkpoint");
    const TrainingRecord& record = model.training;
    if (record.algorithm != parts_[steps_[s].part].algorithm->name ||
        record.options != steps_[s].options ||
        model.preparation.features.count != task_.train.feature_count() ||
        record.validation.has_value() != task_.validation.has_value()) {
      refuse();
    }
    TrainingResult result{model.kind,
                          {.queries = task_.train.query_count(),
                           .skipped = finished_[s].skipped,
                           .iterations = record.iterations,
                           .best_iteration = record.iterations,
                           .stop = record.stop,
                           .objective = finished_[s].objective}};
    if (record.validation) result.summary.validation = record.validation->value;
    return result;
  }

  const TrainingTask& task_;
  const std::vector<LearnerPart>& parts_;
  std::vector<PartStep> steps_;
  std::vector<FinishedPart> finished_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace

std::vector<TrainingResult> train_parts(const TrainingTask& task,
                                        const std::vector<LearnerPart>& parts) {
  for (const LearnerPart& part : parts) {
    if (!part.path.empty() && !task.validation) {
      throw UsageError("found no validation data, expected some to choose " +
                       std::string(part.algorithm->path_option) + " of " +
                       std::string(part.algorithm->name) + " on");
    }
  }
  return PartsRun(task, parts).results();
}

}  // namespace podium
