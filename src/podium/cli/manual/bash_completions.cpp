#include <map>

#include <fmt/format.h>

#include "podium/cli/manual/completions.hpp"

namespace podium::cli {

namespace {

/// The value of the script's variable `values`: names, or a mark for files or folders.
std::string values_of(const Flag& flag) {
  switch (completion_of(flag)) {
    case Completion::files:
      return "@file";
    case Completion::folders:
      return "@dir";
    case Completion::names:
      return fmt::format("{}", fmt::join(flag.choice, " "));
    case Completion::nothing:
      break;
  }
  return "";
}

/// The completions at a place where no flag waits for its value.
std::string free_values(const Command& command) {
  std::vector<std::string> names;
  for (const Command& below : command.commands) names.push_back(below.name);
  if (!names.empty()) return fmt::format("{}", fmt::join(names, " "));
  for (const Flag& flag : command.flags) {
    if (flag.is_positional()) return values_of(flag);
  }
  for (const Flag& flag : command.flags) {
    if (flag.count == ValueCount::several) return values_of(flag);
  }
  return "";
}

std::string flag_names(const Command& command) {
  std::string names = "--help";
  if (command.above == nullptr) names += " --version";
  if (!command.commands.empty()) return names;
  for (const Flag* flag : command.all_flags()) {
    if (!flag->is_positional()) names += " " + flag->name;
  }
  return names;
}

/// The places where a flag waits for its value, by what can stand there.
std::map<std::string, std::vector<std::string>> waiting_places(const Command& program) {
  std::map<std::string, std::vector<std::string>> places;
  for_each_command(program, [&](const Command& command) {
    for (const Flag& flag : command.flags) {
      if (flag.is_positional() || flag.count == ValueCount::none) continue;
      const bool is_common = command.above == nullptr;
      places[values_of(flag)].push_back(is_common ? "*' " + flag.name + "'"
                                                  : shell_quoted(command.path + " " + flag.name));
    }
  });
  return places;
}

constexpr const char* beginning =
    R"(# Completion of podium for bash, written by 'podium completions bash'.
_podium() {
  local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]}
  local path=podium values= flags= i
  COMPREPLY=()
  # bash cuts words at '='.
  if [[ $word == = ]]; then
    word=
  elif [[ $flag == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
    [[ $flag == -* ]] || flag=${COMP_WORDS[COMP_CWORD-3]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${COMP_WORDS[i]}" in
      )";

constexpr const char* middle = R"() path+=" ${COMP_WORDS[i]}" ;;
    esac
  done
  case $path in
)";

constexpr const char* waiting = R"(  esac
  case "$path $flag" in
)";

constexpr const char* end = R"(  esac
  if [[ $word == -* ]]; then values=$flags; fi
  case $values in
    @file)
      compopt -o filenames 2>/dev/null
      local IFS=$'\n'
      COMPREPLY=($(compgen -f -- "$word")) ;;
    @dir)
      compopt -o filenames 2>/dev/null
      local IFS=$'\n'
      COMPREPLY=($(compgen -d -- "$word")) ;;
    *)
      COMPREPLY=($(compgen -W "${values:-$flags}" -- "$word")) ;;
  esac
}
complete -F _podium podium
)";

}  // namespace

std::string bash_completions(const Command& program) {
  std::vector<std::string> paths;
  std::string cases;
  for_each_command(program, [&](const Command& command) {
    const std::string path = shell_quoted(command.path);
    if (command.above != nullptr) paths.push_back(path);
    cases += fmt::format("    {})\n      values={}\n      flags={} ;;\n", path,
                         shell_quoted(free_values(command)), shell_quoted(flag_names(command)));
  });
  std::string waits;
  for (const auto& [values, places] : waiting_places(program)) {
    waits += fmt::format("    {})\n      values={} flags= ;;\n", fmt::join(places, " | \\\n    "),
                         shell_quoted(values));
  }
  return fmt::format("{}{}{}{}{}{}{}", beginning, fmt::join(paths, " | \\\n      "), middle, cases,
                     waiting, waits, end);
}

}  // namespace podium::cli
