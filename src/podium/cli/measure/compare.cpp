#include <algorithm>
#include <array>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/measuring_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/measure/compare_page.hpp"
#include "podium/cli/measure/ranker_input.hpp"
#include "podium/cli/measure/weight_checks.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/experiment/compare_report.hpp"
#include "podium/learning/experiment/per_query.hpp"

namespace podium::cli {

namespace {

/// --baseline is the ranker that others are compared with.
constexpr const char* model_baseline_flag = "--model-baseline";

struct CompareFlags {
  std::string measure = "ndcg@10";
  std::string test = "t";
  Correction correct = Correction::holm;
  std::string baseline;
  std::string profile = "standard";
  std::string ties;
  std::string truth;
  std::string unjudged = "drop";
  std::optional<double> equivalence;

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
        field("equivalence", &Self::equivalence, 1e-9, 1e9,
              "also test whether rankers are equivalent: whether the mean difference lies within "
              "this margin, by two one-sided t tests"),
    };
  }
};

struct CompareArgs {
  RankerArgs rankers;
  std::vector<std::string> per_query;
  std::string winning;
  std::string report;
  bool smaller_is_better = false;
  MeasuringArgs measuring;
  CompareFlags flags;
  ReadOptions read;
  TestOptions test;
};

std::string family_of(const std::string& measure) {
  return measure.substr(0, measure.find_first_of("@("));
}

bool is_known(const std::string& measure, const MeasureDefinitions& own) {
  const std::string family = family_of(measure);
  return own.find(family) != nullptr || is_measure_name(family);
}

/// Known measures have it in their table, defined ones in their formula; for others the flag
/// decides.
bool is_smaller_better(const std::string& measure, const MeasureDefinitions& own, bool flag) {
  return is_known(measure, own) ? find_measure(family_of(measure), own).smaller_is_better : flag;
}

MeasuredData judged_data(const CompareArgs& args, const Context& context) {
  if (args.rankers.data.empty()) return {};
  MeasuredData measured = read_measured_data(args.rankers, args.read, args.flags.unjudged,
                                             args.measuring.lists(), context);
  Dataset& data = measured.data;
  if (!data.columns().query_weight.empty()) {
    context.say(args.rankers.data +
                ": the tests do not use query weights: every query counts once");
  }
  if (!args.flags.truth.empty()) {
    data = with_setting(data, parse_truth_setting(args.flags.truth), context.seed);
  }
  return measured;
}

void check(const CompareArgs& args) {
  args.rankers.check("compare");
  args.measuring.check_unjudged(args.flags.unjudged);
  args.measuring.refuse_both();
}

std::vector<RankerValues> evaluated(const CompareArgs& args, const MeasureDefinitions& own,
                                    const Context& context, CompareReport& report) {
  check(args);
  const Profile& profile = find_profile(args.flags.profile);
  const TieRule ties = args.flags.ties.empty() ? profile.ties : parse_tie_rule(args.flags.ties);
  const std::vector<Measure> measure = {parse_measure(args.flags.measure, profile, own)};
  const bool skips_blank = args.measuring.blank == BlankQueries::skip;
  report.measure = measure[0].name();
  refuse_row_weights(args.read, report.measure);
  if (!args.read.query_weights.empty() && args.read.query_weights != no_weights) {
    throw UsageError("compare: --query-weights: the tests of " + report.measure +
                     " count every query once and cannot use query weights");
  }
  const MeasuredData measured = judged_data(args, context);
  const auto values_of = [&](std::vector<ScoredQuery> queries) {
    for (ScoredQuery& query : queries) query.weight = 1.0;
    return evaluate(skips_blank ? without_blank_queries(queries) : queries, measure, profile, ties,
                    args.measuring.lists());
  };
  RankerArgs wanted = args.rankers;
  if (!args.flags.truth.empty()) wanted.truth = args.flags.truth;
  std::vector<RankerValues> values;
  CompareConventions conventions{
      .profile = std::string(profile.name),
      .ties = std::string(name_of(ties)),
      .truth = args.flags.truth.empty() ? "as in the data" : args.flags.truth,
      .is_condensed = args.measuring.condensed,
      .skips_blank = skips_blank};
  for (const Ranker& ranker : read_rankers(wanted, measured, context)) {
    const Evaluation evaluation = values_of(ranker.queries);
    if (ranker.missing > 0) {
      const Evaluation covered = values_of(ranker.own_queries());
      context.say(fmt::format(
          "{}: {} {:.4f} over {}, {:.4f} over those of the run (--complete off)", ranker.name,
          covered.measure[0], evaluation.mean[0],
          counted(evaluation.query.size(), "judged query", "judged queries"), covered.mean[0]));
    }
    values.push_back({ranker.name, evaluation.query, evaluation.value[0]});
    if (values.size() > 1 && evaluation.measure[0] != report.measure) {
      throw UsageError(fmt::format(
          "compare: found {} for {} and {} for the rankers before it, since the highest labels "
          "differ; give the highest grade as an option of the measure",
          evaluation.measure[0], ranker.name, report.measure));
    }
    report.measure = evaluation.measure[0];
    conventions.blank.push_back(evaluation.blank);
    conventions.short_lists.push_back(evaluation.short_lists);
  }
  report.conventions = std::move(conventions);
  return values;
}

