#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/session.hpp"

namespace podium::labelling {

/// A session in which one assessor gives each document of one query a grade. The same functions as
/// for Session, with the same replay.
class GradedSession {
 public:
  /// `grades` is the number of grades of the scale: 5 for 0 .. 4.
  GradedSession(std::size_t document_count, std::uint32_t grades);

  std::size_t document_count() const noexcept { return document_count_; }
  std::uint32_t grades() const noexcept { return grades_; }
  std::span<const GradingEntry> log() const noexcept { return log_; }
  std::span<const Grading> answers() const noexcept { return answers_; }

 private:
  std::size_t document_count_;
  std::uint32_t grades_;
  std::vector<GradingEntry> log_;
  std::vector<Grading> answers_;

  friend GradedSession answered(GradedSession session, const Grading& grading);
  friend GradedSession undone(GradedSession session);
};

/// The next document to grade: the first without an answer, then those that were put off.
std::optional<DocIndex> next_document(const GradedSession& session);

/// Throws UsageError when the answer is not for next_document() or the grade is not on the
/// scale.
GradedSession answered(GradedSession session, const Grading& grading);
GradedSession undone(GradedSession session);
GradedSession replayed(std::size_t document_count, std::uint32_t grades,
                       std::span<const GradingEntry> log);

/// A grade for each document; nothing where the assessor could not judge. Requires that the session
/// is finished.
std::vector<std::optional<std::uint32_t>> result(const GradedSession& session);

SessionProgress progress(const GradedSession& session);

}  // namespace podium::labelling
