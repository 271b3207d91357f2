#include "podium/cli/cli.hpp"

#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <ostream>
#include <span>
#include <string_view>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/base/version.hpp"
#include "podium/cli/command.hpp"

namespace podium {

namespace {

template <class Whole>
Whole whole_number(const char* flag, const std::string& text, Whole most) {
  const auto value = parse_number<Whole>(text);
  if (!value || *value > most) {
    throw UsageError(std::string(flag) + ": found " + in_quotes(text) +
                     ", expected a whole number from 0 to " + to_text(most));
  }
  return *value;
}

/// Throws when a word that should be a command is none; the parser would only say that one is
/// missing.
void check_commands(const CLI::App& app, std::span<const std::string> arguments) {
  const std::vector<const CLI::App*> known =
      app.get_subcommands([](const CLI::App*) { return true; });
  if (known.empty() || arguments.empty() || arguments[0].starts_with('-')) return;
  std::vector<std::string> names;
  for (const CLI::App* command : known) {
    if (command->get_name() == arguments[0]) return check_commands(*command, arguments.subspan(1));
    names.push_back(command->get_name());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw UsageError("unknown command " + in_quotes(arguments[0]) + "; known are: " + joined(views));
}

void add_common_flags(CLI::App& app, Context& context) {
  app.add_option_function<std::string>(
         "--threads",
         [&context](const std::string& text) {
           context.threads = whole_number("--threads", text, std::size_t{4096});
         },
         "threads to use; 0 means all")
      ->type_name("N")
      ->group("Common");
  app.add_option_function<std::string>(
         "--seed",
         [&context](const std::string& text) {
           context.seed = whole_number("--seed", text, std::numeric_limits<std::uint64_t>::max());
         },
         "seed of everything random")
      ->type_name("N")
      ->default_str("1")
      ->group("Common");
  app.add_option_function<std::string>(
         "--format",
         [&context](const std::string& text) { context.format = parse_table_format(text); },
         "how results are printed")
      ->type_name("table|json|csv|markdown|latex")
      ->default_str("table")
      ->group("Common");
  app.add_flag("--quiet", context.quiet, "results only, no talk")->group("Common");
  app.add_flag("--verbose", context.verbose, "more talk")->group("Common");
}

int fail(std::ostream& err, const std::exception& error, int code) {
  err << "podium: " << error.what() << "\n";
  return code;
}

}  // namespace

void Context::say(const std::string& line) const {
  if (quiet) return;
  out.flush();  // what was said and what was found stay in order on a terminal
  err << line << "\n";
}

void add_command(CLI::App& parent, Context& context, const std::string& name,
                 const std::string& summary, const std::function<Action(CLI::App&)>& setup) {
  CLI::App* app = parent.add_subcommand(name, summary);
  auto action = std::make_shared<Action>(setup(*app));
  add_common_flags(*app, context);
  app->callback([action, &context] {
    const ThreadLimit limit(context.threads);
    (*action)(context);
  });
}

int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("Top-k learning to rank, end to end.", "podium");
  app.set_version_flag("--version", "podium " + std::string(version()));
  app.require_subcommand(1);
  Context context{.out = out, .err = err};
  add_demo_command(app, context);
  add_data_commands(app, context);
  add_synth_commands(app, context);
  add_train_command(app, context);
  add_crossval_command(app, context);
  add_model_commands(app, context);
  add_explain_command(app, context);
  add_score_command(app, context);
  add_evaluate_command(app, context);
  add_compare_command(app, context);
  add_experiment_commands(app, context);
  add_reproduce_command(app, context);
  add_report_command(app, context);
  add_aggregate_command(app, context);
  add_verify_commands(app, context);
  add_label_commands(app, context);
  add_collect_commands(app, context);
  add_list_command(app, context);
  if (arguments.empty()) {
    err << app.help();
    return 2;
  }
  try {
    check_commands(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    if (!out.flush()) throw StorageError("cannot write the results");
    return 0;
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request, out, err);
  } catch (const CLI::ParseError& error) {
    return fail(err, error, 2);
  } catch (const Interrupted& error) {
    return fail(err, error, 130);
  } catch (const UsageError& error) {
    return fail(err, error, 2);
  } catch (const DataError& error) {
    return fail(err, error, 3);
  } catch (const NumericError& error) {
    return fail(err, error, 4);
  } catch (const StorageError& error) {
    return fail(err, error, 5);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(err, error, 5);
  } catch (const std::bad_alloc&) {
    return fail(err, StorageError("the machine has not enough memory for this"), 5);
  } catch (const std::exception& error) {
    return fail(
        err, std::runtime_error(std::string("internal error, please report: ") + error.what()), 70);
  }
}

}  // namespace podium
