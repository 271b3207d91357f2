#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/measure/print_evaluation.hpp"
#include "podium/cli/measure/weight_checks.hpp"
#include "podium/data/relabel.hpp"
#include "podium/experiment/judged_run.hpp"
#include "podium/format/orders/top_k_file.hpp"

namespace podium {

namespace {

struct EvaluateArgs {
  std::string data;
  std::vector<std::string> scores;
  std::vector<std::string> models;
  std::vector<std::string> runs;
  std::string qrels;
  std::string top_k;
  std::string truth = "graded";
  std::string unjudged = "drop";
  std::string measures = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err";
  std::string profile = "standard";
  std::string ties;
  std::vector<std::string> per_query;
  std::string explain;
  ReadOptions read;
};

/// A ranker to evaluate; `memory` keeps alive what its queries borrow.
struct Ranker {
  std::string name;
  std::vector<ScoredQuery> queries;
  std::shared_ptr<const void> memory;
};

void check(const EvaluateArgs& args) {
  const bool has_runs = !args.runs.empty();
  const std::size_t by_data = args.scores.size() + args.models.size();
  const std::size_t rankers = by_data + args.runs.size();
  if (rankers == 0) throw UsageError("evaluate: give --scores, --model or --run");
  if (args.data.empty() && (by_data > 0 || args.qrels.empty())) {
    throw UsageError("evaluate: give --data, or --qrels if there are only runs");
  }
  if (!has_runs && !args.qrels.empty()) {
    throw UsageError(
        "evaluate: --qrels needs --run; the judgements for scores and models are in --data");
  }
  if (by_data == 0 && !args.top_k.empty()) {
    throw UsageError(
        "evaluate: --top-k needs --scores or --model; the judgements for runs are in --qrels");
  }
  if (!args.explain.empty() && !args.per_query.empty()) {
    throw UsageError("evaluate: give either --explain or --per-query, not both");
  }
  if (has_runs && !args.read.query_weights.empty()) {
    throw UsageError("evaluate: --query-weights cannot be used with --run");
  }
  if (has_runs && args.truth != "graded") {
    throw UsageError("evaluate: --truth " + args.truth +
                     " cannot be used with --run, whose judgements are graded");
  }
  if (has_runs && args.unjudged != "drop") {
    throw UsageError("evaluate: --unjudged " + args.unjudged +
                     " cannot be used with --run; what a run retrieves without a judgement is not "
                     "relevant");
  }
  if (!args.per_query.empty() && args.per_query.size() != rankers) {
    throw UsageError("evaluate: found " + to_text(args.per_query.size()) +
                     " --per-query files for " + to_text(rankers) +
                     " rankers, expected one for each ranker");
  }
}

Dataset read_data(const EvaluateArgs& args, const Context& context) {
  if (args.data.empty()) return {};
  const auto detail = args.models.empty() ? FeatureDetail::none : FeatureDetail::single;
  Dataset data = with_unjudged_said(read_with_remarks(args.data, args.read, detail, context),
                                    args.data, args.unjudged, context);
  say_unused_row_weights(data, args.data, context);
  if (!data.columns().query_weight.empty()) {
    context.say(args.data + ": means over queries use the query weights");
  }
  if (!args.top_k.empty()) {
    data = with_top_k(data, read_top_k(args.top_k), Unjudged::refuse, args.data).data;
  }
  return with_setting(data, parse_truth_setting(args.truth), context.seed);
}

Ranker ranker_of_scores(std::string name, std::vector<double> row_scores, const Dataset& data) {
  auto scores = std::make_shared<const std::vector<double>>(std::move(row_scores));
  return {std::move(name), scored_queries(data, *scores), scores};
}

Ranker ranker_of_run(const RankerFile& file, const Qrels& qrels, const Context& context) {
  const auto run = std::make_shared<const JudgedRun>(qrels, read_run(file.path));
  for (const std::string& remark : run->remarks()) context.say(file.path + ": " + remark);
  return {file.name, scored_queries(*run), run};
}

std::vector<Ranker> read_rankers(const EvaluateArgs& args, const Dataset& data,
                                 const Context& context) {
  std::vector<Ranker> rankers;
  for (const RankerFile& file : ranker_files(args.scores)) {
    rankers.push_back(ranker_of_scores(file.name, read_row_scores(file.path, data), data));
  }
  for (const RankerFile& file : ranker_files(args.models)) {
    rankers.push_back(ranker_of_scores(file.name, model_row_scores(file.path, data), data));
  }
  if (args.runs.empty()) return rankers;
  const Qrels qrels = args.qrels.empty() ? qrels_of(data) : read_qrels(args.qrels);
  for (const RankerFile& file : ranker_files(args.runs)) {
    rankers.push_back(ranker_of_run(file, qrels, context));
  }
  return rankers;
}

void print_explanations(const std::string& query_id, std::span<const Ranker> rankers,
                        std::span<const Measure> measures, const std::string& profile, TieRule ties,
                        const Context& context) {
  for (const Ranker& ranker : rankers) {
    const auto query = std::ranges::find(ranker.queries, query_id, &ScoredQuery::id);
    if (query == ranker.queries.end()) {
      throw UsageError("evaluate: no such query: " + in_quotes(query_id));
    }
    const double highest = highest_label(ranker.queries);
    for (const Measure& measure : with_top_grade(measures, highest)) {
      const std::string title = measure.name() + " of query " + query_id + ", " + ranker.name +
                                ", profile " + profile + ", ties " + std::string(name_of(ties));
      context.out << print_explanation(title, explain(*query, measure, ties), context.format)
                  << "\n";
    }
  }
}

/// The form of the labels: the file or setting, and the seed if it broke ties.
std::string truth_text(const EvaluateArgs& args, const Context& context) {
  if (args.truth != "graded") return args.truth + " (seed " + to_text(context.seed) + ")";
  return args.top_k.empty() ? "graded" : "top-k of " + args.top_k;
}

void run_evaluate(const EvaluateArgs& args, const Context& context) {
  check(args);
  const Profile& profile = find_profile(args.profile);
  const TieRule ties = args.ties.empty() ? profile.ties : parse_tie_rule(args.ties);
  const std::vector<Measure> measures = parse_measures(args.measures, profile);
  refuse_row_weights(args.read, measures.front().name());
  const Dataset data = read_data(args, context);
  const std::vector<Ranker> rankers = read_rankers(args, data, context);
  if (!args.explain.empty()) {
    print_explanations(args.explain, rankers, measures, args.profile, ties, context);
    return;
  }
  std::vector<NamedEvaluation> results;
  for (const Ranker& ranker : rankers) {
    results.push_back({ranker.name, evaluate(ranker.queries, measures, profile, ties),
                       truth_text(args, context)});
  }
  for (std::size_t i = 0; i < args.per_query.size(); ++i) {
    write_file(args.per_query[i], per_query_csv(results[i].evaluation));
  }
  context.out << print_evaluations(results, context.format);
}

}  // namespace

void add_evaluate_command(Command& podium) {
  Command& command = podium.add("evaluate", "compute evaluation measures for rankings");
  auto args = std::make_shared<EvaluateArgs>();
  const auto files = [&](const char* flag, std::vector<std::string>& paths, const char* help) {
    command.option(flag, paths, help).reads("[NAME=]FILE").one_each_time();
  };
  command.description =
      "A ranker is given by its scores, by a model or by a TREC run; each flag can be repeated. A "
      "profile fixes the conventions that differ between evaluation programs, so that values can "
      "be compared with published ones.";
  command.option("--data", args->data, "labelled data set").reads("FILE");
  files("--scores", args->scores, "scores of a ranker, one for each row of the data");
  files("--model", args->models, "model to score the data with");
  files("--run", args->runs, "TREC run");
  command.option("--qrels", args->qrels, "judgements for runs; default: the labels of --data")
      .reads("FILE");
  command.option("--top-k", args->top_k, "top-k lists that replace the labels of --data")
      .reads("FILE");
  command.option("--truth", args->truth, "form of the labels to evaluate against")
      .value("graded|full|topk:K|top-vs-rest:K")
      .one_of({"graded", "full", "topk:", "top-vs-rest:"});
  add_unjudged_rule(command, args->unjudged);
  command.option("--measures", args->measures, "measures to compute; see 'podium list measures'")
      .value("LIST")
      .one_of(row_names(measures()));
  command.option("--profile", args->profile, "evaluation conventions; see 'podium list profiles'")
      .value("NAME")
      .one_of(row_names(profiles()));
  command
      .option("--ties", args->ties,
              "order of documents with equal scores; default: that of the profile")
      .one_of({"input", "docid", "worst", "best", "expected"});
  command
      .option("--per-query", args->per_query,
              "write the values of each query to this file; give one file per ranker")
      .writes("FILE")
      .one_each_time();
  command.option("--explain", args->explain, "show each term of the measures for this query")
      .value("QID");
  add_option_fields(command, args->read);
  command.examples = {
      {"podium evaluate --data test.txt --model svm=svm.json --model bm25=bm25.json",
       "compare the measures of two models"},
      {"podium evaluate --qrels qrels.txt --run run.txt --measures map,ndcg@10 --profile trec",
       "evaluate a TREC run"}};
  command.action = [args](const Context& context) { run_evaluate(*args, context); };
}

}  // namespace podium
