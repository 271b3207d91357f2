#include <algorithm>

#include <fmt/format.h>

#include "podium/cli/manual/completions.hpp"

namespace podium::cli {

namespace {

std::string function_name(const Command& command) {
  std::string name = "_" + command.path;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

/// The text with a backslash before each of the characters `special`.
std::string escaped(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string value_action(const Flag& flag) {
  switch (completion_of(flag)) {
    case Completion::files:
      return "_files";
    case Completion::folders:
      return "_files -/";
    case Completion::names:
      return fmt::format("({})", escaped(fmt::format("{}", fmt::join(flag.choice, " ")), ":"));
    case Completion::nothing:
      break;
  }
  return " ";
}

/// A flag as _arguments wants it: '--train[training data]:FILE:_files'.
std::string argument_spec(const Flag& flag) {
  const std::string value = escaped(flag.shown_value(), ":");
  if (flag.is_positional()) {
    const char* place = flag.count == ValueCount::several ? "*" : "";
    return shell_quoted(fmt::format("{}:{}:{}", place, value, value_action(flag)));
  }
  const bool is_repeatable =
      flag.count == ValueCount::several || flag.count == ValueCount::one_each_time;
  std::string spec =
      fmt::format("{}{}[{}]", is_repeatable ? "*" : "", flag.name, escaped(flag.help, "[]:\\"));
  if (flag.count != ValueCount::none) spec += fmt::format(":{}:{}", value, value_action(flag));
  return shell_quoted(spec);
}

std::string leaf_function(const Command& command) {
  std::string text = function_name(command) + "() {\n  _arguments -s";
  for (const Flag* flag : command.all_flags()) text += " \\\n    " + argument_spec(*flag);
  return text + " \\\n    '(-h --help)'{-h,--help}'[print the help page]'\n}\n\n";
}

std::string group_function(const Command& group) {
  std::string names;
  std::string calls;
  for (const Command& command : group.commands) {
    names += "\n        " + shell_quoted(command.name + ":" + escaped(command.summary, ":\\"));
    calls += fmt::format("        {}) {} ;;\n", command.name, function_name(command));
  }
  const char* version = group.above == nullptr ? " '--version[print the version]'" : "";
  return fmt::format(
      "{}() {{\n"
      "  local -a commands line\n"
      "  local state\n"
      "  _arguments -C '(-h --help)'{{-h,--help}}'[print the help page]'{} '1: :->command' "
      "'*:: :->rest'\n"
      "  case $state in\n"
      "    command)\n"
      "      commands=({})\n"
      "      _describe command commands ;;\n"
      "    rest)\n"
      "      case $line[1] in\n{}      esac ;;\n"
      "  esac\n"
      "}}\n\n",
      function_name(group), version, names, calls);
}

}  // namespace

std::string zsh_completions(const Command& program) {
  std::string text =
      "#compdef podium\n# Completion of podium for zsh, written by 'podium completions zsh'.\n\n";
  for_each_command(program, [&](const Command& command) {
    text += command.commands.empty() ? leaf_function(command) : group_function(command);
  });
  // The file is either loaded as the function itself, or sourced.
  return text +
         "if [[ $funcstack[1] == _podium ]]; then\n  _podium \"$@\"\nelse\n  compdef _podium "
         "podium\nfi\n";
}

}  // namespace podium::cli
