#include <algorithm>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/row_scores.hpp"

namespace podium::cli {

namespace {

struct ScoreArgs {
  std::string model;
  std::string data;
  std::string out;
  std::string run;
  std::string run_tag = "podium";
  std::string scratch;
  bool probability = false;
  ModelDataArgs model_data;
  ReadOptions read;
};

/// Tells the user when the scores are right only if every query has all of its documents.
void say_whole_queries(const RankingModel& model, const std::string& path, const Dataset& data,
                       const Context& context) {
  const Serving serving = serving_of(model);
  if (serving == Serving::documents) return;
  if (serving == Serving::complete_documents && filled_from_query(model.preparation, data) == 0) {
    return;
  }
  std::size_t single = 0;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (data[query].size() == 1) ++single;
  }
  context.say(fmt::format("{}: {}; a query without some of its documents gets other scores{}", path,
                          whole_query_reason(model),
                          single == 0
                              ? ""
                              : fmt::format(" ({} of {} with a single document)", single,
                                            counted(data.query_count(), "query", "queries"))));
}

/// A run has no quotes, so its ids are words; those of a table may be any text.
void write_run_said(const Dataset& data, std::span<const double> scores, const ScoreArgs& args) {
  try {
    write_run(run_of(data, scores, args.run_tag), args.run);
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("{}: {}; a TREC run cannot hold it, --out FILE.csv writes ids as they are",
                    args.run, error.what()));
  }
}

/// Whether the file is to have ids beside the scores.
bool is_table(const std::string& path) {
  const DataFormat format = format_of_name(path);
  return format == DataFormat::csv || format == DataFormat::tsv;
}

/// A column for each grade of which the model knows the probability.
std::vector<ScoreColumn> probability_columns(const RankingModel& model, const ScoreArgs& args,
                                             std::span<const double> scores) {
  const std::vector<GradeCurve>& grades = model.calibration.grades;
  if (grades.empty()) {
    throw UsageError("--probability: found no probabilities in " + args.model +
                     ", expected a model that 'podium calibrate' has completed");
  }
  if (grades.size() > 1 && !is_table(args.out)) {
    throw UsageError(
        fmt::format("--probability: found probabilities of {} grades, expected one; a file called "
                    ".csv or .tsv takes a column for each",
                    grades.size()));
  }
  std::vector<ScoreColumn> columns;
  for (std::size_t g = 0; g < grades.size(); ++g) {
    ScoreColumn& own = columns.emplace_back(ScoreColumn{probability_name(grades[g]), {}});
    for (const double score : scores) {
      own.by_row.push_back(model.calibration.probability(score, g));
    }
  }
  return columns;
}

void run_score(const ScoreArgs& args, const Context& context) {
  if (args.out.empty() && args.run.empty()) {
    throw UsageError("score: give --out, --run or both");
  }
  ReadOptions read = args.read;
  read.needs_labels = false;
  const OutOfCore memory =
      within_memory(read, args.scratch, args.out.empty() ? args.run : args.out, context);
  const RankingModel model = load_model(args.model);
  read.categorical = word_features(model.preparation.categories);
  const Dataset data =
      data_for_model(model, args.model, args.model_data,
                     read_with_remarks(args.data, read, FeatureDetail::single, context), context);
  const std::vector<double> scores = model_row_scores(model, args.model, data);
  std::vector<ScoreColumn> columns;
  if (args.probability) columns = probability_columns(model, args, scores);
  say_whole_queries(model, args.model, data, context);
  // The run first: it may be refused for an id that is not a word, and then nothing is written.
  if (!args.run.empty()) {
    write_run_said(data, scores, args);
    say_row_numbers(data, args.data, context);
  }
  if (is_table(args.out)) {
    write_score_table(data, scores, args.out, columns);
  } else if (!args.out.empty()) {
    write_scores(scores_by_input(data, columns.empty() ? scores : columns.front().by_row),
                 args.out);
  }
  context.say(fmt::format("scored {}, {}", counted(data.row_count(), "row"),
                          counted(data.query_count(), "query", "queries")));
}

}  // namespace

void add_score_command(Command& podium) {
  Command& command = podium.add("score", "score the documents of a data set with a model");
  auto* const args = command.runs(run_score);
  command.description =
      "The model applies its own rules for missing values and normalisation. Higher scores "
      "are better.";
  command.option("--model", args->model, "trained model").reads("FILE").required();
  command.option("--data", args->data, "data set to score; labels are ignored and may be left out")
      .reads("FILE")
      .required();
  command
      .option(
          "--out", args->out,
          "write one score per row to this file, in the order of the data; a file called .csv or "
          ".tsv also gets the ids of queries and documents")
      .writes("FILE");
  command.option("--run", args->run, "write a TREC run to this file").writes("FILE");
  command
      .toggle("--probability", args->probability,
              "write the probability of the model's grade to --out instead of the score; a table "
              "gets a column for each grade beside the score. See podium calibrate")
      .needs("--out");
  args->model_data.add_to(command);
  command.option("--run-tag", args->run_tag, "run tag: the last column of the run")
      .value("TAG")
      .needs("--run");
  add_option_fields(command, args->read);
  add_scratch(command, args->scratch, "the output");
  leave_out_weights(command, args->read);
}

}  // namespace podium::cli
