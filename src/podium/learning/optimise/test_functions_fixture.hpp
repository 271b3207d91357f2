#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "podium/learning/optimise/objective.hpp"

// Functions with known optima, for the tests of this module.

namespace podium::test {

/// phi(m) with both derivatives, for one term of a sum.
struct Derivatives {
  double value = 0.0;
  double slope = 0.0;
  double hessian = 0.0;
};

struct SquaredError {  // (m - y)^2 / 2
  static Derivatives at(double m, double y) { return {0.5 * (m - y) * (m - y), m - y, 1.0}; }
};

struct SquaredHinge {  // c * max(0, 1 - m)^2
  static Derivatives at(double m, double c) {
    const double gap = 1.0 - m;
    if (gap <= 0.0) return {};
    return {c * gap * gap, -2.0 * c * gap, 2.0 * c};
  }
};

struct Hinge {  // c * max(0, 1 - m)
  static Derivatives at(double m, double c) {
    if (m >= 1.0) return {};
    return {c * (1.0 - m), -c, 0.0};
  }
};

struct Logistic {  // log(1 + exp(-y m))
  static Derivatives at(double m, double y) {
    const double e = std::exp(-std::abs(m));
    const double p = y * m > 0.0 ? e / (1.0 + e) : 1.0 / (1.0 + e);
    return {std::max(0.0, -y * m) + std::log1p(e), -y * p, p * (1.0 - p)};
  }
};

struct Straight {  // y m: falls without end
  static Derivatives at(double m, double y) { return {y * m, y, 0.0}; }
};

struct Barrier {  // y m - log m: NaN for m < 0, infinite at 0, smallest at 1 / y
  static Derivatives at(double m, double y) {
    return {y * m - std::log(m), y - 1.0 / m, 1.0 / (m * m)};
  }
};

/// f(w) = sum over rows of phi(x . w, y) + l2 / 2 * |w|^2: everything an optimiser may ask for.
template <class Phi>
class RowSum : public PenalisedObjective {
 public:
  struct Row {
    std::vector<double> x;
    double y = 0.0;
  };

  RowSum(std::size_t dimension, std::vector<Row> rows, double l2 = 0.0)
      : dimension_(dimension), rows_(std::move(rows)), l2_(l2) {}

  std::size_t dimension() const override { return dimension_; }
  std::size_t term_count() const override { return rows_.size(); }

  double l2() const override { return l2_; }

  double sum_terms(std::span<const double> w, std::span<double> g) const override {
    for (double& x : g) x = 0.0;
    double value = 0.0;
    for (std::size_t t = 0; t < rows_.size(); ++t) value += add_terms({&t, 1}, w, g);
    return value;
  }

  double add_terms(std::span<const std::size_t> terms, std::span<const double> w,
                   std::span<double> g) const override {
    double value = 0.0;
    for (const std::size_t t : terms) {
      const Derivatives phi = Phi::at(product(rows_[t].x, w), rows_[t].y);
      value += phi.value;
      for (std::size_t i = 0; i < g.size(); ++i) g[i] += phi.slope * rows_[t].x[i];
    }
    return value;
  }

  double add_penalty(std::span<const double> w, std::span<double> g) const override {
    for (std::size_t i = 0; i < g.size(); ++i) g[i] += l2_ * w[i];
    return 0.5 * l2_ * product(w, w);
  }

  HessianProduct hessian_at(std::span<const double> w) const override {
    return [this, w](std::span<const double> v, std::span<double> hv) {
      for (std::size_t i = 0; i < hv.size(); ++i) hv[i] = l2_ * v[i];
      for (const Row& row : rows_) {
        const double hessian = Phi::at(product(row.x, w), row.y).hessian;
        const double xv = product(row.x, v);
        for (std::size_t i = 0; i < hv.size(); ++i) hv[i] += hessian * xv * row.x[i];
      }
    };
  }

