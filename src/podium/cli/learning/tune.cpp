#include <algorithm>
#include <array>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/learning/choice_run.hpp"
#include "podium/cli/learning/search_budget.hpp"
#include "podium/cli/learning/search_report.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/cli/manual/completions.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/experiment/tuning/search.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct TuneArgs {
  LearningArgs learning;
  std::string train;
  std::string vali;
  std::string test;
  std::string model;
  std::string report;
  SearchBudget budget = TrainingCount{60};
  std::optional<TuneRule> rule;
};

constexpr std::array<std::string_view, 2> rule_names = {"split", "inner"};

CandidateSpace space_of(const LearningArgs& args) {
  if (args.algorithm != every_algorithm) {
    return candidate_space(args.algorithm, args.options(), args.axes());
  }
  const OptionText set = parse_assignments(args.set);
  return candidate_space(every_algorithm, set, parse_grid(args.grid, set));
}

bool is_plain(const std::string& word) {
  constexpr std::string_view others = "_-+=.,:/@%";
  return !word.empty() && std::ranges::all_of(word, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  });
}

/// The command line that trains the candidate as the search does, on top of the same baseline.
std::string train_command(const TuneArgs& args, const GridCell& best, const std::string& baseline,
                          const Context& context) {
  std::vector<std::string> words = {"podium", "train", best.algorithm, "--train", args.train};
  if (!args.vali.empty()) words.insert(words.end(), {"--vali", args.vali});
  words.insert(words.end(),
               {"--tune", std::string(tune_rule_names[static_cast<std::size_t>(*args.rule)])});
  if (args.learning.refit_with_vali) words.emplace_back("--refit-with-vali");
  for (const auto& [option, value] : best.options) {
    words.insert(words.end(), {"--set", option + "=" + value});
  }
  if (!baseline.empty()) words.insert(words.end(), {"--baseline", baseline});
  const std::vector<std::string> flags = args.learning.given_flags();
  words.insert(words.end(), flags.begin(), flags.end());
  if (context.seed != 1) words.insert(words.end(), {"--seed", to_text(context.seed)});
  words.insert(words.end(), {"--model", args.model});
  std::string line;
  for (const std::string& word : words) {
    line += (line.empty() ? "" : " ") + (is_plain(word) ? word : shell_quoted(word));
  }
  return line;
}

void run_tune(TuneArgs& args, const Context& context) {
  if (!args.rule) args.rule = args.vali.empty() ? TuneRule::inner : TuneRule::split;
  args.learning.check_inner(*args.rule, !args.vali.empty());
  SearchPlan plan{.space = space_of(args.learning),
                  .budget = args.budget,
                  .tune = {.algorithms = {},
                           .rule = *args.rule,
                           .preparation = args.learning.preparation(context.seed),
                           .metric = args.learning.metric_plan(),
                           .refits_with_vali = args.learning.refit_with_vali,
                           .baseline = {}}};
  if (args.rule == TuneRule::split && args.vali.empty()) {
    throw UsageError("--tune split needs --vali");
  }
  (void)args.learning.measure_list();
  const HistogramLimit histograms = args.learning.histogram_limit();
  check_writable(args.model);
  if (!args.report.empty()) check_writable(args.report);
  std::vector<NamedDataset> parts =
      read_parts(args.learning, {args.train, args.vali, args.test}, false, context);
  const std::string named_baseline = args.learning.baseline;
  const FoundBaseline baseline = use_baseline(args.learning.baseline, parts, context);
  plan.tune.baseline = args.learning.baseline;
  say_findings(parts.front(), args.learning, context);
  check_split(parts, args.learning.by_position, context);
  if (!args.test.empty()) check_test(args.learning, parts, context);
  const Dataset& train = parts.front().data;
  const Dataset* const vali = args.vali.empty() ? nullptr : &parts[1].data;

  context.say("budget: " + budget_text(args.budget));
  std::optional<Search> found;
  // The budget is not part of the identity: candidates are the same for any, in the same order.
  const double seconds = run_choice(
      args.model, "search " + choice_identity(args.learning, *args.rule, train, vali, context),
      Resumption::always, context, [&](CellLog<CellScores>* log, const RunProgressSink& progress) {
        found = search(plan, train, vali, log, progress);
        if (found) args.learning.check_trained(found->trained, train, context);
        return found.has_value();
      });
  if (vali != nullptr) {
    say_use_of_vali(args.learning, *args.rule, train.query_count(), vali->query_count(), context);
  }
  if (baseline) found->trained.model.baseline = baseline->record();
  save_model(found->trained.model, args.model);
  SearchSetting setting{
      .metric = plan.tune.metric.metric.name(),
      .budget = budget_text(args.budget),
      .model = args.model,
      .command = train_command(args, found->candidates.front().candidate, named_baseline, context),
      .seconds = seconds};
  for (const NamedDataset& part : std::span(parts).subspan(1)) {
    say_unlike_training(found->trained.model, part, context);
  }
  if (!args.test.empty()) {
    setting.test = measure_test(args.learning, found->trained.model, parts, context);
  }
  if (!args.report.empty()) write_file(args.report, report_page(search_report(*found, setting)));
  remove_checkpoint(args.model);
  say_what_scoring_needs(found->trained.model, context);
  context.out << print_search(*found, setting, context.format);
}

}  // namespace

