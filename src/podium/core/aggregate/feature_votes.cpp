#include "podium/core/aggregate/feature_votes.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/ranking.hpp"

namespace podium {

namespace {

/// The documents of which one feature has a value.
struct Column {
  std::vector<ItemIndex> doc;
  std::vector<double> value;
};

Column column_of(const QueryView& query, std::size_t feature) {
  Column column;
  query.with_values([&](const auto& rows) {
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const auto value = static_cast<double>(rows[doc][feature]);
      if (std::isnan(value)) continue;
      column.doc.push_back(static_cast<ItemIndex>(doc));
      column.value.push_back(value);
    }
  });
  return column;
}

/// The place of each value among all, equal ones at the middle of theirs, less the mean place.
std::vector<double> centred_ranks(std::span<const double> values) {
  const Ranking ranking = rank_by_score(values);
  const double mean = (static_cast<double>(values.size()) - 1.0) / 2.0;
  std::vector<double> rank(values.size());
  for (std::size_t begin = 0; begin < values.size(); begin = ranking.tie_end[begin]) {
    const std::size_t end = ranking.tie_end[begin];
    const double middle = static_cast<double>(begin + end - 1) / 2.0;
    for (std::size_t i = begin; i < end; ++i) rank[ranking.order[i]] = mean - middle;
  }
  return rank;
}

/// Spearman's correlation: Pearson's of the ranks; nothing when all of one side are equal.
std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> x = centred_ranks(a);
  const std::vector<double> y = centred_ranks(b);
  double xx = 0.0;
  double yy = 0.0;
  double xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  if (xx == 0.0 || yy == 0.0) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

OrientationEvidence sum_over_features(const QueryView& query) {
  OrientationEvidence sum;
  for (std::size_t feature = 0; feature < query.features.columns(); ++feature) {
    const Column column = column_of(query, feature);
    std::vector<double> values;
    std::vector<double> labels;
    for (std::size_t i = 0; i < column.doc.size(); ++i) {
      const double label = query.truth.label[column.doc[i]];
      if (label < 0.0) continue;  // not judged
      values.push_back(column.value[i]);
      labels.push_back(label);
    }
    if (const auto correlation = rank_correlation(values, labels)) {
      sum.correlation += *correlation;
      ++sum.lists;
    }
  }
  return sum;
}

}  // namespace

Election feature_election(const QueryView& query, VoteOrientation orientation,
                          std::span<const double> weights) {
  const std::size_t features = query.features.columns();
  expects(weights.empty() || weights.size() == features, "a weight for each feature");
  std::vector<Ballot> ballots;
  for (std::size_t feature = 0; feature < features; ++feature) {
    Column column = column_of(query, feature);
    if (orientation == VoteOrientation::rank) {
      for (double& value : column.value) value = -value;
    }
    ballots.push_back(
        ballot_by_score(column.doc, column.value, weights.empty() ? 1.0 : weights[feature]));
  }
  return {query.size(), std::move(ballots)};
}

std::optional<VoteOrientation> OrientationEvidence::orientation() const {
  if (correlation == 0.0) return std::nullopt;
  return correlation > 0.0 ? VoteOrientation::score : VoteOrientation::rank;
}

OrientationEvidence orientation_by_labels(const Dataset& data) {
  std::vector<OrientationEvidence> parts(data.query_count());
  parallel_for(parts.size(), [&](std::size_t i) { parts[i] = sum_over_features(data[i]); });
  OrientationEvidence all;
  for (const OrientationEvidence& part : parts) {
    all.correlation += part.correlation;
    all.lists += part.lists;
  }
  if (all.lists > 0) all.correlation /= static_cast<double>(all.lists);
  return all;
}

}  // namespace podium
