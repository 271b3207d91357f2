#include "podium/labelling/label/analysis/assessor_summary.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/left_win.hpp"

namespace podium::labelling {

namespace {

/// Repeats and gold pairs of one assessor's votes, in the order in which they were given.
void score_checks(std::span<const PreferenceVote> votes, const Judgements& judgements,
                  AssessorSummary& summary) {
  std::map<std::tuple<std::uint32_t, DocIndex, DocIndex>, double> first_said;
  for (const PreferenceVote& vote : votes) {
    const std::optional<double> win = first_win(vote.answer);
    if (!vote.stands || !win) continue;
    const Question& question = vote.answer.question;
    const auto [a, b] = std::minmax(question.left, question.right);
    if (question.purpose == Purpose::needed) first_said.try_emplace({vote.query, a, b}, *win);
    const auto said = first_said.find({vote.query, a, b});
    if (question.purpose == Purpose::repeat && said != first_said.end()) {
      ++summary.repeats.asked;
      if (said->second == *win) ++summary.repeats.hits;
    }
    if (question.purpose != Purpose::gold) continue;
    for (const GoldPair& gold : judgements.query[vote.query].gold) {
      if (std::minmax(gold.better, gold.worse) != std::minmax(question.left, question.right)) {
        continue;
      }
      ++summary.gold.asked;
      if (*win == (gold.better == a ? 1.0 : 0.0)) ++summary.gold.hits;
      break;
    }
  }
}

/// The most frequent relation of a pair; nothing when there is none or it is not unique.
std::optional<std::size_t> majority_of(std::span<const Assessment* const> others, std::size_t a,
                                       std::size_t b) {
  std::array<std::size_t, 3> votes{};
  for (const Assessment* other : others) {
    if (other->level[a] && other->level[b])
      ++votes[relation_of(*other->level[a], *other->level[b])];
  }
  const auto best = std::ranges::max_element(votes);
  if (*best == 0 || std::ranges::count(votes, *best) > 1) return std::nullopt;
  return static_cast<std::size_t>(best - votes.begin());
}

/// Adds the agreement of each assessment with those of other people on the same query.
void score_reliability(std::span<const Assessment> everybody, const Judgements& judgements,
                       std::vector<AssessorSummary>& summaries) {
  for (const SharedQuery& query : shared_queries(everybody)) {
    for (const Assessment* mine : query.by) {
      std::vector<const Assessment*> others;
      for (const Assessment* other : query.by) {
        if (other != mine && counts(judgements.assessor[other->assessor], Whom::people)) {
          others.push_back(other);
        }
      }
      Hits& score = summaries[mine->assessor].reliability;
      for (std::size_t a = 0; a < mine->level.size(); ++a) {
        for (std::size_t b = a + 1; b < mine->level.size(); ++b) {
          if (!mine->level[a] || !mine->level[b]) continue;
          const std::optional<std::size_t> most = majority_of(others, a, b);
          if (!most) continue;
          ++score.asked;
          if (*most == relation_of(*mine->level[a], *mine->level[b])) ++score.hits;
        }
      }
    }
  }
}

AssessorSummary summary_of_votes(const Judgements& judgements, std::uint32_t assessor,
                                 const TimeOptions& options) {
  AssessorSummary summary{.name = judgements.assessor[assessor].name,
                          .is_program = judgements.assessor[assessor].is_program};
  std::vector<PreferenceVote> preferences;
  std::vector<double> preference_seconds;
  std::vector<double> grading_seconds;
  for (const PreferenceVote& vote : judgements.preference) {
    if (vote.assessor != assessor) continue;
    preferences.push_back(vote);
    preference_seconds.push_back(vote.seconds);
    ++(vote.stands ? summary.judgements : summary.undone);
  }
  for (const GradeVote& vote : judgements.grade) {
    if (vote.assessor != assessor) continue;
    grading_seconds.push_back(vote.seconds);
    ++(vote.stands ? summary.judgements : summary.undone);
  }
  summary.preference_times = answer_times(std::move(preference_seconds), options);
  summary.grading_times = answer_times(std::move(grading_seconds), options);
  summary.side = side_bias(preferences);
  summary.triples = circular_triples(preferences);
  score_checks(preferences, judgements, summary);
  return summary;
}

}  // namespace

std::vector<AssessorSummary> assessor_summaries(const Judgements& judgements,
                                                const TimeOptions& options) {
  std::vector<AssessorSummary> summaries;
  for (std::uint32_t i = 0; i < judgements.assessor.size(); ++i) {
    summaries.push_back(summary_of_votes(judgements, i, options));
  }
  score_reliability(top_k_assessments(judgements, Whom::everybody), judgements, summaries);
  score_reliability(grade_assessments(judgements, Whom::everybody), judgements, summaries);
  return summaries;
}

}  // namespace podium::labelling
