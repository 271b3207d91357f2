#include "podium/cli/parser.hpp"

#include <algorithm>

// The only file that sees CLI11: its headers take seconds to compile.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "podium/cli/help_page.hpp"
#include "podium/core/base/suggest.hpp"

namespace podium::cli {

namespace {

/// A flag is echoed as it was typed; what stands behind "=" plays no part in suggestions.
UsageError unknown_flag(const Command& command, const std::string& word) {
  std::vector<std::string_view> known = {"--help"};
  if (command.above == nullptr) known.emplace_back("--version");
  if (command.commands.empty()) {
    for (const Flag* flag : command.all_flags()) known.emplace_back(flag->name);
  }
  const std::string question = did_you_mean(word.substr(0, word.find('=')), known);
  return UsageError(fmt::format("unknown flag {}{}{}see '{} --help'", word, question,
                                question.empty() ? "; " : " Or ", command.path));
}

void note(const Flag& flag, const std::string& path, std::vector<UsedFile>& files) {
  if (path.empty()) return;
  const std::string name = flag.is_positional() ? flag.shown_value() : flag.name;
  files.push_back({name, path, flag.use, flag.contents});
  for (const std::string& ending : flag.beside_it) {
    files.push_back({name, path + ending, flag.use, {}});
  }
}

/// Hands a value to the command, and notes the file that it names.
void take(const Flag& flag, const std::string& text, std::vector<UsedFile>& files) {
  if (flag.use == FileUse::none) return flag.take(text);
  if (text.empty()) {  // of a variable of the shell that is not set: not the same as no flag
    throw UsageError(fmt::format("{}: found an empty name, expected {}",
                                 flag.is_positional() ? flag.shown_value() : flag.name,
                                 flag.shown_value()));
  }
  const std::size_t begin = flag.value_name.starts_with('[') ? path_begin(text) : 0;
  const std::string path = path_of_stream(text.substr(begin), flag.use);
  flag.take(text.substr(0, begin) + path);
  note(flag, path, files);
}

void declare(CLI::App& app, const Flag& flag, std::vector<UsedFile>& files) {
  const auto with_value = [&](const std::string& text) { take(flag, text, files); };
  const auto with_values = [&](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) take(flag, text, files);
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

void declare_all(CLI::App& app, const std::deque<Flag>& flags, std::vector<UsedFile>& files) {
  for (const Flag& flag : flags) declare(app, flag, files);
}

void refuse_values_of_toggles(const Command& command, std::span<const std::string> arguments) {
  for (const Flag* flag : command.all_flags()) {
    if (flag->count != ValueCount::none) continue;
    for (const std::string& word : arguments) {
      if (!word.starts_with(flag->name + "=")) continue;
      throw UsageError(fmt::format("{}: found the value {}, expected none", flag->name,
                                   in_quotes(word.substr(flag->name.size() + 1))));
    }
  }
}

/// Refuses flags that would have no effect, and flags that do not go together.
void check_flags(const Command& command, const CLI::App& app) {
  const auto is_given = [&](const std::string& name) { return app.get_option(name)->count() > 0; };
  for (const Flag* flag : command.all_flags()) {
    if (!is_given(flag->name)) continue;
    const std::string name = flag->is_positional() ? flag->shown_value() : flag->name;
    for (const std::vector<std::string>& one_of : flag->needed) {
      if (std::ranges::any_of(one_of, is_given)) continue;
      throw UsageError(fmt::format("{} needs {}", name, fmt::join(one_of, " or ")));
    }
    for (const std::string& other : flag->excluded) {
      if (!is_given(other)) continue;
      throw UsageError(fmt::format("{} cannot be combined with {}", name, other));
    }
    for (const FlagCondition& condition : flag->conditions) {
      if (!condition.holds()) {
        throw UsageError(fmt::format("{} needs {}", name, condition.needed));
      }
    }
  }
}

/// The parser's complaint in our words.
UsageError complaint(const Command& command, const CLI::App& app, const CLI::ParseError& error,
                     std::span<const std::string> arguments) {
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
  for (const Flag& flag : command.flags) {
    const std::size_t count = app.get_option(flag.name)->count();
    if (flag.count == ValueCount::one && count > 1) {
      return UsageError(fmt::format("{}: found {} values, expected one", flag.name, count));
    }
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !arguments.empty()) {
    return UsageError(arguments.back() + " needs a value");
  }
  return UsageError(fmt::format("cannot read the command line; see '{} --help'", command.path));
}

/// Hands the values of the flags to the command; false when the help page is wanted instead.
bool take_flags(const Command& command, std::span<const std::string> arguments,
                std::vector<UsedFile>& files) {
  CLI::App app("", command.path);
  declare_all(app, command.flags, files);
  for (const Command* group = command.above; group != nullptr; group = group->above) {
    declare_all(app, group->flags, files);
  }
  refuse_values_of_toggles(command, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ParseError& error) {
    throw complaint(command, app, error, arguments);
  }
  check_flags(command, app);
  for (const Flag& flag : command.flags) {
    if (flag.use == FileUse::none || app.get_option(flag.name)->count() > 0) continue;
    note(flag, flag.default_text, files);
  }
  return true;
}

}  // namespace

ParsedLine parse_command_line(const Command& program, std::span<const std::string> arguments) {
  const Command* command = &program;
  for (; !command->commands.empty(); arguments = arguments.subspan(1)) {
    if (arguments.empty()) return {command, CommandRequest::nothing, {}};
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h") return {command, CommandRequest::help, {}};
    if (word == "--version" && command == &program) return {command, CommandRequest::version, {}};
    if (word.starts_with('-')) throw unknown_flag(*command, word);
    command = &command->at(arguments.first(1));
  }
  ParsedLine line{.command = command};
  if (!take_flags(*command, arguments, line.files)) line.request = CommandRequest::help;
  return line;
}

}  // namespace podium::cli
