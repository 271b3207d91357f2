#include "podium/learning/trees/binned_features.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/feature_columns.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/kernels/row_split.hpp"

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

std::vector<ValueRange> sparse_ranges(const Dataset& data) {
  const std::size_t features = data.feature_count();
  std::vector<ValueRange> ranges(features);
  std::vector<std::size_t> stored(features);
  const DatasetColumns& columns = data.columns();
  for (std::size_t i = 0; i < columns.features.size(); ++i) {
    ranges[columns.feature_column[i]].add(columns.features[i]);
    ++stored[columns.feature_column[i]];
  }
  for (std::size_t f = 0; f < features; ++f) {
    if (stored[f] < data.row_count()) ranges[f].add(0.0F);
  }
  return ranges;
}

std::vector<ValueRange> ranges_of(const Dataset& data) {
  if (data.is_sparse()) return sparse_ranges(data);
  const std::size_t features = data.feature_count();
  using Ranges = ManySums<ValueRange>;
  const auto add = [&](std::size_t query, Ranges& ranges, Workspace& /*workspace*/) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const std::span<const float> row = view.features[doc].stored();
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
  return quantile_thresholds(runs_of(values), count);
}

/// A finite number that is not below `less` and below `more`.
double halfway(float less, float more) {
  if (std::isinf(more)) return std::isinf(less) ? 0.0 : double{less};
  constexpr double lowest = -std::numeric_limits<double>::infinity();
  if (std::isinf(less)) return std::nextafter(double{more}, lowest);
  return 0.5 * (double{less} + double{more});
}

std::vector<float> present_values(const Dataset& data, const StoredColumns<float>* columns,
                                  std::size_t feature) {
  std::vector<float> values;
  if (columns != nullptr) {
    values.resize(data.row_count());
    (*columns)[feature].copy_to(std::span(values));
    std::erase_if(values, [](float value) { return std::isnan(value); });
    return values;
  }
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

/// Values with a bin of their own, and what is left for all others.
struct OwnBins {
  std::vector<char> is_alone;  ///< of each run
  std::vector<char> cut;       ///< after each run
  std::size_t other_rows = 0;
  std::size_t left = 0;  ///< thresholds
};

/// Where quantiles of all rows would spend several thresholds on one value: it gets a bin of its
/// own, and the thresholds go to the others. The most frequent ones come first, in case that there
/// are too few thresholds for all.
OwnBins own_bins(std::span<const ValueRun> runs, std::size_t count) {
  OwnBins own{std::vector<char>(runs.size()), std::vector<char>(runs.size()), 0, count};
  for (const ValueRun& run : runs) own.other_rows += run.count;
  const double share = static_cast<double>(own.other_rows) / static_cast<double>(count + 1);
  std::vector<std::size_t> frequent;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (static_cast<double>(runs[i].count) >= share) frequent.push_back(i);
  }
  std::ranges::stable_sort(frequent, std::greater{}, [&](std::size_t i) { return runs[i].count; });
  for (const std::size_t i : frequent) {
    const bool cuts_before = i > 0 && own.cut[i - 1] == 0;
    const bool cuts_after = i + 1 < runs.size() && own.cut[i] == 0;
    const std::size_t cuts = (cuts_before ? 1U : 0U) + (cuts_after ? 1U : 0U);
    if (cuts > own.left) break;
    if (cuts_before) own.cut[i - 1] = 1;
    if (cuts_after) own.cut[i] = 1;
    own.is_alone[i] = 1;
    own.other_rows -= runs[i].count;
    own.left -= cuts;
  }
  return own;
}

}  // namespace

std::vector<ValueRun> runs_of(std::span<const float> ascending) {
  std::vector<ValueRun> runs;
  for (const float value : ascending) {
    if (runs.empty() || runs.back().value != value) runs.push_back({value, 0});
    ++runs.back().count;
  }
  return runs;
}

