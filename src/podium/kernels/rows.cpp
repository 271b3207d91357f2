#include "podium/kernels/rows.hpp"

#include <cstddef>

#include "podium/base/error.hpp"

namespace podium {

void multiply_rows(std::span<const float> rows, std::span<const double> w, std::span<double> out) {
  expects(rows.size() == w.size() * out.size(), "rows of one value for each weight");
  for (std::size_t i = 0; i < out.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < w.size(); ++j) sum += double{rows[i * w.size() + j]} * w[j];
    out[i] = sum;
  }
}

void add_weighted_rows(std::span<const float> rows, std::span<const double> weight,
                       std::span<double> sum) {
  expects(rows.size() == weight.size() * sum.size(), "rows of one value for each sum");
  for (std::size_t i = 0; i < weight.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j) {
      sum[j] += weight[i] * double{rows[i * sum.size() + j]};
    }
  }
}

}  // namespace podium