/// The name of a measure as podium evaluate writes it, for per-query files; that of a measure of
/// another program as it is.
std::string written_name(const std::string& measure, const MeasureDefinitions& own) {
  try {
    return parse_measure(measure, find_profile("standard"), own).name();
  } catch (const UsageError&) {
    return measure;
  }
}

std::vector<RankerValues> read_values(const CompareArgs& args, const MeasureDefinitions& own,
                                      CompareReport& report) {
  std::vector<RankerValues> rankers;
  for (const RankerFile& file : ranker_files(args.per_query)) {
    const PerQueryValues values = read_per_query(file.path);
    const bool has_column = std::ranges::count(values.measure, args.flags.measure) > 0;
    const std::string& measure = find_column(
        values, has_column ? args.flags.measure : written_name(args.flags.measure, own));
    if (!rankers.empty() && measure != report.measure) {
      throw UsageError(fmt::format("compare: {} has {}, expected {} as in the files before it",
                                   file.path, measure, report.measure));
    }
    report.measure = measure;
    rankers.push_back({file.name, values.query, values_of(values, measure)});
  }
  return rankers;
}

/// Exact tests make no use of the options of what stands in for them where many queries differ.
void refuse_unused(const CompareArgs& args, const CompareReport& report) {
  std::size_t most = 0;
  for (const PairComparison& pair : report.comparison.pairs) {
    most = std::max(most, pair.wins + pair.losses);
  }
  const auto refuse = [&](const char* flag, const char* limit_flag, std::size_t limit) {
    if (most > limit) return;
    throw UsageError(fmt::format(
        "compare: {} has no effect: rankers differ in at most {}, for which the test is exact; "
        "leave it out or lower {} {}",
        flag, counted(most, "query", "queries"), limit_flag, limit));
  };
  if (args.test.continuity) refuse("--continuity", "--exact-wilcoxon", args.test.exact_wilcoxon);
  const bool draws = std::ranges::any_of(report.options.tests, [](const SignificanceTest& test) {
    return test.name == "bootstrap" || test.name == "tukey-randomised";
  });
  if (!draws && args.test.iterations != TestOptions().iterations) {
    refuse("--iterations", "--exact-randomisation", args.test.exact_randomisation);
  }
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
                    .margin = args.flags.equivalence,
                    .test = args.test,
                    .seed = context.seed};
  const bool has_rankers = args.rankers.count() > 0;
  if (!has_rankers && args.per_query.empty()) {
    throw UsageError(
        "compare: found nothing to compare; give --scores, --model, --feature, --run, --per-query "
        "or --winning");
  }
  if (!args.report.empty()) check_writable(args.report);
  const MeasureDefinitions own(args.measuring.define);
  const std::vector<RankerValues> rankers =
      has_rankers ? evaluated(args, own, context, report) : read_values(args, own, report);
  report.options.smaller_is_better = is_smaller_better(report.measure, own, args.smaller_is_better);
  report.options.range = range_of_measure(report.measure);
  if (const MeasureDefinition* definition = own.find(report.measure)) {
    report.formula = definition->text();
  }
  report.comparison = compare(rankers, report.options);
  refuse_unused(args, report);
  if (!args.report.empty()) write_file(args.report, report_page(compare_page(report, rankers)));
  if (context.format == TableFormat::csv) context.say(heading(report));
  context.out << render(report, context.format);
}

