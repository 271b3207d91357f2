#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {

/// For tests: the same data with sparse features.
inline Dataset as_sparse(const Dataset& data) {
  std::vector<SparsePart> parts(data.query_count());
  for (std::size_t query = 0; query < parts.size(); ++query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      for (std::size_t f = 0; f < data.feature_count(); ++f) {
        if (view.exact.empty()) {
          parts[query].add(f, view.features[doc][f]);
        } else {
          parts[query].add(f, view.features[doc][f], view.exact[doc][f]);
        }
      }
      parts[query].end_row();
    }
  }
  return data.with_features(
      {.dense = {}, .exact = {}, .sparse = SparseMatrix(std::move(parts), default_memory_limit())});
}

/// For tests: the same data with dense features.
inline Dataset as_dense(const Dataset& data) {
  FeatureMemory memory;
  const DatasetColumns& columns = data.columns();
  const auto fill = [&](auto& matrix, auto rows_of) {
    matrix = {columns.query_end, columns.feature_count, default_memory_limit()};
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      const auto rows = rows_of(data[query]);
      rows.copy_to(
          matrix.values().subspan(matrix.begins()[query], rows.size() * columns.feature_count));
    }
  };
  fill(memory.dense, [](const QueryView& view) { return view.features; });
  if (!columns.exact_features.empty()) {
    fill(memory.exact, [](const QueryView& view) { return view.exact; });
  }
  return data.with_features(std::move(memory));
}

/// The bits of all features, query after query.
inline std::vector<std::uint32_t> feature_bits(const Dataset& data) {
  std::vector<std::uint32_t> bits;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (const float value : data[query].features.dense()) {
      bits.push_back(std::bit_cast<std::uint32_t>(value));
    }
  }
  return bits;
}

/// What sparse_data() makes.
struct SparseShape {
  std::size_t queries = 40;
  std::size_t features = 60;
  double share = 0.08;     ///< of values other than 0
  double missing = 0.0;    ///< share of those that are missing
  bool has_signs = false;  ///< some values are negative, some are -0
};

/// For tests: dense data with few values other than 0 and labels 0..2 that follow the first
/// features; some features are 0 everywhere.
inline Dataset sparse_data(const SparseShape& shape, std::uint64_t seed) {
  RandomStream random(seed, "", "sparse test data");
  DatasetBuilder builder(shape.features);
  for (std::size_t query = 0; query < shape.queries; ++query) {
    const auto documents = static_cast<std::size_t>(2 + random.below(14));
    GradedTruth truth;
    std::vector<float> values(documents * shape.features);
    for (std::size_t doc = 0; doc < documents; ++doc) {
      const auto row = std::span(values).subspan(doc * shape.features, shape.features);
      double utility = 0.3 * random.uniform();
      for (std::size_t f = 0; f < shape.features; ++f) {
        if (f % 10 == 9 || random.uniform() >= shape.share) continue;
        row[f] = static_cast<float>(1 + random.below(64)) / 64.0F;
        if (f % 3 == 0) utility += double{row[f]};
        if (shape.has_signs && f % 4 == 1) row[f] = random.below(5) == 0 ? -0.0F : -row[f];
        if (random.uniform() < shape.missing) row[f] = std::numeric_limits<float>::quiet_NaN();
      }
      truth.label.push_back(utility > 1.2 ? 2.0 : utility > 0.6 ? 1.0 : 0.0);
    }
    builder.add_query("q" + to_text(query), truth, values);
  }
  return std::move(builder).build();
}

}  // namespace podium
