#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/learning/choice_run.hpp"
#include "podium/cli/learning/print_training.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preference_pairs.hpp"
#include "podium/core/prepare/folds.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/learning/experiment/evaluation_report.hpp"
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
/// as train, vali (if there is such data) and test.
struct FoldSource {
  std::size_t count = 0;
  std::vector<std::filesystem::path> files;
  std::function<std::vector<NamedDataset>(std::size_t)> load;
  bool has_baseline = false;     ///< a file, whose scores the folds have as a feature
  bool numbers_queries = false;  ///< by their place in the file: equal ids are not the same query
  /// Folds are loaded at the same time, but they speak one after the other.
  std::shared_ptr<std::mutex> speaking = std::make_shared<std::mutex>();
};

/// A grid without --tune is chosen from as papers do: on the validation data of each fold.
TuneRule rule_of(const CrossvalArgs& args, bool has_vali) {
  return args.learning.tune_rule(!args.learning.grid.empty() || !args.pairs.empty(), has_vali);
}

/// The file of a baseline, if --baseline names one: the first training data is read to know its
/// features only if there is a file of that name.
FoundBaseline baseline_of_folder(const CrossvalArgs& args, const FoldFiles& first,
                                 const Context& context) {
  const std::string& named = args.learning.baseline;
  if (named.empty() || !std::filesystem::exists(named)) return nullptr;
  FoundBaseline baseline =
      find_baseline(named, read_dataset(first.train, args.learning.read_training()), context);
  if (baseline && baseline->kind() == BaselineKind::scores) {
    throw UsageError("--baseline " + named +
                     ": one file of scores cannot be that of all folds; a run, which names queries "
                     "and documents, can");
  }
  return baseline;
}

/// Whether the folds of a folder have validation files. Throws UsageError where only some have.
bool has_vali_files(const CrossvalArgs& args) {
  if (args.folds.empty()) return false;
  const std::vector<FoldFiles> folds = find_folds(args.folds);
  const auto lacking =
      std::ranges::find_if(folds, [](const FoldFiles& fold) { return !fold.vali; });
  if (lacking == folds.end()) return true;
  if (std::ranges::none_of(folds, [](const FoldFiles& fold) { return fold.vali.has_value(); })) {
    return false;
  }
  throw UsageError(
      fmt::format("fold {} has no file vali.txt or validationset.txt, but others do; give one to "
                  "all folds or to none",
                  in_quotes(lacking->name)));
}

/// Throws UsageError where validation data is needed and there is none.
void check_has_vali(const CrossvalArgs& args, const CrossvalPlan& plan, bool has_files) {
  if (args.folds.empty() || has_files) return;
  const bool splits = plan.tune && plan.tune->rule == TuneRule::split;
  const bool refits = args.learning.refit_with_vali;
  if (!splits && !refits && plan.grid.empty()) return;
  throw UsageError(fmt::format(
      "fold {} has no file vali.txt or validationset.txt, {}",
      in_quotes(find_folds(args.folds).front().name),
      refits ? std::string("which --refit-with-vali would train on")
             : fmt::format("by which {} chooses options; --tune inner chooses them by parts of the "
                           "training data",
                           splits ? "--tune split" : "--grid")));
}

/// Tells the user what validation files are for where options are tuned.
void say_vali_files(const CrossvalPlan& plan, const Context& context) {
  const bool splits = plan.tune->rule == TuneRule::split;
  if (plan.tune->refits_with_vali) {
    context.say(splits ? "validation files chose the options, and models were trained on them, too"
                       : "validation files were used like training data");
  } else {
    context.say(splits ? "validation files chose the options; --refit-with-vali trains on both"
                       : "validation files were not used, because of --tune inner; "
                         "--refit-with-vali adds them to the training data");
  }
}

