#include <filesystem>
#include <limits>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/measuring_args.hpp"
#include "podium/cli/args/model_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/measure/ranker_input.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/explain/document.hpp"
#include "podium/learning/explain/features.hpp"
#include "podium/learning/explain/query.hpp"
#include "podium/learning/explain/tree.hpp"
#include "podium/learning/explain/worth.hpp"
#include "podium/learning/model/fingerprint.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/score_parts.hpp"

namespace podium::cli {

namespace {

struct ExplainArgs : ModelArgs {
  std::string report;
  std::string data;
  std::string query;
  std::string document;
  std::string above;
  std::size_t documents = 5;
  std::size_t tree = 1;
  bool asks_for_tree = false;
  bool asks_for_orders = false;
  AttributionOptions attribution;
  std::string train;
  std::string vali;
  std::string measure = "ndcg@10";
  std::vector<std::string> define;
  std::string profile = "standard";
  WorthOptions worth;
  std::string unjudged = "drop";
  ModelDataArgs model_data;
  ReadOptions read;
};

/// Data with all features of the model.
Dataset read(const RankingModel& model, const std::string& path, const ExplainArgs& args,
             const DataUse& use, const Context& context) {
  ReadOptions options = args.read;
  options.categorical = word_features(model.preparation.categories);
  options.needs_labels = use.trains || use.measures;
  if (!options.needs_labels) options.query_weights = options.row_weights = no_weights;  // not used
  // One of several files may lack the weights that are to be left out.
  if (!options.needs_labels || !args.train.empty()) options.needs_weights = false;
  const Dataset data =
      with_unjudged_said(read_with_remarks(path, options, FeatureDetail::single, context), path,
                         args.unjudged, use, context);
  return data_for_model(model, args.model, args.model_data, data, context);
}

// --- documents ---

ExplainAnswer about_query(const RankingModel& model, const ExplainArgs& args, std::size_t shown,
                          const Context& context) {
  AttributionOptions options = args.attribution;
  options.seed = context.seed;
  const QueryScores query =
      scored_query(model, args.model, read(model, args.data, args, {}, context), args.query);
  if (args.document.empty()) {
    return explain_query(model, query, args.documents, shown, options, context.format);
  }
  const DocIndex doc = find_document(query, args.document);
  if (args.above.empty()) {
    return explain_document(model, query, doc, shown, options, context.format);
  }
  const DocIndex other = find_document(query, args.above);
  if (other == doc) {
    throw UsageError("explain: --document and --above name the same document, expected two");
  }
  return explain_pair(model, query, doc, other, shown, options, context.format);
}

// --- the worth of features ---

void expect_no_interrupt(const RunWatch& watch) {
  if (watch.was_interrupted()) throw Interrupted("explain: interrupted; nothing was written");
}

void say_what_differs(const RankingModel& model, const ExplainArgs& args, const Dataset& train,
                      const Context& context) {
  const FeatureSet own = without_set_features(feature_set_of(train));  // those that data has
  if (!is_comparable(model.training.data)) {
    context.say(args.train + ": it is not known whether the model was trained on it");
  } else if (data_fingerprint(with_feature_set(train, own)) != model.training.data) {
    context.say(args.train + ": not the data that the model was trained on");
  }
  if (model.training.tuning && model.training.tuning->folds > 0) {
    context.say(
        "the options of the model were chosen by tuning; it is trained again with those that count "
        "most in it");
  } else if (model.training.validation && args.vali.empty()) {
    context.say("the model was chosen on validation data; give it as --vali to train the same way");
  }
}

RetrainingData retraining_data(const RankingModel& model, const ExplainArgs& args,
                               const Dataset& test, const Context& context) {
  RetrainingData data{.train = read(model, args.train, args, {.trains = true}, context),
                      .vali = {},
                      .test = test,
                      .definitions = MeasureDefinitions(args.define)};
  if (!args.vali.empty()) data.vali = read(model, args.vali, args, {.measures = true}, context);
  say_what_differs(model, args, data.train, context);
  return data;
}

ExplainAnswer about_features(const RankingModel& model, const ExplainArgs& args, std::size_t shown,
                             const Context& context) {
  const Profile& profile = find_profile(args.profile);
  const Dataset data = read(model, args.data, args, {.measures = true}, context);
  say_seen(args.data, query_fingerprint(data), args.model, model, context);
  const MetricPlan measure{parse_measure(args.measure, profile, MeasureDefinitions(args.define)),
                           &profile, profile.ties};
  WorthOptions options = args.worth;
  options.seed = context.seed;
  RunWatch watch(context);
  WorthFindings found =
      shuffled_worth(model, data, measure, options, shown, watch.sink("features shuffled"));
  expect_no_interrupt(watch);
  if (!args.train.empty()) {
    add_dropped_worth(found, model, retraining_data(model, args, data, context),
                      watch.sink("features dropped"));
    expect_no_interrupt(watch);
  }
  return explain_worth(model, found, context.format);
}

// --- the command ---

/// Whether the parts of a score follow from the model; others are means over random orders.
bool has_exact_parts(const ModelKind& kind) {
  const auto* const trees = std::get_if<TreeEnsemble>(&kind);
  if (trees == nullptr) return is_sum_of_parts(kind);
  return !trees->start || has_exact_parts(trees->start->kind);
}

void run_explain(const ExplainArgs& args, const Context& context) {
  if (!args.report.empty()) check_writable(args.report);  // before work that may take long
  const RankingModel model = load_model(args.model);
  if (args.asks_for_orders && has_exact_parts(model.kind)) {
    throw UsageError(fmt::format(
        "--orders needs a network or a re-ranking; the parts of the score of {} are exact",
        args.model));
  }
  const std::vector<WeightedFeature> features = weighted_features(model);
  const std::size_t shown = shown_count(args.top, features.size());
  const auto most = std::span(features).first(shown);
  ExplainAnswer answer;
  if (args.asks_for_tree) {
    answer.text = tree_text(model, args.tree, context.format);
  } else if (!args.query.empty()) {
    answer = about_query(model, args, shown, context);
  } else if (!args.data.empty()) {
    answer = about_features(model, args, shown, context);
  } else {
    answer.text = weights_text(model, most, context.format);
  }
  if (!args.report.empty()) {
    const auto tree = args.asks_for_tree ? std::optional(args.tree) : std::nullopt;
    const std::string title = std::filesystem::path(args.model).filename().string();
    write_file(args.report, report_page(explain_page(title, answer, model, most, tree)));
  }
  context.out << answer.text;
  if (!args.asks_for_tree) say_what_is_shown(args, features.size(), context);
}

}  // namespace

void add_explain_command(Command& podium) {
  Command& command = podium.add(
      "explain",
      "show which features a model uses, what they are worth, and why it ranks as it does");
  auto* const args = command.runs(run_explain);
  command.description =
      "Without data: the weights of the features. With --data: what each feature is worth, that "
      "is, what a measure loses when the feature is shuffled within each query, and with --train "
      "when the model is trained again without it. With --query: the first documents of the query "
      "side by side. With --document: its score, feature by feature. With --above: why the "
      "document is above another one. With --tree: one of the trees of a model of kind trees; the "
      "page of --report draws it, by default the first.";
  add_model_args(command, *args);
  command.option("--report", args->report, "write an HTML page with charts to this file")
      .writes("FILE");
  command.option("--data", args->data, "data set whose queries and documents are explained")
      .reads("FILE");
  command.option("--query", args->query, "query to explain").value("QID").needs("--data");
  command
      .option("--document", args->document,
              "id of a document of the query, or its row number if the data has no ids")
      .value("ID")
      .needs("--query");
  command
      .option("--above", args->above,
              "another document of the query: explain why --document is above it")
      .value("ID")
      .needs("--document");
  command
      .number("--documents", args->documents,
              "number of documents of a query to show side by side; 0: all")
      .needs("--query")
      .excludes({"--document"});
  command
      .number("--tree", args->tree, "tree to show of a model of kind trees, counted from 1", 1,
              std::numeric_limits<std::size_t>::max())
      .notes(args->asks_for_tree)
      .excludes({"--data"});
  command
      .number("--orders", args->attribution.orders,
              "random orders of the features by which the scores of networks and re-rankings "
              "are divided among features",
              1, 100'000)
      .notes(args->asks_for_orders)
      .needs("--query");
  command.option("--measure", args->measure, "measure of the worth of features")
      .value("MEASURE")
      .one_of(row_names(measures()));
  add_define(
      command, args->define, [args] { return args->measure; }, "--measure");
  command.option("--profile", args->profile, "evaluation conventions; see 'podium list profiles'")
      .value("NAME")
      .one_of(row_names(profiles()));
  command.number("--repeats", args->worth.repeats, "number of shuffles of each feature", 1,
                 100'000);
  command.number("--alpha", args->worth.alpha, "confidence intervals have level 1 - alpha", 1e-6,
                 0.5);
  command
      .option("--train", args->train,
              "training data of the model: also train it again without each feature that is shown")
      .reads("FILE")
      .needs("--data")
      .excludes({"--query"});
  command.option("--vali", args->vali, "validation data for --train")
      .reads("FILE")
      .needs("--train");
  args->model_data.add_to(command, "--data");
  add_unjudged_rule(command, args->unjudged);
  command.flag("--unjudged").needs("--data");
  add_reading_of("--data", command, args->read);
  refuse_empty_label_column(command);
  for (const char* flag : {"--measure", "--define", "--profile", "--repeats", "--alpha"}) {
    command.flag(flag).needs("--data").excludes({"--query"});
  }
  for (const std::string_view flag : weight_flags) command.flag(flag).excludes({"--query"});
  command.flag("--top").only_if([args] { return !args->asks_for_tree || !args->report.empty(); },
                                "--report if there is --tree");
  command.examples = {
      {"podium explain m.json --data test.txt --report page.html",
       "what each feature is worth on the test data, also as a page"},
      {"podium explain m.json --data test.txt --query 161", "the query's best documents, compared"},
      {"podium explain m.json --data test.txt --query 161 --document a --above b",
       "why document a is above document b"},
      {"podium explain m.json --tree 3 --report page.html", "the third tree, also as a drawing"}};
}

}  // namespace podium::cli