/// What flags need besides others to have an effect.
void add_conditions(Command& command, const CompareArgs& args) {
  const auto for_tests = [&](const char* flag, std::vector<std::string_view> tests) {
    command.flag(flag).only_if(
        [&args, tests] {
          const std::vector<SignificanceTest> chosen = parse_significance_tests(args.flags.test);
          return std::ranges::any_of(chosen, [&](const SignificanceTest& test) {
            return std::ranges::count(tests, test.name) > 0;
          });
        },
        fmt::format("--test {}", fmt::join(tests, " or ")));
  };
  for_tests("--correct", {"t", "randomisation", "bootstrap", "wilcoxon"});
  for_tests("--iterations", {"randomisation", "bootstrap", "tukey-randomised"});
  for_tests("--exact-randomisation", {"randomisation"});
  for_tests("--exact-wilcoxon", {"wilcoxon"});
  for_tests("--continuity", {"wilcoxon"});
  command.flag("--smaller-is-better")
      .only_if(
          [&args] {
            return !is_known(args.flags.measure, MeasureDefinitions(args.measuring.define));
          },
          "a --measure that podium does not know");
  command.flag("--data").only_if([&args] { return args.rankers.use_data(); },
                                 RankerArgs::use_of_data);
  command.flag("--unjudged").needs("--data").excludes({"--run"});
  // The conventions of values from a file are those that podium evaluate was given.
  command.flag("--per-query")
      .excludes(
          {"--profile", "--ties", "--truth", "--unjudged", "--condensed", "--blank", "--complete"});
  constexpr std::array<std::string_view, 1> itself = {"--winning"};
  command.flag(itself.front()).excludes(command.flags_but(itself));
}

}  // namespace

void add_compare_command(Command& podium) {
  Command& command = podium.add("compare", "test the differences between rankers for significance");
  auto* const args = command.runs(run_compare);
  const auto files = [&](const char* flag, std::vector<std::string>& paths,
                         const char* help) -> Flag& {
    return command.option(flag, paths, help).reads("[NAME=]FILE");
  };
  command.description =
      "Compares the values of a measure query by query, and reports differences with "
      "confidence intervals, effect sizes and p-values that are corrected for the number of "
      "pairs.";
  command.option("--data", args->rankers.data, "labelled data set").reads("FILE");
  files("--scores", args->rankers.scores, "scores of a ranker, one for each row of the data")
      .needs("--data");
  files("--model", args->rankers.models, "model to score the data with").needs("--data");
  args->rankers.model_data.baseline_flag = model_baseline_flag;
  args->rankers.model_data.add_to(command, "--model");
  args->rankers.add_features(command).needs("--data");
  files("--run", args->rankers.runs, "TREC run");
  command
      .option("--qrels", args->rankers.qrels, "judgements for runs; default: the labels of --data")
      .reads("FILE")
      .needs("--run");
  args->rankers.add_complete(command);
  files("--per-query", args->per_query, "per-query values of a ranker, written by podium evaluate")
      .excludes({"--data", "--scores", "--model", "--feature", "--run", "--qrels"});
  command
      .option("--winning", args->winning,
              "print the winning numbers for a CSV table with the columns dataset, algorithm, "
              "measure, value")
      .reads("FILE");
  command
      .option("--report", args->report,
              "page with the tables, the differences and the values of each query")
      .writes("FILE");
  command.toggle("--smaller-is-better", args->smaller_is_better,
                 "treat smaller values as better, for measures that podium does not know");
  args->measuring.add_to(
      command, [args] { return args->flags.measure; }, "--measure");
  add_option_fields(command, args->flags);
  add_option_fields(command, args->test);
  RankerArgs::add_reading(command, args->read);
  add_conditions(command, *args);
  command.examples = {
      {"podium compare --data test.txt --model a.json b.json --measure ndcg@10",
       "test the difference in NDCG@10 between two models"},
      {"podium compare --qrels qrels.txt --run a.run b.run --profile trec",
       "test the difference between two TREC runs"},
      {"podium compare --data test.txt --model model.json --feature bm25 --report page.html",
       "test whether a model is better than a feature, and write a page"},
      {"podium compare --data test.txt --model new.json old.json --equivalence 0.01",
       "test whether two models differ by less than 0.01"}};
}

}  // namespace podium::cli
