#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "podium/base/error.hpp"
#include "podium/base/options.hpp"
#include "podium/base/table.hpp"

namespace podium {

/// What every command can use: where results and talk go, and the flags common to all.
struct Context {
  std::ostream& out;
  std::ostream& err;
  std::size_t threads = 0;
  std::uint64_t seed = 1;
  TableFormat format = TableFormat::table;
  bool quiet = false;
  bool verbose = false;

  /// A line of talk on stderr, unless --quiet.
  void say(const std::string& line) const;
};

/// The user ended the work before it was done; what() says what was kept. Exit code 130.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// What a subcommand hands to the parser: called after parsing, does the work.
using Action = std::function<void(const Context&)>;

/// Adds `name` to `parent` with the flags common to all commands. `setup` declares the command's
/// own flags on the new app and returns what to do; its state lives in the returned action.
void add_command(CLI::App& parent, Context& context, const std::string& name,
                 const std::string& summary, const std::function<Action(CLI::App&)>& setup);

/// Declares one flag per field of T, named, documented and defaulted by T::fields(); none for the
/// field `except`, which is set in another way.
template <Options T>
void add_option_fields(CLI::App& app, T& options, std::string_view except = {}) {
  const T defaults{};
  for (const OptionField& f : T::fields()) {
    if (f.name == except) continue;
    const std::string flag = "--" + std::string(f.name);
    // A switch can only switch on: what is on already takes a value.
    if (f.is_flag && f.text_of(&defaults) == "false") {
      app.add_flag_callback(
          flag, [&options, f] { f.read(&options, "true"); }, std::string(f.help));
      continue;
    }
    app.add_option_function<std::string>(
           flag, [&options, f](const std::string& text) { f.read(&options, text); },
           std::string(f.help))
        ->type_name(f.range)
        ->default_str(f.text_of(&defaults));
  }
}

// One function per subcommand, each in its own file.
void add_data_commands(CLI::App& app, Context& context);
void add_data_info(CLI::App& data, Context& context);
void add_data_check(CLI::App& data, Context& context);
void add_data_convert(CLI::App& data, Context& context);
void add_data_normalise(CLI::App& data, Context& context);
void add_data_fill(CLI::App& data, Context& context);
void add_data_split(CLI::App& data, Context& context);
void add_data_truth(CLI::App& data, Context& context);
void add_synth_commands(CLI::App& app, Context& context);
void add_train_command(CLI::App& app, Context& context);
void add_crossval_command(CLI::App& app, Context& context);
void add_model_commands(CLI::App& app, Context& context);
void add_explain_command(CLI::App& app, Context& context);
void add_score_command(CLI::App& app, Context& context);
void add_evaluate_command(CLI::App& app, Context& context);
void add_compare_command(CLI::App& app, Context& context);
void add_reproduce_command(CLI::App& app, Context& context);
void add_experiment_commands(CLI::App& app, Context& context);
void add_report_command(CLI::App& app, Context& context);
void add_aggregate_command(CLI::App& app, Context& context);
void add_verify_commands(CLI::App& app, Context& context);
void add_verify_theory(CLI::App& verify, Context& context);
void add_label_commands(CLI::App& app, Context& context);
void add_collect_commands(CLI::App& app, Context& context);
void add_list_command(CLI::App& app, Context& context);
void add_demo_command(CLI::App& app, Context& context);

}  // namespace podium
