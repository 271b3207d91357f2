#include "podium/core/prepare/feature_ranges.hpp"

#include <cmath>
#include <limits>
#include <span>

#include "podium/core/data/query_blocks.hpp"

namespace podium {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// Ranges that grow; the sum of two is what holds both.
struct GrowingRanges : FeatureRanges {
  void add(std::span<const float> row) {
    for (std::size_t f = 0; f < low.size(); ++f) {  // NaN is neither below nor above
      const float value = row[f];
      low[f] = value < low[f] && value > -infinite ? value : low[f];
      high[f] = value > high[f] && value < infinite ? value : high[f];
    }
  }
  GrowingRanges& operator+=(const GrowingRanges& other) {
    for (std::size_t f = 0; f < low.size(); ++f) {
      low[f] = other.low[f] < low[f] ? other.low[f] : low[f];
      high[f] = other.high[f] > high[f] ? other.high[f] : high[f];
    }
    return *this;
  }
};

/// By feature, the values that are there, and those of them that are far beyond the ranges; the sum
/// of two is that of both parts.
struct FarValues {
  std::vector<std::size_t> present;
  std::vector<std::size_t> far;

  explicit FarValues(std::size_t features) : present(features), far(features) {}

  void add(std::span<const float> row, const FeatureRanges& ranges) {
    for (std::size_t f = 0; f < far.size(); ++f) {
      const float range = ranges.high[f] - ranges.low[f];
      const bool is_far =
          range > 0.0F && (row[f] < ranges.low[f] - range || row[f] > ranges.high[f] + range);
      present[f] += std::isnan(row[f]) ? 0U : 1U;
      far[f] += is_far ? 1U : 0U;  // NaN is not
    }
  }
  FarValues& operator+=(const FarValues& other) {
    for (std::size_t f = 0; f < far.size(); ++f) {
      present[f] += other.present[f];
      far[f] += other.far[f];
    }
    return *this;
  }
  std::vector<std::size_t> features() const {
    std::vector<std::size_t> features;
    for (std::size_t f = 0; f < far.size(); ++f) {
      if (far[f] > 0 && 10 * far[f] >= present[f]) features.push_back(f);
    }
    return features;
  }
};

}  // namespace

FeatureRanges feature_ranges(const Dataset& data) {
  const std::size_t features = data.feature_count();
  if (features > FeatureRanges::most_features || data.row_count() < FeatureRanges::fewest_rows) {
    return {};
  }
  GrowingRanges empty;
  empty.low.assign(features, infinite);
  empty.high.assign(features, -infinite);
  FeatureRanges ranges = QueryBlocks(data).sum(
      empty, [&](std::size_t query, GrowingRanges& sum, Workspace& /*workspace*/) {
        const FeatureRows rows = data[query].features;
        DenseRow<float> dense;
        for (DocIndex doc = 0; doc < rows.size(); ++doc) sum.add(dense(rows[doc]));
      });
  for (std::size_t f = 0; f < features; ++f) {
    const bool has_values = ranges.low[f] <= ranges.high[f];
    // -0 and 0 are equal: which of them comes first must not tell.
    ranges.low[f] = has_values ? ranges.low[f] + 0.0F : 0.0F;
    ranges.high[f] = has_values ? ranges.high[f] + 0.0F : 0.0F;
  }
  return ranges;
}

std::vector<std::size_t> features_in_other_units(const Dataset& data, const FeatureRanges& ranges) {
  if (ranges.low.size() < data.feature_count()) return {};
  const FarValues none(data.feature_count());
  const FarValues far =
      QueryBlocks(data).sum(none, [&](std::size_t query, FarValues& sum, Workspace& /*workspace*/) {
        const FeatureRows rows = data[query].features;
        DenseRow<float> dense;
        for (DocIndex doc = 0; doc < rows.size(); ++doc) sum.add(dense(rows[doc]), ranges);
      });
  std::vector<std::size_t> features = far.features();
  std::erase_if(features, [&](std::size_t f) { return data.columns().words.contains(f); });
  return features;
}

std::vector<std::size_t> features_in_other_units(std::span<const float> rows,
                                                 const FeatureRanges& ranges) {
  const std::size_t width = ranges.low.size();
  FarValues far(width);
  for (std::size_t begin = 0; width > 0 && begin + width <= rows.size(); begin += width) {
    far.add(rows.subspan(begin, width), ranges);
  }
  return far.features();
}

}  // namespace podium