std::vector<double> quantile_thresholds(std::span<const ValueRun> runs, std::size_t count) {
  const bool has_room = runs.size() <= count + 1;
  const OwnBins own = has_room ? OwnBins{} : own_bins(runs, count);
  const double share = static_cast<double>(own.other_rows) / static_cast<double>(own.left + 1);
  std::vector<double> thresholds;
  double wanted = share;
  std::size_t end = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    bool is_cut = has_room || own.cut[i] != 0;
    if (!has_room && own.is_alone[i] == 0) {
      end += runs[i].count;
      const auto below = static_cast<double>(end);
      is_cut |= below >= wanted;
      while (wanted <= below) wanted += share;
    }
    if (is_cut) thresholds.push_back(halfway(runs[i].value, runs[i + 1].value));
  }
  return thresholds;
}

Thresholds choose_thresholds(const Dataset& data, const BinOptions& options) {
  const std::vector<ValueRange> ranges = ranges_of(data);
  Thresholds thresholds(ranges.size());
  std::optional<StoredColumns<float>> columns;
  if (data.is_sparse() && options.placement == BinPlacement::quantile) {
    columns.emplace(all_sparse_rows(data, data.columns().features));
  }
  parallel_for(ranges.size(), [&](std::size_t f) {
    const ValueRange& range = ranges[f];
    const bool parts_missing = range.has_missing && range.minimum <= range.maximum;
    const std::size_t count =
        parts_missing ? std::min<std::size_t>(options.thresholds, 254) - 1 : options.thresholds;
    if (range.minimum < range.maximum && count > 0) {
      thresholds[f] =
          options.placement == BinPlacement::equal_width
              ? equal_steps(range, count)
              : quantiles(present_values(data, columns ? &*columns : nullptr, f), count);
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
      has_missing_(thresholds_.size()) {
  check_thresholds(data);
  if (data.is_sparse()) {
    fill_columns(data);
    return;
  }
  bins_ = bulk_array<std::uint8_t>(rows_ * thresholds_.size() + BinTest::readable_behind);
  const std::vector<ThresholdTable> tables(thresholds_.begin(), thresholds_.end());
  QueryBlocks(data).for_each(
      [&](std::size_t query, Workspace& workspace) { fill_rows(data[query], tables, workspace); });
}

void BinnedFeatures::check_thresholds(const Dataset& data) {
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
}

void BinnedFeatures::fill_rows(const QueryView& view, std::span<const ThresholdTable> tables,
                               Workspace& workspace) {
  const std::span<const float> values = view.features.stored();
  const std::span<float> column = workspace.take<float>(view.size());
  for (std::size_t f = 0; f < tables.size(); ++f) {
    for (std::size_t doc = 0; doc < view.size(); ++doc) {
      column[doc] = values[doc * tables.size() + f];
    }
    tables[f].find_bins(column, missing_bin, part(f * rows_ + view.first_row, view.size()));
  }
}

void BinnedFeatures::fill_columns(const Dataset& data) {
  const StoredColumns<float> columns(all_sparse_rows(data, data.columns().features));
  begin_.push_back(0);
  for (std::size_t f = 0; f < columns.size(); ++f) {
    begin_.push_back(begin_.back() + columns[f].size());
  }
  row_.resize(begin_.back());
  bins_ = bulk_array<std::uint8_t>(begin_.back());
  parallel_for(columns.size(), [&](std::size_t f) {
    const StoredColumn<float> column = columns[f];
    std::ranges::copy(column.row, row_.begin() + static_cast<std::ptrdiff_t>(begin_[f]));
    ThresholdTable(thresholds_[f])
        .find_bins(column.value, missing_bin, part(begin_[f], column.size()));
  });
}

std::span<const std::uint8_t> BinnedFeatures::bins(std::size_t feature,
                                                   std::vector<std::uint8_t>& memory) const {
  if (!is_sparse()) return part(feature * rows_, rows_);
  const SparseBins sparse = sparse_bins(feature);
  memory.assign(rows_ + BinTest::readable_behind, sparse.others);
  for (std::size_t i = 0; i < sparse.row.size(); ++i) memory[sparse.row[i]] = sparse.bin[i];
  return std::span(memory).first(rows_);
}

BinnedFeatures::SparseBins BinnedFeatures::sparse_bins(std::size_t feature) const {
  const std::size_t count = begin_[feature + 1] - begin_[feature];
  const std::span<const double> own = thresholds(feature);
  return {std::span(row_).subspan(begin_[feature], count), part(begin_[feature], count),
          static_cast<std::uint8_t>(std::ranges::lower_bound(own, 0.0) - own.begin())};
}

}  // namespace podium
