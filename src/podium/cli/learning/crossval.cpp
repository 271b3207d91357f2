#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/learning/choice_run.hpp"
#include "podium/cli/learning/print_training.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/cli/measure/print_evaluation.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preference_pairs.hpp"
#include "podium/core/prepare/folds.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/learning/study/source.hpp"

namespace podium::cli {

namespace {

struct CrossvalArgs {
  LearningArgs learning;
  std::string folds;
  std::string data;
  std::size_t fold_count = 5;
  std::string pairs;
  std::string state;
  std::string per_query;
};

/// A source of folds: their number, the files that they are read from, and a function to load each
/// as train, vali and test.
struct FoldSource {
  std::size_t count = 0;
  std::vector<std::filesystem::path> files;
  std::function<std::array<NamedDataset, 3>(std::size_t)> load;
  bool has_baseline = false;  ///< a file, whose scores the folds have as a feature
  /// Folds are loaded at the same time, but they speak one after the other.
  std::shared_ptr<std::mutex> speaking = std::make_shared<std::mutex>();
};

/// The file of a baseline, if --baseline names one: the first training data is read to know its
/// features only if there is a file of that name.
FoundBaseline baseline_of_folder(const CrossvalArgs& args, const FoldFiles& first,
                                 const Context& context) {
  const std::string& named = args.learning.baseline;
  if (named.empty() || !std::filesystem::exists(named)) return nullptr;
  FoundBaseline baseline =
      find_baseline(named, read_dataset(first.train, args.learning.read), context);
  if (baseline && baseline->kind() == BaselineKind::scores) {
    throw UsageError("--baseline " + named +
                     ": one file of scores cannot be that of all folds; a run, which names queries "
                     "and documents, can");
  }
  return baseline;
}

FoldSource folds_of_folder(const CrossvalArgs& args, const Context& context) {
  auto folds = std::make_shared<const std::vector<FoldFiles>>(find_folds(args.folds));
  FoldSource source{.count = folds->size()};
  for (const FoldFiles& fold : *folds) {
    if (!fold.vali) {
      throw UsageError("fold " + in_quotes(fold.name) +
                       " has no validation file; options are selected on validation data");
    }
    source.files.insert(source.files.end(), {fold.train, *fold.vali, fold.test});
  }
  const FoundBaseline baseline = baseline_of_folder(args, folds->front(), context);
  source.has_baseline = baseline != nullptr;
  source.load = [folds, baseline, speaking = source.speaking, &args,
                 &context](std::size_t fold) -> std::array<NamedDataset, 3> {
    const FoldFiles& files = (*folds)[fold];
    const LearningArgs& learning = args.learning;
    const auto part = [&](const std::filesystem::path& path, SplitRole role) -> NamedDataset {
      const bool trains = role == SplitRole::train;
      const DataUse use{trains && args.pairs.empty(), !trains, learning.measuring.lists()};
      ReadReport report;
      const Dataset data =
          read_dataset(path, trains ? learning.read : learning.read_held_out(), &report);
      const std::scoped_lock lock(*speaking);
      say_remarks(path.string(), report, context);
      Dataset judged = with_unjudged_said(data, path.string(), learning.unjudged, use, context);
      if (baseline) judged = with_baseline(judged, path.string(), *baseline, context);
      NamedDataset named{path.string(), std::move(judged), role, report.numbers_queries()};
      if (fold == 0 && trains) say_id_features(named, context);
      return named;
    };
    return {part(files.train, SplitRole::train), part(*files.vali, SplitRole::vali),
            part(files.test, SplitRole::test)};
  };
  return source;
}

FoldSource folds_of_data(const CrossvalArgs& args, const Context& context) {
  Dataset data = with_unjudged_said(
      read_with_remarks(args.data, args.learning.read, FeatureDetail::single, context), args.data,
      args.learning.unjudged, {args.pairs.empty(), true, args.learning.measuring.lists()}, context);
  say_id_features({args.data, data}, context);
  const FoundBaseline baseline = find_baseline(args.learning.baseline, data, context);
  if (baseline) data = with_baseline(data, args.data, *baseline, context);
  const std::vector<Fold> folds =
      rotate_folds(cut_evenly(all_queries(data.query_count(), context.seed), args.fold_count));
  return {.count = folds.size(),
          .files = {args.data},
          .load = [data, folds](std::size_t fold) -> std::array<NamedDataset, 3> {
            const auto part = [&](const char* name, SplitRole role,
                                  const QueryList& queries) -> NamedDataset {
              return {fmt::format("fold {} {}", fold + 1, name), take_queries(data, queries), role};
            };
            return {part("train", SplitRole::train, folds[fold].train),
                    part("vali", SplitRole::vali, folds[fold].vali),
                    part("test", SplitRole::test, folds[fold].test)};
          },
          .has_baseline = baseline != nullptr};
}

/// The fold's data, checked, with the pairs of its training data if there is a file of them.
FoldData load_fold(const FoldSource& source, std::size_t fold, const std::string& pairs,
                   bool in_order, const Context& context) {
  std::array<NamedDataset, 3> parts = source.load(fold);
  const std::scoped_lock lock(*source.speaking);
  check_split(parts, in_order, context);
  FoldData data{parts[0].data, parts[1].data, parts[2].data};
  if (pairs.empty()) return data;
  PreferencePairs found =
      read_preference_pairs(pairs, data.train, std::array{data.vali, data.test});
  context.say(fmt::format("{}, fold {}: {}", pairs, fold + 1, found.remark()));
  data.pairs = std::move(found.pairs);
  return data;
}

/// What the results depend on; files by their bytes, whatever they are called.
std::string identity_of(const CrossvalArgs& args, const FoldSource& source,
                        const Context& context) {
  LearningArgs learning = args.learning;
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& path : source.files) {
    files.push_back(path);
    for (std::filesystem::path& beside : files_beside(path)) files.push_back(std::move(beside));
  }
  const auto add = [&](std::string& file) { files.emplace_back(std::exchange(file, "by file")); };
  for (std::string* file :
       {&learning.read.groups, &learning.read.query_weights, &learning.read.row_weights}) {
    if (!file->empty() && *file != no_weights) add(*file);
  }
  if (source.has_baseline) add(learning.baseline);
  std::string pairs = args.pairs;
  if (!pairs.empty()) add(pairs);
  std::vector<std::string> read;
  for (const auto& [name, value] : options_text(learning.read)) read.push_back(name + "=" + value);
  return fmt::format(
      "{} tune {} unjudged {} measures {} read {} pairs {} by position {}; {} folds "
      "of {} files {}",
      learning_identity(learning, context), learning.tune, learning.unjudged, learning.measures,
      fmt::join(read, " "), pairs, learning.by_position, source.count, files.size(),
      fingerprint_of(files));
}

CrossvalPlan plan_of(const CrossvalArgs& args, const Context& context) {
  CrossvalPlan plan{.algorithm = args.learning.algorithm,
                    .options = args.learning.options(),
                    .preparation = args.learning.preparation(context.seed),
                    .metric = args.learning.metric_plan(),
                    .measures = args.learning.measure_list()};
  // A grid without --tune is chosen from as papers do: on the validation data of each fold.
  const TuneRule rule = args.learning.tune_rule(!args.learning.grid.empty() || !args.pairs.empty());
  if (rule == TuneRule::none) {
    plan.grid = args.learning.axes();
  } else {
    if (!args.pairs.empty()) {
      throw UsageError(
          "crossval: options cannot be tuned together with --pairs; --tune none trains without");
    }
    plan.tune = args.learning.tune_plan(rule, context.seed);
  }
  return plan;
}

/// The test queries of all folds under one header, for podium compare.
void write_per_query(const std::string& path, std::span<const FoldOutcome> folds) {
  std::string text;
  for (const FoldOutcome& fold : folds) {
    const std::string part = per_query_csv(fold.test);
    text += text.empty() ? part : part.substr(part.find('\n') + 1);
  }
  write_file(path, text);
}

void say_nothing_held_out(std::span<const FoldOutcome> folds, const Context& context) {
  const auto count = std::ranges::count_if(
      folds, [](const FoldOutcome& fold) { return std::isnan(fold.cells[fold.best].value); });
  if (count == 0) return;
  context.say(fmt::format(
      "{}: no queries were held out to choose options by, since there were too few of them or "
      "nothing to choose; there is no value on held-out queries",
      counted(static_cast<std::size_t>(count), "fold")));
}

void run_crossval(const CrossvalArgs& args, const Context& context) {
  if (args.folds.empty() == args.data.empty()) {
    throw UsageError("crossval: give either --folds DIR or --data FILE");
  }
  if (!args.pairs.empty()) check_takes_pairs(args.learning.algorithm);
  args.learning.check_set(true);
  const HistogramLimit histograms = args.learning.histogram_limit();
  CrossvalPlan plan = plan_of(args, context);
  if (!args.per_query.empty()) check_writable(args.per_query);
  const FoldSource source =
      args.folds.empty() ? folds_of_data(args, context) : folds_of_folder(args, context);
  if (source.has_baseline) plan.tune->baseline = baseline_feature;

  std::optional<CellLog<FoldOutcome>> log;
  if (!args.state.empty()) {
    log.emplace(LoggedRun{.path = args.state,
                          .identity = identity_of(args, source, context),
                          .label = "--state",
                          .what = "cross-validation"});
    if (log->size() > 0) {
      context.say(fmt::format("{} of {} parts are already done", log->size(),
                              source.count * cell_count(plan)));
    }
  }
  const auto load = [&](std::size_t fold) {
    return load_fold(source, fold, args.pairs, args.learning.by_position, context);
  };
  const std::vector<FoldOutcome> folds = cross_validate(
      plan, source.count, load, log ? &*log : nullptr, RunWatch(context).sink("parts of folds"));
  if (folds.empty()) {
    throw Interrupted(args.state.empty()
                          ? "interrupted; with --state FILE finished parts would have been kept"
                          : "interrupted; the same command continues where it stopped");
  }
  std::size_t skipped = 0;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    skipped += folds[f].skipped;
    if (folds[f].ranks_nothing) {
      args.learning.refuse_empty(fmt::format("fold {}: the model", f + 1), context);
    }
  }
  if (skipped > 0) {
    context.say(
        fmt::format("{} training queries in {} folds do not contribute to the loss; measures "
                    "include them",
                    skipped, folds.size()));
  }
  if (plan.tune) say_nothing_held_out(folds, context);
  if (!args.per_query.empty()) write_per_query(args.per_query, folds);
  context.out << print_crossval(plan, folds, args.learning.intervals, context.format);
}

}  // namespace

