#include <ostream>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/learning/calibration_run.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/error.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct CalibrateArgs {
  std::string model;
  std::string train;
  std::string out;
  std::string unjudged = "drop";
  CalibrationPlan plan;
  ReadOptions read;
};

void run_calibrate(CalibrateArgs& args, const Context& context) {
  args.plan.seed = context.seed;
  RankingModel model = load_model(args.model);
  const std::string& out = args.out.empty() ? args.model : args.out;
  check_writable(out);
  ReadOptions read = args.read;
  read.categorical = word_features(model.preparation.categories);
  const Dataset train =
      with_unjudged_said(read_with_remarks(args.train, read, FeatureDetail::single, context),
                         args.train, args.unjudged, {.trains = true}, context);
  const CalibrationResult result =
      naming(args.train, [&] { return calibrate_model(model, args.plan, train, context); });
  save_model(model, out);
  context.out << print_calibration(result, context.format);
}

}  // namespace

CalibrationResult calibrate_model(RankingModel& model, const CalibrationPlan& plan,
                                  const Dataset& train, const Context& context) {
  RunWatch watch(context);
  const std::optional<OutOfFold> scores = out_of_fold(model, train, watch.sink("trainings"));
  if (!scores) throw Interrupted("interrupted before there were probabilities");
  CalibrationResult result = calibrate(plan, *scores);
  model.calibration = result.calibration;
  return result;
}

void add_calibrate_command(Command& podium) {
  Command& command =
      podium.add("calibrate", "give a model the probability that a document has some grade");
  auto* const args = command.runs(run_calibrate);
  command.description =
      "Trains the model again, by its own record, on five parts of its training data that take "
      "turns to be left out, and fits P(label >= G) to the scores of the documents that were left "
      "out. The model keeps its scores, and so the order of documents. 'podium score "
      "--probability' writes the probabilities.";
  command.option("model", args->model, "trained model, which is changed without --out")
      .updates("FILE")
      .required();
  command.option("--train", args->train, "the data that the model was trained on")
      .reads("FILE")
      .required();
  command
      .option(
          "--grade",
          [args](const std::string& text) { args->plan.grades = parse_grades("--grade", text); },
          "labels from which on a document counts, such as 1 or 1,2")
      .value("G,...")
      .required();
  command.option("--out", args->out, "file to write the model to").writes("FILE");
  command.choice("--method", args->plan.method, calibration_method_names,
                 "platt: 1 / (1 + exp(-(A * score + B))). isotonic: a rising function of pieces, "
                 "which needs more data and was not better on any of three data sets");
  add_unjudged_rule(command, args->unjudged);
  add_option_fields(command, args->read);
  refuse_empty_label_column(command);
  command.examples = {{"podium calibrate m.json --train train.txt --grade 1",
                       "add the probability that a document is relevant"},
                      {"podium calibrate m.json --train train.txt --grade 1,2,3 --out p.json",
                       "write a copy with the probabilities of three grades"}};
}

}  // namespace podium::cli
