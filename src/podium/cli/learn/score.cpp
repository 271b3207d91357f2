#include <memory>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/format/run.hpp"
#include "podium/format/scores.hpp"

namespace podium {

namespace {

struct ScoreArgs {
  std::string model;
  std::string data;
  std::string out;
  std::string run;
  std::string run_tag = "podium";
  ReadOptions read;
};

void run_score(const ScoreArgs& args, const Context& context) {
  if (args.out.empty() && args.run.empty())
    throw UsageError("score: expected --out, --run or both");
  const Dataset data = read_with_remarks(args.data, args.read, FeatureDetail::single, context);
  const std::vector<double> scores = model_row_scores(args.model, data, context);
  // The run first: it may be refused for an id that is not a word, and then nothing is written.
  if (!args.run.empty()) write_run(run_of(data, scores, args.run_tag), args.run);
  if (!args.out.empty()) write_scores(scores_by_input(data, scores), args.out);
  context.say(fmt::format("{} rows of {} queries scored", data.row_count(), data.query_count()));
}

}  // namespace

void add_score_command(CLI::App& app, Context& context) {
  add_command(app, context, "score", "let a model score data", [](CLI::App& command) -> Action {
    auto args = std::make_shared<ScoreArgs>();
    const auto file = [&](const char* flag, std::string& path, const char* help) {
      return command.add_option(flag, path, help)->type_name("FILE");
    };
    file("--model", args->model, "the model")->required();
    file("--data", args->data, "what to score; its labels do not matter")->required();
    file("--out", args->out, "where to write a score for each row, in the order of the data");
    file("--run", args->run, "where to write a TREC run");
    command.add_option("--run-tag", args->run_tag, "last column of the run")
        ->type_name("TAG")
        ->capture_default_str();
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_score(*args, ctx); };
  });
}

}  // namespace podium
