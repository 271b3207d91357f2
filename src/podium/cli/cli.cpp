#include "podium/cli/cli.hpp"

#include <cerrno>
#include <filesystem>
#include <new>
#include <ostream>
#include <system_error>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/help_page.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/manual/completions.hpp"
#include "podium/cli/parser.hpp"
#include "podium/cli/rank_run.hpp"
#include "podium/cli/terminal.hpp"
#include "podium/core/base/collective/collective.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/version.hpp"

namespace podium::cli {

namespace {

void add_common_flags(Command& program, Context& context) {
  program.number("--threads", context.threads, "number of threads; 0: one per core", 0, 4096);
  program.number("--seed", context.seed, "seed for all random numbers");
  program
      .option(
          "--format",
          [&](const std::string& text) { context.format.kind = parse_table_format(text); },
          "output format of results")
      .one_of({"table", "json", "csv", "markdown", "latex"})
      .by_default("table");
  program.toggle("--quiet", context.quiet, "print results only, no messages")
      .excludes({"--verbose"});
  program.toggle("--verbose", context.verbose, "print more messages");
}

int answer(const Command& program, const ParsedLine& line, std::span<const std::string> words,
           const Context& context) {
  switch (line.request) {
    case CommandRequest::version:
      context.out << line.command->name << " " << version() << "\n";
      return 0;
    case CommandRequest::help:
      context.out << help_page(*line.command, style_of(context.out));
      return 0;
    case CommandRequest::nothing:
      context.err << help_page(*line.command, style_of(context.err));
      return 2;
    case CommandRequest::work:
      break;
  }
  const ThreadLimit limit(context.threads);
  return run_alone_or_as_rank(program, *line.command, context, words);
}

/// The surroundings of a command whose data goes to standard output.
Context beside_data(const Context& context) {
  Context beside{.out = context.err,
                 .err = context.err,
                 .threads = context.threads,
                 .seed = context.seed,
                 .format = context.format,
                 .quiet = context.quiet,
                 .verbose = context.verbose};
  beside.format.width = style_of(context.err).width;
  return beside;
}

int run(const Command& program, std::span<const std::string> words, const Context& context) {
  const ParsedLine line = parse_command_line(program, words);
  if (line.request == CommandRequest::work) check_file_uses(line.files);
  const bool is_data = takes_standard_output(line.files);
  Context surroundings = is_data ? beside_data(context) : context;
  surroundings.files = line.files;
  return answer(program, line, words, surroundings);
}

/// The words of the system behind a path; those of the library name its functions.
std::string words_of(const std::filesystem::filesystem_error& error) {
  const std::string path = error.path1().string();
  return (path.empty() ? "" : path + ": ") + error.code().message();
}

}  // namespace

void add_commands(Command& podium) {
  add_demo_command(podium);
  add_data_commands(podium);
  add_synth_commands(podium);
  add_train_command(podium);
  add_tune_command(podium);
  add_crossval_command(podium);
  add_model_commands(podium);
  add_explain_command(podium);
  add_calibrate_command(podium);
  add_score_command(podium);
  add_export_command(podium);
  add_import_command(podium);
  add_serve_command(podium);
  add_evaluate_command(podium);
  add_compare_command(podium);
  add_experiment_commands(podium);
  add_report_command(podium);
  add_aggregate_command(podium);
  add_label_commands(podium);
  add_collect_commands(podium);
  add_ranks_command(podium);
  add_list_command(podium);
  add_completions_command(podium);
  add_man_command(podium);
  add_help_command(podium);  // last: it completes the names of all others
  podium.elsewhere = {{"reproduce", "podium-papers reproduce"}, {"verify", "podium-papers verify"}};
}

void Context::say(const std::string& line) const {
  if (quiet) return;
  out.flush();  // keeps messages and results in order on a terminal
  err << line << "\n";
}

int report_failure(const std::exception_ptr& failure, std::ostream& err, std::string_view program) {
  const auto fail = [&](const std::string& problem, int code) {
    const bool is_coloured = style_of(err).is_coloured;
    err << (is_coloured ? "\033[1;31m" : "") << program << (is_coloured ? ":\033[0m " : ": ")
        << problem << "\n";
    return code;
  };
  try {
    std::rethrow_exception(failure);
  } catch (const Interrupted& error) {
    return fail(error.what(), 128 + InterruptWatch::last_signal());
  } catch (const UsageError& error) {
    return fail(error.what(), 2);
  } catch (const DataError& error) {
    return fail(error.what(), 3);
  } catch (const NumericError& error) {
    return fail(error.what(), 4);
  } catch (const StorageError& error) {
    return fail(error.what(), 5);
  } catch (const RankError& error) {
    return fail(error.what(), 5);
  } catch (const ProcessFailed& error) {
    return error.code;
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(words_of(error), 5);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", 5);
  } catch (const std::exception& error) {
    // TBB has no type of its own for a thread that the system refuses to start.
    const std::string_view problem = error.what();
    if (problem.ends_with(std::generic_category().message(EAGAIN))) {
      return fail(
          fmt::format("cannot start a thread: {}; a limit of memory or processes is too low",
                      problem),
          5);
    }
    return fail(std::string("internal error, please report: ") + error.what(), 70);
  }
}

int run_cli(const Program& program, const std::vector<std::string>& arguments, std::ostream& out,
            std::ostream& err) {
  Context context{.out = out, .err = err};
  context.format.width = style_of(out).width;
  Command root{.name = std::string(program.name),
               .path = std::string(program.name),
               .summary = std::string(program.summary)};
  add_common_flags(root, context);
  program.add_commands(root);
  try {
    if (!arguments.empty() && arguments.front() == complete_command) {
      out << completions(root, {arguments.begin() + 1, arguments.end()}) << std::flush;
      return 0;
    }
    const int code = run(root, arguments, context);
    errno = 0;
    if (out.flush()) return code;
    throw StorageError("cannot write the results" + (errno == 0 ? "" : ": " + system_reason()));
  } catch (...) {
    return report_failure(std::current_exception(), err, program.name);
  }
}

}  // namespace podium::cli
