#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "podium/cli/context.hpp"
#include "podium/cli/file_uses.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

/// Reads a value as it was typed; throws UsageError for one that it refuses.
using TakeValue = std::function<void(const std::string& text)>;

/// The work of a command, done after its command line was read.
using Action = std::function<void(const Context&)>;

/// Something other than a flag that must hold for a flag to have an effect.
struct FlagCondition {
  std::function<bool()> holds;  ///< of the values that were taken
  std::string needed;           ///< what the user is told: "--to onnx"
};

/// The number of values of a flag: none; one; one each time it is given; any number each time.
enum class ValueCount { none, one, one_each_time, several };

/// A flag, or an argument by position: what the parser, help pages, completion scripts and man
/// pages need to know of it.
struct Flag {
  std::string name;  ///< "--train"; that of an argument by position has no dashes
  std::string help;
  TakeValue take;
  ValueCount count = ValueCount::one;
  std::string value_name;           ///< what stands for the value in help pages: "FILE"
  std::string default_text;         ///< empty: there is none
  std::string range;                ///< of a number: "[0, 1]"
  std::vector<std::string> choice;  ///< the values that completion offers
  bool is_required = false;
  std::vector<std::vector<std::string>> needed;  ///< of each list one flag must be given, too
  std::vector<std::string> excluded;             ///< flags that must not be given with this one
  std::vector<FlagCondition> conditions;         ///< that must hold when this one is given
  FileUse use = FileUse::none;                   ///< of the file or folder that the value names
  std::vector<std::string> contents = {"*"};     ///< see UsedFile
  std::vector<std::string> beside_it;

  bool is_positional() const { return !name.starts_with('-'); }

  /// The value as a help page shows it: "FILE", or "auto|csv|letor".
  std::string shown_value() const;

  /// What must be given with it, in words: "--run and --to onnx"; may be empty.
  std::string needed_text() const;

  // Declarations read as a sentence: command.option(...).value("FILE").required().
  Flag& value(std::string shown);
  Flag& by_default(std::string text);
  Flag& one_of(std::vector<std::string> values);
  Flag& required();
  Flag& one_each_time();
  // A flag that would have no effect is refused: these say when it has one.
  Flag& needs(std::string flag);
  Flag& needs_one_of(std::vector<std::string> flags);
  Flag& only_if(std::function<bool()> holds, std::string what_is_needed);
  Flag& excludes(std::vector<std::string> flags);
  Flag& notes(bool& is_given);

  // The value names a file or folder, which help pages show as "FILE", "DIR" or the like. "-"
  // stands for standard input or output.
  Flag& reads(std::string shown);
  Flag& writes(std::string shown);
  Flag& updates(std::string shown);
  Flag& inside(std::vector<std::string> patterns);
  Flag& beside(std::vector<std::string> endings);
};

/// A command line to show, and what it does.
struct Example {
  std::string line;
  std::string meaning;
};

inline constexpr double usual_hang_seconds = 600.0;

/// A command of the program as plain data: flags and an action, or further commands.
struct Command {
  std::string name;
  std::string path;         ///< all names from the program on: "podium data check"
  std::string summary;      ///< a verb and its object, in lower case
  std::string description;  ///< further sentences; may be empty
  std::deque<Flag> flags;   ///< in the order in which values are taken
  std::vector<Example> examples;
  std::list<Command> commands;
  std::map<std::string, std::string> elsewhere;  ///< commands of other programs: name, whole path
  Action action;
  std::shared_ptr<double> hang_seconds;  ///< of a command that runs over ranks
  const Command* above =
      nullptr;  ///< the command that this one belongs to; its flags hold here too

  /// Adds a command below this one. References to commands and flags stay valid.
  Command& add(const std::string& command, std::string what_it_does);

  /// The command of that name below this one, or null.
  const Command* find(std::string_view command) const;

  /// The flags of this command and, behind them, of the commands above it.
  std::vector<const Flag*> all_flags() const;

  /// The command that the words name below this one; throws UsageError for an unknown one.
  const Command& at(std::span<const std::string> words) const;

