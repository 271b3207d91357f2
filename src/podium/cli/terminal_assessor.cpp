#include "podium/cli/terminal_assessor.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "podium/base/text.hpp"

namespace podium {

namespace {

struct Key {
  std::string_view key;
  Verdict verdict;
  std::string_view help;
};

constexpr std::array<Key, 8> keys = {
    Key{"l", Verdict::left, "left is better"},
    Key{"r", Verdict::right, "right is better"},
    Key{"t", Verdict::tie, "equally good"},
    Key{"lb", Verdict::left_bad, "left is of no use"},
    Key{"rb", Verdict::right_bad, "right is of no use"},
    Key{"b", Verdict::both_bad, "neither is of use"},
    Key{"s", Verdict::later, "ask later"},
    Key{"c", Verdict::cannot_judge, "cannot judge"},
};

class TerminalAssessor {
 public:
  TerminalAssessor(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  std::optional<Reply> operator()(const Work& work) {
    const SessionProgress done = progress(work.session);
    out_ << fmt::format("\nquery {}: {}\n", work.query->id, work.query->text);
    if (!work.query->description.empty()) out_ << "  " << work.query->description << "\n";
    out_ << fmt::format("  {} answered, about {:.0f} to go\n", done.answered,
                        done.expected_remaining);
    if (const auto* session = std::get_if<Session>(&work.session)) {
      return preference(work, *next_question(*session));
    }
    return grade(work, *next_document(std::get<GradedSession>(work.session)));
  }

 private:
  void show(const Work& work, std::string_view side, DocIndex doc) {
    const LabelDocument& document = work.query->document.at(doc);
    out_ << fmt::format("{}: {}\n", side, document.title.empty() ? document.id : document.title);
    if (!document.url.empty()) out_ << "  " << document.url << "\n";
    if (!document.snippet.empty()) out_ << "  " << document.snippet << "\n";
  }

  /// The next key; nothing at the end of the input or by "q".
  std::optional<std::string> key(const std::string& help) {
    out_ << help << " u: take back, q: end> " << std::flush;
    std::string line;
    if (!std::getline(in_, line)) return std::nullopt;
    line = lower_case(trimmed(line));
    if (line == "q") return std::nullopt;
    return line;
  }

  /// Whether the key takes back an answer; says so when there is none.
  bool is_undo(const std::string& key, const Work& work) {
    if (key != "u") return false;
    if (answer_count(work.session) > 0) return true;
    out_ << "there is no answer to take back\n";
    return false;
  }

  std::optional<Reply> preference(const Work& work, const Question& question) {
    const bool ties = work.project.settings.session.ties;
    show(work, "left", question.left);
    show(work, "right", question.right);
    std::string help;
    for (const Key& one : keys) {
      if (ties || one.verdict != Verdict::tie) help += fmt::format("{}: {}, ", one.key, one.help);
    }
    while (const auto pressed = key(help)) {
      if (is_undo(*pressed, work)) return Reply{Undo{}, {}};
      const auto found = std::ranges::find(keys, *pressed, &Key::key);
      if (found != keys.end() && (ties || found->verdict != Verdict::tie)) {
        return Reply{Answer{question, found->verdict}, {}};
      }
    }
    return std::nullopt;
  }

  std::optional<Reply> grade(const Work& work, DocIndex doc) {
    show(work, "document", doc);
    const std::vector<std::string>& scale = work.project.settings.scale;
    std::string help;
    for (std::size_t i = 0; i < scale.size(); ++i) help += fmt::format("{}: {}, ", i, scale[i]);
    while (const auto pressed = key(help + "s: ask later, c: cannot judge,")) {
      if (is_undo(*pressed, work)) return Reply{Undo{}, {}};
      if (*pressed == "s") return Reply{Grading{doc, Grading::Kind::later}, {}};
      if (*pressed == "c") return Reply{Grading{doc, Grading::Kind::cannot_judge}, {}};
      const auto number = parse_number<std::uint32_t>(*pressed);
      if (number && *number < scale.size()) {
        return Reply{Grading{doc, Grading::Kind::grade, *number}, {}};
      }
    }
    return std::nullopt;
  }

  std::istream& in_;
  std::ostream& out_;
};

}  // namespace

AskedAssessor terminal_assessor(std::istream& in, std::ostream& out) {
  return TerminalAssessor(in, out);
}

}  // namespace podium
