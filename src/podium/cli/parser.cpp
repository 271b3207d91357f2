#include "podium/cli/parser.hpp"

// The only file that sees CLI11: its headers take seconds to compile.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "podium/base/suggest.hpp"
#include "podium/cli/help_page.hpp"

namespace podium {

namespace {

/// A flag is echoed as it was typed; what stands behind "=" plays no part in suggestions.
UsageError unknown_flag(const Command& command, const std::string& word) {
  std::vector<std::string_view> known = {"--help"};
  if (command.above == nullptr) known.push_back("--version");
  if (command.commands.empty()) {
    for (const Flag* flag : command.all_flags()) known.push_back(flag->name);
  }
  const std::string question = did_you_mean(word.substr(0, word.find('=')), known);
  return UsageError(fmt::format("unknown flag {}{}{}see '{} --help'", word, question,
                                question.empty() ? "; " : " Or ", command.path));
}

void declare(CLI::App& app, const Flag& flag) {
  const auto with_value = [&flag](const std::string& text) { flag.take(text); };
  const auto with_values = [&flag](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) flag.take(text);
  };
  CLI::Option* option = nullptr;
  switch (flag.count) {
    case ValueCount::none:
      option = app.add_flag_function(
          flag.name, [&flag](std::int64_t count) { flag.take(count > 0 ? "true" : "false"); });
      break;
    case ValueCount::one:
      option = app.add_option_function<std::string>(flag.name, with_value);
      break;
    case ValueCount::one_each_time:
    case ValueCount::several:
      option = app.add_option_function<std::vector<std::string>>(flag.name, with_values);
      option->allow_extra_args(flag.count == ValueCount::several);
      break;
  }
  option->required(flag.is_required)->type_name(flag.shown_value());
}

void declare_all(CLI::App& app, const std::deque<Flag>& flags) {
  for (const Flag& flag : flags) declare(app, flag);
  for (const Flag& flag : flags) {
    for (const std::string& other : flag.needed) {
      app.get_option(flag.name)->needs(app.get_option(other));
    }
    for (const std::string& other : flag.excluded) {
      app.get_option(flag.name)->excludes(app.get_option(other));
    }
  }
}

/// The parser's complaint in our words.
UsageError complaint(const Command& command, const CLI::App& app, const CLI::ParseError& error,
                     const std::string& last_word) {
  const std::vector<std::string> unused = app.remaining();
  for (const std::string& word : unused) {
    if (word.starts_with('-')) return unknown_flag(command, word);
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unused.empty()) {
    return UsageError("unexpected argument " + in_quotes(unused.front()));
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const Flag& flag : command.flags) {
      if (!flag.is_required || app.get_option(flag.name)->count() > 0) continue;
      return UsageError(flag_heading(flag) + " is required: " + flag.help);
    }
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) {
    return UsageError(error.what());
  }
  for (const Flag& flag : command.flags) {
    const std::size_t count = app.get_option(flag.name)->count();
    if (flag.count == ValueCount::one && count > 1) {
      return UsageError(fmt::format("{}: found {} values, expected one", flag.name, count));
    }
  }
  return UsageError(last_word + " needs a value");
}

/// Hands the values of the flags to the command; false when the help page is wanted instead.
bool take_flags(const Command& command, std::span<const std::string> arguments) {
  CLI::App app("", command.path);
  declare_all(app, command.flags);
  for (const Command* group = command.above; group != nullptr; group = group->above) {
    declare_all(app, group->flags);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ParseError& error) {
    throw complaint(command, app, error, arguments.empty() ? "" : arguments.back());
  }
  return true;
}

}  // namespace

ParsedLine parse_command_line(const Command& program, std::span<const std::string> arguments) {
  const Command* command = &program;
  for (; !command->commands.empty(); arguments = arguments.subspan(1)) {
    if (arguments.empty()) return {command, CommandRequest::nothing};
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h") return {command, CommandRequest::help};
    if (word == "--version" && command == &program) return {command, CommandRequest::version};
    if (word.starts_with('-')) throw unknown_flag(*command, word);
    command = &command->at(arguments.first(1));
  }
  return {command, take_flags(*command, arguments) ? CommandRequest::work : CommandRequest::help};
}

}  // namespace podium
