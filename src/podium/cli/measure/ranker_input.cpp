#include "podium/cli/measure/ranker_input.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/measure/weight_checks.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/experiment/judged_run.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/fingerprint.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/row_scores.hpp"

namespace podium::cli {

namespace {

Ranker ranker_of_scores(std::string name, std::vector<double> row_scores, const Dataset& data) {
  auto scores = std::make_shared<const std::vector<double>>(std::move(row_scores));
  return {std::move(name), scored_queries(data, *scores), scores};
}

constexpr std::array<std::string_view, 2> on_and_off = {"off", "on"};

/// "25", "bm25" or, with another name for the ranker, "old=bm25".
Ranker ranker_of_feature(const std::string& text, const Dataset& data, const Context& context) {
  const std::size_t equals = text.find('=');
  const StringColumn& names = data.columns().feature_name;
  bool is_feature = false;  // a column may be called "a=b"
  for (std::size_t f = 0; f < names.size(); ++f) is_feature = is_feature || names[f] == text;
  const bool is_named = equals != std::string::npos && !is_feature;
  const std::size_t feature =
      find_feature(data, is_named ? text.substr(equals + 1) : text, "--feature");
  const std::string name = is_named ? text.substr(0, equals) : "feature " + text;
  if (name.empty()) {
    throw UsageError("--feature: found " + in_quotes(text) +
                     " with an empty name, expected [NAME=]FEATURE");
  }
  if (data.columns().words.contains(feature)) {
    throw UsageError(fmt::format(
        "--feature {}: a model of the same command reads it as words, which have no order; rank by "
        "the feature in a command without that model",
        text));
  }
  std::vector<double> values;
  std::size_t missing = 0;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const double value{query.features[doc][feature]};
      if (std::isnan(value)) ++missing;
      values.push_back(std::isnan(value) ? -std::numeric_limits<double>::infinity() : value);
    }
  }
  if (missing > 0) {
    context.say(fmt::format("{}: {} ranked last; podium data fill gives them a value", name,
                            counted(missing, "missing value is", "missing values are")));
  }
  return ranker_of_scores(name, std::move(values), data);
}

/// Runs are judged by the data: their queries have its weights.
void weigh_queries(std::vector<ScoredQuery>& queries, const Dataset& data) {
  if (data.columns().query_weight.empty()) return;
  std::unordered_map<std::string_view, double> weights;
  for (std::size_t q = 0; q < data.query_count(); ++q) weights.emplace(data[q].id, data[q].weight);
  for (ScoredQuery& query : queries) query.weight = weights.at(query.id);
}

Ranker ranker_of_run(const RankerFile& file, const Qrels& qrels, const RankerArgs& args,
                     const Dataset& data, const Context& context) {
  const auto run = std::make_shared<const JudgedRun>(qrels, read_run(file.path),
                                                     JoinOptions{.complete = args.complete});
  const std::size_t missing = args.complete ? run->queries_not_in_run() : 0;
  std::vector<std::string> remarks = run->remarks();
  if (missing > 0) remarks.front() += "; --complete off leaves them out";
  for (const std::string& remark : remarks) context.say(file.path + ": " + remark);
  TruthSetting truth = parse_truth_setting(args.truth);
  if (!args.top_k.empty() && truth == TruthSetting{}) truth.kind = TruthSetting::Kind::top_k;
  Ranker ranker{file.name, scored_queries(*run, truth), run, missing};
  if (args.qrels.empty()) weigh_queries(ranker.queries, data);
  return ranker;
}

/// Rankers of rows are judged by the data, runs by --qrels: measures of both can be compared only
/// if the labels are the same.
void check_same_labels(const RankerArgs& args, const Qrels& qrels, const Dataset& data,
                       const Context& context) {
  if (data.columns().document_id.empty()) {
    context.say(args.data +
                ": has no document ids, so its labels cannot be compared with those of " +
                args.qrels);
    return;
  }
  const Qrels own = qrels_of(data);
  const bool is_graded = args.truth == "graded";  // elsewhere ties are broken by the order of rows
  std::size_t others = qrels.judged.row_count();  // judgements that the data lacks
  std::size_t missing = 0;
  for (std::size_t q = 0; q < own.judged.query_count(); ++q) {
    const DocumentTable::Query query = own.judged[q];
    std::unordered_map<std::string_view, double> labels;
    if (const auto place = qrels.judged.find(query.id)) {
      const DocumentTable::Query judged = qrels.judged[*place];
      for (std::size_t d = 0; d < judged.size(); ++d) {
        labels.emplace(judged.document[d], judged.value[d]);
      }
    }
    for (std::size_t d = 0; d < query.size(); ++d) {
      const auto found = labels.find(query.document[d]);
      const bool has_label = is_judged(query.value[d]);
      if (found == labels.end()) {
        missing += has_label ? 1U : 0U;
      } else if (!is_graded || found->second == query.value[d] ||
                 (!has_label && !is_judged(found->second))) {
        --others;
      } else {
        throw UsageError(fmt::format(
            "query {}, document {}: the label is {} in {} and {} in {}; rankers that are judged by "
            "different labels cannot be compared; without --qrels, {} judges all of them",
            in_quotes(query.id), in_quotes(query.document[d]), query.value[d], args.data,
            found->second, args.qrels, args.data));
      }
    }
  }
  if (others == 0 && missing == 0) return;
  context.say(fmt::format(
      "warning: judgements of {0} that {1} lacks: {2}; labels of {1} that {0} lacks: {3}; so runs "
      "and "
      "other rankers are judged by different documents; without --qrels, {1} judges all of them",
      args.qrels, args.data, others, missing));
}

