#include "podium/core/prepare/feature_ranges.hpp"

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

}  // namespace

FeatureRanges feature_ranges(const Dataset& data) {
  const std::size_t features = data.feature_count();
  if (features > FeatureRanges::most_features) return {};
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

}  // namespace podium
