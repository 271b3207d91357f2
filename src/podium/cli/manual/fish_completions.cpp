#include <fmt/format.h>

#include "podium/cli/manual/completions.hpp"

namespace podium::cli {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string value_part(const Flag& flag) {
  switch (completion_of(flag)) {
    case Completion::files:
      return " -F";
    case Completion::folders:
      return " -f -a '(__fish_complete_directories)'";
    case Completion::names:
      return " -f -a " + quoted(fmt::format("{}", fmt::join(flag.choice, " ")));
    case Completion::nothing:
      break;
  }
  return " -f";
}

std::string flag_line(const std::string& condition, const Flag& flag) {
  if (flag.is_positional()) return fmt::format("{}{}\n", condition, value_part(flag));
  return fmt::format("{} -l {}{} -d {}\n", condition, flag.name.substr(2),
                     flag.count == ValueCount::none ? "" : " -r" + value_part(flag),
                     quoted(flag.help));
}

}  // namespace

std::string fish_completions(const Command& program) {
  std::string paths;
  std::string lines;
  for_each_command(program, [&](const Command& command) {
    if (command.above != nullptr) paths += " \\\n                " + quoted(command.path);
    const std::string condition =
        fmt::format("complete -c podium -n {}", quoted("__podium_is_at " + quoted(command.path)));
    for (const Command& below : command.commands) {
      lines += fmt::format("{} -f -a {} -d {}\n", condition, below.name, quoted(below.summary));
    }
    if (!command.commands.empty()) return;
    for (const Flag* flag : command.all_flags()) lines += flag_line(condition, *flag);
  });
  return fmt::format(
      "# Completion of podium for fish, written by 'podium completions fish'.\n"
      "function __podium_is_at\n"
      "    set -l path podium\n"
      "    for word in (commandline -opc)[2..-1]\n"
      "        switch \"$path $word\"\n"
      "            case{}\n"
      "                set path \"$path $word\"\n"
      "        end\n"
      "    end\n"
      "    test \"$path\" = $argv[1]\n"
      "end\n\n"
      "complete -c podium -f\n"
      "complete -c podium -s h -l help -d 'print the help page'\n"
      "complete -c podium -n '__podium_is_at podium' -l version -d 'print the version'\n{}",
      paths, lines);
}

}  // namespace podium::cli
