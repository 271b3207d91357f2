#pragma once

#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "podium/core/base/random.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/learning/trees/tree_grower.hpp"
#include "podium/learning/trees/tree_thresholds.hpp"

namespace podium::fixture {

/// A part of tests/golden/trees.json.
inline nlohmann::json tree_golden(const std::string& part) {
  static const nlohmann::json golden = [] {
    std::ifstream file(golden_path("trees.json"));
    return nlohmann::json::parse(file);
  }();
  return golden.at(part);
}

inline float number_or_missing(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<float>::quiet_NaN() : value.get<float>();
}

/// One query with these rows.
inline Dataset dataset_of(const std::vector<std::vector<float>>& rows) {
  std::vector<float> values;
  for (const std::vector<float>& row : rows) values.insert(values.end(), row.begin(), row.end());
  DatasetBuilder builder(rows.empty() ? 0 : rows.front().size());
  builder.add_query("q", GradedTruth{std::vector<double>(rows.size())}, values);
  return std::move(builder).build();
}

/// The features of the worked example, one of them missing.
inline std::vector<std::vector<float>> golden_rows() {
  const nlohmann::json golden = tree_golden("trees");
  std::vector<std::vector<float>> rows;
  for (const nlohmann::json& row : golden.at("features")) {
    std::vector<float> values;
    for (const nlohmann::json& value : row) values.push_back(number_or_missing(value));
    rows.push_back(std::move(values));
  }
  return rows;
}

/// Bins of some rows with all that owns them.
struct BinnedRows {
  explicit BinnedRows(const Dataset& data, std::size_t thresholds = 255)
      : binned(data, tree_thresholds(data, thresholds, 1)), tiles(binned) {}
  explicit BinnedRows(const std::vector<std::vector<float>>& rows, std::size_t thresholds = 255)
      : BinnedRows(dataset_of(rows), thresholds) {}
  BinnedRows(const BinnedRows&) = delete;
  BinnedRows& operator=(const BinnedRows&) = delete;
  BinnedRows(BinnedRows&&) = delete;
  BinnedRows& operator=(BinnedRows&&) = delete;
  ~BinnedRows() = default;

  GrownTree grow(const GrowthRule& rule, std::span<const double> gradient,
                 std::span<const double> curvature, std::uint64_t key = 1) const {
    const FeatureDraw draw(binned.feature_count());
    return tree_grower(tiles, rule)->grow({gradient, curvature}, draw, key);
  }

  BinnedFeatures binned;
  BinTiles tiles;
};

/// Small whole numbers, some of them missing.
inline std::vector<std::vector<float>> random_rows(RandomStream& random, std::size_t rows,
                                                   std::size_t features, std::size_t values,
                                                   double missing) {
  std::vector<std::vector<float>> all(rows, std::vector<float>(features));
  for (std::vector<float>& row : all) {
    for (float& value : row) {
      value = random.uniform() < missing ? std::numeric_limits<float>::quiet_NaN()
                                         : static_cast<float>(random.below(values));
    }
  }
  return all;
}

/// Multiples of 1/8, whose sums are exact in any order.
inline std::vector<double> random_eighths(RandomStream& random, std::size_t count, bool has_signs) {
  std::vector<double> values(count);
  for (double& value : values) {
    value = 0.125 * static_cast<double>(random.below(33)) - (has_signs ? 2.0 : 0.0);
  }
  return values;
}

}  // namespace podium::fixture
