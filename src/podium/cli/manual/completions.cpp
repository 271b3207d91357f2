#include "podium/cli/manual/completions.hpp"

#include "podium/cli/parser.hpp"

namespace podium::cli {

namespace {

constexpr const char* bash_script = R"(# Completion of PROGRAM for bash.
_PROGRAM() {
  local word=${COMP_WORDS[COMP_CWORD]#=}  # bash cuts words at '='
  mapfile -t COMPREPLY < <(PROGRAM complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  COMPREPLY=("${COMPREPLY[@]##*=}")
  case ${COMPREPLY[0]} in
    @files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    @folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    *) return ;;
  esac
  compopt -o filenames 2> /dev/null
}
complete -F _PROGRAM PROGRAM
)";

constexpr const char* zsh_script = R"(#compdef PROGRAM
_PROGRAM() {
  local -a offers=("${(@f)$(PROGRAM complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
  case $offers[1] in
    '') return 1 ;;
    @files) compset -P '*='; _files ;;
    @folders) compset -P '*='; _files -/ ;;
    *)
      offers=("${(@)offers//:/\\:}")
      offers=("${(@)offers/$'\t'/:}")
      _describe value offers ;;
  esac
}
# The file is either loaded as the function itself, or sourced.
if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
)";

constexpr const char* fish_script = R"(# Completion of PROGRAM for fish.
function __PROGRAM_offers
    set -l word (commandline -ct)
    set -l offers (PROGRAM complete (commandline -opc)[2..-1] "$word" 2> /dev/null)
    set -l before (string match -r '^[^/]*=' -- "$word")
    set -l path (string replace -- "$before" '' "$word")
    switch "$offers[1]"
        case @files
            string join \n -- "$before"(__fish_complete_path "$path")
        case @folders
            string join \n -- "$before"(__fish_complete_directories "$path")
        case '*'
            string join \n -- $offers
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_offers)'
)";

/// Lists what begins with the word that is completed.
class Offers {
 public:
  explicit Offers(std::string word) : word_(std::move(word)) {}

  void add(const std::string& text, const std::string& help) {
    if (text.starts_with(word_)) lines_ += text + (help.empty() ? "" : "\t" + help) + "\n";
  }

  void add_flags(const Command& command) {
    add("--help", "print the help page");
    if (command.above == nullptr) add("--version", "print the version");
    if (!command.commands.empty()) return;
    for (const Flag* flag : command.all_flags()) {
      if (!flag->is_positional()) add(flag->name, flag->help);
    }
  }

  /// The values of a flag, with what stands before them in the same word.
  void add_values(const Flag& flag, const std::string& before = "") {
    for (const std::string& value : flag.choice) add(before + value, "");
    if (!flag.choice.empty() || flag.use == FileUse::none) return;
    lines_ = flag.value_name == "DIR" ? "@folders\n" : "@files\n";
  }

  const std::string& lines() const { return lines_; }

 private:
  std::string word_;
  std::string lines_;
};

/// bash cuts words at "=".
std::vector<std::string> rejoined(const std::vector<std::string>& words) {
  std::vector<std::string> whole;
  bool is_cut = false;
  for (const std::string& word : words) {
    if (whole.empty() || (word != "=" && !is_cut)) whole.emplace_back();
    whole.back() += word;
    is_cut = word == "=";
  }
  return whole;
}

std::string offers_for(const Command& command, std::span<const std::string> words,
                       const std::string& word) {
  Offers offers(word);
  const SortedWords before = sort_words(command, words);
  const std::size_t equals = word.find('=');
  if (before.waiting != nullptr) {
    offers.add_values(*before.waiting);
  } else if (word.starts_with('-') && equals != std::string::npos) {
    const SortedWords flag = sort_words(command, std::vector{word.substr(0, equals)});
    if (flag.waiting != nullptr) offers.add_values(*flag.waiting, word.substr(0, equals + 1));
  } else if (before.open != nullptr && !word.starts_with('-')) {
    offers.add_values(*before.open);
  } else {
    offers.add_flags(command);
  }
  return offers.lines();
}

}  // namespace

std::string completions(const Command& program, std::vector<std::string> words) {
  words = rejoined(words);
  if (words.empty()) words.emplace_back();
  const std::string word = std::move(words.back());
  words.pop_back();
  std::span<const std::string> left(words);
  const Command* command = &program;
  for (; !left.empty() && !command->commands.empty(); left = left.subspan(1)) {
    command = command->find(left.front());
    if (command == nullptr) return "";
  }
  if (command->commands.empty()) return offers_for(*command, left, word);
  Offers offers(word);
  for (const Command& below : command->commands) offers.add(below.name, below.summary);
  if (word.starts_with('-')) offers.add_flags(*command);
  return offers.lines();
}

std::string completion_script(Shell shell, const std::string& program) {
  std::string script = shell == Shell::bash  ? bash_script
                       : shell == Shell::zsh ? zsh_script
                                             : fish_script;
  constexpr std::string_view name = "PROGRAM";
  for (std::size_t at = script.find(name); at != std::string::npos; at = script.find(name, at)) {
    script.replace(at, name.size(), program);
  }
  return script;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace podium::cli
