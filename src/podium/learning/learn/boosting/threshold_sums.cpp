#include "podium/learning/learn/boosting/threshold_sums.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/sums/whole_units.hpp"

namespace podium {

namespace {

using BinSums = std::array<std::int64_t, BinnedFeatures::bin_count>;

/// Neighbouring rows often share a bin, and an addition must wait for the one before it to the same
/// place: meanwhile there are other features, for which the value need not be read again.
constexpr std::size_t at_once = 4;

/// Of dense features from `first` on; behind the last one it is repeated.
void add_dense(const BinnedFeatures& binned, std::size_t first, std::size_t begin, std::size_t end,
               std::span<const std::int64_t> values, std::array<BinSums, at_once>& sums) {
  std::vector<std::uint8_t> unused;
  std::array<std::span<const std::uint8_t>, at_once> bins;
  for (std::size_t i = 0; i < at_once; ++i) {
    bins[i] = binned.bins(std::min(first + i, binned.feature_count() - 1), unused);
  }
  for (std::size_t row = begin; row < end; ++row) {
    for (std::size_t i = 0; i < at_once; ++i) sums[i][bins[i][row]] += values[row];
  }
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
  const std::size_t rows = values.size();
  expects(rows == binned_->row_count(), "a value for every row");
  const double unit = exact_unit(largest_size(values), rows);
  std::vector<std::int64_t> whole(rows);
  for_each_chunk(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) whole[row] = in_units(values[row], unit);
  });

  const std::size_t features = binned_->feature_count();
  const bool is_sparse = binned_->is_sparse();
  const std::size_t width = is_sparse ? 1 : at_once;
  const std::size_t groups = (features + width - 1) / width;
  // Ranges of rows, where groups are too few for all threads: any division gives the same sums.
  const std::size_t parts = std::clamp<std::size_t>(
      4 * thread_count() / std::max<std::size_t>(groups, 1), 1, rows / 16'384 + 1);
  std::vector<BinSums> sums(features, BinSums{});
  std::mutex mutex;
  parallel_for(groups * parts, [&](std::size_t task) {
    const std::size_t first = task % groups * width;
    const std::size_t part = task / groups;
    std::array<BinSums, at_once> own{};
    if (!is_sparse) {
      add_dense(*binned_, first, rows * part / parts, rows * (part + 1) / parts, whole, own);
    } else {
      const BinnedFeatures::SparseBins stored = binned_->sparse_bins(first);
      const std::size_t count = stored.row.size();
      for (std::size_t i = count * part / parts; i < count * (part + 1) / parts; ++i) {
        own[0][stored.bin[i]] += whole[stored.row[i]];
      }
    }
    const std::scoped_lock lock(mutex);
    for (std::size_t f = first; f < std::min(features, first + width); ++f) {
      std::ranges::transform(sums[f], own[f - first], sums[f].begin(), std::plus<>());
    }
  });
  const std::int64_t total = is_sparse ? std::reduce(whole.begin(), whole.end()) : 0;
  parallel_for(features, [&](std::size_t f) {
    if (is_sparse) {  // rows that are not stored share a bin
      sums[f][binned_->sparse_bins(f).others] +=
          total - std::reduce(sums[f].begin(), sums[f].end());
    }
    missing_[f] = binned_->has_missing(f)
                      ? unit * static_cast<double>(sums[f][BinnedFeatures::missing_bin])
                      : 0.0;
    std::int64_t sum = 0;
    for (std::size_t t = binned_->thresholds(f).size(); t-- > 0;) {
      sum += sums[f][t + 1];
      above_[first_[f] + t] = unit * static_cast<double>(sum);
    }
  });
}

}  // namespace podium