/// The judgements of runs. Those of data have the form that was asked for already.
Qrels judgements_of(const RankerArgs& args, const Dataset& data, const Context& context) {
  if (!args.data.empty() && args.qrels.empty()) return qrels_of(data);
  const Qrels qrels =
      args.top_k.empty() ? read_qrels(args.qrels) : qrels_of(read_top_k(args.top_k));
  return ordered_judgements(qrels, parse_truth_setting(args.truth), context.seed);
}

/// Models that need no file of a baseline are not given one, but one of them must need it.
std::vector<Ranker> read_models(const RankerArgs& args, const MeasuredData& measured,
                                const Context& context) {
  const Dataset& data = measured.data;
  std::vector<Ranker> rankers;
  const ModelDataArgs& given = args.model_data;
  bool is_used = false;
  for (const RankerFile& file : ranker_files(args.models)) {
    const RankingModel model = load_model(file.path);
    say_seen(args.data, measured.queries, file.path, model, context);
    const bool needs_file = needs_baseline_file(model);
    is_used = is_used || needs_file;
    ModelDataArgs own_args = given;
    if (!needs_file) own_args.baseline.clear();
    const Dataset own = data_for_model(model, file.path, own_args, data, context);
    rankers.push_back(ranker_of_scores(file.name, model_row_scores(model, file.path, own), data));
  }
  if (!given.baseline.empty() && !is_used) {
    throw UsageError(fmt::format("{} {}: no model was trained on top of a run or file of scores",
                                 given.baseline_flag, given.baseline));
  }
  return rankers;
}

}  // namespace

void say_seen(const std::string& data_file, const std::string& queries,
              const std::string& model_file, const RankingModel& model, const Context& context) {
  const auto found = std::ranges::find(model.training.seen, queries, &SeenData::queries);
  if (found == model.training.seen.end()) {
    if (!std::ranges::all_of(model.training.seen, is_comparable, &SeenData::queries)) {
      context.say(fmt::format("{} is of an earlier version: whether it has seen {} is not known",
                              model_file, data_file));
    }
    if (!model.baseline || !model.baseline->model) return;
    say_seen(data_file, queries, model_file, *model.baseline->model, context);
    return;
  }
  context.say(
      fmt::format("warning: {} is the {} data of {}: its measures are higher than on new "
                  "queries",
                  data_file, found->chose ? "validation" : "training", model_file));
}

Flag& RankerArgs::add_features(Command& command) {
  return command
      .option("--feature", features,
              "feature to rank by, largest value first, by name or number, for example 25 or bm25")
      .value("[NAME=]FEATURE");
}

void RankerArgs::add_reading(Command& command, ReadOptions& read) {
  add_reading_of("--data", command, read);
  refuse_empty_label_column(command);
  for (const char* flag : {"--columns", "--feature-count", "--first-feature-id"}) {
    command.flag(flag).needs_one_of({"--model", "--feature"});
  }
}

void RankerArgs::add_complete(Command& command) {
  command
      .option(
          "--complete",
          [this](const std::string& text) {
            complete = chosen_index("--complete", on_and_off, text) == 1;
          },
          "judged queries that a run lacks: on counts them as empty rankings, as trec_eval -c "
          "does; "
          "off leaves them out of all means")
      .one_of({"on", "off"})
      .by_default("on")
      .needs("--run");
}

std::vector<ScoredQuery> Ranker::own_queries() const {
  std::vector<ScoredQuery> own;
  std::ranges::copy_if(queries, std::back_inserter(own),
                       [](const ScoredQuery& query) { return !query.scores.empty(); });
  return own;
}

std::string RankerArgs::word_features() const {
  std::string list;
  for (const RankerFile& file : ranker_files(models)) {
    const std::string own = podium::word_features(load_model(file.path).preparation.categories);
    if (!own.empty()) list += (list.empty() ? "" : ",") + own;
  }
  return list;
}

void RankerArgs::check(const std::string& command) const {
  if (count() == 0) throw UsageError(command + ": give --scores, --model, --feature or --run");
  if (data.empty() && qrels.empty() && top_k.empty()) {
    throw UsageError(command + ": give --data, or --qrels if there are only runs");
  }
}

MeasuredData read_measured_data(const RankerArgs& args, ReadOptions read,
                                const std::string& unjudged, ListRule lists,
                                const Context& context) {
  read.categorical = args.word_features();
  const Dataset data = read_with_remarks(args.data, read, args.detail(), context);
  MeasuredData measured{
      with_unjudged_said(data, args.data, unjudged, {.measures = true, .lists = lists}, context),
      query_fingerprint(data)};
  say_unused_row_weights(measured.data, args.data, context);
  return measured;
}

std::vector<Ranker> read_rankers(const RankerArgs& args, const MeasuredData& measured,
                                 const Context& context) {
  const Dataset& data = measured.data;
  std::vector<Ranker> rankers;
  for (const RankerFile& file : ranker_files(args.scores)) {
    rankers.push_back(ranker_of_scores(file.name, read_row_scores(file.path, data), data));
  }
  for (Ranker& ranker : read_models(args, measured, context)) {
    rankers.push_back(std::move(ranker));
  }
  for (const std::string& feature : args.features) {
    rankers.push_back(ranker_of_feature(feature, data, context));
  }
  if (args.runs.empty()) return rankers;
  const Qrels qrels = judgements_of(args, data, context);
  if (!args.data.empty() && args.qrels.empty()) say_row_numbers(data, args.data, context);
  if (!args.qrels.empty() && args.count() > args.runs.size()) {
    check_same_labels(args, qrels, data, context);
  }
  for (const RankerFile& file : ranker_files(args.runs)) {
    rankers.push_back(ranker_of_run(file, qrels, args, data, context));
  }
  return rankers;
}

}  // namespace podium::cli
