#include "podium/cli/manual/completions.hpp"

namespace podium::cli {

Completion completion_of(const Flag& flag) {
  if (flag.count == ValueCount::none) return Completion::nothing;
  if (!flag.choice.empty()) return Completion::names;
  const std::string& value = flag.value_name;
  if (value == "DIR") return Completion::folders;
  const bool is_file = value.ends_with("FILE") || value.ends_with(".toml") || value == "PATH" ||
                       value == "INPUT" || value == "OUTPUT";
  return is_file ? Completion::files : Completion::nothing;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace podium::cli
