#include <algorithm>
#include <ostream>
#include <utility>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/measuring_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/measure/ranker_input.hpp"
#include "podium/cli/measure/weight_checks.hpp"
#include "podium/core/base/collective/collective.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/measure/official.hpp"
#include "podium/learning/experiment/evaluation_report.hpp"

namespace podium::cli {

namespace {

struct EvaluateArgs {
  RankerArgs rankers;
  std::string unjudged = "drop";
  std::string measures{usual_measures};
  std::string profile = "standard";
  std::string ties;
  MeasuringArgs measuring;
  IntervalOptions intervals;
  std::vector<std::string> per_query;
  std::string explain;
  std::string scratch;
  ReadOptions read;
};

void check(const EvaluateArgs& args) {
  args.rankers.check("evaluate");
  const std::size_t rankers = args.rankers.count();
  args.measuring.check_unjudged(args.unjudged);
  if (!args.per_query.empty() && args.per_query.size() != rankers) {
    throw UsageError("evaluate: found " + to_text(args.per_query.size()) +
                     " --per-query files for " + to_text(rankers) +
                     " rankers, expected one for each ranker");
  }
}

MeasuredData read_data(const EvaluateArgs& args, const Context& context) {
  if (args.rankers.data.empty()) return {};
  const std::string& path = args.rankers.data;
  MeasuredData measured =
      read_measured_data(args.rankers, args.read, args.unjudged, args.measuring.lists(), context);
  Dataset& data = measured.data;
  if (!data.columns().query_weight.empty()) {
    if (!args.rankers.qrels.empty()) {
      throw UsageError(path +
                       ": found query weights, which runs that --qrels judges do not have; leave "
                       "out --qrels, or the weights");
    }
    if (std::ranges::count(data.columns().query_weight, 0.0) ==
        std::ssize(data.columns().query_weight)) {
      throw DataError(
          {path},
          "found the weight 0 for every query, expected one above 0: means over queries "
          "use the weights");
    }
    context.say(path + ": means over queries use the query weights");
  }
  if (!args.rankers.top_k.empty()) {
    data = with_top_k(data, read_top_k(args.rankers.top_k), Unjudged::refuse, path).data;
  }
  data = with_setting(data, parse_truth_setting(args.rankers.truth), context.seed);
  return measured;
}

/// As podium compare: results of the same name could not be told apart.
void refuse_equal_names(std::span<const Ranker> rankers) {
  for (auto ranker = rankers.begin(); ranker != rankers.end(); ++ranker) {
    if (std::ranges::find(rankers.begin(), ranker, ranker->name, &Ranker::name) == ranker) continue;
    throw UsageError("found two rankers named " + in_quotes(ranker->name) +
                     ", expected different names: NAME=FILE gives one");
  }
}

void print_explanations(const std::string& query_id, std::span<const Ranker> rankers,
                        std::span<const Measure> measures, const std::string& profile, TieRule ties,
                        ListRule lists, const Context& context) {
  for (const Ranker& ranker : rankers) {
    const auto query = std::ranges::find(ranker.queries, query_id, &ScoredQuery::id);
    if (query == ranker.queries.end()) {
      throw UsageError("evaluate: no such query: " + in_quotes(query_id));
    }
    const double highest = highest_label(ranker.queries);
    for (const Measure& measure : with_top_grade(measures, highest)) {
      const std::string title = measure.name() + " of query " + query_id + ", " + ranker.name +
                                ", profile " + profile + ", ties " + std::string(name_of(ties));
      context.out << render(title, explain(*query, measure, ties, lists), context.format) << "\n";
    }
  }
}

/// The form of the labels: the file or setting, and the seed if it broke ties.
std::string truth_text(const EvaluateArgs& args, const Context& context) {
  const RankerArgs& rankers = args.rankers;
  if (rankers.truth != "graded") return rankers.truth + " (seed " + to_text(context.seed) + ")";
  return rankers.top_k.empty() ? "graded" : "top-k of " + rankers.top_k;
}

void run_evaluate(const EvaluateArgs& args, const Context& context) {
  check(args);
  const Profile& profile = find_profile(args.profile);
  const TieRule ties = args.ties.empty() ? profile.ties : parse_tie_rule(args.ties);
  const MeasureDefinitions own(args.measuring.define);
  const bool is_official = args.measures == official_measures;
  const std::vector<Measure> measures =
      is_official ? std::vector<Measure>() : parse_measures(args.measures, profile, own);
  refuse_row_weights(args.read, is_official ? args.measures : measures.front().name());
  const ListRule lists = args.measuring.lists();
  const OutOfCore memory = within_memory(args.read, args.scratch, "", context);
  const MeasuredData measured = read_data(args, context);
  const std::vector<Ranker> rankers = read_rankers(args.rankers, measured, context);
  refuse_equal_names(rankers);
  if (!args.explain.empty()) {
    print_explanations(args.explain, rankers, measures, args.profile, ties, lists, context);
    return;
  }
  EvaluationReport report{.definitions = own, .intervals = args.intervals};
  const auto add = [&](const std::string& name, std::span<const ScoredQuery> queries,
                       bool skips_blank) -> NamedEvaluation& {
    NamedEvaluation& result = report.rankers.emplace_back();
    result.name = name + (skips_blank ? ", blank skipped" : "");
    const std::vector<ScoredQuery> counted =
        skips_blank ? without_blank_queries(queries)
                    : std::vector<ScoredQuery>(queries.begin(), queries.end());
    result.evaluation = is_official ? evaluate_official(counted, profile, ties, lists)
                                    : evaluate(counted, measures, profile, ties, lists);
    result.truth = truth_text(args, context);
    result.skips_blank = skips_blank;
    if (!is_official) {
      result.interval = mean_intervals(result.evaluation, args.intervals, context.seed);
    }
    return result;
  };
  std::vector<std::string> by_query;
  for (const Ranker& ranker : rankers) {
    for (const bool skips_blank : {false, true}) {
      if (args.measuring.blank == (skips_blank ? BlankQueries::keep : BlankQueries::skip)) continue;
      by_query.push_back(per_query_csv(add(ranker.name, ranker.queries, skips_blank).evaluation));
      if (ranker.missing == 0) continue;
      add(ranker.name + ", complete off", ranker.own_queries(), skips_blank).is_second = true;
    }
  }
  if (collective().rank() > 0) return;  // rank 0 alone writes
  for (std::size_t i = 0; i < args.per_query.size(); ++i) {
    write_file(args.per_query[i], by_query[i]);
    // Rankers are not in the order of the command line: scores are first, runs last.
    if (rankers.size() > 1) context.say(args.per_query[i] + ": the values of " + rankers[i].name);
  }
  context.out << render(report, context.format);
}

}  // namespace

void add_evaluate_command(Command& podium) {
  Command& command = podium.add("evaluate", "compute evaluation measures for rankings");
  auto* const args = command.runs(run_evaluate);
  const auto files = [&](const char* flag, std::vector<std::string>& paths,
                         const char* help) -> Flag& {
    return command.option(flag, paths, help).reads("[NAME=]FILE").one_each_time();
  };
  command.description =
      "A ranker is given by its scores, by a model, by a feature or by a TREC run; each flag can "
      "be "
      "repeated. A profile fixes the conventions that differ between evaluation programs, so that "
      "values can be compared with published ones.";
  command.option("--data", args->rankers.data, "labelled data set").reads("FILE");
  files("--scores", args->rankers.scores, "scores of a ranker, one for each row of the data")
      .needs("--data");
  files("--model", args->rankers.models, "model to score the data with").needs("--data");
  args->rankers.model_data.add_to(command, "--model");
  args->rankers.add_features(command).one_each_time().needs("--data");
  files("--run", args->rankers.runs, "TREC run");
  command
      .option("--qrels", args->rankers.qrels, "judgements for runs; default: the labels of --data")
      .reads("FILE")
      .needs("--run")
      .excludes({"--top-k"});
  args->rankers.add_complete(command);
  command
      .option("--top-k", args->rankers.top_k,
              "top-k lists that replace the labels of --data or judge the runs")
      .reads("FILE");
  command.option("--truth", args->rankers.truth, "form of the labels to evaluate against")
      .value("graded|full|topk:K|top-vs-rest:K")
      .one_of({"graded", "full", "topk:", "top-vs-rest:"});
  add_unjudged_rule(command, args->unjudged);
  command.flag("--unjudged").needs("--data").excludes({"--run", "--top-k"});
  std::vector<std::string> known = row_names(measures());
  known.emplace_back(official_measures);
  command
      .option("--measures", args->measures,
              "measures to compute; see 'podium list measures'. The default leaves out what the "
              "profile does not have. official: what trec_eval prints by default, without "
              "intervals; needs --profile trec")
      .value("LIST")
      .one_of(std::move(known));
  command.option("--profile", args->profile, "evaluation conventions; see 'podium list profiles'")
      .value("NAME")
      .one_of(row_names(profiles()));
  command
      .option("--ties", args->ties,
              "order of documents with equal scores; default: that of the profile")
      .one_of({"input", "docid", "worst", "best", "expected"});
  args->measuring.add_to(
      command, [args] { return args->measures; }, "--measures");
  add_intervals(command, args->intervals);
  command
      .option("--per-query", args->per_query,
              "write the values of each query to this file; give one file per ranker, in the order "
              "of the results: scores, models, features, runs")
      .writes("FILE")
      .one_each_time();
  command.option("--explain", args->explain, "show each term of the measures for this query")
      .value("QID");
  RankerArgs::add_reading(command, args->read);
  add_scratch(command, args->scratch, "temporary files");
  command.flag("--scratch").needs("--data");
  for (const char* flag : {"--per-query", "--blank", "--interval", "--confidence"}) {
    command.flag(flag).excludes({"--explain"});
  }
  for (const char* flag : {"--explain", "--interval", "--confidence"}) {
    command.flag(flag).only_if([args] { return args->measures != official_measures; },
                               "--measures other than official");
  }
  command.flag("--per-query")
      .only_if([args] { return args->measuring.blank != BlankQueries::both; },
               "--blank keep or skip");
  command.flag("--data").only_if([args] { return args->rankers.use_data(); },
                                 RankerArgs::use_of_data);
  command.runs_over_ranks();
  command.examples = {
      {"podium evaluate --data test.txt --model svm=svm.json --model bm25=bm25.json",
       "compare the measures of two models"},
      {"podium evaluate --data test.txt --model model.json --feature 25",
       "compare a model with the ranking by a feature"},
      {"podium evaluate --qrels qrels.txt --run run.txt --measures map,ndcg@10 --profile trec",
       "evaluate a TREC run"},
      {"podium evaluate --qrels qrels.txt --run run.txt --measures official --profile trec",
       "print what trec_eval prints by default"}};
}

}  // namespace podium::cli
