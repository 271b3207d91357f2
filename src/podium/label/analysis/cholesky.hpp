#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace podium {

/// A = L L' of a symmetric positive definite matrix, for the small dense systems of this room.
class Cholesky {
 public:
  /// `matrix` is n by n; only its lower triangle is read. Throws NumericError when it is not
  /// positive definite. O(n^3).
  Cholesky(std::vector<double> matrix, std::size_t n);

  /// x with A x = b. O(n^2).
  std::vector<double> solve(std::span<const double> b) const;

  /// The diagonal of the inverse of A. O(n^3).
  std::vector<double> inverse_diagonal() const;

 private:
  double& at(std::size_t row, std::size_t column) { return lower_[row * n_ + column]; }
  double at(std::size_t row, std::size_t column) const { return lower_[row * n_ + column]; }

  /// y with L y = b, in place.
  void solve_lower(std::span<double> b) const;

  std::size_t n_;
  std::vector<double> lower_;
};

}  // namespace podium
