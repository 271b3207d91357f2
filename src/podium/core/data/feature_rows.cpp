#include "podium/core/data/feature_rows.hpp"

#include "podium/core/kernels/rows.hpp"

namespace podium {

void multiply_rows(const FeatureRows& rows, std::span<const double> w, std::span<double> out) {
  if (rows.is_sparse()) {
    multiply_rows(rows.sparse(), w, out);
  } else {
    multiply_rows(rows.stored(), w, out);
  }
}

void add_weighted_rows(const FeatureRows& rows, std::span<const double> weight,
                       std::span<double> sum, std::span<const float> next) {
  if (rows.is_sparse()) {
    add_weighted_rows(rows.sparse(), weight, sum);
  } else {
    add_weighted_rows(rows.stored(), weight, sum, next);
  }
}

}  // namespace podium
