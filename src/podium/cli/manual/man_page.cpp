#include "podium/cli/manual/man_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/cli/cli.hpp"
#include "podium/cli/help_page.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/base/wrap.hpp"

namespace podium::cli {

namespace {

std::string page_name(const Command& command) {
  std::string name = command.path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// Text that roff sets as it is.
std::string in_roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
      out += c;
    }
  }
  return out;
}

/// A paragraph in lines of a width that editors and linters like.
std::string paragraph(std::string_view text) {
  return in_roff(fmt::format("{}", fmt::join(wrapped(text, 76), "\n"))) + "\n";
}

std::string bold(std::string_view text) {
  return "\\fB" + in_roff(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + in_roff(text) + "\\fR";
}

std::string section(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

std::string entry(const std::string& term, const std::string& text) {
  return fmt::format(".TP\n{}\n{}", term, paragraph(as_sentence(text)));
}

/// A flag and its value, each in its own type.
std::string heading_of(const Flag& flag) {
  const std::string value = flag.shown_value() + (flag.count == ValueCount::several ? "..." : "");
  if (flag.is_positional()) return italic(value);
  return bold(flag.name) + (flag.count == ValueCount::none ? "" : " " + italic(value));
}

std::string synopsis_of(const Command& command) {
  std::string text = bold(command.path);
  if (!command.commands.empty())
    return text + " " + italic("COMMAND") + " [" + italic("OPTIONS") + "]\n";
  for (const Flag& flag : command.flags) {
    if (!flag.is_positional()) continue;
    text += flag.is_required ? " " + heading_of(flag) : " [" + heading_of(flag) + "]";
  }
  for (const Flag& flag : command.flags) {
    if (!flag.is_positional() && flag.is_required) text += " " + heading_of(flag);
  }
  return text + " [" + italic("OPTIONS") + "]\n";
}

std::string description_of(const Command& command) {
  std::string text = paragraph(as_sentence(command.summary));
  if (!command.description.empty()) text += ".PP\n" + paragraph(command.description);
  return text;
}

std::string arguments_of(const Command& command) {
  std::string text;
  for (const Flag& flag : command.flags) {
    if (flag.is_positional()) text += entry(heading_of(flag), flag_text(flag));
  }
  return text;
}

std::string options_of(const Command& command) {
  std::string text;
  for (const Flag* flag : command.all_flags()) {
    if (!flag->is_positional()) text += entry(heading_of(*flag), flag_text(*flag));
  }
  text += entry(bold("-h") + ", " + bold("--help"), "print the help page");
  if (command.above == nullptr) text += entry(bold("--version"), "print the version");
  return text;
}

std::string commands_of(const Command& command) {
  std::string text;
  for (const Command& below : command.commands) {
    text += entry(bold(page_name(below)) + "(1)", below.summary);
  }
  return text;
}

std::string exit_status() {
  std::string text;
  for (const ExitCode& code : exit_codes)
    text += entry(bold(to_text(code.number)), std::string(code.meaning));
  return text;
}

std::string environment_of(const Command& command) {
  if (command.above != nullptr) return "";
  return entry(bold("COLUMNS"), "width of tables and help pages; default: that of the terminal") +
         entry(bold("NO_COLOR"), "if set and not empty, the output has no colours");
}

std::string examples_of(const Command& command) {
  std::string text;
  for (const Example& example : command.examples) {
    std::string meaning = as_sentence(example.meaning);
    meaning.back() = ':';
    text += fmt::format("{}{}.PP\n.RS 4\n{}\n.RE\n", text.empty() ? "" : ".PP\n",
                        paragraph(meaning), in_roff(example.line));
  }
  return text;
}

/// The command above and its other commands.
std::string see_also(const Command& command) {
  if (command.above == nullptr) return "";
  std::string text = bold(page_name(*command.above)) + "(1)";
  if (command.above->above == nullptr) return text + "\n";
  for (const Command& other : command.above->commands) {
    if (&other != &command) text += ",\n" + bold(page_name(other)) + "(1)";
  }
  return text + "\n";
}

}  // namespace

std::string man_page_file(const Command& command) {
  return page_name(command) + ".1";
}

std::string man_page(const Command& command) {
  std::string title = page_name(command);
  std::transform(title.begin(), title.end(), title.begin(), [](char c) {
    return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  const std::string name = in_roff(page_name(command)) + " \\- " + in_roff(command.summary) + "\n";
  return fmt::format(".TH {} 1 \"\" \"podium {}\" \"Podium\"\n", title, version()) +
         section("NAME", name) + section("SYNOPSIS", synopsis_of(command)) +
         section("DESCRIPTION", description_of(command)) +
         section("COMMANDS", commands_of(command)) + section("ARGUMENTS", arguments_of(command)) +
         section("OPTIONS", options_of(command)) + section("EXIT STATUS", exit_status()) +
         section("ENVIRONMENT", environment_of(command)) +
         section("EXAMPLES", examples_of(command)) + section("SEE ALSO", see_also(command));
}

}  // namespace podium::cli
