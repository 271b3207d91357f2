#include "podium/cli/help_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/wrap.hpp"

namespace podium::cli {

namespace {

/// A line of a list of two columns.
struct Entry {
  std::string term;
  std::string text;
};

std::string bold(const std::string& text, const TextStyle& style) {
  return style.is_coloured ? "\033[1m" + text + "\033[0m" : text;
}

/// The heading and its entries; the second column begins at the same place in all lists of a page.
std::string list_of(const std::string& heading, const std::vector<Entry>& entries,
                    std::size_t column, const TextStyle& style) {
  if (entries.empty()) return "";
  std::string page = "\n" + bold(heading, style) + "\n";
  for (const Entry& entry : entries) {
    std::string line = "  " + entry.term;
    const std::size_t width = std::max<std::size_t>(style.width, column + 20) - column;
    for (const std::string& text : wrapped(entry.text, width)) {
      if (line.size() + 2 > column) {
        page += line + "\n";
        line.clear();
      }
      line.resize(column, ' ');
      page += line + text + "\n";
      line.clear();
    }
  }
  return page;
}

std::size_t second_column(const std::vector<std::vector<Entry>*>& lists) {
  constexpr std::size_t most = 28;
  std::size_t column = 0;
  for (const std::vector<Entry>* list : lists) {
    for (const Entry& entry : *list) {
      const std::size_t needed = entry.term.size() + 4;
      if (needed <= most) column = std::max(column, needed);
    }
  }
  return std::max<std::size_t>(column, 16);
}

std::vector<Entry> flag_entries(const std::deque<Flag>& flags, bool positional) {
  std::vector<Entry> entries;
  for (const Flag& flag : flags) {
    if (flag.is_positional() == positional)
      entries.push_back({flag_heading(flag), flag_text(flag)});
  }
  return entries;
}

std::string examples_of(const Command& command, const TextStyle& style) {
  if (command.examples.empty()) return "";
  std::string page = "\n" + bold("Examples:", style) + "\n";
  for (const Example& example : command.examples) {
    page += "  # " + example.meaning + "\n  " + example.line + "\n";
  }
  return page;
}

}  // namespace

std::string as_sentence(std::string text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  // A name such as "csv:" stays as it is.
  if (!text.empty() && end != 0 && (end == std::string::npos || text[end] == ' ')) {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text.empty() || text.ends_with('.') ? text : text + ".";
}

std::string flag_heading(const Flag& flag) {
  const std::string value = flag.shown_value();
  const bool is_many = flag.count == ValueCount::several;
  std::string heading = flag.is_positional() ? "" : flag.name + (value.empty() ? "" : " ");
  return heading + value + (is_many ? "..." : "");
}

std::string flag_text(const Flag& flag) {
  std::vector<std::string> facts;
  if (flag.is_required && !flag.is_positional()) facts.emplace_back("required");
  if (const std::string needed = flag.needed_text(); !needed.empty()) {
    facts.push_back("needs " + needed);
  }
  if (flag.count == ValueCount::one_each_time) facts.emplace_back("repeatable");
  if (!flag.range.empty()) facts.push_back("range: " + flag.range);
  const bool shows_choice =
      flag.value_name.empty() || flag.value_name.find('|') != std::string::npos;
  if (!shows_choice && !flag.choice.empty() && flag.choice.size() <= 12) {
    facts.push_back(fmt::format("one of: {}", fmt::join(flag.choice, ", ")));
  }
  if (!flag.default_text.empty()) facts.push_back("default: " + flag.default_text);
  if (facts.empty()) return flag.help;
  return fmt::format("{} ({})", flag.help, fmt::join(facts, "; "));
}

std::string usage_line(const Command& command) {
  if (!command.commands.empty()) return command.path + " COMMAND [OPTIONS]";
  std::string line = command.path;
  for (const Flag& flag : command.flags) {
    if (!flag.is_positional()) continue;
    line += flag.is_required ? " " + flag_heading(flag) : " [" + flag_heading(flag) + "]";
  }
  for (const Flag& flag : command.flags) {
    if (!flag.is_positional() && flag.is_required) line += " " + flag_heading(flag);
  }
  return line + " [OPTIONS]";
}

std::string help_page(const Command& command, TextStyle style) {
  constexpr std::size_t usual_width = 80;
  constexpr std::size_t widest = 120;  // longer lines are hard to read
  style.width = style.width == 0 ? usual_width : std::min(style.width, widest);
  std::string page = as_sentence(command.summary) + "\n";
  if (!command.description.empty()) {
    page += fmt::format("\n{}\n", fmt::join(wrapped(command.description, style.width), "\n"));
  }
  page += fmt::format("\n{} {}\n", bold("Usage:", style), usage_line(command));
  std::vector<Entry> commands;
  for (const Command& below : command.commands) commands.push_back({below.name, below.summary});
  std::vector<Entry> arguments;
  std::vector<Entry> options;
  std::vector<Entry> common;
  if (command.commands.empty()) {
    arguments = flag_entries(command.flags, true);
    options = flag_entries(command.flags, false);
    for (const Command* group = command.above; group != nullptr; group = group->above) {
      common = flag_entries(group->flags, false);
    }
  }
  common.push_back({"-h, --help", "print this page"});
  if (command.above == nullptr) common.push_back({"--version", "print the version"});
  const std::size_t column = second_column({&commands, &arguments, &options, &common});
  page += list_of("Commands:", commands, column, style);
  page += list_of("Arguments:", arguments, column, style);
  page += list_of("Options:", options, column, style);
  page += list_of(options.empty() ? "Options:" : "Common options:", common, column, style);
  page += examples_of(command, style);
  if (!command.commands.empty()) {
    page += fmt::format("\n'{} COMMAND --help' describes a command.\n", command.path);
  }
  return page;
}

}  // namespace podium::cli
