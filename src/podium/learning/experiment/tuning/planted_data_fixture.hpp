#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {

/// For tests: feature 0 is a fair ranking, feature 1 adds to it, the others are noise.
inline Dataset planted(std::size_t queries, std::uint64_t seed, std::size_t features = 6,
                       float scale = 1.0F) {
  RandomStream random(seed, "", "planted");
  DatasetBuilder builder(features);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 10; ++doc) {
      std::vector<double> own;
      for (std::size_t f = 0; f < features; ++f) own.push_back(random.uniform());
      const double utility = own[0] + 0.6 * own[1] + 0.25 * random.normal();
      for (const double value : own) values.push_back(scale * static_cast<float>(value));
      truth.label.push_back(utility > 1.1 ? 2.0 : utility > 0.8 ? 1.0 : 0.0);
    }
    builder.add_query("q" + std::to_string(1000 * seed + q), truth, values);
  }
  return std::move(builder).build();
}

}  // namespace podium
