#include "podium/learning/loss/pairs/logistic_tables.hpp"

#include <cmath>
#include <numbers>
#include <span>

#include "podium/core/kernels/pair_row.hpp"

namespace podium {

namespace {

constexpr std::size_t count = chebyshev_count;
using Column = std::array<double, count>;

double angle(std::size_t node) {
  return (static_cast<double>(node) + 0.5) * std::numbers::pi / static_cast<double>(count);
}

/// The coefficients of the polynomial that has these values at the points cos(angle).
Column coefficients(const Column& values) {
  Column result{};
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t node = 0; node < count; ++node) {
      result[k] += values[node] * std::cos(static_cast<double>(k) * angle(node));
    }
    result[k] *= (k == 0 ? 1.0 : 2.0) / static_cast<double>(count);
  }
  return result;
}

template <class Function>
Column expansion(const Function& function) {
  Column values;
  for (std::size_t node = 0; node < count; ++node) values[node] = function(std::cos(angle(node)));
  return coefficients(values);
}

/// matrix[l, k] of a function of target and source.
template <class Function>
CellMatrix expansion_of_both(const Function& function) {
  std::array<Column, count> of_source;  // for each point of the target
  for (std::size_t node = 0; node < count; ++node) {
    const double target = std::cos(angle(node));
    of_source[node] = expansion([&](double source) { return function(target, source); });
  }
  CellMatrix matrix;
  for (std::size_t l = 0; l < count; ++l) {
    Column values;
    for (std::size_t node = 0; node < count; ++node) values[node] = of_source[node][l];
    const Column of_target = coefficients(values);
    for (std::size_t k = 0; k < count; ++k) matrix[l * count + k] = of_target[k];
  }
  return matrix;
}

/// phi, phi' and phi'' by the kernel, so that they have the same bits on every machine.
CurvedPairRow logistic(double margin) {
  double slope = 0.0;
  double hessian = 0.0;
  const double other = 0.0;
  return curved_logistic_row(margin, std::span(&other, 1), 1.0, std::span(&slope, 1),
                             std::span(&hessian, 1));
}

/// Sources `cells` above the targets, below if negative.
CellAction near_action(double cells) {
  // s_source - s_target
  const auto above = [&](double target, double source) { return cells + 0.5 * (source - target); };
  return {expansion_of_both([&](double t, double s) { return logistic(-above(t, s)).value; }),
          expansion_of_both([&](double t, double s) { return logistic(-above(t, s)).slope; }),
          expansion_of_both([&](double t, double s) { return -logistic(above(t, s)).slope; }),
          expansion_of_both([&](double t, double s) { return logistic(above(t, s)).hessian; })};
}

/// r_k of z / (1 + z) = sum of r_k z^k, k = 1 .. 14, for 0 <= z <= Z = exp(-2). With
/// z = Z (1 + t) / 2 and a = 2/Z + 1 it is z times the series
///
///   1 / (1 + z) = (2/Z) / (a + t) = (2/Z) / sqrt(a^2 - 1) * (1 + 2 * sum of (-q)^k T_k(t)),
///   q = 1 / (a + sqrt(a^2 - 1)) = 1 / 31.6,
///
/// which is cut off after 14 terms and sorted by powers of z.
Column far_coefficients() {
  const double scale = 2.0 * std::exp(2.0);  // 2/Z
  const double a = scale + 1.0;
  const double root = std::sqrt(a * a - 1.0);
  Column result{};
  Column before{};  // T_k(t) by powers of z; T_{-1} = T_1
  Column now{};
  before[0] = -1.0;
  before[1] = scale;
  now[0] = 1.0;
  double factor = scale / root;
  for (std::size_t k = 0; k + 1 < far_powers; ++k) {
    for (std::size_t power = 0; power + 1 < far_powers; ++power) {
      result[power + 1] += (k == 0 ? 1.0 : 2.0) * factor * now[power];
    }
    factor /= -(a + root);
    Column next{};  // 2t T_k - T_{k-1} with t = scale * z - 1
    for (std::size_t power = 0; power < count; ++power) {
      next[power] = -2.0 * now[power] - before[power];
      if (power > 0) next[power] += 2.0 * scale * now[power - 1];
    }
    before = now;
    now = next;
  }
  return result;
}

/// The powers of sources, relative to the middle of their own cell: exp(-k * distance), and the
/// distance itself. `side` is 1 for sources above the targets, -1 below.
CellMatrix powers_of_sources(double side) {
  CellMatrix matrix{};
  for (std::size_t k = 0; k < count; ++k) {
    const Column row = expansion([&](double u) {
      const double distance = 0.5 * side * u;
      return k == far_distance ? distance : std::exp(-static_cast<double>(k) * distance);
    });
    for (std::size_t l = 0; l < count; ++l) matrix[l * count + k] = row[l];
  }
  return matrix;
}

CellMatrix negative(CellMatrix matrix) {
  for (double& entry : matrix) entry = -entry;
  return matrix;
}

/// The powers at targets of position u, whose sources are y = distance - side * u / 2 away.
CellAction far_action(double side) {
  const Column r = far_coefficients();
  CellMatrix won_value{};  // phi(y) = log(1 + z)
  CellMatrix won_slope{};  // phi'(y) = -z / (1 + z)
  CellMatrix hessian{};    // phi''(y) = z d/dz (z / (1 + z))
  for (std::size_t power = 1; power < far_powers; ++power) {
    const auto k = static_cast<double>(power);
    const Column row = expansion([&](double u) { return std::exp(0.5 * side * k * u); });
    for (std::size_t l = 0; l < count; ++l) {
      won_value[power * count + l] = r[power] / k * row[l];
      won_slope[power * count + l] = -r[power] * row[l];
      hessian[power * count + l] = k * r[power] * row[l];
    }
  }
  CellMatrix lost_value = won_value;  // phi(-y) = y + log(1 + z)
  lost_value[far_distance * count] = 1.0;
  lost_value[1] = -0.5 * side;
  CellMatrix lost_slope = negative(won_slope);  // phi'(-y) = -1 + z / (1 + z)
  lost_slope[0] = -1.0;
  // Better targets lose to the worse sources above them, and win against those below.
  if (side > 0.0) return {lost_value, lost_slope, negative(won_slope), hessian};
  return {won_value, won_slope, negative(lost_slope), hessian};
}

LogisticTables make_tables(double side) {
  LogisticTables tables;
  for (std::size_t cells = 0; cells < near_cells; ++cells) {
    tables.near[cells] = near_action(side * static_cast<double>(cells));
  }
  tables.to_far = powers_of_sources(side);
  tables.far = far_action(side);
  return tables;
}

}  // namespace

const LogisticTables& tables_of_higher() {
  static const LogisticTables tables = make_tables(1.0);
  return tables;
}

const LogisticTables& tables_of_lower() {
  static const LogisticTables tables = make_tables(-1.0);
  return tables;
}

}  // namespace podium
