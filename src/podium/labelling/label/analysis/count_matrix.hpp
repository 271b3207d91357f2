#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace podium::labelling {

/// A contingency table: how often one assessor chose the row's category and another the column's.
/// The tables of several queries can be added, as a bootstrap over queries requires.
class CountMatrix {
 public:
  explicit CountMatrix(std::size_t size) : size_(size), cell_(size * size, 0.0) {}

  std::size_t size() const noexcept { return size_; }
  double& at(std::size_t row, std::size_t column) { return cell_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return cell_[row * size_ + column]; }
  double row_sum(std::size_t row) const;
  double column_sum(std::size_t column) const;
  double total() const;
  double trace() const;

  /// Adds `weight` times another matrix of the same size.
  void add(const CountMatrix& other, double weight = 1.0);

  /// Rows divided by their sums; a row of zeros becomes NaN.
  CountMatrix row_shares() const;

  bool operator==(const CountMatrix&) const = default;

 private:
  std::size_t size_;
  std::vector<double> cell_;
};

/// The sum of matrices of the same size; of none a matrix of zeros.
CountMatrix sum_of(std::span<const CountMatrix> matrices, std::size_t size);

}  // namespace podium::labelling
