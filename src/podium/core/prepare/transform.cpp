#include "podium/core/prepare/transform.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/feature_columns.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/prepare/feature_set.hpp"

namespace podium {

namespace {

/// Calls put(feature, values) with the new values of each feature that may not be 0 in all rows.
template <class Value, class Put>
void change_rows(const ValueRows<Value>& rows, std::size_t query, const FeatureTransform& transform,
                 const Put& put) {
  std::vector<double> values(rows.size());
  const auto change = [&](std::size_t feature) {
    transform.apply(query, feature, values);
    put(feature, std::span<const double>(values));
  };
  if (!rows.is_sparse()) {
    const std::span<const Value> all = rows.stored();
    for (std::size_t feature = 0; feature < rows.columns(); ++feature) {
      for (std::size_t row = 0; row < values.size(); ++row) {
        values[row] = double{all[row * rows.columns() + feature]};
      }
      change(feature);
    }
    return;
  }
  const StoredColumns<Value> columns(rows);
  for (std::size_t feature = 0; feature < columns.size(); ++feature) {
    if (columns[feature].size() == 0 &&
        !std::ranges::binary_search(transform.moved_zeros, feature)) {
      continue;
    }
    columns[feature].copy_to(std::span(values));
    change(feature);
  }
}

FeatureMemory dense_memory_for(const Dataset& data) {
  const auto& query_end = data.columns().query_end;
  const std::size_t columns = data.feature_count();
  const std::size_t limit = default_memory_limit();
  FeatureMemory memory;
  try {
    memory.dense = FeatureMatrix(query_end, columns, limit);
    if (!data.columns().exact_features.empty()) {
      memory.exact = ExactMatrix(query_end, columns, limit);
    }
  } catch (const UsageError& error) {
    if (!data.is_sparse()) throw;
    throw UsageError(
        fmt::format("the data is sparse, but the changed data is not: {}", error.what()));
  }
  return memory;
}

FeatureMemory dense_features(const Dataset& data, const FeatureTransform& transform) {
  FeatureMemory memory = dense_memory_for(data);
  const std::size_t columns = data.feature_count();
  const bool has_exact = !data.columns().exact_features.empty();
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const std::size_t begin = memory.dense.begins()[query];
    const auto put = [&](std::size_t feature, std::span<const double> values) {
      for (std::size_t row = 0; row < values.size(); ++row) {
        const std::size_t place = begin + row * columns + feature;
        memory.dense.values()[place] = static_cast<float>(values[row]);
        if (has_exact) memory.exact.values()[place] = values[row];
      }
    };
    data[query].with_values([&](const auto& rows) { change_rows(rows, query, transform, put); });
  });
  return memory;
}

/// Values of a query that come column by column, put into rows.
class RowsOfColumns {
 public:
  explicit RowsOfColumns(std::size_t rows) : row_end_(rows) {}

  void add(std::size_t feature, std::span<const double> values) {
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (std::bit_cast<std::uint64_t>(values[row]) == 0) continue;
      values_.push_back({row, static_cast<std::uint32_t>(feature), values[row]});
      ++row_end_[row];
    }
  }

  std::size_t size() const noexcept { return values_.size(); }

  SparsePart part(bool has_exact) && {
    std::vector<std::uint64_t> next;
    std::uint64_t end = 0;
    for (std::uint64_t& length : row_end_) {
      next.push_back(end);
      length = end += length;
    }
    SparsePart part;
    part.column.resize(values_.size());
    part.value.resize(values_.size());
    if (has_exact) part.exact.resize(values_.size());
    for (const Entry& entry : values_) {
      const std::uint64_t place = next[entry.row]++;
      part.column[place] = entry.feature;
      part.value[place] = static_cast<float>(entry.value);
      if (has_exact) part.exact[place] = entry.value;
    }
    part.row_end = std::move(row_end_);
    return part;
  }

 private:
  struct Entry {
    std::size_t row;
    std::uint32_t feature;
    double value;
  };
  std::vector<std::uint64_t> row_end_;  ///< lengths until all values are there
  std::vector<Entry> values_;
};

/// Nothing when more values would be stored than is worth it.
std::optional<FeatureMemory> sparse_features(const Dataset& data,
                                             const FeatureTransform& transform) {
  const double most = most_stored(data.row_count(), data.feature_count());
  const bool has_exact = !data.columns().exact_features.empty();
  std::vector<SparsePart> parts(data.query_count());
  std::atomic<std::size_t> stored = 0;
  const auto are_too_many = [&] { return static_cast<double>(stored.load()) > most; };
  try {
    parallel_for(data.query_count(), [&](std::size_t query) {
      if (are_too_many()) return;
      const QueryView view = data[query];
      RowsOfColumns changed(view.size());
      view.with_values([&](const auto& rows) {
        change_rows(rows, query, transform, [&](std::size_t feature, std::span<const double> v) {
          changed.add(feature, v);
        });
      });
      stored += changed.size();
      parts[query] = std::move(changed).part(has_exact);
    });
  } catch (...) {
    if (!are_too_many()) throw;  // otherwise some queries were left out
  }
  if (are_too_many()) return std::nullopt;
  return FeatureMemory{
      .dense = {}, .exact = {}, .sparse = SparseMatrix(std::move(parts), default_memory_limit())};
}

}  // namespace

Dataset transform_features(const Dataset& data, const FeatureTransform& transform) {
  if (data.is_sparse()) {
    if (auto sparse = sparse_features(data, transform)) {
      return data.with_features(std::move(*sparse));
    }
  }
  return data.with_features(dense_features(data, transform));
}

std::size_t find_feature(const Dataset& data, std::string_view name_or_number,
                         std::string_view option) {
  for (std::size_t feature = 0; feature < data.feature_count(); ++feature) {
    if (data.feature_name(feature) == name_or_number) return feature;
  }
  const std::size_t first = data.columns().first_feature_id;
  const auto number = feature_number(name_or_number);
  bool has_numbers = false;  // as names, which are not places then
  for (std::size_t feature = 0; feature < data.columns().feature_name.size(); ++feature) {
    const auto own = feature_number(data.feature_name(feature));
    if (own && own == number) return feature;
    has_numbers = has_numbers || own;
  }
  const bool is_place = !has_numbers && (data.columns().feature_name.empty() ||
                                         parse_number<std::size_t>(name_or_number));
  if (number && is_place && *number >= first && *number - first < data.feature_count())
    return *number - first;
  throw UsageError(fmt::format(
      "{}: found {}, expected {}", option, in_quotes(name_or_number),
      has_numbers ? "the name of a column; where names have numbers, these are not places"
                  : fmt::format("a name or a number from {} to {}", first,
                                first + data.feature_count() - 1)));
}

}  // namespace podium
