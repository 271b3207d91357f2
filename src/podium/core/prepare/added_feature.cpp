#include "podium/core/prepare/added_feature.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/own_features.hpp"

namespace podium {

namespace {

float narrowed(double value, const std::string& name) {
  if (!(std::abs(value) <= double{std::numeric_limits<float>::max()})) {
    throw NumericError(fmt::format("feature {}: found the value {}, expected one within {:g} of 0",
                                   in_quotes(name), value, std::numeric_limits<float>::max()));
  }
  return static_cast<float>(value);
}

FeatureMatrix widened(const Dataset& data, std::span<const float> values) {
  FeatureMatrix matrix(data.columns().query_end, data.feature_count() + 1, default_memory_limit());
  const std::span<float> to = matrix.values();
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView query = data[q];
    std::size_t at = matrix.begins()[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      for (const float value : query.features[doc].stored()) to[at++] = value;
      to[at++] = values[query.first_row + doc];
    }
  });
  return matrix;
}

SparseMatrix widened_sparse(const Dataset& data, std::span<const float> values) {
  std::vector<SparsePart> parts(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView query = data[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      query.features[doc].for_each_stored(
          [&](std::size_t column, float value) { parts[q].add(column, value); });
      parts[q].add(data.feature_count(), values[query.first_row + doc]);
      parts[q].end_row();
    }
  });
  return {std::move(parts), default_memory_limit()};
}

}  // namespace

Dataset with_added_feature(const Dataset& data, const std::string& name,
                           std::span<const double> values) {
  expects(values.size() == data.row_count(), "one value per row");
  auto owned = std::make_shared<detail::OwnFeatures>();
  owned->rest = data;
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    if (data.feature_name(f) == name) {
      throw UsageError("the data has a feature " + in_quotes(name) +
                       ", which is the name of the feature to add; expected another name");
    }
    owned->add_name(data.feature_name(f));
  }
  owned->add_name(name);
  std::vector<float> column;
  for (const double value : values) column.push_back(narrowed(value, name));
  if (data.is_sparse()) {
    owned->features.sparse = widened_sparse(data, column);
  } else {
    owned->features.dense = widened(data, column);
  }
  DatasetColumns columns = data.columns();
  columns.set_features(owned->features);
  columns.feature_count = data.feature_count() + 1;
  columns.feature_name = {owned->name_end, owned->name_text};
  return {columns, std::move(owned)};
}

}  // namespace podium
