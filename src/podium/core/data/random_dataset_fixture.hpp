#pragma once

#include <limits>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {

/// A small data set for tests: queries "q0", "q1", ... of 1 to 12 documents with labels 0..2, small
/// integer features so that ties and constants are common, a share of them missing.
inline Dataset random_dataset(std::uint64_t seed, std::size_t queries, std::size_t features,
                              double missing = 0.0) {
  RandomStream random(seed, "", "test data");
  DatasetBuilder builder(features);
  for (std::size_t query = 0; query < queries; ++query) {
    const auto documents = static_cast<std::size_t>(1 + random.below(12));
    GradedTruth truth;
    std::vector<float> values;
    std::vector<std::string> ids;
    for (std::size_t doc = 0; doc < documents; ++doc) {
      truth.label.push_back(static_cast<double>(random.below(3)));
      ids.push_back("q" + to_text(query) + "d" + to_text(doc));
      for (std::size_t f = 0; f < features; ++f) {
        const auto value = static_cast<float>(random.below(7)) - 2.0F;
        const bool is_missing = random.uniform() < missing;
        values.push_back(is_missing ? std::numeric_limits<float>::quiet_NaN() : value);
      }
    }
    builder.add_query("q" + to_text(query), truth, values, ids);
  }
  return std::move(builder).build();
}

/// All features, query after query, NaN as -999 so that vectors compare.
inline std::vector<float> comparable_features(const Dataset& data) {
  std::vector<float> all;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (const float value : data[query].features.dense()) {
      all.push_back(value == value ? value : -999.0F);
    }
  }
  return all;
}

}  // namespace podium
