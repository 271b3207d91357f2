#include "podium/label/analysis/cholesky.hpp"

#include <cmath>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

namespace podium {

Cholesky::Cholesky(std::vector<double> matrix, std::size_t n) : n_(n), lower_(std::move(matrix)) {
  expects(lower_.size() == n * n, "a square matrix");
  for (std::size_t column = 0; column < n; ++column) {
    const double* above = &lower_[column * n];
    for (std::size_t row = column; row < n; ++row) {
      const double* here = &lower_[row * n];
      double sum = here[column];
      for (std::size_t i = 0; i < column; ++i) sum -= here[i] * above[i];
      if (row > column) {
        at(row, column) = sum / at(column, column);
      } else if (sum > 0.0) {
        at(row, row) = std::sqrt(sum);
      } else {
        throw NumericError("found pivot " + to_text(sum) + " in row " + to_text(row) +
                           ", expected a positive definite matrix");
      }
    }
  }
}

void Cholesky::solve_lower(std::span<double> b) const {
  for (std::size_t row = 0; row < n_; ++row) {
    const double* here = &lower_[row * n_];
    const double* known = b.data();
    double sum = b[row];
    for (std::size_t i = 0; i < row; ++i) sum -= here[i] * known[i];
    b[row] = sum / here[row];
  }
}

std::vector<double> Cholesky::solve(std::span<const double> b) const {
  std::vector<double> x(b.begin(), b.end());
  solve_lower(x);
  for (std::size_t row = n_; row-- > 0;) {
    for (std::size_t i = row + 1; i < n_; ++i) x[row] -= at(i, row) * x[i];
    x[row] /= at(row, row);
  }
  return x;
}

std::vector<double> Cholesky::inverse_diagonal() const {
  // A^-1 = L'^-1 L^-1: its diagonal holds the squared lengths of the columns of L^-1.
  std::vector<double> diagonal(n_);
  for (std::size_t column = 0; column < n_; ++column) {
    std::vector<double> unit(n_, 0.0);
    unit[column] = 1.0;
    solve_lower(unit);
    for (const double value : unit) diagonal[column] += value * value;
  }
  return diagonal;
}

}  // namespace podium