 private:
  static double product(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  std::size_t dimension_;
  std::vector<Row> rows_;
  double l2_;
};

/// sum over i of 100 (w_{i+1} - w_i^2)^2 + (1 - w_i)^2: a bent valley with the optimum 0 at
/// (1, ..., 1); not convex.
struct Rosenbrock : Objective {
  explicit Rosenbrock(std::size_t dimensions = 2) : count(dimensions) {}

  std::size_t dimension() const override { return count; }

  double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
    for (double& x : g) x = 0.0;
    double value = 0.0;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const double a = w[i + 1] - w[i] * w[i];
      const double b = 1.0 - w[i];
      value += 100.0 * a * a + b * b;
      g[i] += -400.0 * a * w[i] - 2.0 * b;
      g[i + 1] += 200.0 * a;
    }
    return value;
  }

  HessianProduct hessian_at(std::span<const double> w) const override {
    return [w](std::span<const double> v, std::span<double> hv) {
      for (double& x : hv) x = 0.0;
      for (std::size_t i = 0; i + 1 < w.size(); ++i) {
        hv[i] += (1200.0 * w[i] * w[i] - 400.0 * w[i + 1] + 2.0) * v[i] - 400.0 * w[i] * v[i + 1];
        hv[i + 1] += 200.0 * v[i + 1] - 400.0 * w[i] * v[i];
      }
    };
  }

  /// The usual (-1.2, 1) of two dimensions; zeros of more, where the function has a second
  /// minimum near (-1, 1, ..., 1).
  std::vector<double> start() const {
    if (count == 2) return {-1.2, 1.0};
    return std::vector<double>(count, 0.0);
  }

  std::size_t count;
};

/// A quadratic with the eigenvalues condition^(i / (n - 1)) in mixed directions and its optimum, of
/// value 0, at (1, 2, ..., n).
inline RowSum<SquaredError> quadratic(std::size_t n, double condition) {
  std::vector<double> axis(n);  // of the reflection I - 2 a a' that mixes the directions
  double length = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    axis[i] = 1.0 + static_cast<double>(i % 3);
    length += axis[i] * axis[i];
  }
  std::vector<RowSum<SquaredError>::Row> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double share = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0.0;
    const double root = std::sqrt(std::pow(condition, share));
    rows[i].x.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      const double mixed = (i == j ? 1.0 : 0.0) - 2.0 * axis[i] * axis[j] / length;
      rows[i].x[j] = root * mixed;
      rows[i].y += rows[i].x[j] * static_cast<double>(j + 1);
    }
  }
  return {n, std::move(rows)};
}

/// Twelve rows of three features, not separable, with L2.
inline RowSum<Logistic> logistic_regression() {
  return {3,
          {{{1.0, 0.2, -0.5}, 1.0},
           {{0.4, 1.3, 0.1}, 1.0},
           {{-0.3, 0.8, 0.9}, 1.0},
           {{1.5, -0.2, 0.3}, 1.0},
           {{0.1, 0.1, -1.2}, 1.0},
           {{-0.6, 0.5, 0.2}, 1.0},
           {{-1.0, 0.3, 0.4}, -1.0},
           {{0.2, -1.1, 0.6}, -1.0},
           {{-0.8, -0.4, -0.3}, -1.0},
           {{0.5, 0.6, 0.7}, -1.0},
           {{-0.2, -0.9, 1.1}, -1.0},
           {{0.9, -0.7, -0.1}, -1.0}},
          0.1};
}

/// The specification's worked example: one feature, graded labels, pairs of larger over smaller
/// label, w^2 / 2 + C * sum of max(0, 1 - w (x_i - x_j))^2, or without the square.
template <class Phi = SquaredHinge>
RowSum<Phi> worked_example(double c) {
  constexpr double label[] = {0, 2, 1, 0, 2, 1};
  constexpr double x[] = {0.1, 0.9, 0.5, 0.3, 0.6, 0.2};
  std::vector<typename RowSum<Phi>::Row> pairs;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      if (label[i] > label[j]) pairs.push_back({{x[i] - x[j]}, c});
    }
  }
  return {1, std::move(pairs), 1.0};
}

}  // namespace podium::test