FoldSource folds_of_folder(const CrossvalArgs& args, const Context& context) {
  auto folds = std::make_shared<const std::vector<FoldFiles>>(find_folds(args.folds));
  FoldSource source{.count = folds->size(), .numbers_queries = !args.learning.read.groups.empty()};
  for (const FoldFiles& fold : *folds) {
    source.files.push_back(fold.train);
    if (fold.vali) source.files.push_back(*fold.vali);
    source.files.push_back(fold.test);
    for (const std::filesystem::path& beside : files_beside(fold.test)) {
      const bool has_groups = beside.extension() == ".query" || beside.extension() == ".group";
      source.numbers_queries = source.numbers_queries || has_groups;
    }
  }
  const FoundBaseline baseline = baseline_of_folder(args, folds->front(), context);
  source.has_baseline = baseline != nullptr;
  source.load = [folds, baseline, speaking = source.speaking, &args, &context](std::size_t fold) {
    const FoldFiles& files = (*folds)[fold];
    const LearningArgs& learning = args.learning;
    const auto part = [&](const std::filesystem::path& path, SplitRole role) -> NamedDataset {
      const bool trains = role == SplitRole::train;
      const DataUse use{trains && args.pairs.empty(), !trains, learning.measuring.lists()};
      ReadReport report;
      const Dataset data =
          read_dataset(path, trains ? learning.read_training() : learning.read_held_out(), &report);
      const std::scoped_lock lock(*speaking);
      say_remarks(path.string(), report, context);
      Dataset judged = with_unjudged_said(data, path.string(), learning.unjudged, use, context);
      if (baseline) judged = with_baseline(judged, path.string(), *baseline, context);
      NamedDataset named{path.string(), std::move(judged), role, report.numbers_queries()};
      if (fold == 0 && trains) say_findings(named, learning, context);
      return named;
    };
    std::vector<NamedDataset> parts = {part(files.train, SplitRole::train)};
    if (files.vali) parts.push_back(part(*files.vali, SplitRole::vali));
    parts.push_back(part(files.test, SplitRole::test));
    return parts;
  };
  return source;
}

