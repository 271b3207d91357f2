#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/learning/format_summaries.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct ImportArgs {
  std::string file;
  std::string from;
  std::string model;
  bool allow_empty = false;
  ModelImportOptions options;
};

/// Whether the parameters alone say that all documents get one score.
bool is_constant(const ModelKind& kind) {
  if (const auto* trees = std::get_if<TreeEnsemble>(&kind)) {
    return !trees->start && std::ranges::all_of(trees->trees, [](const RegressionTree& tree) {
      return tree.splits.empty();
    });
  }
  const auto* linear = std::get_if<LinearModel>(&kind);
  return linear != nullptr &&
         std::ranges::all_of(std::span(linear->w).first(linear->feature_count()),
                             [](double weight) { return weight == 0.0; });
}

void run_import(const ImportArgs& args, const Context& context) {
  const InputText text(args.file);
  const auto [model, remarks] =
      find_import_format(args.from).read(text.view(), args.file, args.options);
  if (is_constant(model.kind)) {
    const std::string problem = args.file + ": the model gives all documents the same score";
    if (!args.allow_empty) throw NumericError(problem + "; --allow-empty accepts it");
    context.say("warning: " + problem);
  }
  save_model(model, args.model);
  context.say(fmt::format("{}: {} of {}", args.model, kind_name(model.kind),
                          counted(model.preparation.features.count, "feature")));
  for (const std::string& remark : remarks) context.say("note: " + remark);
}

}  // namespace

void add_import_command(Command& podium) {
  Command& command = podium.add("import", "read a model of another library");
  auto* const args = command.runs(run_import);
  command.description =
      "The result is a model like any other: it can be evaluated, explained, compared, served "
      "and exported. Scores are those of the library before any transformation into probabilities. "
      "Formats: " +
      summaries(import_formats()) + ".";
  command.option("FILE", args->file, "model of the other library").reads("FILE").required();
  command.option("--from", args->from, "format").one_of(row_names(import_formats())).required();
  command.option("--model", args->model, "write the model to this file").writes("FILE").required();
  command.toggle("--allow-empty", args->allow_empty,
                 "accept a model that gives all documents the same score");
  add_option_fields(command, args->options);
  command.examples = {
      {"podium import lightgbm.txt --from lightgbm --model model.json", "from LightGBM"}};
}

}  // namespace podium::cli
