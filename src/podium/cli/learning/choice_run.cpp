#include "podium/cli/learning/choice_run.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium::cli {

namespace {

/// Empty for a model that goes to a stream.
std::filesystem::path checkpoint_of(const std::string& model) {
  return is_stream(model) ? "" : model + ".checkpoint";
}

}  // namespace

void say_unused_checkpoint(const std::filesystem::path& file, bool is_own, const Context& context) {
  context.say(
      is_own ? "starting from the beginning; --resume would have continued from " + file.string()
             : file.string() +
                   " belongs to a training with other data or options, or to an earlier version, "
                   "and will be replaced");
}

std::string learning_identity(const LearningArgs& args, const Context& context) {
  return fmt::format(
      "{} set {} grid {} baseline {} truth {} metric {} profile {} fill {} normalise {} "
      "categorical {} seed {}{}{}{}",
      args.algorithm, fmt::join(args.set, " "), fmt::join(args.grid, " "), args.baseline,
      args.truth, args.metric, args.profile, args.fill, args.normalise, args.categorical,
      context.seed, args.definitions().text(), args.measuring.rules_text(),
      args.single ? " single" : "");
}

std::string choice_identity(const LearningArgs& args, TuneRule rule, const Dataset& train,
                            const Dataset* vali, const Context& context) {
  return fmt::format("{} tune {} train {} vali {}", learning_identity(args, context),
                     tune_rule_names[static_cast<std::size_t>(rule)], data_fingerprint(train),
                     vali == nullptr ? "none" : data_fingerprint(*vali));
}

void say_use_of_vali(const LearningArgs& args, TuneRule rule, std::size_t train_queries,
                     std::size_t vali_queries, const Context& context) {
  const auto queries = [](std::size_t count) { return counted(count, "query", "queries"); };
  const std::string vali = fmt::format("validation data ({})", queries(vali_queries));
  if (!args.refit_with_vali) {
    context.say(fmt::format("trained on {}; {} chose the options; --refit-with-vali trains on both",
                            queries(train_queries), vali));
    return;
  }
  context.say(fmt::format("trained on {}: training data and {}{}; measures on either say nothing",
                          queries(train_queries + vali_queries), vali,
                          rule == TuneRule::split ? ", which had chosen the options" : ""));
}

double run_choice(const std::string& model, const std::string& identity, Resumption resumption,
                  const Context& context, const ChoiceWork& work) {
  RunWatch watch(context);  // before there is a file to continue from
  const LoggedRun run{.path = checkpoint_of(model), .identity = identity};
  std::optional<CellLog<CellScores>> log;
  if (!run.path.empty()) {
    if (resumption == Resumption::not_wanted && std::filesystem::exists(run.path)) {
      say_unused_checkpoint(run.path, CellFile::is_of(run), context);
      std::filesystem::remove(run.path);
    }
    log.emplace(run);
    if (log->size() > 0 || resumption == Resumption::asked_for) {
      context.say(fmt::format("{} already done", log->size() == 1
                                                     ? "1 training is"
                                                     : to_text(log->size()) + " trainings are"));
    }
  }
  const RunProgressSink sink = watch.sink("trainings");
  if (or_without_checkpoint(run.path, [&] { return work(log ? &*log : nullptr, sink); })) {
    return watch.seconds();
  }
  throw Interrupted(!log                               ? "interrupted while options were chosen"
                    : resumption == Resumption::always ? "interrupted; the same command continues "
                                                         "where it stopped"
                                                       : "interrupted while options were chosen; "
                                                         "--resume continues");
}

void remove_checkpoint(const std::string& model) {
  if (const std::filesystem::path file = checkpoint_of(model); !file.empty()) {
    std::filesystem::remove(file);
  }
}

std::vector<NamedDataset> read_parts(const LearningArgs& args,
                                     const std::array<std::string, 3>& paths, bool has_pairs,
                                     const Context& context) {
  constexpr std::array roles = {SplitRole::train, SplitRole::vali, SplitRole::test};
  std::vector<NamedDataset> parts;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].empty()) continue;
    const bool trains = roles[i] == SplitRole::train;
    ReadOptions options = trains ? args.read_training() : args.read_held_out();
    options.needs_labels = !(trains && has_pairs);
    ReadReport report;
    Dataset data = read_with_remarks(paths[i], options, FeatureDetail::single, context, &report);
    if (!options.needs_labels) data = without_labels(data);
    parts.push_back({paths[i],
                     with_unjudged_said(data, paths[i], args.unjudged,
                                        {trains, !trains, args.measuring.lists()}, context),
                     roles[i], report.numbers_queries()});
  }
  return parts;
}

MeasuredTest measure_held_out(const LearningArgs& args, const Dataset& held_out,
                              std::span<const double> scores, std::span<const NamedDataset> parts,
                              const Context& context) {
  double highest = 0.0;
  for (const NamedDataset& part : parts) {
    if (part.role != SplitRole::test) highest = std::max(highest, highest_label(part.data));
  }
  const MetricPlan metric = with_top_grade(args.metric_plan(), highest);
  const Evaluation found = evaluate_scores(held_out, scores, std::span(&metric.metric, 1), metric,
                                           parse_truth_setting(args.truth), context.seed);
  return {found, args.intervals, mean_intervals(found, args.intervals, context.seed),
          metric.skips_blank};
}

namespace {

Evaluation test_values(const LearningArgs& args, std::span<const double> scores,
                       std::span<const NamedDataset> parts, const Context& context) {
  double highest = 0.0;
  for (const NamedDataset& part : parts) highest = std::max(highest, highest_label(part.data));
  const PreparationPlan plan = args.preparation(context.seed);
  return naming(parts.back().name, [&] {
    return evaluate_scores(parts.back().data, scores, with_top_grade(args.measure_list(), highest),
                           args.metric_plan(), plan.truth, plan.seed);
  });
}

}  // namespace

void check_test(const LearningArgs& args, std::span<const NamedDataset> parts,
                const Context& context) {
  const std::vector<double> zeros(parts.back().data.row_count());
  (void)test_values(args, zeros, parts, context);
}

MeasuredTest measure_test(const LearningArgs& args, const RankingModel& model,
                          std::span<const NamedDataset> parts, const Context& context) {
  const Evaluation test = test_values(args, score(model, parts.back().data), parts, context);
  return {test, args.intervals, mean_intervals(test, args.intervals, context.seed),
          args.metric_plan().skips_blank};
}

}  // namespace podium::cli
