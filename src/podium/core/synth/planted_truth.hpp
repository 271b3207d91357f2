#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/data/sparse_matrix.hpp"

namespace podium {

/// The shapes of the features of a generated data set and the utility of its documents; see
/// synthesise().
class PlantedTruth {
 public:
  PlantedTruth(std::size_t feature_count, std::uint64_t seed);

  /// Fills the features of one query, row by row.
  void draw(std::span<float> values, RandomStream random) const;

  /// Appends the features of one query, of which a share `density` is drawn; the others are 0. A
  /// value that is drawn is not 0: a count is 1 at least.
  void draw_sparse(SparsePart& part, std::size_t rows, double density, RandomStream random) const;

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

  /// What the documents of a query share, and what the features of a family share in a document.
  struct SharedParts;
  float value_of(std::size_t feature, const SharedParts& shared, RandomStream& random) const;
  double standardised(std::size_t feature, float value) const;
  static float shaped(Shape shape, double z);

  std::vector<Feature> features_;
  std::vector<Term> terms_;
};

}  // namespace podium
