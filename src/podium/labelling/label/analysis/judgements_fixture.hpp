#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// For tests: judgements of nothing yet, by assessors "a", "b", ... of queries "q0", "q1", ... with
/// so many documents each.
inline Judgements empty_judgements(std::size_t assessors, std::size_t queries,
                                   std::size_t documents) {
  Judgements judgements;
  judgements.scale = {"bad", "fair", "good"};
  for (std::size_t i = 0; i < assessors; ++i) {
    judgements.assessor.push_back({std::string(1, static_cast<char>('a' + i))});
  }
  for (std::size_t q = 0; q < queries; ++q) {
    LabelledQuery query{.id = "q" + std::to_string(q)};
    for (std::size_t d = 0; d < documents; ++d) query.document.push_back("d" + std::to_string(d));
    judgements.query.push_back(std::move(query));
  }
  return judgements;
}

/// For tests: the answer to "left or right?".
inline PreferenceVote vote_of(std::uint32_t assessor, std::uint32_t query, DocIndex left,
                              DocIndex right, Verdict verdict, double seconds = 5.0) {
  return {assessor, query, {{left, right, Purpose::needed}, verdict}, seconds, true};
}

/// For tests: the same answer to a question that is asked for another reason.
inline PreferenceVote with_purpose(PreferenceVote vote, Purpose purpose) {
  vote.answer.question.purpose = purpose;
  return vote;
}

}  // namespace podium::labelling
