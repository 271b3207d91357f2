#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/measure/weight_checks.hpp"
#include "podium/data/relabel.hpp"
#include "podium/experiment/compare_report.hpp"
#include "podium/experiment/per_query.hpp"
#include "podium/measure/evaluate.hpp"

namespace podium {

namespace {

struct CompareFlags {
  std::string measure = "ndcg@10";
  std::string test = "t";
  Correction correct = Correction::holm;
  std::string baseline;
  std::string profile = "standard";
  std::string ties;
  std::string truth;
  std::string unjudged = "drop";

  static auto fields() {
    using Self = CompareFlags;
    return std::array{
        field("measure", &Self::measure, "measure to compare the rankers by"),
        field("test", &Self::test,
              "significance tests: all, or a list of t, randomisation, bootstrap, wilcoxon, tukey, "
              "tukey-randomised"),
        field("correct", &Self::correct, correction_names, "correction for multiple comparisons"),
        field("baseline", &Self::baseline,
              "compare each ranker with this one only, instead of all pairs"),
        field("profile", &Self::profile, "evaluation conventions; see 'podium list profiles'"),
        field("ties", &Self::ties,
              "order of documents with equal scores: input, docid, worst, best or expected; "
              "default: that of the profile"),
        field("truth", &Self::truth,
              "form of the labels: graded, full, topk:K or top-vs-rest:K; default: as in the data"),
        field("unjudged", &Self::unjudged,
              "documents with a label below 0, which are not judged: drop, lowest or label:V, as "
              "for podium evaluate"),
    };
  }
};

struct CompareArgs {
  std::string data;
  std::vector<std::string> scores;
  std::vector<std::string> models;
  std::vector<std::string> per_query;
  std::string winning;
  bool smaller_is_better = false;
  CompareFlags flags;
  ReadOptions read;
  TestOptions test;
};

/// Known measures have it in their table; for others the flag decides.
bool is_smaller_better(const std::string& measure, bool flag) {
  const std::string family = measure.substr(0, measure.find_first_of("@("));
  const auto known = measures();
  const auto found = std::ranges::find(known, family, &MeasureEntry::name);
  return found == known.end() ? flag : found->smaller_is_better;
}

Dataset judged_data(const CompareArgs& args, const Context& context) {
  const auto detail = args.models.empty() ? FeatureDetail::none : FeatureDetail::single;
  Dataset data = with_unjudged_said(read_with_remarks(args.data, args.read, detail, context),
                                    args.data, args.flags.unjudged, context);
  say_unused_row_weights(data, args.data, context);
  if (!data.columns().query_weight.empty()) {
    context.say(args.data + ": the tests do not use query weights: every query counts once");
  }
  if (args.flags.truth.empty()) return data;
  return with_setting(data, parse_truth_setting(args.flags.truth), context.seed);
}

std::vector<RankerValues> evaluated(const CompareArgs& args, const Context& context,
                                    CompareReport& report) {
  const Profile& profile = find_profile(args.flags.profile);
  const TieRule ties = args.flags.ties.empty() ? profile.ties : parse_tie_rule(args.flags.ties);
  const std::vector<Measure> measure = {parse_measure(args.flags.measure, profile)};
  report.measure = measure[0].name();
  refuse_row_weights(args.read, report.measure);
  if (!args.read.query_weights.empty()) {
    throw UsageError("compare: --query-weights: the tests of " + report.measure +
                     " count every query once and cannot use query weights");
  }
  const Dataset data = judged_data(args, context);
  std::vector<RankerValues> rankers;
  const auto add = [&](const std::string& name, const std::vector<double>& scores) {
    const Evaluation evaluation = evaluate(scored_queries(data, scores), measure, profile, ties);
    rankers.push_back({name, evaluation.query, evaluation.value[0]});
    report.measure = evaluation.measure[0];
    report.conventions = {evaluation.profile, std::string(name_of(ties)),
                          args.flags.truth.empty() ? "as in the data" : args.flags.truth,
                          evaluation.blank, evaluation.short_lists};
  };
  for (const RankerFile& file : ranker_files(args.scores)) {
    add(file.name, read_row_scores(file.path, data));
  }
  for (const RankerFile& file : ranker_files(args.models)) {
    add(file.name, model_row_scores(file.path, data));
  }
  return rankers;
}

std::vector<RankerValues> read_values(const CompareArgs& args, CompareReport& report) {
  const CompareFlags defaults;
  if (args.flags.profile != defaults.profile || args.flags.ties != defaults.ties ||
      args.flags.truth != defaults.truth || args.flags.unjudged != defaults.unjudged) {
    throw UsageError(
        "compare: --profile, --ties, --truth and --unjudged have no effect on --per-query values; "
        "give them to podium evaluate");
  }
  std::vector<RankerValues> rankers;
  for (const RankerFile& file : ranker_files(args.per_query)) {
    const PerQueryValues values = read_per_query(file.path);
    const std::string& measure = find_column(values, args.flags.measure);
    if (!rankers.empty() && measure != report.measure) {
      throw UsageError(fmt::format("compare: {} has {}, expected {} as in the files before it",
                                   file.path, measure, report.measure));
    }
    report.measure = measure;
    rankers.push_back({file.name, values.query, values_of(values, measure)});
  }
  return rankers;
}

void run_compare(const CompareArgs& args, const Context& context) {
  if (!args.winning.empty()) {
    context.out << render(winning_numbers(read_results(args.winning)), context.format);
    return;
  }
  CompareReport report;
  report.options = {.tests = parse_significance_tests(args.flags.test),
                    .correction = args.flags.correct,
                    .baseline = args.flags.baseline,
                    .test = args.test,
                    .seed = context.seed};
  const bool has_rankers = !args.scores.empty() || !args.models.empty();
  if (!has_rankers && args.per_query.empty()) {
    throw UsageError(
        "compare: found nothing to compare; give --scores, --model, --per-query or --winning");
  }
  const std::vector<RankerValues> rankers =
      has_rankers ? evaluated(args, context, report) : read_values(args, report);
  report.options.smaller_is_better = is_smaller_better(report.measure, args.smaller_is_better);
  report.comparison = compare(rankers, report.options);
  if (context.format == TableFormat::csv) context.say(heading(report));
  context.out << render(report, context.format);
}

}  // namespace

void add_compare_command(Command& podium) {
  Command& command = podium.add("compare", "test the differences between rankers for significance");
  const auto args = std::make_shared<CompareArgs>();
  const auto files = [&](const char* flag, std::vector<std::string>& paths,
                         const char* help) -> Flag& {
    return command.option(flag, paths, help).reads("[NAME=]FILE");
  };
  command.description =
      "Compares the values of a measure query by query, and reports differences with "
      "confidence intervals, effect sizes and p-values that are corrected for the number of "
      "pairs.";
  command.option("--data", args->data, "labelled data set").reads("FILE");
  files("--scores", args->scores, "scores of a ranker, one for each row of the data")
      .needs("--data");
  files("--model", args->models, "model to score the data with").needs("--data");
  files("--per-query", args->per_query, "per-query values of a ranker, written by podium evaluate")
      .excludes({"--data", "--scores", "--model"});
  command
      .option("--winning", args->winning,
              "print the winning numbers for a CSV table with the columns dataset, algorithm, "
              "measure, value")
      .reads("FILE")
      .excludes({"--data", "--scores", "--model", "--per-query"});
  command.toggle("--smaller-is-better", args->smaller_is_better,
                 "treat smaller values as better, for measures that podium does not know");
  add_option_fields(command, args->flags);
  add_option_fields(command, args->test);
  add_option_fields(command, args->read);
  command.examples = {{"podium compare --data test.txt --model a.json b.json --measure ndcg@10",
                       "test the difference in NDCG@10 between two models"}};
  command.action = [args](const Context& context) { run_compare(*args, context); };
}

}  // namespace podium
