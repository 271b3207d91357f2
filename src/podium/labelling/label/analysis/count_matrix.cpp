#include "podium/labelling/label/analysis/count_matrix.hpp"

#include <numeric>

#include "podium/core/base/error.hpp"

namespace podium::labelling {

double CountMatrix::row_sum(std::size_t row) const {
  double sum = 0.0;
  for (std::size_t column = 0; column < size_; ++column) sum += at(row, column);
  return sum;
}

double CountMatrix::column_sum(std::size_t column) const {
  double sum = 0.0;
  for (std::size_t row = 0; row < size_; ++row) sum += at(row, column);
  return sum;
}

double CountMatrix::total() const {
  return std::accumulate(cell_.begin(), cell_.end(), 0.0);
}

double CountMatrix::trace() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < size_; ++i) sum += at(i, i);
  return sum;
}

void CountMatrix::add(const CountMatrix& other, double weight) {
  expects(other.size_ == size_, "matrices of the same size");
  for (std::size_t i = 0; i < cell_.size(); ++i) cell_[i] += weight * other.cell_[i];
}

CountMatrix CountMatrix::row_shares() const {
  CountMatrix shares(size_);
  for (std::size_t row = 0; row < size_; ++row) {
    const double sum = row_sum(row);
    for (std::size_t column = 0; column < size_; ++column) {
      shares.at(row, column) = at(row, column) / sum;
    }
  }
  return shares;
}

CountMatrix sum_of(std::span<const CountMatrix> matrices, std::size_t size) {
  CountMatrix sum(size);
  for (const CountMatrix& matrix : matrices) sum.add(matrix);
  return sum;
}

}  // namespace podium::labelling
