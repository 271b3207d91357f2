#include "podium/cli/learning/tuned_training.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/learning/tuning_file.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium::cli {

namespace {

/// The file of finished trainings, if there is a place for it.
std::unique_ptr<TuningFile> open_file(const std::string& model, bool resume,
                                      const std::string& identity, const Context& context) {
  if (is_stream(model)) return nullptr;
  const std::filesystem::path path = model + ".checkpoint";
  if (!resume && std::filesystem::exists(path)) {
    say_unused_checkpoint(path, TuningFile::is_of(path, identity), context);
    std::filesystem::remove(path);
  }
  auto file = std::make_unique<TuningFile>(path, identity);
  if (resume) context.say(fmt::format("{} are already done", counted(file->known(), "training")));
  return file;
}

}  // namespace

void say_unused_checkpoint(const std::filesystem::path& file, bool is_own, const Context& context) {
  context.say(
      is_own ? "starting from the beginning; --resume would have continued from " + file.string()
             : file.string() +
                   " belongs to a training with other data or options and will be replaced");
}

std::string tuning_identity(const LearningArgs& args, TuneRule rule, const Dataset& train,
                            const Dataset* vali, const Context& context) {
  return fmt::format(
      "{} set {} grid {} tune {} baseline {} truth {} metric {} profile {} fill {} normalise {} "
      "categorical {} seed {} train {} vali {}{}{}",
      args.algorithm, fmt::join(args.set, " "), fmt::join(args.grid, " "),
      tune_rule_names[static_cast<std::size_t>(rule)], args.baseline, args.truth, args.metric,
      args.profile, args.fill, args.normalise, args.categorical, context.seed,
      data_fingerprint(train), vali == nullptr ? "none" : data_fingerprint(*vali),
      args.definitions().text(), args.measuring.rules_text());
}

TunedRun run_tuning(const LearningArgs& args, TuneRule rule, const Dataset& train,
                    const Dataset* vali, const std::string& model, bool resume,
                    const Context& context) {
  const InterruptWatch interrupt;  // before there is a file to continue from
  const TunePlan plan = args.tune_plan(rule, context.seed);
  const std::unique_ptr<TuningFile> file =
      open_file(model, resume, tuning_identity(args, rule, train, vali, context), context);
  const TuneMemory memory = file ? file->memory() : TuneMemory{};
  std::optional<Tuning> tuning;
  double seconds = 0.0;
  {
    ProgressLine line(context);
    bool was_said = !args.is_automatic();
    const auto progress = [&](std::size_t done, std::size_t of) {
      if (!std::exchange(was_said, true)) {
        context.say(fmt::format("choosing among algorithms: at most {}", counted(of, "training")));
      }
      line.show(done, of, "trainings");
      return !interrupt.was_interrupted();
    };
    tuning = or_without_checkpoint(file ? model + ".checkpoint" : "",
                                   [&] { return tune(plan, train, vali, memory, progress); });
    seconds = line.seconds();
  }
  if (!tuning) {
    throw Interrupted(file ? "interrupted while options were chosen; --resume continues"
                           : "interrupted while options were chosen");
  }
  if (file) std::filesystem::remove(model + ".checkpoint");
  return {std::move(*tuning), seconds};
}

MeasuredTest measure_test(const LearningArgs& args, const RankingModel& model,
                          std::span<const NamedDataset> parts, const Context& context) {
  const MetricPlan metric = args.metric_plan();
  const Dataset& unseen = parts.back().data;
  double highest = 0.0;
  for (const NamedDataset& part : parts) highest = std::max(highest, highest_label(part.data));
  const PreparationPlan plan = args.preparation(context.seed);
  const Evaluation test =
      evaluate_scores(unseen, score(model, unseen), with_top_grade(args.measure_list(), highest),
                      metric, plan.truth, plan.seed);
  return {test, args.intervals, mean_intervals(test, args.intervals, context.seed),
          metric.skips_blank};
}

}  // namespace podium::cli
