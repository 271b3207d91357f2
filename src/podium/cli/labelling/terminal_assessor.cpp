#include "podium/cli/labelling/terminal_assessor.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/labelling/terminal_text.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

namespace {

constexpr std::size_t longest_beginning = 1500;

struct Key {
  std::string_view key;
  labelling::Verdict verdict;
  std::string_view help;
};

constexpr std::array<Key, 8> keys = {
    Key{"l", labelling::Verdict::left, "left is better"},
    Key{"r", labelling::Verdict::right, "right is better"},
    Key{"t", labelling::Verdict::tie, "equally good"},
    Key{"lb", labelling::Verdict::left_bad, "left is not relevant"},
    Key{"rb", labelling::Verdict::right_bad, "right is not relevant"},
    Key{"b", labelling::Verdict::both_bad, "neither is relevant"},
    Key{"s", labelling::Verdict::later, "ask later"},
    Key{"c", labelling::Verdict::cannot_judge, "cannot judge"},
};

class TerminalAssessor {
 public:
  TerminalAssessor(std::istream& in, std::ostream& out, BodyOf body_of)
      : in_(in), out_(out), body_of_(std::move(body_of)) {}

  std::optional<Reply> operator()(const labelling::Work& work) {
    const labelling::SessionProgress done = labelling::progress(work.session);
    comment_.clear();
    show_guidelines(work.project.settings.guidelines);
    out_ << fmt::format("\nquery {}: {}\n", terminal_text(work.query->id),
                        terminal_text(work.query->text));
    show_line(work.query->description);
    out_ << fmt::format("  {} answered, about {:.0f} left\n", done.answered,
                        done.expected_remaining);
    if (const auto* session = std::get_if<labelling::Session>(&work.session)) {
      return preference(work, *labelling::next_question(*session));
    }
    return grade(work, *labelling::next_document(std::get<labelling::GradedSession>(work.session)));
  }

 private:
  /// Once, before the first question.
  void show_guidelines(const std::string& guidelines) {
    if (is_begun_) return;
    is_begun_ = true;
    std::istringstream lines(guidelines);
    for (std::string line; std::getline(lines, line);) out_ << terminal_text(line) << "\n";
  }

  void show_line(const std::string& text) {
    if (!text.empty()) out_ << "  " << terminal_text(text) << "\n";
  }

  void show(const labelling::Work& work, std::string_view side, DocIndex doc) {
    const labelling::LabelDocument document = body_of_(work, doc);
    out_ << fmt::format("{}: {}\n", side,
                        terminal_text(document.title.empty() ? document.id : document.title));
    show_line(document.url);
    show_line(document.snippet);
    const std::string text = document.is_html ? without_tags(document.body) : document.body;
    show_line(beginning_of(terminal_text(text), longest_beginning));
  }

  /// The next key; nothing at the end of the input or by "q". Comments are kept for the answer.
  std::optional<std::string> key(const std::string& help) {
    while (true) {
      out_ << help << " c TEXT: add a comment, u: undo, q: quit> " << std::flush;
      std::string line;
      if (!std::getline(in_, line)) return std::nullopt;
      const std::string said = terminal_text(line);
      const std::string pressed = lower_case(said);
      if (pressed == "q") return std::nullopt;
      if (!pressed.starts_with("c ")) return pressed;
      comment_ = said.substr(2);
    }
  }

  /// Whether the key undoes an answer; prints a message when there is none.
  bool is_undo(const std::string& key, const labelling::Work& work) {
    if (key != "u") return false;
    if (labelling::answer_count(work.session) > 0) return true;
    out_ << "there is no answer to undo\n";
    return false;
  }

  std::optional<Reply> preference(const labelling::Work& work,
                                  const labelling::Question& question) {
    const bool ties = work.project.settings.session.ties;
    show(work, "left", question.left);
    show(work, "right", question.right);
    std::string help;
    for (const Key& one : keys) {
      if (ties || one.verdict != labelling::Verdict::tie)
        help += fmt::format("{}: {}, ", one.key, one.help);
    }
    while (const auto pressed = key(help)) {
      if (is_undo(*pressed, work)) return Reply{labelling::Undo{}, comment_};
      const auto found = std::ranges::find(keys, *pressed, &Key::key);
      if (found != keys.end() && (ties || found->verdict != labelling::Verdict::tie)) {
        return Reply{labelling::Answer{question, found->verdict}, comment_};
      }
    }
    return std::nullopt;
  }

  std::optional<Reply> grade(const labelling::Work& work, DocIndex doc) {
    show(work, "document", doc);
    const std::vector<std::string>& scale = work.project.settings.scale;
    std::string help;
    for (std::size_t i = 0; i < scale.size(); ++i) {
      help += fmt::format("{}: {}, ", i, terminal_text(scale[i]));
    }
    while (const auto pressed = key(help + "s: ask later, c: cannot judge,")) {
      if (is_undo(*pressed, work)) return Reply{labelling::Undo{}, comment_};
      if (*pressed == "s")
        return Reply{labelling::Grading{doc, labelling::Grading::Kind::later}, comment_};
      if (*pressed == "c")
        return Reply{labelling::Grading{doc, labelling::Grading::Kind::cannot_judge}, comment_};
      const auto number = parse_number<std::uint32_t>(*pressed);
      if (number && *number < scale.size()) {
        return Reply{labelling::Grading{doc, labelling::Grading::Kind::grade, *number}, comment_};
      }
    }
    return std::nullopt;
  }

  std::istream& in_;
  std::ostream& out_;
  BodyOf body_of_;
  bool is_begun_ = false;
  std::string comment_;
};

}  // namespace

AskedAssessor terminal_assessor(std::istream& in, std::ostream& out, BodyOf body_of) {
  return TerminalAssessor(in, out, std::move(body_of));
}

}  // namespace podium::cli
