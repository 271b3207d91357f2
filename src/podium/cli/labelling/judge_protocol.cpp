#include "podium/cli/labelling/judge_protocol.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/core/base/text.hpp"
#include "podium/labelling/label/analysis/left_win.hpp"
#include "podium/labelling/service/json_fields.hpp"

namespace podium::cli {

namespace {

/// The verdict on the same pair with sides swapped.
labelling::Verdict mirrored(labelling::Verdict verdict) {
  switch (verdict) {
    case labelling::Verdict::left:
      return labelling::Verdict::right;
    case labelling::Verdict::right:
      return labelling::Verdict::left;
    case labelling::Verdict::left_bad:
      return labelling::Verdict::right_bad;
    case labelling::Verdict::right_bad:
      return labelling::Verdict::left_bad;
    default:
      return verdict;
  }
}

std::string_view name_of(labelling::Verdict verdict) {
  return labelling::verdict_names[static_cast<std::size_t>(verdict)];
}

/// What a program says about a pair.
struct Opinion {
  labelling::Verdict verdict = labelling::Verdict::tie;
  std::string comment;
};

/// The comment of an answer that was given in both orders, with the sides of the first.
std::string common_comment(const Opinion& first, const Opinion& second) {
  std::string comment;
  const auto add = [&](const std::string& part) {
    comment += (comment.empty() ? "" : "; ") + part;
  };
  if (first.verdict != second.verdict) {
    add(std::string(name_of(first.verdict)) + ", but " + std::string(name_of(second.verdict)) +
        " when sides were swapped");
  }
  if (!first.comment.empty()) add(first.comment);
  if (!second.comment.empty() && second.comment != first.comment) add("swapped: " + second.comment);
  return comment;
}

/// The member if it is a text, else nothing.
std::string text_of(const labelling::Body& answer, std::string_view name) {
  const auto said = labelling::member(answer, name);
  const std::string* text = said ? said->value().as<std::string>() : nullptr;
  return text != nullptr ? *text : std::string();
}

class ProgramAssessor {
 public:
  ProgramAssessor(JudgeProgram& program, BodyOf body_of)
      : program_(program), body_of_(std::move(body_of)) {}

  std::optional<Reply> operator()(const labelling::Work& work) {
    if (const auto* session = std::get_if<labelling::Session>(&work.session)) {
      return preference(work, *labelling::next_question(*session));
    }
    return grade(work, *labelling::next_document(std::get<labelling::GradedSession>(work.session)));
  }

 private:
  [[noreturn]] void refuse(const std::string& line, const std::string& expected) const {
    throw DataError({program_.command(), program_.answer_count(), 0},
                    "found " + in_quotes(line) + ", expected " + expected);
  }

  labelling::Body asked(const Json& question, std::string& line) {
    line = program_.ask(question.dump());
    try {
      return labelling::parse_object(line);
    } catch (const Error&) {
      refuse(line,
             "a JSON object on one line, at most " + to_text(labelling::deepest_json) + " deep");
    }
  }

  Json head(const labelling::Work& work) const {
    return {{"query",
             {{"id", work.query->id},
              {"text", work.query->text},
              {"description", work.query->description}}},
            {"guidelines", work.project.settings.guidelines}};
  }

  Json document(const labelling::Work& work, DocIndex doc) const {
    const labelling::LabelDocument found = body_of_(work, doc);
    return {{"id", found.id},
            {"title", found.title},
            {"url", found.url},
            {"snippet", found.snippet},
            {found.is_html ? "html" : "text", found.body}};
  }

  std::string comment_in(const labelling::Body& answer, const std::string& line) const {
    try {
      return labelling::text_or_empty(answer, "comment", labelling::longest_comment);
    } catch (const DataError&) {
      refuse(line, "a text of at most " + to_text(labelling::longest_comment) +
                       " bytes as its \"comment\"");
    }
  }

  Opinion opinion_on(const labelling::Work& work, DocIndex left, DocIndex right) {
    const bool ties = work.project.settings.session.ties;
    Json question = head(work);
    question["left"] = document(work, left);
    question["right"] = document(work, right);
    question["ties"] = ties;
    std::string line;
    const labelling::Body answer = asked(question, line);
    const auto found = std::ranges::find(labelling::verdict_names, text_of(answer, "verdict"));
    const auto verdict = static_cast<labelling::Verdict>(found - labelling::verdict_names.begin());
    if (found == labelling::verdict_names.end() || verdict == labelling::Verdict::later ||
        (verdict == labelling::Verdict::tie && !ties)) {
      refuse(line, std::string("a \"verdict\": left, right, ") + (ties ? "tie, " : "") +
                       "left-bad, right-bad, both-bad or cannot-judge");
    }
    return {verdict, comment_in(answer, line)};
  }

  Reply preference(const labelling::Work& work, const labelling::Question& question) {
    const Opinion first = opinion_on(work, question.left, question.right);
    Opinion second = opinion_on(work, question.right, question.left);
    second.verdict = mirrored(second.verdict);
    const bool ties = work.project.settings.session.ties;
    return {labelling::Answer{question, common_verdict(first.verdict, second.verdict, ties)},
            common_comment(first, second)};
  }

  Reply grade(const labelling::Work& work, DocIndex doc) {
    Json question = head(work);
    question["document"] = document(work, doc);
    question["scale"] = work.project.settings.scale;
    std::string line;
    const labelling::Body answer = asked(question, line);
    if (text_of(answer, "verdict") == "cannot-judge") {
      return {labelling::Grading{.document = doc, .kind = labelling::Grading::Kind::cannot_judge},
              comment_in(answer, line)};
    }
    const std::size_t grades = work.project.settings.scale.size();
    try {
      const std::uint64_t grade = labelling::whole_in(answer, "grade", 0, grades - 1);
      return {labelling::Grading{.document = doc, .grade = static_cast<std::uint32_t>(grade)},
              comment_in(answer, line)};
    } catch (const DataError&) {
      refuse(line, "a \"grade\" from 0 to " + to_text(grades - 1));
    }
  }

  JudgeProgram& program_;
  BodyOf body_of_;
};

}  // namespace

labelling::Verdict common_verdict(labelling::Verdict first, labelling::Verdict second, bool ties) {
  if (first == second) return first;
  if (first == labelling::Verdict::cannot_judge || second == labelling::Verdict::cannot_judge) {
    return labelling::Verdict::cannot_judge;
  }
  for (const labelling::Verdict bad :
       {labelling::Verdict::left_bad, labelling::Verdict::right_bad}) {
    const auto says = [&](labelling::Verdict verdict) {
      return verdict == bad || verdict == labelling::Verdict::both_bad;
    };
    if (says(first) && says(second)) return bad;
  }
  const std::optional<double> win = labelling::left_win(first);
  if (win == labelling::left_win(second) && win == 1.0) return labelling::Verdict::left;
  if (win == labelling::left_win(second) && win == 0.0) return labelling::Verdict::right;
  return ties ? labelling::Verdict::tie : labelling::Verdict::cannot_judge;
}

AskedAssessor program_assessor(JudgeProgram& program, BodyOf body_of) {
  return ProgramAssessor(program, std::move(body_of));
}

}  // namespace podium::cli
