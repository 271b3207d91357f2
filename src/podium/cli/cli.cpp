#include "podium/cli/cli.hpp"

#include <filesystem>
#include <memory>
#include <new>
#include <ostream>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/cli/command.hpp"

namespace podium {

namespace {

void add_common_flags(CLI::App& app, Context& context) {
  app.add_option("--threads", context.threads, "threads to use; 0 means all")->group("Common");
  app.add_option("--seed", context.seed, "seed of everything random")
      ->capture_default_str()
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
  app.set_version_flag("--version", std::string("podium " PODIUM_VERSION));
  app.require_subcommand(1);
  Context context{.out = out, .err = err};
  add_demo_command(app, context);
  add_data_commands(app, context);
  add_synth_commands(app, context);
  add_evaluate_command(app, context);
  add_compare_command(app, context);
  add_list_command(app, context);
  if (arguments.empty()) {
    err << app.help();
    return 2;
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    out.flush();
    return 0;
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request, out, err);
  } catch (const CLI::ParseError& error) {
    return fail(err, error, 2);
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