void add_crossval_command(Command& podium) {
  Command& command = podium.add(
      "crossval", "run cross-validation of an algorithm, with options selected on validation data");
  auto args = std::make_shared<CrossvalArgs>();
  command.description =
      "For each fold, options are chosen without the test data, and the measures of the model on "
      "test data are reported. Without --set and --grid, options are chosen as in podium train. "
      "With --grid, a model is trained for every combination of its values, and the one that is "
      "best on the validation data of the fold is selected; --tune inner chooses among them as in "
      "podium train.";
  command.option("--folds", args->folds, "folder with Fold1, Fold2, ... as in LETOR")
      .reads("DIR")
      .inside(fold_files());
  command.option("--data", args->data, "data set to split into folds").reads("FILE");
  command.number("--fold-count", args->fold_count, "number of folds for --data").needs("--data");
  command
      .option("--pairs", args->pairs,
              "preferences between documents, to learn instead of the labels of the training data; "
              "for algorithms that order pairs")
      .reads("FILE")
      .excludes({"--truth", "--categorical"});
  command
      .option("--state", args->state,
              "file for finished parts; if interrupted, the same command continues from it")
      .updates("FILE");
  command
      .option("--per-query", args->per_query,
              "write the test values of each query to this file, for podium compare")
      .writes("FILE");
  args->learning.add_to(command);
  command.flag("--row-weights")
      .only_if(
          [args = args.get()] {
            return args->folds.empty() || args->learning.read.row_weights == no_weights;
          },
          "--data: one file cannot have the weights of all folds");
  command.flag("--by-position").needs("--folds");
  command.examples = {
      {"podium crossval ranksvm --data all.txt --grid c=0.01,0.1,1 --state cv.jsonl",
       "select the trade-off C of a Ranking SVM by five-fold cross-validation"}};
  command.action = [args](const Context& context) { run_crossval(*args, context); };
}

}  // namespace podium::cli
