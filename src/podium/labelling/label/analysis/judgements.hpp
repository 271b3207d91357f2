#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/session.hpp"

namespace podium::labelling {

/// An assessor in an analysis.
struct Assessor {
  std::string name;
  bool is_program =
      false;  ///< a script or a language model; its votes are kept apart from people's
};

/// A query with its documents, by the ids that exports carry.
struct LabelledQuery {
  std::string id;
  std::vector<std::string> document;
  std::vector<GoldPair> gold;
};

/// What is stored with an answer besides what it says.
struct AnswerRecord {
  double paused = 0.0;  ///< seconds of pauses before it
  std::int64_t at = 0;  ///< when it came: milliseconds since 1970 (UTC)
  std::string comment;
};

/// One answer to a preference question, in the order in which it was given.
struct PreferenceVote {
  std::uint32_t assessor = 0;  ///< place in Judgements::assessor
  std::uint32_t query = 0;     ///< place in Judgements::query
  Answer answer;
  double seconds = 0.0;  ///< from question to answer, without pauses
  bool stands = true;    ///< was not undone
  AnswerRecord record = {};
};

/// One answer to a grading question.
struct GradeVote {
  std::uint32_t assessor = 0;
  std::uint32_t query = 0;
  Grading grading;
  double seconds = 0.0;
  bool stands = true;
  AnswerRecord record = {};
};

/// A finished preference session.
struct FinishedTopK {
  std::uint32_t assessor = 0;
  std::uint32_t query = 0;
  TopKResult result;
};

/// A finished graded session: a grade for each document, nothing where it could not be judged.
struct FinishedGrades {
  std::uint32_t assessor = 0;
  std::uint32_t query = 0;
  std::vector<std::optional<std::uint32_t>> grade;
};

/// An administrator's decision on a query: the top, best first.
struct Adjudication {
  std::uint32_t query = 0;
  std::vector<DocIndex> top;
};

/// All judgements of a project, for analyses and exports.
struct Judgements {
  std::size_t k = 10;
  std::vector<std::string> scale;  ///< names of the grades, worst first
  std::vector<Assessor> assessor;
  std::vector<LabelledQuery> query;
  std::vector<PreferenceVote> preference;
  std::vector<GradeVote> grade;
  std::vector<FinishedTopK> top_k;
  std::vector<FinishedGrades> grades;
  std::vector<Adjudication> adjudication;
};

}  // namespace podium::labelling
