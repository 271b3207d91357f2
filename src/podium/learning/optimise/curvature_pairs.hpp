#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace podium::detail {

/// The last few steps s with the changes y of the gradient along them: what L-BFGS knows of the
/// inverse Hessian.
class CurvaturePairs {
 public:
  explicit CurvaturePairs(std::size_t most) : most_(most) {}

  bool is_empty() const { return pairs_.empty(); }
  void clear() { pairs_.clear(); }

  /// Keeps the pair and forgets the oldest. A pair without positive curvature is left out: it would
  /// make a direction that may not descend.
  void add(std::vector<double> s, std::vector<double> y);

  /// direction = -H g by the two-loop recursion [Nocedal06]; -g without any pair.
  void set_direction(std::span<const double> gradient, std::span<double> direction) const;

  /// Appends all pairs, oldest first.
  void save(std::vector<double>& numbers) const;
  /// Takes what save wrote for vectors of this dimension; throws UsageError when it does not fit.
  void restore(std::span<const double> numbers, std::size_t dimension);

 private:
  struct Pair {
    std::vector<double> s;
    std::vector<double> y;
    double sy = 0.0;  ///< s . y
  };

  std::size_t most_;
  std::deque<Pair> pairs_;
};

}  // namespace podium::detail
