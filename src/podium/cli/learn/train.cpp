#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/learn/learning_args.hpp"
#include "podium/cli/learn/print_training.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/loss/loss.hpp"
#include "podium/model/model_file.hpp"

namespace podium {

namespace {

struct TrainArgs {
  LearningArgs learning;
  std::string train;
  std::string vali;
  std::string test;
  std::string model;
  std::string start;
  bool resume = false;
  double checkpoint_seconds = 20.0;
};

PreparedTraining read_and_prepare(const TrainArgs& args, const MetricPlan& metric,
                                  const Context& context) {
  const auto read = [&](const std::string& path) {
    return read_with_remarks(path, args.learning.read, FeatureDetail::single, context);
  };
  const PreparationPlan plan = args.learning.preparation(context.seed);
  if (args.vali.empty()) return PreparedTraining(plan, read(args.train));
  return PreparedTraining(plan, read(args.train), read(args.vali), metric);
}

std::string words_of(const TrainingProgress& progress, const std::string& metric) {
  std::string words = fmt::format("objective {:.6g}", progress.objective);
  if (progress.gap) words += fmt::format("  gap {:.2g}", *progress.gap);
  if (progress.validation) {
    words += fmt::format("  {} {:.4f} (best {:.4f} at {})", metric, *progress.validation,
                         *progress.best, progress.best_iteration);
  }
  return words;
}

/// A monitor that shows progress and ends the training when the user does.
ProgressSink progress_sink(const InterruptWatch& interrupt, ProgressLine& line,
                           const std::string& metric, const Context& context) {
  return [&interrupt, &line, &context, metric](const TrainingProgress& progress) {
    const std::string words = words_of(progress, metric);
    if (context.verbose) {
      context.say(fmt::format("iteration {:>4}  {}", progress.iteration, words));
    } else {
      line.show(progress.iteration, progress.limit, words);
    }
    return !interrupt.was_interrupted();
  };
}

CheckpointSeam checkpoint_seam(const TrainArgs& args, const CheckpointFile& file,
                               const Context& context) {
  CheckpointSeam seam{.save = [&file](const Checkpoint& checkpoint) { file.save(checkpoint); },
                      .seconds_between = args.checkpoint_seconds};
  if (args.resume) {
    seam.from = file.load();
    context.say(seam.from ? fmt::format("going on after iteration {} of {}",
                                        seam.from->optimiser.iteration, file.path().string())
                          : fmt::format("there is no {}: starting anew", file.path().string()));
  } else if (std::filesystem::exists(file.path())) {
    context.say("starting anew; --resume would go on from " + file.path().string());
  }
  return seam;
}

void print_summary(const TrainArgs& args, const TrainedModel& trained,
                   const std::optional<Evaluation>& test, double seconds, const Context& context) {
  const TrainingSummary& summary = trained.summary;
  if (summary.skipped > 0) {
    context.say(
        fmt::format("{} of {} training queries cannot contribute to the loss (one "
                    "document, or no two of different label); measures count them",
                    summary.skipped, summary.queries));
  }
  context.out << print_training(trained, args.model, test, seconds, context.format);
}

void run_train(const TrainArgs& args, const Context& context) {
  const OptionText options = args.learning.options();
  const MetricPlan metric = args.learning.metric_plan();
  const std::vector<Measure> measures =
      parse_measures(args.learning.measures, find_profile(args.learning.profile));
  check_writable(args.model);
  std::optional<RankingModel> start;
  if (!args.start.empty()) start = load_model(args.start);
  const PreparedTraining data = read_and_prepare(args, metric, context);

  const AlgorithmEntry& entry = find_algorithm(args.learning.algorithm);
  if (!data.train().columns().row_weight.empty() && !entry.is_composed &&
      (entry.loss.empty() || !find_loss(entry.loss).weighs_documents)) {
    context.say(args.learning.algorithm + " does not look at the weights of rows");
  }
  const CheckpointFile file(
      args.model + ".checkpoint",
      run_identity(args.learning.algorithm, options, data, start ? &*start : nullptr));
  std::optional<TrainedModel> trained;
  double seconds = 0.0;
  {
    const InterruptWatch interrupt;
    ProgressLine line(context);
    trained = train(args.learning.algorithm, options, data,
                    {.start = start ? &*start : nullptr,
                     .progress = progress_sink(interrupt, line, args.learning.metric, context),
                     .checkpoint = checkpoint_seam(args, file, context)});
    seconds = line.seconds();
  }
  save_model(trained->model, args.model);
  if (trained->summary.interrupted) {
    throw Interrupted(
        fmt::format("interrupted after iteration {}; the best model so far is in {}, "
                    "--resume goes on",
                    trained->summary.iterations, args.model));
  }
  file.remove();
  std::optional<Evaluation> test;
  if (!args.test.empty()) {
    const Dataset unseen =
        read_with_remarks(args.test, args.learning.read, FeatureDetail::single, context);
    test = evaluate_scores(unseen, score(trained->model, unseen), measures, metric,
                           data.plan().truth, data.plan().seed);
  }
  print_summary(args, *trained, test, seconds, context);
}

}  // namespace

void add_train_command(CLI::App& app, Context& context) {
  add_command(app, context, "train", "a model from judged data", [](CLI::App& command) -> Action {
    auto args = std::make_shared<TrainArgs>();
    command.add_option("--train", args->train, "data to learn from")->type_name("FILE")->required();
    command.add_option("--vali", args->vali, "data to choose the best iteration by")
        ->type_name("FILE");
    command.add_option("--test", args->test, "data to measure the model on")->type_name("FILE");
    command.add_option("--model", args->model, "where the model goes")
        ->type_name("FILE")
        ->required();
    command.add_option("--start", args->start, "a model to start from")->type_name("MODEL");
    command.add_flag("--resume", args->resume, "go on from MODEL.checkpoint if it is there");
    command
        .add_option("--checkpoint-seconds", args->checkpoint_seconds,
                    "time between checkpoints; 0 keeps every iteration")
        ->type_name("SECONDS")
        ->capture_default_str();
    args->learning.add_to(command);
    return [args](const Context& ctx) { run_train(*args, ctx); };
  });
}

}  // namespace podium