  // Flags and arguments with a value. What the target holds now is the default that is shown.
  Flag& option(std::string flag, TakeValue take, std::string help);
  Flag& option(std::string flag, std::string& target, std::string help);
  Flag& option(std::string flag, std::filesystem::path& target, std::string help);
  Flag& option(std::string flag, std::vector<std::string>& target, std::string help);

  /// A flag without value.
  Flag& toggle(std::string flag, bool& target, std::string help);

  /// A flag with a number as its value.
  template <class Number>
  Flag& number(std::string flag, Number& target, std::string help,
               std::type_identity_t<Number> minimum = std::numeric_limits<Number>::lowest(),
               std::type_identity_t<Number> maximum = std::numeric_limits<Number>::max());

  /// A flag whose value is one of the names of the enumerators 0, 1, ...
  template <class Enum>
  Flag& choice(std::string flag, Enum& target, std::span<const std::string_view> names,
               std::string help);

  /// Makes the function the action. Returns its arguments, for the flags to fill; they live as long
  /// as the action.
  template <class Args>
  std::remove_const_t<Args>* runs(void (*run)(Args& args, const Context& context)) {
    auto args = std::make_shared<std::remove_const_t<Args>>();
    action = [args, run](const Context& context) { run(*args, context); };
    return args.get();
  }

  /// A flag of this command that was declared before.
  Flag& flag(std::string_view known);

  /// Declares that the command can run as several processes (rank_run.hpp).
  void runs_over_ranks();

  /// The names of the flags that were declared so far, without some of them.
  std::vector<std::string> flags_but(std::span<const std::string_view> left_out) const;

  /// A flag described by an option of a struct.
  Flag& field(const OptionInfo& info, TakeValue take);
};

/// The names of the rows of a table, for Flag::one_of.
template <class Rows>
std::vector<std::string> row_names(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

/// The index of `text` among `names`; throws UsageError naming the flag and the choices.
std::size_t chosen_index(std::string_view flag, std::span<const std::string_view> names,
                         std::string_view text);

/// Calls visit(command) for the command and all that are below it, each before those below it.
template <class Visitor>
void for_each_command(const Command& command, Visitor&& visit) {
  visit(command);
  for (const Command& below : command.commands) for_each_command(below, visit);
}

/// Declares one flag for each field of T, named, documented and defaulted by T::fields(); none for
/// the field `except`, which is set in another way.
template <Options T>
void add_option_fields(Command& command, T& options, std::string_view except = {}) {
  const T defaults{};
  for (const OptionField& f : T::fields()) {
    if (f.name == except) continue;
    command.field({std::string(f.name), f.text_of(&defaults), f.range, std::string(f.help)},
                  [&options, f](const std::string& text) { f.read(&options, text); });
  }
}

template <class Number>
Flag& Command::number(std::string flag, Number& target, std::string help,
                      std::type_identity_t<Number> minimum, std::type_identity_t<Number> maximum) {
  using Limits = std::numeric_limits<Number>;
  const bool has_range = minimum != Limits::lowest() || maximum != Limits::max();
  const std::string range = has_range ? "[" + to_text(minimum) + ", " + to_text(maximum) + "]" : "";
  const auto take = [&target, flag, range, minimum, maximum](const std::string& text) {
    const auto value = parse_number<Number>(text);
    if (!value || !(minimum <= *value && *value <= maximum)) {
      throw UsageError(flag + ": found " + in_quotes(text) + ", expected a " +
                       (Limits::is_integer ? "whole number" : "number") +
                       (range.empty() ? "" : " in " + range));
    }
    target = *value;
  };
  Flag& added = option(std::move(flag), TakeValue(take), std::move(help)).value("N");
  added.range = range;
  return added.by_default(to_text(target));
}

template <class Enum>
Flag& Command::choice(std::string flag, Enum& target, std::span<const std::string_view> names,
                      std::string help) {
  const auto take = [&target, flag, names](const std::string& text) {
    target = static_cast<Enum>(chosen_index(flag, names, text));
  };
  return option(std::move(flag), TakeValue(take), std::move(help))
      .one_of({names.begin(), names.end()})
      .by_default(std::string(names[static_cast<std::size_t>(target)]));
}

}  // namespace podium::cli