void add_tune_command(Command& podium) {
  Command& command =
      podium.add("tune", "search for the best algorithm and options, and train the winner");
  auto* const args = command.runs(run_tune);
  command.description =
      "Tries many combinations of options, first on a part of the data each; the better third goes "
      "on to more of it, until the best few are compared on all of it (successive halving). The "
      "defaults of each algorithm are among the candidates; --seed draws the others. The best one "
      "is trained as podium train does it with the same options; the command line for that is "
      "printed. Finished trainings are kept in MODEL.checkpoint: if interrupted, the same command "
      "continues. The same budget in trainings gives the same model; with a budget in time, the "
      "speed of the machine decides how many candidates are tried.";
  command.option("--train", args->train, "training data").reads("FILE").required();
  command
      .option("--vali", args->vali,
              "validation data: compares the candidates; no model is trained on it, except with "
              "--refit-with-vali")
      .reads("FILE");
  command.option("--test", args->test, "test data; measures of the model on it are reported")
      .reads("FILE");
  command.option("--model", args->model, "file to write the model to")
      .writes("FILE")
      .beside({".checkpoint"})
      .required();
  command
      .option(
          "--budget", [args](const std::string& text) { args->budget = parse_search_budget(text); },
          "cost of the search: a number of trainings, or a time such as 90s, 10min or 2h. The "
          "training of the model is not part of it")
      .value("N|TIME")
      .by_default("60");
  command.option("--report", args->report, "also write an HTML report with a chart to this file")
      .writes("FILE");
  args->learning.add_algorithm(command, every_algorithm,
                               "all but those that train others (toprank)");
  args->learning.add_options(command);
  command
      .option(
          "--tune",
          [args](const std::string& text) {
            args->rule =
                chosen_index("--tune", rule_names, text) == 0 ? TuneRule::split : TuneRule::inner;
          },
          "data that candidates are compared by. split: the validation data; inner: five parts of "
          "the training data that take turns to be held out. Default: split if there is "
          "validation data, otherwise inner")
      .one_of({rule_names.begin(), rule_names.end()});
  args->learning.add_refit(command);
  command.flag("--refit-with-vali").needs("--vali");
  args->learning.add_baseline(command);
  args->learning.add_allow_empty(command);
  args->learning.add_metric(command);
  args->learning.add_reported(command);
  for (const char* flag : {"--measures", "--interval", "--confidence"}) {
    command.flag(flag).needs("--test");
  }
  args->learning.add_data(command);
  command.flag("--by-position")
      .only_if([args] { return !args->vali.empty() || !args->test.empty(); }, "--vali or --test");
  command.examples = {
      {"podium tune all --train train.txt --model m.json --budget 200 --report search.html",
       "compare all algorithms with 200 trainings"},
      {"podium tune listnet --train train.txt --model m.json --baseline bm25",
       "search the options of ListNet on top of the existing ranking"},
      {"podium tune lambdarank --train train.txt --vali vali.txt --model m.json "
       "--budget 10min",
       "search the options of LambdaRank for ten minutes, on validation data of your own"}};
}

}  // namespace podium::cli
