#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/base/random.hpp"

namespace podium {

/// The shapes of the features of a generated data set and the utility of its documents; see
/// synthesise().
class PlantedTruth {
 public:
  PlantedTruth(std::size_t feature_count, std::uint64_t seed);

  /// Fills the features of one query, row by row.
  void draw(std::span<float> values, RandomStream random) const;

  /// The linear utility of one document: a weighted sum of standardised features; not scaled.
  double linear_part(std::span<const float> row) const;

  /// The non-linear utility of one document: products of two and steps of one standardised feature;
  /// not scaled.
  double nonlinear_part(std::span<const float> row) const;

 private:
  enum class Shape { bell, skewed, even, count, binary, query_constant };

  struct Feature {
    Shape shape = Shape::bell;
    double weight = 0.0;
  };

  struct Term {
    std::size_t first = 0;
    std::size_t second = 0;
    double weight = 0.0;
    double step = 0.0;  ///< position of the step
    bool is_step = false;
  };

  double standardised(std::size_t feature, float value) const;
  static float shaped(Shape shape, double z);

  std::vector<Feature> features_;
  std::vector<Term> terms_;
};

}  // namespace podium
