#include "podium/prepare/feature_set.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/base/counted.hpp"
#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/prepare/own_features.hpp"

namespace podium {

namespace {

std::vector<std::size_t> columns_by_name(const StringColumn& names, const FeatureSet& features) {
  std::unordered_map<std::string_view, std::size_t> column_of;
  for (std::size_t column = 0; column < names.size(); ++column) {
    column_of.emplace(names[column], column);
  }
  std::vector<std::size_t> columns;
  for (const std::string& name : features.names) {
    const auto found = column_of.find(name);
    if (found == column_of.end()) {
      throw UsageError(fmt::format("the data has {}; the model needs {}; first missing: {}",
                                   counted(names.size(), "feature"), features.count,
                                   in_quotes(name)));
    }
    columns.push_back(found->second);
  }
  return columns;
}

std::vector<std::size_t> columns_by_place(const Dataset& data, const FeatureSet& features) {
  const std::size_t count = data.feature_count();
  const bool is_named = !data.columns().feature_name.empty();
  if (data.row_count() == 0 && !is_named) return std::vector<std::size_t>(features.count);
  if (count > features.count) {
    throw UsageError(fmt::format("the data has {}; the model needs {}; first surplus: {}",
                                 counted(count, "feature"), features.count,
                                 in_quotes(data.feature_name(features.count))));
  }
  if (count < features.count) {
    throw UsageError(fmt::format(
        "the data has {}; the model needs {}; first missing: {}{}", counted(count, "feature"),
        features.count, in_quotes(features.name(count)),
        is_named
            ? ""
            : fmt::format("; if the file omits zeros, give --feature-count {}", features.count)));
  }
  if (!is_named && features.names.empty() && data.columns().first_feature_id != features.first_id) {
    throw UsageError(
        fmt::format("the features of the data are numbered from {}; those of the model from {}",
                    data.columns().first_feature_id, features.first_id));
  }
  std::vector<std::size_t> columns(count);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

bool is_identity(const std::vector<std::size_t>& columns, std::size_t count) {
  if (columns.size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (columns[i] != i) return false;
  }
  return true;
}

FeatureMatrix rearranged(const Dataset& data, const std::vector<std::size_t>& columns) {
  FeatureMatrix matrix(data.columns().query_end, columns.size(), default_memory_limit());
  const std::span<float> values = matrix.values();
  parallel_for(data.query_count(), [&](std::size_t query) {
    const FeatureRows rows = data[query].features;
    std::size_t at = matrix.begins()[query];
    for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
      const std::span<const float> row = rows[doc].stored();
      for (const std::size_t column : columns) values[at++] = row[column];
    }
  });
  return matrix;
}

SparseMatrix rearranged_sparse(const Dataset& data, const std::vector<std::size_t>& columns) {
  std::vector<std::vector<std::uint32_t>> places(data.feature_count());  // new columns of each
  for (std::size_t i = 0; i < columns.size(); ++i) {
    places[columns[i]].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<SparsePart> parts(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const FeatureRows rows = data[query].features;
    std::vector<std::pair<std::uint32_t, float>> row;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      row.clear();
      rows[doc].for_each_stored([&](std::size_t column, float value) {
        for (const std::uint32_t place : places[column]) row.emplace_back(place, value);
      });
      std::ranges::sort(row, {}, &std::pair<std::uint32_t, float>::first);
      for (const auto& [column, value] : row) parts[query].add(column, value);
      parts[query].end_row();
    }
  });
  return {std::move(parts), default_memory_limit()};
}

}  // namespace

std::string FeatureSet::name(std::size_t feature) const {
  return names.empty() ? to_text(feature + first_id) : names[feature];
}

FeatureSet feature_set_of(const Dataset& data) {
  FeatureSet features;
  features.count = data.feature_count();
  features.first_id = data.columns().first_feature_id;
  const StringColumn& names = data.columns().feature_name;
  for (std::size_t f = 0; f < names.size(); ++f) features.names.emplace_back(names[f]);
  return features;
}

Dataset with_feature_set(const Dataset& data, const FeatureSet& features) {
  const StringColumn& names = data.columns().feature_name;
  const std::vector<std::size_t> chosen = !names.empty() && !features.names.empty()
                                              ? columns_by_name(names, features)
                                              : columns_by_place(data, features);
  auto owned = std::make_shared<detail::OwnFeatures>();
  owned->rest = data;
  DatasetColumns columns = data.columns();
  if (!is_identity(chosen, data.feature_count())) {
    if (data.is_sparse()) {
      owned->features.sparse = rearranged_sparse(data, chosen);
    } else {
      owned->features.dense = rearranged(data, chosen);
    }
    columns.set_features(owned->features);
    columns.feature_count = features.count;
  }
  for (const std::string& name : features.names) owned->add_name(name);
  columns.feature_name = {owned->name_end, owned->name_text};
  columns.first_feature_id = features.first_id;
  return {columns, std::move(owned)};
}

}  // namespace podium
