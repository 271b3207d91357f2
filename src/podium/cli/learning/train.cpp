#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/learning/calibration_run.hpp"
#include "podium/cli/learning/choice_run.hpp"
#include "podium/cli/learning/front_report.hpp"
#include "podium/cli/learning/print_training.hpp"
#include "podium/cli/learning/search_budget.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/data/query_pairs.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/orders/preference_pairs.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/experiment/tuning/baseline_comparison.hpp"
#include "podium/learning/experiment/tuning/front.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct TrainArgs {
  LearningArgs learning;
  std::string train;
  std::string vali;
  std::string test;
  std::string pairs;
  std::string vali_pairs;
  std::string model;
  std::string start;
  bool resume = false;
  double checkpoint_seconds = 20.0;
  std::optional<SearchTime> budget;
  std::string also;
  std::string labels;
  double lambda = 0.0;
  std::string maximise;
  double sure = 0.0;
  std::string report;
  std::string scratch;

  bool has_second_label() const { return !also.empty() || !labels.empty(); }
  std::string second_label() const {
    return also.empty() ? ranker_files({labels}).front().name : also;
  }
  std::vector<double> calibrate;
};

/// What a training works with. All of it is read first: a file that does not fit is refused before
/// time is spent.
struct TrainingInput {
  PreparedTraining training;
  std::optional<QueryPairs> vali_pairs;
};

QueryPairs read_pairs(const std::string& path, const Dataset& data, const Context& context) {
  PreferencePairs found = read_preference_pairs(path, data);
  context.say(path + ": " + found.remark());
  return std::move(found.pairs);
}

/// How features are prepared: as those of the model to start from, whose parameters are for these.
PreparationPlan preparation_plan(const LearningArgs& args, const RankingModel* start,
                                 std::uint64_t seed) {
  PreparationPlan plan = args.preparation(seed);
  if (start == nullptr) return plan;
  if (start->baseline && find_algorithm(args.algorithm).algorithm->keeps_start()) {
    throw UsageError("--start: found a model with a baseline, expected one without");
  }
  plan.given = start->preparation;
  return plan;
}

Goal goal_of(const TrainArgs& args) {
  const LearningArgs& learning = args.learning;
  return parse_goal(args.maximise, {learning.read.label_column, args.second_label()},
                    find_profile(learning.profile));
}

/// Refuses what cannot be trained on two labels, or told apart.
void check_second_label(const TrainArgs& args) {
  if (!args.has_second_label()) return;
  if (args.learning.is_automatic()) {
    throw UsageError("auto chooses by one label; --also and --labels need an algorithm");
  }
  const std::string name = args.second_label();
  if (name == args.learning.read.label_column) {
    throw UsageError("the second label: found " + in_quotes(name) +
                     ", the name of the first one, expected another");
  }
  check_takes_second_objective(args.learning.algorithm);
  if (!args.maximise.empty()) (void)goal_of(args);
}

/// The training data with the second labels of the file, if there is one; tells the user how many
/// there are.
Dataset with_second_label_said(const Dataset& data, const TrainArgs& args, const Context& context) {
  if (!args.has_second_label()) return data;
  Dataset labelled =
      args.labels.empty()
          ? data
          : data.with_second_label(read_row_scores(ranker_files({args.labels}).front().path, data));
  const auto unjudged = static_cast<std::size_t>(std::ranges::count_if(
      labelled.columns().second_label, [](double label) { return !is_judged(label); }));
  if (unjudged > 0) {
    context.say(fmt::format("{}: {} without {}, missing or below 0: not judged there", args.train,
                            counted(unjudged, "document"), args.second_label()));
  }
  return labelled;
}

/// Writes into the model that it serves two labels.
void record_objectives(const TrainArgs& args, RankingModel& model) {
  if (!args.has_second_label()) return;
  OptionText& options = model.training.options;
  options["also"] = args.second_label();
  if (args.maximise.empty()) {
    options["lambda"] = to_text(args.lambda);
  } else {
    options["maximise"] = args.maximise;
  }
}

