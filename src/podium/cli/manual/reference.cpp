#include "podium/cli/manual/reference.hpp"

#include <fmt/format.h>

#include "podium/cli/help_page.hpp"

namespace podium::cli {

namespace {

/// Text in which nothing is taken for markup.
std::string in_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\*_<>[]`|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string section_of(const Command& command) {
  std::string text =
      fmt::format("## {}\n\n{}", command.path, in_markdown(as_sentence(command.summary)));
  if (!command.description.empty()) text += " " + in_markdown(command.description);
  text += fmt::format("\n\n    {}\n", usage_line(command));
  if (!command.commands.empty()) text += "\n";
  for (const Command& below : command.commands) {
    text += fmt::format("- `{}`: {}\n", below.name, in_markdown(below.summary));
  }
  if (!command.flags.empty())
    text += command.above == nullptr ? "\nOptions of all commands:\n\n" : "\n";
  for (const Flag& flag : command.flags) {
    text += fmt::format("- `{}`: {}\n", flag_heading(flag), in_markdown(flag_text(flag)));
  }
  for (const Example& example : command.examples) {
    text +=
        fmt::format("\n{}\n\n    {}\n", in_markdown(as_sentence(example.meaning)), example.line);
  }
  return text;
}

}  // namespace

std::string markdown_reference(const Command& command) {
  std::string text;
  for_each_command(
      command, [&](const Command& one) { text += (text.empty() ? "" : "\n") + section_of(one); });
  return text;
}

}  // namespace podium::cli
