#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/measure/print_evaluation.hpp"
#include "podium/data/relabel.hpp"
#include "podium/experiment/judged_run.hpp"
#include "podium/format/top_k_file.hpp"

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
  if (rankers == 0) throw UsageError("evaluate: expected --scores, --model or --run");
  if (args.data.empty() && (by_data > 0 || args.qrels.empty())) {
    throw UsageError("evaluate: expected --data, or --qrels for runs alone");
  }
  if (!has_runs && !args.qrels.empty()) {
    throw UsageError(
        "evaluate: found --qrels without --run; scores and models are judged by --data");
  }
  if (by_data == 0 && !args.top_k.empty()) {
    throw UsageError(
        "evaluate: found --top-k without --scores or --model; runs are judged by --qrels");
  }
  if (!args.explain.empty() && !args.per_query.empty()) {
    throw UsageError("evaluate: found --explain and --per-query, expected one of them");
  }
  if (has_runs && args.truth != "graded") {
    throw UsageError("evaluate: --truth " + args.truth +
                     " works with --scores and --model only: the judgements of a run are graded");
  }
  if (!args.per_query.empty() && args.per_query.size() != rankers) {
    throw UsageError("evaluate: found " + to_text(args.per_query.size()) +
                     " --per-query files, expected one for each of " + to_text(rankers) +
                     " rankers");
  }
}

Dataset read_data(const EvaluateArgs& args, const Context& context) {
  if (args.data.empty()) return {};
  const auto detail = args.models.empty() ? FeatureDetail::none : FeatureDetail::single;
  Dataset data = read_with_remarks(args.data, args.read, detail, context);
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
    rankers.push_back(
        ranker_of_scores(file.name, model_row_scores(file.path, data, context), data));
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
      throw UsageError("evaluate: there is no query " + in_quotes(query_id));
    }
    for (const Measure& measure : measures) {
      const std::string title = measure.name() + " of query " + query_id + ", " + ranker.name +
                                ", profile " + profile + ", ties " + std::string(name_of(ties));
      context.out << print_explanation(title, explain(*query, measure, ties), context.format)
                  << "\n";
    }
  }
}

/// How labels were read: the file or setting, and the seed where it broke ties.
std::string truth_text(const EvaluateArgs& args, const Context& context) {
  if (args.truth != "graded") return args.truth + " (seed " + to_text(context.seed) + ")";
  return args.top_k.empty() ? "graded" : "top-k of " + args.top_k;
}

void run_evaluate(const EvaluateArgs& args, const Context& context) {
  check(args);
  const Profile& profile = find_profile(args.profile);
  const TieRule ties = args.ties.empty() ? profile.ties : parse_tie_rule(args.ties);
  const std::vector<Measure> measures = parse_measures(args.measures, profile);
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

void add_evaluate_command(CLI::App& app, Context& context) {
  add_command(app, context, "evaluate", "what rankings are worth", [](CLI::App& command) -> Action {
    auto args = std::make_shared<EvaluateArgs>();
    command.add_option("--data", args->data, "labelled data")->type_name("FILE");
    const auto files = [&](const char* flag, std::vector<std::string>& paths, const char* help) {
      command.add_option(flag, paths, help)->type_name("FILE")->allow_extra_args(false);
    };
    files("--scores", args->scores,
          "a score for each row of the data, FILE or NAME=FILE; may be repeated");
    files("--model", args->models,
          "a model that scores the data, FILE or NAME=FILE; may be repeated");
    files("--run", args->runs, "TREC run, FILE or NAME=FILE; may be repeated");
    command.add_option("--qrels", args->qrels, "judgements of runs; else the labels of --data")
        ->type_name("FILE");
    command.add_option("--top-k", args->top_k, "top-k truths that replace the labels of --data")
        ->type_name("FILE");
    command.add_option("--truth", args->truth, "how labels are read")
        ->type_name("graded|full|topk:K|top-vs-rest:K")
        ->capture_default_str();
    command.add_option("--measures", args->measures, "see podium list measures")
        ->type_name("LIST")
        ->capture_default_str();
    command.add_option("--profile", args->profile, "conventions, see podium list profiles")
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--ties", args->ties, "order of equal scores; else the profile's")
        ->type_name("input|docid|worst|best|expected");
    files("--per-query", args->per_query,
          "where to write a table of all queries; once for each ranker");
    command.add_option("--explain", args->explain, "show every term of this query's values")
        ->type_name("QID");
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_evaluate(*args, ctx); };
  });
}

}  // namespace podium