/// The training and validation data of a run without tuning, prepared.
TrainingInput prepare_parts(const TrainArgs& args, std::span<const NamedDataset> parts,
                            const RankingModel* start, const Context& context) {
  const MetricPlan metric = args.learning.metric_plan();
  const PreparationPlan plan = preparation_plan(args.learning, start, context.seed);
  const Dataset& train = parts.front().data;
  TrainingInput input{args.vali.empty() ? PreparedTraining(plan, train)
                                        : PreparedTraining(plan, train, parts[1].data, metric),
                      {}};
  if (train.is_sparse() && !input.training.train().is_sparse()) {
    context.say("the data is sparse, but after normalising few values are 0: it is stored dense");
  }
  if (!args.pairs.empty()) {
    input.training.use_pairs(read_pairs(args.pairs, input.training.train(), context));
  }
  if (!args.vali_pairs.empty()) {
    input.vali_pairs = read_pairs(args.vali_pairs, input.training.vali(), context);
  }
  return input;
}

std::string words_of(const TrainingProgress& progress, const std::string& metric) {
  std::string words = fmt::format("objective {:.6g}", progress.objective);
  if (progress.gap) words += fmt::format("  gap {:.2g}", *progress.gap);
  if (progress.gap && !progress.gap_of.empty()) words += fmt::format(" of {}", progress.gap_of);
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

CheckpointOptions checkpoint_options(const TrainArgs& args, const CheckpointFile& file,
                                     const Context& context) {
  CheckpointOptions options{
      .save = [&file](const Checkpoint& checkpoint) { file.save(checkpoint); },
      .seconds_between = args.checkpoint_seconds};
  if (args.resume) {
    options.from = file.load();
    context.say(options.from ? fmt::format("resuming after iteration {} of {}",
                                           options.from->optimiser.iteration, file.path().string())
                             : fmt::format("{} does not exist; starting from the beginning",
                                           file.path().string()));
  } else if (std::filesystem::exists(file.path())) {
    say_unused_checkpoint(file.path(), file.is_own(), context);
  }
  return options;
}

/// Tells the user when documents that are scored alone would get other scores than in training.
void say_what_serving_needs(const RankingModel& model, const Context& context) {
  const Serving serving = serving_of(model);
  if (serving == Serving::documents) return;
  const Serving prepared = serving_of(model.preparation);
  context.say(fmt::format("the model scores {}: {}{}", serving_text(model),
                          whole_query_reason(model),
                          std::holds_alternative<ReRanking>(model.kind) || prepared != serving ? ""
                          : prepared == Serving::queries
                              ? "; --normalise minmax, zscore, robust or log1p makes a model that "
                                "scores documents alone"
                              : "; --fill train-min makes a model that scores documents alone"));
}

void say_passes(std::vector<std::size_t> of_trees, const Context& context) {
  if (!context.verbose || of_trees.empty()) return;
  std::ranges::sort(of_trees);
  context.say(fmt::format("passes over the bins of a tree: median {}, largest {}",
                          of_trees[of_trees.size() / 2], of_trees.back()));
}

void print_summary(const TrainArgs& args, const TrainedModel& trained,
                   const HeldOutResults& results, double seconds, const Context& context) {
  say_what_serving_needs(trained.model, context);
  say_what_scoring_needs(trained.model, context);
  say_passes(trained.summary.passes, context);
  context.out << print_training(trained, args.model, results, seconds, context.format);
}

/// What a run leaves: the model, its time, and what was seen of data that it was not trained on.
struct FinishedTraining {
  TrainedModel trained;
  double seconds = 0.0;
  HeldOutResults results;
};

/// Trains once, with the options as they are.
FinishedTraining train_once(const TrainArgs& args, std::span<const NamedDataset> parts,
                            const RankingModel* start, const Context& context) {
  const OptionText options = args.learning.options();
  const TrainingInput input = prepare_parts(args, parts, start, context);
  const PreparedTraining& data = input.training;
  // A model that goes to a stream has no place for a checkpoint beside it.
  std::optional<CheckpointFile> file;
  if (!is_stream(args.model)) {
    file.emplace(args.model + ".checkpoint",
                 run_identity(args.learning.algorithm, options, data, start, args.lambda) +
                     args.learning.definitions().text());
  }
  FinishedTraining finished;
  {
    const InterruptWatch interrupt;
    ProgressLine line(context);
    const RunOptions run{
        .start = start,
        .progress = progress_sink(interrupt, line, args.learning.metric, context),
        .checkpoint = file ? checkpoint_options(args, *file, context) : CheckpointOptions{},
        .lambda = args.lambda};
    finished.trained = or_without_checkpoint(file ? file->path() : "", [&] {
      return train(args.learning.algorithm, options, data, run);
    });
    finished.seconds = line.seconds();
  }
  const bool is_whole = !finished.trained.summary.interrupted;
  if (is_whole) {
    try {
      args.learning.check_trained(finished.trained, parts.front().data, context);
    } catch (const NumericError&) {
      if (file) file->remove();  // there is nothing to continue
      throw;
    }
  }
  record_objectives(args, finished.trained.model);
  save_model(finished.trained.model, args.model);
  if (!is_whole) {
    throw Interrupted(fmt::format(
        "interrupted after iteration {}; the best model so far is in {}{}",
        finished.trained.summary.iterations, args.model, file ? "; --resume continues" : ""));
  }
  if (file) file->remove();
  if (!args.vali.empty()) {
    const std::vector<double> scores = score(finished.trained.model.kind, data.vali());
    finished.results.held_out =
        measure_held_out(args.learning, data.vali(), scores, parts, context);
    if (input.vali_pairs) {
      finished.results.vali_pairs = share_in_order(data.vali(), *input.vali_pairs, scores);
    }
  }
  return finished;
}

/// Trains with options that the data chooses.
FinishedTraining train_tuned(const TrainArgs& args, TuneRule rule,
                             std::span<const NamedDataset> parts, const BaselineFile* baseline,
                             const Context& context) {
  const Dataset& train = parts.front().data;
  const Dataset* vali = args.vali.empty() ? nullptr : &parts[1].data;
  TunePlan plan = args.learning.tune_plan(rule, context.seed);
  if (args.budget) plan.seconds = args.budget->seconds;
  plan.lambda = args.lambda;
  std::optional<Tuning> tuning;
  FinishedTraining finished;
  finished.seconds =
      run_choice(args.model, choice_identity(args.learning, rule, train, vali, context),
                 args.resume ? Resumption::asked_for : Resumption::not_wanted, context,
                 [&](CellLog<CellScores>* log, const RunProgressSink& progress) {
                   bool was_said = !args.learning.is_automatic();
                   tuning = tune(plan, train, vali, log, [&](const RunProgress& now) {
                     if (!std::exchange(was_said, true)) {
                       context.say(fmt::format("choosing among algorithms: at most {}",
                                               counted(now.of, "training")));
                     }
                     return progress(now);
                   });
                   if (!tuning) return false;
                   if (baseline != nullptr) tuning->trained.model.baseline = baseline->record();
                   args.learning.check_trained(tuning->trained, train, context);
                   return true;
                 });
  record_objectives(args, tuning->trained.model);
  save_model(tuning->trained.model, args.model);
  remove_checkpoint(args.model);
  if (!tuning->baseline_scores.empty()) {
    finished.results.baseline =
        compare_with_baseline(*tuning, args.learning.metric_plan(),
                              parse_truth_setting(args.learning.truth), context.seed);
  }
  finished.results.trainings = tuning->fits;
  finished.results.blend = tuning->blend;
  if (tuning->folds > 0) {
    finished.results.held_out =
        measure_held_out(args.learning, tuning->held_out, tuning->scores, parts, context);
  }
  if (vali != nullptr) {
    say_use_of_vali(args.learning, rule, train.query_count(), vali->query_count(), context);
  }
  finished.trained = std::move(tuning->trained);
  return finished;
}

/// Trains between two labels, with a share that the data chooses.
FinishedTraining train_front(const TrainArgs& args, std::span<const NamedDataset> parts,
                             const BaselineFile* baseline, const Context& context) {
  const Dataset& train = parts.front().data;
  const FrontPlan plan{args.learning.tune_plan(TuneRule::inner, context.seed), goal_of(args),
                       args.sure};
  const std::string identity =
      choice_identity(args.learning, TuneRule::inner, train, nullptr, context);
  FinishedTraining finished;
  std::optional<Front>& front = finished.results.front;
  finished.seconds =
      run_choice(args.model, identity + " maximise " + args.maximise,
                 args.resume ? Resumption::asked_for : Resumption::not_wanted, context,
                 [&](CellLog<CellScores>* log, const RunProgressSink& progress) {
                   front = find_front(plan, train, log, progress);
                   if (!front) return false;
                   if (baseline != nullptr) front->trained.model.baseline = baseline->record();
                   args.learning.check_trained(front->trained, train, context);
                   return true;
                 });
  record_objectives(args, front->trained.model);
  save_model(front->trained.model, args.model);
  if (!args.report.empty()) write_file(args.report, report_page(front_report(*front)));
  remove_checkpoint(args.model);
  finished.results.trainings = front->fits;
  finished.trained = front->trained;
  return finished;
}

/// Gives the model that was written its probabilities, and writes it again.
void calibrate_trained(const TrainArgs& args, std::span<const NamedDataset> parts,
                       FinishedTraining& finished, const Context& context) {
  const bool trains_on_vali = args.learning.refit_with_vali && !args.vali.empty();
  const Dataset& train = parts.front().data;
  RankingModel& model = finished.trained.model;
  try {
    finished.results.calibration =
        calibrate_model(model, {.grades = args.calibrate, .seed = context.seed},
                        trains_on_vali ? joined_data(train, parts[1].data) : train, context);
  } catch (const Error&) {
    context.say(args.model + ": the model is written, without probabilities");
    throw;
  }
  save_model(model, args.model);
}

TuneRule tune_rule_of(const TrainArgs& args) {
  if (!args.maximise.empty()) return TuneRule::inner;
  const bool is_fixed = !args.pairs.empty() || !args.vali_pairs.empty() || !args.start.empty();
  const TuneRule rule = args.learning.tune_rule(is_fixed, !args.vali.empty());
  if (rule != TuneRule::none && is_fixed) {
    throw UsageError(
        "options cannot be chosen by the data together with --pairs, --vali-pairs or --start; "
        "--tune none trains without");
  }
  if (rule == TuneRule::split && args.vali.empty()) {
    throw UsageError("--tune split needs --vali");
  }
  args.learning.check_inner(rule, !args.vali.empty());
  return rule;
}

void run_train(TrainArgs& args, const Context& context) {
  (void)args.learning.options();
  (void)args.learning.metric_plan();
  (void)args.learning.measure_list();
  if (args.resume && is_stream(args.model)) {
    throw UsageError("--resume needs a file: " + args.model + " has no checkpoint beside it");
  }
  if (!args.calibrate.empty() && is_stream(args.model)) {
    throw UsageError("--calibrate needs a file: " + args.model + " can be written only once");
  }
  const HistogramLimit histograms = args.learning.histogram_limit();
  const OutOfCore memory = within_memory(args.learning.read, args.scratch, args.model, context);
  const TuneRule rule = tune_rule_of(args);
  args.learning.check_set(!args.vali.empty() || rule != TuneRule::none);
  if (!args.pairs.empty()) check_takes_pairs(args.learning.algorithm);
  check_second_label(args);
  check_writable(args.model);
  if (!args.report.empty()) check_writable(args.report);
  std::optional<RankingModel> start;
  if (!args.start.empty()) start = load_model(args.start);
  LearningArgs reading = args.learning;
  reading.read.second_label_column = args.also;
  if (start) reading.read.categorical = word_features(start->preparation.categories);
  std::vector<NamedDataset> parts =
      read_parts(reading, {args.train, args.vali, args.test}, !args.pairs.empty(), context);
  parts.front().data = with_second_label_said(parts.front().data, args, context);
  const FoundBaseline baseline = use_baseline(args.learning.baseline, parts, context);
  if (start && args.learning.by_position) {
    parts.front().data = by_position(parts.front().data, start->preparation.features);
  }
  say_findings(parts.front(), args.learning, context);
  check_split(parts, args.learning.by_position, context);
  if (!args.test.empty()) check_test(args.learning, parts, context);
  if (start && !start->baseline) say_unlike_training(*start, parts.front(), context);

  FinishedTraining finished =
      !args.maximise.empty()   ? train_front(args, parts, baseline.get(), context)
      : rule == TuneRule::none ? train_once(args, parts, start ? &*start : nullptr, context)
                               : train_tuned(args, rule, parts, baseline.get(), context);
  for (const NamedDataset& part : std::span(parts).subspan(1)) {
    say_unlike_training(finished.trained.model, part, context);
  }
  if (!args.calibrate.empty()) calibrate_trained(args, parts, finished, context);
  if (!args.test.empty()) {
    finished.results.test = measure_test(args.learning, finished.trained.model, parts, context);
  }
  finished.results.teach_nothing =
      args.pairs.empty() ? "a single document or equal labels" : "no pair";
  print_summary(args, finished.trained, finished.results, finished.seconds, context);
}

/// What flags need besides others to have an effect.
void add_conditions(Command& command, const TrainArgs& args) {
  const auto is_once = [&args] { return tune_rule_of(args) == TuneRule::none; };
  const auto selects = [&args, is_once] { return !args.vali.empty() || !is_once(); };
  const auto measures = [&args, selects] { return !args.test.empty() || selects(); };
  const std::string chosen = "options that the data chooses (see --tune)";
  for (const char* flag : {"--grid", "--budget"}) {
    command.flag(flag).only_if([is_once] { return !is_once(); }, chosen);
  }
  command.flag("--metric").only_if(selects, "--vali or " + chosen);
  for (const char* flag : {"--profile", "--condensed", "--blank"}) {
    command.flag(flag).only_if(measures, "--vali, --test or " + chosen);
  }
  for (const char* flag : {"--measures", "--interval", "--confidence"}) {
    command.flag(flag).needs("--test");
  }
  command.flag("--refit-with-vali")
      .only_if([&args, is_once] { return !args.vali.empty() && !is_once(); },
               "--vali and " + chosen);
  command.flag("--checkpoint-seconds").only_if(is_once, "--tune none");
  command.flag("--by-position")
      .only_if([&args] { return !args.vali.empty() || !args.test.empty() || !args.start.empty(); },
               "--vali, --test or --start");
}

}  // namespace

