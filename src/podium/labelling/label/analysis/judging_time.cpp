#include "podium/labelling/label/analysis/judging_time.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "podium/core/base/resampling.hpp"

namespace podium::labelling {

namespace {

constexpr double no_time = std::numeric_limits<double>::quiet_NaN();

struct SessionWork {
  std::size_t judgements = 0;
  double seconds = 0.0;
  bool is_finished = false;
};

/// `finished` and `votes` are lists of things with members assessor and query.
template <class Finished, class Vote>
ToolWork work_of(const Judgements& judgements, std::span<const Finished> finished,
                 std::span<const Vote> votes, Whom whom, const TimeOptions& options) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, SessionWork> sessions;
  for (const Finished& session : finished) {
    if (!counts(judgements.assessor[session.assessor], whom)) continue;
    sessions[{session.assessor, session.query}].is_finished = true;
  }
  std::vector<double> seconds;
  for (const Vote& vote : votes) {
    if (!counts(judgements.assessor[vote.assessor], whom)) continue;
    seconds.push_back(vote.seconds);
    SessionWork& session = sessions[{vote.assessor, vote.query}];
    if (vote.stands) ++session.judgements;
    if (vote.seconds <= options.idle) session.seconds += vote.seconds;
  }
  ToolWork work{.answer = answer_times(std::move(seconds), options)};
  double judged = 0.0;
  double minutes = 0.0;
  for (const auto& [key, session] : sessions) {
    if (!session.is_finished) continue;
    ++work.sessions;
    judged += static_cast<double>(session.judgements);
    minutes += session.seconds / 60.0;
  }
  const auto count = static_cast<double>(work.sessions);  // 0 / 0 is the intended NaN
  work.judgements_per_query = judged / count;
  work.minutes_per_query = minutes / count;
  return work;
}

}  // namespace

AnswerTimes answer_times(std::vector<double> seconds, const TimeOptions& options) {
  AnswerTimes times{.mean = no_time, .median = no_time};
  times.idle = std::erase_if(seconds, [&](double s) { return s > options.idle; });
  times.counted = seconds.size();
  if (seconds.empty()) return times;
  std::ranges::sort(seconds);
  times.mean =
      std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
  times.median = quantile_of_sorted(seconds, 0.5);
  return times;
}

ToolWork preference_work(const Judgements& judgements, Whom whom, const TimeOptions& options) {
  return work_of<FinishedTopK, PreferenceVote>(judgements, judgements.top_k, judgements.preference,
                                               whom, options);
}

ToolWork grading_work(const Judgements& judgements, Whom whom, const TimeOptions& options) {
  return work_of<FinishedGrades, GradeVote>(judgements, judgements.grades, judgements.grade, whom,
                                            options);
}

}  // namespace podium::labelling
