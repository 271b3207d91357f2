#include "podium/core/synth/synth.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/synth/assessor.hpp"

namespace podium::cli {

namespace {

struct LetorArgs {
  SynthOptions options;
  std::string out;
  std::string truth_scores;
};

struct PreferencesArgs {
  AssessorOptions options;
  std::string out;
  std::string truth;
  std::size_t k = 10;
};

void run_letor(const LetorArgs& args, const Context& context) {
  const SyntheticDataset made = synthesise(args.options, context.seed);
  write_dataset(made.data, args.out);
  if (!args.truth_scores.empty()) write_scores(made.utility, args.truth_scores);
  context.say(fmt::format(
      "{}: {}, {}, {}", args.out, counted(made.data.query_count(), "query", "queries"),
      counted(made.data.row_count(), "row"), counted(made.data.feature_count(), "feature")));
}

void run_preferences(const PreferencesArgs& args, const Context& context) {
  const SyntheticPreferences made = simulate_preferences(args.options, context.seed);
  write_preferences(made.preferences, args.out);
  if (!args.truth.empty()) write_top_k(made.top_k(args.k), args.truth);
  context.say(fmt::format("{}: {} for {}", args.out, counted(made.preferences.size(), "preference"),
                          counted(args.options.queries, "query", "queries")));
}

void add_synth_letor(Command& synth) {
  Command& command =
      synth.add("letor", "generate a data set in which the true utility of each document is known");
  auto* const args = command.runs(run_letor);
  // Declared first, so that the other flags change the preset and not the other way round.
  command
      .option(
          "--preset", [args](const std::string& name) { args->options = synth_preset(name); },
          "predefined sizes: S has 1,692 queries x 41 documents x 46 features, M 6,000 x 123 x "
          "136, G 50 x 1,000 x 64 with binary labels")
      .one_of({"S", "M", "G"});
  add_option_fields(command, args->options);
  add_output(command, args->out, "file to write; its ending selects the format");
  command
      .option("--truth-scores", args->truth_scores,
              "write the true utilities, which are the best possible scores, to this file")
      .writes("FILE");
}

}  // namespace

void add_model_conditions(Command& command, const AssessorModel& model) {
  const auto only_for = [&](const char* flag, std::vector<AssessorModel> models) {
    std::vector<std::string_view> names;
    for (const AssessorModel one : models) {
      names.push_back(assessor_model_names[static_cast<std::size_t>(one)]);
    }
    command.flag(flag).only_if([&model, models] { return std::ranges::count(models, model) > 0; },
                               fmt::format("--model {}", fmt::join(names, " or ")));
  };
  only_for("--sigma", {AssessorModel::gaussian});
  only_for("--theta", {AssessorModel::gaussian, AssessorModel::random_error});
  only_for("--nu", {AssessorModel::bradley_terry_davidson});
  only_for("--epsilon", {AssessorModel::random_error});
}

namespace {

void add_synth_preferences(Command& synth) {
  Command& command =
      synth.add("preferences", "generate preference judgements by simulated assessors");
  auto* const args = command.runs(run_preferences);
  add_option_fields(command, args->options);
  add_model_conditions(command, args->options.model);
  add_output(command, args->out, "file to write: lines 'qid docA docB winner'");
  command.option("--truth", args->truth, "write the true top-k lists to this file, as JSON lines")
      .writes("FILE");
  command.number("--k", args->k, "length of the lists in --truth").value("K").needs("--truth");
}

}  // namespace

void add_synth_commands(Command& podium) {
  Command& synth = podium.add("synth", "generate synthetic data sets, preferences and documents");
  add_synth_letor(synth);
  add_synth_preferences(synth);
  add_synth_corpus(synth);
  synth.elsewhere = {{"stand-in", "podium-papers stand-in"}};
}

}  // namespace podium::cli
