#pragma once

#include <array>
#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace podium::cli {

/// An exit code of the program and its meaning.
struct ExitCode {
  int number;
  std::string_view meaning;
};

inline constexpr std::array<ExitCode, 9> exit_codes = {
    {{0, "done"},
     {2, "wrong usage of the command line"},
     {3, "bad input data, or an input that cannot be read"},
     {4, "numerical failure"},
     {5, "writing a file, memory, a database or the network failed"},
     {70, "internal error"},
     {129, "the terminal was closed (SIGHUP)"},
     {130, "interrupted (Ctrl-C)"},
     {143, "ended by SIGTERM"}}};

struct Command;

/// A program: its name, what it does, and a function that adds its commands.
struct Program {
  std::string_view name;
  std::string_view summary;
  void (*add_commands)(Command& program);
};

/// Runs one command line, without the program's name. Results go to `out`, messages to `err`.
/// Returns one of `exit_codes`.
int run_cli(const Program& program, const std::vector<std::string>& arguments, std::ostream& out,
            std::ostream& err);

/// Prints what went wrong and returns its exit code; the only place that maps errors to these.
int report_failure(const std::exception_ptr& failure, std::ostream& err,
                   std::string_view program = "podium");

}  // namespace podium::cli
