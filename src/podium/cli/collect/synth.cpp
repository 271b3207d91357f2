#include "podium/synth/synth.hpp"

#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/collect/collect_commands.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/format/preferences.hpp"
#include "podium/format/scores.hpp"
#include "podium/format/top_k_file.hpp"
#include "podium/synth/assessor.hpp"

namespace podium {

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
  context.say(fmt::format("{}: {} queries, {} rows, {} features", args.out, made.data.query_count(),
                          made.data.row_count(), made.data.feature_count()));
}

void run_preferences(const PreferencesArgs& args, const Context& context) {
  const SyntheticPreferences made = simulate_preferences(args.options, context.seed);
  write_preferences(made.preferences, args.out);
  if (!args.truth.empty()) write_top_k(made.top_k(args.k), args.truth);
  context.say(fmt::format("{}: {} answers to questions on {} queries", args.out,
                          made.preferences.size(), args.options.queries));
}

void add_synth_letor(CLI::App& synth, Context& context) {
  const char* summary = "a feature file with a planted truth";
  add_command(synth, context, "letor", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<LetorArgs>();
    // Declared first, so that the other flags change the preset and not the other way round.
    command
        .add_option_function<std::string>(
            "--preset",
            [args = args.get()](const std::string& name) { args->options = synth_preset(name); },
            "sizes to start from: S 1,692 queries x 41 documents x 46 features, M 6,000 x 123 x "
            "136, G 50 x 1,000 x 64 with binary labels")
        ->type_name("S|M|G");
    add_option_fields(command, args->options);
    add_output(command, args->out, "where to write it; the ending chooses the format");
    command
        .add_option("--truth-scores", args->truth_scores,
                    "where to write the true utilities: the best scores there are")
        ->type_name("FILE");
    return [args](const Context& ctx) { run_letor(*args, ctx); };
  });
}

void add_synth_preferences(CLI::App& synth, Context& context) {
  const char* summary = "answers of simulated assessors to \"which is better?\"";
  add_command(synth, context, "preferences", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<PreferencesArgs>();
    add_option_fields(command, args->options);
    add_output(command, args->out, "where to write lines 'qid docA docB winner'");
    command.add_option("--truth", args->truth, "where to write the true top-k, as JSON lines")
        ->type_name("FILE");
    command.add_option("--k", args->k, "of --truth")->type_name("K")->capture_default_str();
    return [args](const Context& ctx) { run_preferences(*args, ctx); };
  });
}

}  // namespace

void add_synth_commands(CLI::App& app, Context& context) {
  CLI::App* synth = app.add_subcommand("synth", "seeded generators of every kind of input");
  synth->require_subcommand(1);
  add_synth_letor(*synth, context);
  add_synth_preferences(*synth, context);
  add_synth_corpus(*synth, context);
}

}  // namespace podium
