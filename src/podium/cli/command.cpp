#include "podium/cli/command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/suggest.hpp"

namespace podium::cli {

namespace {

std::vector<std::string> parts_of_list(std::string_view text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    parts.emplace_back(trimmed(part));
  }
  return parts;
}

}  // namespace

std::string Flag::shown_value() const {
  if (count == ValueCount::none) return "";
  if (!value_name.empty()) return value_name;
  return choice.empty() ? "TEXT" : fmt::format("{}", fmt::join(choice, "|"));
}

std::string Flag::needed_text() const {
  std::vector<std::string> needs;
  for (const std::vector<std::string>& one_of : needed) {
    needs.push_back(fmt::format("{}", fmt::join(one_of, " or ")));
  }
  for (const FlagCondition& condition : conditions) needs.push_back(condition.needed);
  return fmt::format("{}", fmt::join(needs, " and "));
}

Flag& Flag::value(std::string shown) {
  value_name = std::move(shown);
  return *this;
}

Flag& Flag::by_default(std::string text) {
  default_text = std::move(text);
  return *this;
}

Flag& Flag::one_of(std::vector<std::string> values) {
  choice = std::move(values);
  return *this;
}

Flag& Flag::required() {
  default_text.clear();
  is_required = true;
  return *this;
}

Flag& Flag::one_each_time() {
  count = ValueCount::one_each_time;
  return *this;
}

Flag& Flag::needs(std::string flag) {
  return needs_one_of({std::move(flag)});
}

Flag& Flag::needs_one_of(std::vector<std::string> flags) {
  needed.push_back(std::move(flags));
  return *this;
}

Flag& Flag::only_if(std::function<bool()> holds, std::string what_is_needed) {
  conditions.push_back({std::move(holds), std::move(what_is_needed)});
  return *this;
}

Flag& Flag::excludes(std::vector<std::string> flags) {
  excluded.insert(excluded.end(), flags.begin(), flags.end());
  return *this;
}

Flag& Flag::notes(bool& is_given) {
  take = [first = std::move(take), &is_given](const std::string& text) {
    first(text);
    is_given = true;
  };
  return *this;
}

Flag& Flag::reads(std::string shown) {
  use = FileUse::read;
  if (shown != "DIR" && shown != "PATH") contents.clear();  // its reader takes files, or a table
  return value(std::move(shown));
}

Flag& Flag::writes(std::string shown) {
  use = FileUse::write;
  return value(std::move(shown));
}

Flag& Flag::updates(std::string shown) {
  use = FileUse::update;
  return value(std::move(shown));
}

Flag& Flag::inside(std::vector<std::string> patterns) {
  contents = std::move(patterns);
  return *this;
}

Flag& Flag::beside(std::vector<std::string> endings) {
  beside_it = std::move(endings);
  return *this;
}

Command& Command::add(const std::string& command, std::string what_it_does) {
  commands.push_back({.name = command,
                      .path = path + " " + command,
                      .summary = std::move(what_it_does),
                      .above = this});
  return commands.back();
}

const Command* Command::find(std::string_view command) const {
  const auto found = std::ranges::find(commands, command, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

std::vector<const Flag*> Command::all_flags() const {
  std::vector<const Flag*> all;
  for (const Command* command = this; command != nullptr; command = command->above) {
    for (const Flag& flag : command->flags) all.push_back(&flag);
  }
  return all;
}

const Command& Command::at(std::span<const std::string> words) const {
  if (words.empty()) return *this;
  if (const Command* next = find(words.front())) return next->at(words.subspan(1));
  if (const auto moved = elsewhere.find(words.front()); moved != elsewhere.end()) {
    throw UsageError(
        fmt::format("unknown command {}; use: {}", in_quotes(words.front()), moved->second));
  }
  std::vector<std::string_view> names;
  for (const Command& below : commands) names.push_back(below.name);
  throw UsageError(unknown_name("command", words.front(), names));
}

Flag& Command::option(std::string flag, TakeValue take, std::string help) {
  flags.push_back({.name = std::move(flag), .help = std::move(help), .take = std::move(take)});
  return flags.back();
}

Flag& Command::option(std::string flag, std::string& target, std::string help) {
  const auto take = [&target](const std::string& text) { target = text; };
  return option(std::move(flag), TakeValue(take), std::move(help)).by_default(target);
}

Flag& Command::option(std::string flag, std::filesystem::path& target, std::string help) {
  const auto take = [&target](const std::string& text) { target = text; };
  return option(std::move(flag), TakeValue(take), std::move(help)).by_default(target.string());
}

Flag& Command::option(std::string flag, std::vector<std::string>& target, std::string help) {
  const auto take = [&target](const std::string& text) { target.push_back(text); };
  Flag& added = option(std::move(flag), TakeValue(take), std::move(help));
  added.count = ValueCount::several;
  return added;
}

Flag& Command::toggle(std::string flag, bool& target, std::string help) {
  const auto take = [&target](const std::string& text) { target = text == "true"; };
  Flag& added = option(std::move(flag), TakeValue(take), std::move(help));
  added.count = ValueCount::none;
  return added;
}

void Command::runs_over_ranks() {
  hang_seconds = std::make_shared<double>(usual_hang_seconds);
  number("--hang-seconds", *hang_seconds,
         "of several processes, one that is silent for so long, or does not start, is lost", 1.0,
         1e6);
}

Flag& Command::flag(std::string_view known) {
  const auto found = std::ranges::find(flags, known, &Flag::name);
  expects(found != flags.end(), "a flag of the command");
  return *found;
}

std::vector<std::string> Command::flags_but(std::span<const std::string_view> left_out) const {
  std::vector<std::string> names;
  for (const Flag& flag : flags) {
    if (std::ranges::find(left_out, flag.name) == left_out.end()) names.push_back(flag.name);
  }
  return names;
}

Flag& Command::field(const OptionInfo& info, TakeValue take) {
  Flag& added = option("--" + info.name, std::move(take), info.help);
  if (info.range == "true, false" && info.default_value == "false") {
    // A flag without value can only switch on: what is on by default takes a value.
    added.count = ValueCount::none;
    return added;
  }
  if (info.range.starts_with('[')) {
    added.value("N").range = info.range;
  } else if (info.range == "text") {
    added.value("TEXT");
  } else {
    added.one_of(parts_of_list(info.range));
  }
  return added.by_default(info.default_value);
}

std::size_t chosen_index(std::string_view flag, std::span<const std::string_view> names,
                         std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    throw UsageError(fmt::format("{}: found {}, expected one of: {}{}", flag, in_quotes(text),
                                 joined(names), did_you_mean(text, names)));
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace podium::cli
