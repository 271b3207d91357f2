#include "podium/boost/binned_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/data/query_blocks.hpp"

namespace podium {

namespace {

/// What the thresholds of one feature depend on.
struct ValueRange {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  bool has_missing = false;

  void add(float value) {
    has_missing |= std::isnan(value);
    minimum = std::min(minimum, std::isnan(value) ? minimum : double{value});
    maximum = std::max(maximum, std::isnan(value) ? maximum : double{value});
  }

  ValueRange& operator+=(const ValueRange& other) {
    has_missing |= other.has_missing;
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    return *this;
  }
};

std::vector<ValueRange> ranges_of(const Dataset& data) {
  const std::size_t features = data.feature_count();
  using Ranges = ManySums<ValueRange>;
  const auto add = [&](std::size_t query, Ranges& ranges, Workspace& /*workspace*/) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto row = view.features[doc];
      for (std::size_t f = 0; f < features; ++f) ranges.values[f].add(row[f]);
    }
  };
  return QueryBlocks(data).sum(Ranges{std::vector<ValueRange>(features)}, add).values;
}

std::vector<double> equal_steps(const ValueRange& range, std::size_t count) {
  std::vector<double> thresholds;
  const double width = range.maximum - range.minimum;
  for (std::size_t t = 1; t <= count; ++t) {
    const double value =
        range.minimum + static_cast<double>(t) * width / static_cast<double>(count + 1);
    if (value >= range.maximum) break;  // rounding of values that hardly vary
    if (thresholds.empty() || value > thresholds.back()) thresholds.push_back(value);
  }
  return thresholds;
}

std::vector<double> quantiles(std::vector<float> values, std::size_t count) {
  std::ranges::sort(values);
  std::vector<std::size_t> ends;  // of runs of equal values, but the last
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] != values[i - 1]) ends.push_back(i);
  }
  const double share = static_cast<double>(values.size()) / static_cast<double>(count + 1);
  std::vector<double> thresholds;
  double wanted = share;
  for (const std::size_t end : ends) {
    const auto below = static_cast<double>(end);
    if (ends.size() > count && below < wanted) continue;
    thresholds.push_back(0.5 * (double{values[end - 1]} + double{values[end]}));
    while (wanted <= below) wanted += share;
  }
  return thresholds;
}

std::vector<float> present_values(const Dataset& data, std::size_t feature) {
  std::vector<float> values;
  values.reserve(data.row_count());
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const float value = view.features[doc][feature];
      if (!std::isnan(value)) values.push_back(value);
    }
  }
  return values;
}

}  // namespace

Thresholds choose_thresholds(const Dataset& data, const BinOptions& options) {
  const std::vector<ValueRange> ranges = ranges_of(data);
  Thresholds thresholds(ranges.size());
  parallel_for(ranges.size(), [&](std::size_t f) {
    const ValueRange& range = ranges[f];
    const bool parts_missing = range.has_missing && range.minimum <= range.maximum;
    const std::size_t count =
        parts_missing ? std::min<std::size_t>(options.thresholds, 254) - 1 : options.thresholds;
    if (range.minimum < range.maximum && count > 0) {
      thresholds[f] = options.placement == BinPlacement::equal_width
                          ? equal_steps(range, count)
                          : quantiles(present_values(data, f), count);
    }
    if (!parts_missing) return;
    constexpr double lowest = -std::numeric_limits<double>::infinity();
    thresholds[f].insert(thresholds[f].begin(), std::nextafter(range.minimum, lowest));
  });
  return thresholds;
}

BinnedFeatures::BinnedFeatures(const Dataset& data, Thresholds thresholds)
    : rows_(data.row_count()),
      thresholds_(std::move(thresholds)),
      has_missing_(thresholds_.size()),
      bins_(rows_ * thresholds_.size()) {
  expects(thresholds_.size() == data.feature_count(), "thresholds for every feature");
  const std::vector<ValueRange> ranges = ranges_of(data);
  for (std::size_t f = 0; f < thresholds_.size(); ++f) {
    has_missing_[f] = ranges[f].has_missing ? 1 : 0;
    expects(thresholds_[f].size() < bin_count - (ranges[f].has_missing ? 1 : 0),
            "a byte for every bin");
    expects(
        std::ranges::adjacent_find(thresholds_[f], std::greater_equal{}) == thresholds_[f].end(),
        "ascending thresholds");
  }
  QueryBlocks(data).for_each(
      [&](std::size_t query, Workspace& /*workspace*/) { fill_rows(data[query]); });
}

void BinnedFeatures::fill_rows(const QueryView& view) {
  for (std::size_t f = 0; f < thresholds_.size(); ++f) {
    const std::vector<double>& own = thresholds_[f];
    std::uint8_t* const out = bins_.data() + f * rows_ + view.first_row;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const float value = view.features[doc][f];
      const auto below = std::lower_bound(own.begin(), own.end(), double{value}) - own.begin();
      out[doc] = std::isnan(value) ? missing_bin : static_cast<std::uint8_t>(below);
    }
  }
}

}  // namespace podium
