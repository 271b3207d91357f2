#include "podium/cli/parser.hpp"

#include <algorithm>
#include <utility>

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

/// "-", and a number such as -5, are values.
bool is_flag(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '.' && (word[1] < '0' || word[1] > '9');
}

bool names_flag(const std::vector<const Flag*>& flags, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return word == "--help" || word == "-h" ||
         (is_flag(word) && std::ranges::find(flags, name, &Flag::name) != flags.end());
}

/// What takes the next word, which is no flag; null if nothing does.
const Flag* taker_of_word(const std::vector<const Flag*>& flags, const SortedWords& sorted,
                          std::size_t words_left) {
  const Flag* argument = nullptr;
  std::size_t missing = 0;
  for (const Flag* flag : flags) {
    if (!flag->is_positional()) continue;
    const bool is_given = sorted.given.contains(flag);
    if (flag->is_required && !is_given) ++missing;
    const bool is_full = is_given && flag->count != ValueCount::several;
    if (argument == nullptr && !is_full) argument = flag;
  }
  return sorted.open != nullptr && words_left > missing ? sorted.open : argument;
}

void sort_flag(const std::vector<const Flag*>& flags, const std::string& word,
               SortedWords& sorted) {
  const std::size_t equals = word.find('=');
  const auto found = std::ranges::find(flags, word.substr(0, equals), &Flag::name);
  sorted.open = nullptr;
  if (word == "--help" || word == "-h") {
    sorted.asks_for_help = true;
  } else if (found == flags.end()) {
    sorted.unknown.push_back(word);
  } else if ((*found)->count == ValueCount::none) {
    sorted.given[*found].push_back(word);
  } else if (equals == std::string::npos) {
    sorted.waiting = *found;
  } else {
    sorted.take(**found, word.substr(equals + 1));
  }
}

std::string shown_name(const Flag& flag) {
  return flag.is_positional() ? flag.shown_value() : flag.name;
}

void note(const Flag& flag, const std::string& path, std::vector<UsedFile>& files) {
  if (path.empty()) return;
  files.push_back({shown_name(flag), path, flag.use, flag.contents});
  for (const std::string& ending : flag.beside_it) {
    files.push_back({shown_name(flag), path + ending, flag.use, {}});
  }
}

/// Hands a value to the command, and notes the file that it names.
void take(const Flag& flag, const std::string& text, std::vector<UsedFile>& files) {
  if (flag.use == FileUse::none) return flag.take(text);
  if (text.empty()) {  // of a variable of the shell that is not set: not the same as no flag
    throw UsageError(
        fmt::format("{}: found an empty name, expected {}", shown_name(flag), flag.shown_value()));
  }
  const std::size_t begin = flag.value_name.starts_with('[') ? path_begin(text) : 0;
  if (begin == 1) {
    throw UsageError(fmt::format("{}: found {} with an empty name, expected {}", shown_name(flag),
                                 in_quotes(text), flag.shown_value()));
  }
  const std::string path = path_of_stream(text.substr(begin), flag.use);
  flag.take(text.substr(0, begin) + path);
  note(flag, path, files);
}

void take_all(const Flag& flag, const std::vector<std::string>& texts,
              std::vector<UsedFile>& files) {
  if (flag.count == ValueCount::one && texts.size() > 1) {
    throw UsageError(fmt::format("{}: found {} values, expected one", flag.name, texts.size()));
  }
  for (const std::string& text : texts) {
    if (flag.count != ValueCount::none) {
      take(flag, text, files);
    } else if (text == flag.name) {
      flag.take("true");
    } else {
      throw UsageError(fmt::format("{}: found the value {}, expected none", flag.name,
                                   in_quotes(text.substr(flag.name.size() + 1))));
    }
  }
}

/// Refuses flags that would have no effect, and flags that do not go together.
void check_flags(const Command& command, const SortedWords& words) {
  const auto is_given = [&](const std::string& name) {
    return std::ranges::any_of(words.given,
                               [&](const auto& one) { return one.first->name == name; });
  };
  for (const Flag* flag : command.all_flags()) {
    if (!words.given.contains(flag)) continue;
    const std::string name = shown_name(*flag);
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

/// Hands the values of the flags to the command; false when the help page is wanted instead.
bool take_flags(const Command& command, std::span<const std::string> arguments,
                std::vector<UsedFile>& files) {
  const SortedWords words = sort_words(command, arguments);
  if (words.asks_for_help) return false;
  if (!words.unknown.empty()) throw unknown_flag(command, words.unknown.front());
  for (const Flag* flag : {words.lacking, words.waiting}) {
    if (flag != nullptr) throw UsageError(flag->name + " needs a value");
  }
  for (const Flag* flag : command.all_flags()) {
    const auto found = words.given.find(flag);
    if (found != words.given.end()) take_all(*flag, found->second, files);
  }
  for (const Flag& flag : command.flags) {
    if (!flag.is_required || words.given.contains(&flag)) continue;
    throw UsageError(flag_heading(flag) + " is required: " + flag.help);
  }
  if (!words.unwanted.empty()) {
    throw UsageError("unexpected argument " + in_quotes(words.unwanted.front()));
  }
  check_flags(command, words);
  for (const Flag& flag : command.flags) {
    if (flag.use != FileUse::none && !words.given.contains(&flag)) {
      note(flag, flag.default_text, files);
    }
  }
  return true;
}

}  // namespace

void SortedWords::take(const Flag& flag, const std::string& text) {
  given[&flag].push_back(text);
  open = flag.count == ValueCount::several ? &flag : nullptr;
}

SortedWords sort_words(const Command& command, std::span<const std::string> words) {
  SortedWords sorted;
  const std::vector<const Flag*> flags = command.all_flags();
  bool are_flags_over = false;
  for (; !words.empty(); words = words.subspan(1)) {
    const std::string& word = words.front();
    if (sorted.waiting != nullptr && !are_flags_over && names_flag(flags, word)) {
      if (sorted.lacking == nullptr) sorted.lacking = sorted.waiting;
      sorted.waiting = nullptr;
    }
    if (sorted.waiting != nullptr) {
      sorted.take(*std::exchange(sorted.waiting, nullptr), word);
    } else if (!are_flags_over && word == "--") {
      are_flags_over = true;
      sorted.open = nullptr;
    } else if (!are_flags_over && is_flag(word)) {
      sort_flag(flags, word, sorted);
    } else if (const Flag* taker = taker_of_word(flags, sorted, words.size())) {
      sorted.take(*taker, word);
    } else {
      sorted.unwanted.push_back(word);
    }
  }
  sorted.open = taker_of_word(flags, sorted, std::string::npos);
  return sorted;
}

ParsedLine parse_command_line(const Command& program, std::span<const std::string> arguments) {
  const Command* command = &program;
  for (; !command->commands.empty(); arguments = arguments.subspan(1)) {
    if (arguments.empty()) return {command, CommandRequest::nothing, {}};
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h") return {command, CommandRequest::help, {}};
    if (word == "--version" && command == &program) {
      if (arguments.size() == 1) return {command, CommandRequest::version, {}};
      throw UsageError("unexpected argument " + in_quotes(arguments[1]));
    }
    if (word.starts_with('-')) throw unknown_flag(*command, word);
    command = &command->at(arguments.first(1));
  }
  ParsedLine line{.command = command};
  if (!take_flags(*command, arguments, line.files)) line.request = CommandRequest::help;
  return line;
}

}  // namespace podium::cli
