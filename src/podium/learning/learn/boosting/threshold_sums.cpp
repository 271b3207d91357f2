#include "podium/learning/learn/boosting/threshold_sums.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

constexpr std::size_t bin_count = BinnedFeatures::bin_count;

/// Neighbouring rows often share a bin, and an addition must wait for the one before it to the same
/// place. Each row of four has its own places.
constexpr std::size_t lanes = 4;
using LaneSums = std::array<double, lanes * bin_count>;

void add_by_bin(std::span<const std::uint8_t> bins, const double* values, LaneSums& sums) {
  double* const lane0 = sums.data();
  double* const lane1 = lane0 + bin_count;
  double* const lane2 = lane1 + bin_count;
  double* const lane3 = lane2 + bin_count;
  std::size_t row = 0;
  for (; row + lanes <= bins.size(); row += lanes) {
    lane0[bins[row]] += values[row];
    lane1[bins[row + 1]] += values[row + 1];
    lane2[bins[row + 2]] += values[row + 2];
    lane3[bins[row + 3]] += values[row + 3];
  }
  for (; row < bins.size(); ++row) lane0[bins[row]] += values[row];
}

/// The same for the rows that are stored; the bin of the others gets nothing.
void add_by_bin(const BinnedFeatures::SparseBins& sparse, std::span<const double> values,
                LaneSums& sums) {
  const std::size_t whole = values.size() / lanes * lanes;
  for (std::size_t i = 0; i < sparse.row.size(); ++i) {
    const std::size_t row = sparse.row[i];
    const std::size_t lane = row < whole ? row % lanes : 0;
    sums[lane * bin_count + sparse.bin[i]] += values[row];
  }
}

void join_lanes(const LaneSums& lane_sums, std::span<double, bin_count> sums) {
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    sums[bin] = (lane_sums[bin] + lane_sums[bin_count + bin]) +
                (lane_sums[2 * bin_count + bin] + lane_sums[3 * bin_count + bin]);
  }
}

/// Values that are read once for several features need not come from memory for each, which costs
/// about as much as a feature. With many threads large groups leave some without work at the end.
std::size_t features_at_once(std::size_t features, std::size_t threads) {
  constexpr std::size_t most = 4;
  const auto cost = [&](std::size_t at_once) {
    const std::size_t turns = (features + at_once * threads - 1) / (at_once * threads);
    return turns * (at_once + 1);
  };
  std::size_t best = most;
  for (std::size_t at_once = most; at_once-- > 1;) {
    if (cost(at_once) < cost(best)) best = at_once;
  }
  return best;
}

}  // namespace

ThresholdSums::ThresholdSums(const BinnedFeatures& binned)
    : binned_(&binned), first_(1), missing_(binned.feature_count()) {
  for (std::size_t f = 0; f < binned.feature_count(); ++f) {
    first_.push_back(first_.back() + binned.thresholds(f).size());
  }
  above_.resize(first_.back());
}

void ThresholdSums::compute(std::span<const double> values) {
  expects(values.size() == binned_->row_count(), "a value for every row");
  const std::size_t features = binned_->feature_count();
  const std::size_t at_once = features_at_once(features, thread_count());
  parallel_for((features + at_once - 1) / at_once, [&](std::size_t group) {
    compute_features(group * at_once, std::min(features, (group + 1) * at_once), values);
  });
}

// Nobody asks for the sum of the first bin.
bool ThresholdSums::is_sum_of_stored(std::size_t feature) const {
  return binned_->is_sparse() && binned_->sparse_bins(feature).others == 0;
}

void ThresholdSums::compute_features(std::size_t begin, std::size_t end,
                                     std::span<const double> values) {
  constexpr std::size_t tile = 2048;  // rows whose values stay in the first-level cache; lanes fit
  std::vector<LaneSums> lane_sums(end - begin, LaneSums{});
  std::vector<std::vector<std::uint8_t>> memory(end - begin);
  std::vector<std::span<const std::uint8_t>> bins(end - begin);
  for (std::size_t f = begin; f < end; ++f) {
    if (is_sum_of_stored(f)) {
      add_by_bin(binned_->sparse_bins(f), values, lane_sums[f - begin]);
    } else {
      bins[f - begin] = binned_->bins(f, memory[f - begin]);
    }
  }
  for (std::size_t row = 0; row < values.size(); row += tile) {
    const std::size_t count = std::min(tile, values.size() - row);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (bins[i].empty()) continue;
      add_by_bin(bins[i].subspan(row, count), values.data() + row, lane_sums[i]);
    }
  }
  for (std::size_t f = begin; f < end; ++f) {
    std::array<double, bin_count> sums{};
    join_lanes(lane_sums[f - begin], sums);
    missing_[f] = binned_->has_missing(f) ? sums[BinnedFeatures::missing_bin] : 0.0;
    double sum = 0.0;
    for (std::size_t t = binned_->thresholds(f).size(); t-- > 0;) {
      sum += sums[t + 1];
      above_[first_[f] + t] = sum;
    }
  }
}

}  // namespace podium