void add_train_command(Command& podium) {
  Command& command = podium.add("train", "train a ranking model on labelled data");
  auto* const args = command.runs(run_train);
  command.description =
      "Reads LETOR, SVMlight, CSV and other formats (see --input-format). The rules for missing "
      "values (--fill) and the normalisation (--normalise) are stored in the model. Without "
      "options, the regularisation, or for boosting the number of rounds and leaves, is chosen by "
      "the data (see --tune), which takes about thirty trainings. With --tune none, Ctrl-C ends "
      "training and keeps the best model so far.";
  command.option("--train", args->train, "training data").reads("FILE").required();
  command
      .option("--vali", args->vali,
              "validation data: chooses options, or with --tune none the best iteration; no model "
              "is trained on it, except with --refit-with-vali")
      .reads("FILE");
  command.option("--test", args->test, "test data; measures on it are reported").reads("FILE");
  command
      .option("--pairs", args->pairs,
              "preferences between documents of the training data, to learn instead of its labels; "
              "for algorithms that order pairs")
      .reads("FILE")
      .excludes({"--truth", "--categorical"});
  command
      .option(
          "--vali-pairs", args->vali_pairs,
          "preferences between documents of the validation data; the share of them in the right "
          "order is reported")
      .reads("FILE")
      .needs("--vali");
  command.option("--model", args->model, "file to write the model to")
      .writes("FILE")
      .beside({".checkpoint"})
      .required();
  command
      .option("--start", args->start,
              "model whose parameters training starts from; weak rankers are added to those of "
              "the model, trees to its trees or to the scores of a model of another kind, and its "
              "preparation of features stays")
      .reads("FILE")
      .excludes({"--fill", "--normalise", "--categorical"});
  command.toggle("--resume", args->resume, "continue from MODEL.checkpoint if that file exists");
  command
      .number("--checkpoint-seconds", args->checkpoint_seconds,
              "time between checkpoints; 0: after every iteration")
      .value("SECONDS");
  command
      .option(
          "--budget",
          [args](const std::string& text) {
            const SearchBudget budget = parse_search_budget(text);
            const auto* time = std::get_if<SearchTime>(&budget);
            if (time == nullptr) {
              throw UsageError(
                  "--budget: found a number of trainings, expected a time such as "
                  "90s, 10min or 2h");
            }
            args->budget = *time;
          },
          "time to choose options in: what is left out then is named, and the speed of the machine "
          "decides what that is. Default: any, so that the same command gives the same model")
      .value("TIME");
  command
      .option(
          "--also", args->also,
          "csv, tsv, parquet: column with a second label of the training data, higher is better; "
          "documents without one, or one below 0, are not judged there")
      .value("COLUMN")
      .needs_one_of({"--maximise", "--lambda"})
      .excludes({"--labels", "--vali", "--pairs", "--start"});
  command
      .option("--labels", args->labels,
              "the same for any format: a file with one label per line, in the order of the "
              "training data, and the name of the label")
      .reads("[NAME=]FILE")
      .needs_one_of({"--maximise", "--lambda"})
      .excludes({"--vali", "--pairs", "--start"});
  command
      .number("--lambda", args->lambda,
              "share of the second label: minimise (1 - lambda) times the loss of the first one "
              "plus lambda times that of the second",
              0.0, 1.0)
      .needs_one_of({"--also", "--labels"});
  command
      .option("--maximise", args->maximise,
              "choose lambda by the data: a measure of one label to make as large as possible "
              "while measures of either reach a bound, as in \"ndcg@10(label) subject to "
              "ndcg@10(margin) >= -1%\"; in per cent, the bound is relative to --baseline")
      .value("GOAL")
      .needs_one_of({"--also", "--labels"})
      .excludes({"--lambda", "--grid", "--tune", "--budget", "--metric"});
  command
      .number("--sure", args->sure,
              "least share of 2,000 bootstrap samples of queries in which the bounds must hold; 0: "
              "they must hold for the mean",
              0.0, 1.0)
      .needs("--maximise");
  command
      .option("--report", args->report,
              "also write an HTML report with a chart of one measure over the other to this file")
      .writes("FILE")
      .needs("--maximise");
  command
      .option(
          "--calibrate",
          [args](const std::string& text) { args->calibrate = parse_grades("--calibrate", text); },
          "also fit the probability that the label of a document is at least this; see podium "
          "calibrate")
      .value("G,...")
      .excludes({"--start", "--pairs", "--also", "--labels"});
  args->learning.add_to(command);
  add_scratch(command, args->scratch, "MODEL");
  add_conditions(command, *args);
  command.examples = {{"podium train auto --train train.txt --vali vali.txt --model m.json",
                       "choose the best of a few algorithms, and their options, by the data"},
                      {"podium train lambdarank --train train.txt --model m.json --baseline bm25",
                       "train LambdaRank on top of the existing ranking"},
                      {"podium train listmle --train train.txt --model m.json --set l2=0.01",
                       "train ListMLE once, with a penalty of one's own"},
                      {"podium train listnet --train shop.csv --also margin --baseline bm25 "
                       "--model m.json --maximise "
                       "\"ndcg@10(label) subject to ndcg@10(margin) >= -1%\"",
                       "rank by relevance, and lose at most one per cent of the margin"},
                      {"podium train ranksvm --train train.txt --pairs answers.txt --model m.json",
                       "train a Ranking SVM on answers to \"which document is better?\""}};
}

}  // namespace podium::cli
