#include "podium/learning/trees/tree_thresholds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/feature_columns.hpp"
#include "podium/core/data/query_blocks.hpp"

namespace podium {

namespace {

constexpr std::size_t enough_rows = std::size_t{1} << 18;
/// As many columns as a cache line has floats are read in one pass over dense rows.
constexpr std::size_t columns_at_once = 16;

/// The rows whose values decide.
class RowSample {
 public:
  RowSample(const Dataset& data, std::uint64_t seed) : count_(data.row_count()) {
    if (count_ <= enough_rows) return;
    const double share = static_cast<double>(enough_rows) / static_cast<double>(count_);
    is_drawn_.resize(count_);
    // Rows and not queries, of which a few may have nearly all rows.
    QueryBlocks(data).for_each([&](std::size_t q, Workspace& /*workspace*/) {
      const QueryView view = data[q];
      RandomStream random(seed, view.id, "bins");
      for (std::size_t row = view.first_row; row < view.first_row + view.size(); ++row) {
        is_drawn_[row] = random.uniform() < share ? 1 : 0;
      }
    });
    count_ = static_cast<std::size_t>(std::ranges::count(is_drawn_, 1));
  }

  bool has_all() const noexcept { return is_drawn_.empty(); }
  std::size_t count() const noexcept { return count_; }
  bool has(std::size_t row) const { return has_all() || is_drawn_[row] != 0; }

 private:
  std::size_t count_;
  std::vector<char> is_drawn_;  ///< of each row; empty: all are
};

/// The values of one feature; -0 and 0 are one value.
struct PresentValues {
  std::vector<float> values;
  bool has_missing = false;

  void add(float value) {
    if (std::isnan(value)) {
      has_missing = true;
    } else {
      values.push_back(value + 0.0F);
    }
  }
};

std::vector<PresentValues> dense_values(const Dataset& data, const RowSample& sample,
                                        std::size_t begin, std::size_t end) {
  std::vector<PresentValues> found(end - begin);
  for (PresentValues& column : found) column.values.reserve(sample.count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (!sample.has(view.first_row + doc)) continue;
      const std::span<const float> row = view.features[doc].stored();
      for (std::size_t f = begin; f < end; ++f) found[f - begin].add(row[f]);
    }
  }
  return found;
}

/// The runs of a sparse column, whose zeros are not stored.
std::vector<ValueRun> sparse_runs(std::span<const ValueRun> stored, std::size_t zeros) {
  std::vector<ValueRun> runs;
  for (const ValueRun& run : stored) {
    if (zeros > 0 && run.value >= 0.0F) runs.push_back({0.0F, std::exchange(zeros, 0)});
    if (!runs.empty() && runs.back().value == run.value) {
      runs.back().count += run.count;
    } else {
      runs.push_back(run);
    }
  }
  if (zeros > 0) runs.push_back({0.0F, zeros});
  return runs;
}

std::vector<double> thresholds_of(PresentValues found, std::size_t zeros, std::size_t maximum) {
  sort_floats(found.values);
  if (found.has_missing) maximum = std::min<std::size_t>(maximum, 254);
  return quantile_thresholds(sparse_runs(runs_of(found.values), zeros), maximum);
}

/// Rows that are not in the sample may lack values, too.
void note_missing(const Dataset& data, std::span<std::size_t> maximum) {
  using Counts = ManySums<std::size_t>;
  const auto add = [&](std::size_t query, Counts& missing, Workspace& /*workspace*/) {
    const FeatureRows rows = data[query].features;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      rows[doc].for_each_stored([&](std::size_t feature, float value) {
        missing.values[feature] += std::isnan(value) ? 1U : 0U;
      });
    }
  };
  const Counts missing =
      QueryBlocks(data).sum(Counts{std::vector<std::size_t>(maximum.size())}, add);
  for (std::size_t f = 0; f < maximum.size(); ++f) {
    if (missing.values[f] > 0) maximum[f] = std::min<std::size_t>(maximum[f], 254);
  }
}

}  // namespace

void sort_floats(std::span<float> values) {
  constexpr std::size_t digit_bits = 11;
  constexpr std::uint32_t mask = (1U << digit_bits) - 1;
  constexpr std::size_t few = 256;
  if (values.size() < few) {
    std::ranges::sort(values);
    return;
  }
  // The order of such keys is that of the floats.
  const auto key_of = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits ^ ((bits >> 31U) != 0 ? 0xFFFFFFFFU : 0x80000000U);
  };
  std::vector<std::uint32_t> keys(values.size());
  std::array<std::array<std::uint32_t, mask + 1>, 3> count{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = key_of(values[i]);
    for (std::size_t digit = 0; digit < 3; ++digit) {
      ++count[digit][keys[i] >> (digit * digit_bits) & mask];
    }
  }
  std::vector<std::uint32_t> other(keys.size());
  for (std::size_t digit = 0; digit < 3; ++digit) {
    std::uint32_t next = 0;
    for (std::uint32_t& place : count[digit]) next += std::exchange(place, next);
    for (const std::uint32_t key : keys) {
      other[count[digit][key >> (digit * digit_bits) & mask]++] = key;
    }
    std::swap(keys, other);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t key = keys[i];
    values[i] = std::bit_cast<float>(key ^ ((key >> 31U) != 0 ? 0x80000000U : 0xFFFFFFFFU));
  }
}

Thresholds tree_thresholds(const Dataset& data, std::size_t maximum, std::uint64_t seed) {
  const std::size_t features = data.feature_count();
  const RowSample sample(data, seed);
  std::vector<std::size_t> maximum_of(features, maximum);
  if (!sample.has_all()) note_missing(data, maximum_of);
  Thresholds thresholds(features);
  if (data.is_sparse()) {
    const StoredColumns<float> columns(all_sparse_rows(data, data.columns().features));
    parallel_for(features, [&](std::size_t f) {
      const StoredColumn<float> column = columns[f];
      PresentValues found;
      std::size_t zeros = sample.count();
      for (std::size_t i = 0; i < column.size(); ++i) {
        if (!sample.has(column.row[i])) continue;
        found.add(column.value[i]);
        --zeros;
      }
      thresholds[f] = thresholds_of(std::move(found), zeros, maximum_of[f]);
    });
    return thresholds;
  }
  const std::size_t groups = (features + columns_at_once - 1) / columns_at_once;
  parallel_for(groups, [&](std::size_t group) {
    const std::size_t begin = group * columns_at_once;
    const std::size_t end = std::min(features, begin + columns_at_once);
    std::vector<PresentValues> found = dense_values(data, sample, begin, end);
    for (std::size_t f = begin; f < end; ++f) {
      thresholds[f] = thresholds_of(std::move(found[f - begin]), 0, maximum_of[f]);
    }
  });
  return thresholds;
}

}  // namespace podium