FoldSource folds_of_data(const CrossvalArgs& args, const Context& context) {
  Dataset data = with_unjudged_said(
      read_with_remarks(args.data, args.learning.read_training(), FeatureDetail::single, context),
      args.data, args.learning.unjudged,
      {args.pairs.empty(), true, args.learning.measuring.lists()}, context);
  say_findings({args.data, data}, args.learning, context);
  const FoundBaseline baseline = find_baseline(args.learning.baseline, data, context);
  if (baseline) data = with_baseline(data, args.data, *baseline, context);
  const std::vector<Fold> folds =
      rotate_folds(cut_evenly(all_queries(data.query_count(), context.seed), args.fold_count));
  return {.count = folds.size(),
          .files = {args.data},
          .load = [data, folds](std::size_t fold) -> std::vector<NamedDataset> {
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
  std::vector<NamedDataset> parts = source.load(fold);
  const std::scoped_lock lock(*source.speaking);
  check_split(parts, in_order, context);
  FoldData data{parts.front().data, parts.size() == 3 ? parts[1].data : Dataset(),
                parts.back().data};
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
      "{} tune {}{} unjudged {} measures {} read {} pairs {} by position {}; {} folds "
      "of {} files {}",
      learning_identity(learning, context), learning.tune, learning.refit_with_vali ? " refit" : "",
      learning.unjudged, learning.measures, fmt::join(read, " "), pairs, learning.by_position,
      source.count, files.size(), fingerprint_of(files));
}

CrossvalPlan plan_of(const CrossvalArgs& args, bool has_vali, const Context& context) {
  CrossvalPlan plan{.algorithm = args.learning.algorithm,
                    .options = args.learning.options(),
                    .preparation = args.learning.preparation(context.seed),
                    .metric = args.learning.metric_plan(),
                    .measures = args.learning.measure_list()};
  const TuneRule rule = rule_of(args, has_vali);
  if (rule == TuneRule::none) {
    plan.grid = args.learning.axes();
  } else {
    if (!args.pairs.empty()) {
      throw UsageError(
          "crossval: options cannot be tuned together with --pairs; --tune none trains without");
    }
    plan.tune = args.learning.tune_plan(rule, context.seed);
    // Of one file, all but the test part is training data.
    if (args.folds.empty() && rule == TuneRule::inner) plan.tune->refits_with_vali = true;
  }
  return plan;
}

/// Each with the first fold that has it. Those that differ in numbers alone are of one kind.
void say_remarks_of_training(std::span<const FoldOutcome> folds, const Context& context) {
  const auto kind_of = [](const std::string& remark) {
    std::string kind = remark.substr(0, remark.find(';'));
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    return kind;
  };
  std::map<std::string, std::size_t> folds_of;
  for (const FoldOutcome& fold : folds) {
    for (const std::string& remark : fold.remarks) ++folds_of[kind_of(remark)];
  }
  for (std::size_t f = 0; f < folds.size(); ++f) {
    for (const std::string& remark : folds[f].remarks) {
      const auto kind = folds_of.extract(kind_of(remark));
      if (kind.empty()) continue;
      context.say(fmt::format("fold {}: {}{}", f + 1, remark,
                              kind.mapped() < 2 ? ""
                                                : fmt::format("; similar in {} of {} folds",
                                                              kind.mapped(), folds.size())));
    }
  }
}

/// Repeated or random splits test a query several times, which the mean is not told.
void say_repeated_tests(const CrossvalArgs& args, const FoldSource& source,
                        std::span<const FoldOutcome> folds, const Context& context) {
  std::unordered_map<std::string_view, std::size_t> first;
  std::unordered_set<std::string_view> repeated;
  std::string example;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    for (const std::string& query : folds[f].test.query) {
      const auto [seen, is_new] = first.emplace(query, f);
      if (is_new || !repeated.insert(query).second) continue;
      if (repeated.size() > 1) continue;
      example = fmt::format("{} in folds {} and {}", in_quotes(query), seen->second + 1, f + 1);
    }
  }
  if (repeated.empty() || source.numbers_queries) return;
  context.say(fmt::format(
      "warning: {} in the test data of several folds, the first: {}; the mean and its interval "
      "count it each time{}",
      counted(repeated.size(), "query is", "queries are"), example,
      args.per_query.empty() ? "" : ", and podium compare refuses " + args.per_query));
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
  const HistogramLimit histograms = args.learning.histogram_limit();
  const bool has_vali = has_vali_files(args);
  CrossvalPlan plan = plan_of(args, has_vali, context);
  check_has_vali(args, plan, has_vali);
  args.learning.check_set(has_vali || args.folds.empty() || plan.tune);
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
    context.say(fmt::format("{} of {} folds add nothing to the loss; measures include them",
                            counted(skipped, "training query", "training queries"), folds.size()));
  }
  say_remarks_of_training(folds, context);
  if (plan.tune && has_vali) say_vali_files(plan, context);
  if (plan.tune) say_nothing_held_out(folds, context);
  say_repeated_tests(args, source, folds, context);
  if (!args.per_query.empty()) write_per_query(args.per_query, folds);
  context.out << print_crossval(plan, folds, args.learning.intervals, context.format);
}

}  // namespace

void add_crossval_command(Command& podium) {
  Command& command = podium.add(
      "crossval", "run cross-validation of an algorithm, with options selected on validation data");
  auto* const args = command.runs(run_crossval);
  command.description =
      "For each fold, options are chosen without the test data, and the measures of the model on "
      "test data are reported. Without --set and --grid, options are chosen as in podium train, by "
      "the validation files of the folds if there are any. "
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
          [args] { return args->folds.empty() || args->learning.read.row_weights == no_weights; },
          "--data: one file cannot have the weights of all folds");
  command.flag("--by-position").needs("--folds");
  command.flag("--refit-with-vali")
      .only_if(
          [args] {
            const TuneRule rule = rule_of(*args, !args->folds.empty());
            return rule == TuneRule::split || (rule == TuneRule::inner && !args->folds.empty());
          },
          "options that the data chooses, by --folds or --tune split");
  command.examples = {
      {"podium crossval ranksvm --data all.txt --grid c=0.01,0.1,1 --state cv.jsonl",
       "select the trade-off C of a Ranking SVM by five-fold cross-validation"}};
}

}  // namespace podium::cli
