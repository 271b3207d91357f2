#include "podium/labelling/label/session/graded_session.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {

GradedSession::GradedSession(std::size_t document_count, std::uint32_t grades)
    : document_count_(document_count), grades_(grades) {
  expects(grades >= 2, "a scale of at least two grades");
}

std::optional<DocIndex> next_document(const GradedSession& session) {
  std::vector<bool> answered_at_all(session.document_count(), false);
  std::vector<bool> is_put_off(session.document_count(), false);
  for (const Grading& grading : session.answers()) {
    answered_at_all[grading.document] = true;
    is_put_off[grading.document] = grading.kind == Grading::Kind::later;
  }
  const auto first = std::find(answered_at_all.begin(), answered_at_all.end(), false);
  if (first != answered_at_all.end()) {
    return static_cast<DocIndex>(first - answered_at_all.begin());
  }
  // The one that has waited longest: if it is put off again, the others come first.
  for (const Grading& grading : session.answers()) {
    if (!is_put_off[grading.document]) continue;
    const auto last_word =
        std::find_if(session.answers().rbegin(), session.answers().rend(),
                     [&](const Grading& other) { return other.document == grading.document; });
    if (&*last_word == &grading) return grading.document;
  }
  return std::nullopt;
}

GradedSession answered(GradedSession session, const Grading& grading) {
  const std::optional<DocIndex> asked = next_document(session);
  if (!asked || *asked != grading.document) {
    throw UsageError("found a grade for document " + to_text(grading.document) + ", expected " +
                     (asked ? "one for document " + to_text(*asked) : "no further grade"));
  }
  if (grading.kind == Grading::Kind::grade && grading.grade >= session.grades_) {
    throw UsageError("found grade " + to_text(grading.grade) + ", expected 0 to " +
                     to_text(session.grades_ - 1));
  }
  session.log_.emplace_back(grading);
  session.answers_.push_back(grading);
  return session;
}

GradedSession undone(GradedSession session) {
  if (session.answers_.empty()) throw UsageError("there is no answer to undo");
  session.log_.emplace_back(Undo{});
  session.answers_.pop_back();
  return session;
}

GradedSession replayed(std::size_t document_count, std::uint32_t grades,
                       std::span<const GradingEntry> log) {
  GradedSession session(document_count, grades);
  for (const GradingEntry& entry : log) {
    if (const auto* grading = std::get_if<Grading>(&entry)) {
      session = answered(std::move(session), *grading);
    } else {
      session = undone(std::move(session));
    }
  }
  return session;
}

std::vector<std::optional<std::uint32_t>> result(const GradedSession& session) {
  expects(!next_document(session), "a finished session");
  std::vector<std::optional<std::uint32_t>> grade(session.document_count());
  for (const Grading& grading : session.answers()) {
    if (grading.kind == Grading::Kind::grade) grade[grading.document] = grading.grade;
  }
  return grade;
}

SessionProgress progress(const GradedSession& session) {
  std::vector<bool> is_settled(session.document_count(), false);
  for (const Grading& grading : session.answers()) {
    if (grading.kind != Grading::Kind::later) is_settled[grading.document] = true;
  }
  const auto open = std::count(is_settled.begin(), is_settled.end(), false);
  return {session.answers().size(), static_cast<double>(open)};
}

}  // namespace podium::labelling
