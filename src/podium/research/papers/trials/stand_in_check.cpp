#include "podium/research/papers/trials/stand_in_check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"
#include "podium/research/papers/claim.hpp"

namespace podium::research {

namespace {

constexpr double errors_outside = 2.0;
constexpr double spread_factor = 2.0;

double mean_of_values(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Interval range_of_values(std::span<const double> values) {
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}

/// The standard deviation between learners in a collection, root mean square over collections.
double spread_of(std::span<const StandInLearner> learners) {
  double squares = 0.0;
  const std::size_t collections = learners.front().map.size();
  for (std::size_t i = 0; i < collections; ++i) {
    std::vector<double> values;
    for (const StandInLearner& learner : learners) values.push_back(learner.map[i]);
    const double deviation = moments_of(values).deviation;
    squares += deviation * deviation;
  }
  return std::sqrt(squares / static_cast<double>(collections));
}

/// Interpolated linearly between the values next to the share; of sorted values.
double quantile_of(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

}  // namespace

double StandInLearner::mean_map() const {
  return mean_of_values(map);
}

double StandInLearner::mean_error() const {
  return mean_of_values(error);
}

std::string StandInLevel::verdict() const {
  if (is_accepted()) return "yes";
  std::string text = "no: ";
  if (!outside.empty()) text += listed(outside) + " outside of the range";
  if (is_alike_spread) return text;
  if (!outside.empty()) text += "; ";
  return text + fmt::format("learners {} alike", deviation < published_deviation ? "too" : "not");
}

StandInLevel level_of(std::span<const StandInLearner> learners) {
  StandInLevel level;
  std::vector<double> published;
  std::vector<double> ours;
  std::vector<double> errors;
  for (const StandInLearner& learner : learners) {
    published.push_back(learner.published);
    ours.push_back(learner.mean_map());
    errors.push_back(learner.mean_error());
  }
  level.published = range_of_values(published);
  level.published_deviation = moments_of(published).deviation;
  level.ours = range_of_values(ours);
  level.deviation = spread_of(learners);
  level.error = mean_of_values(errors);
  for (std::size_t i = 0; i < learners.size(); ++i) {
    const double margin = errors_outside * errors[i];
    const Interval allowed{level.published.low - margin, level.published.high + margin};
    if (!allowed.holds(ours[i])) level.outside.push_back(learners[i].row);
  }
  level.is_alike_spread = level.deviation <= spread_factor * level.published_deviation &&
                          level.published_deviation <= spread_factor * level.deviation;
  return level;
}

StandInPortrait portrait_of(const SyntheticDataset& made, const StudySpec& spec) {
  StandInPortrait portrait{.queries = made.data.query_count()};
  const auto queries = static_cast<double>(portrait.queries);
  portrait.documents = static_cast<double>(made.data.row_count()) / queries;
  portrait.relevant = static_cast<double>(std::ranges::count_if(
                          made.data.columns().label, [](double label) { return label > 0.0; })) /
                      queries;
  std::vector<double> values = single_feature_values(made.data, {}, metric_plan_of(spec));
  std::ranges::sort(values);
  for (std::size_t i = 0; i < portrait_shares.size(); ++i) {
    portrait.single_map[i] = quantile_of(values, portrait_shares[i]);
  }
  return portrait;
}

}  // namespace podium::research
