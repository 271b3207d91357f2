#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/labelling/label/session/session.hpp"

namespace podium::labelling {

/// The answers of a test.
using ScriptedVerdicts = std::function<Verdict(const Question&)>;

/// Prefers the document of the larger level. Finds those of level 0 bad if `says_bad`.
inline ScriptedVerdicts by_level(std::vector<int> level, bool says_bad = false) {
  return [level = std::move(level), says_bad](const Question& question) {
    const int left = level[question.left];
    const int right = level[question.right];
    if (says_bad && left == 0) return right == 0 ? Verdict::both_bad : Verdict::left_bad;
    if (says_bad && right == 0) return Verdict::right_bad;
    if (left == right) return Verdict::tie;
    return left > right ? Verdict::left : Verdict::right;
  };
}

/// `assessment`, but a quarter of the answers is "later".
inline ScriptedVerdicts hesitating(ScriptedVerdicts assessment, std::uint64_t seed) {
  return [assessment = std::move(assessment),
          stream = RandomStream(seed, "q", "hesitation")](const Question& question) mutable {
    return stream.below(4) == 0 ? Verdict::later : assessment(question);
  };
}

/// Random answers; no tie unless `ties`.
inline ScriptedVerdicts at_random(std::uint64_t seed, bool ties = true) {
  return [ties, stream = RandomStream(seed, "q", "random answers")](const Question&) mutable {
    const auto verdict = static_cast<Verdict>(stream.below(verdict_names.size()));
    return verdict == Verdict::tie && !ties ? Verdict::left : verdict;
  };
}

/// The session after its last question.
inline Session finished(Session session, const ScriptedVerdicts& assessment) {
  while (const auto question = next_question(session)) {
    session = answered(session, {*question, assessment(*question)});
  }
  return session;
}

/// The levels 0 .. n-1 in a random order: a consistent assessor without ties.
inline std::vector<int> distinct_levels(std::size_t n, std::uint64_t seed) {
  std::vector<int> level;
  for (std::size_t doc = 0; doc < n; ++doc) level.push_back(static_cast<int>(doc));
  RandomStream(seed, "q", "levels").shuffle(std::span(level));
  return level;
}

}  // namespace podium::labelling
