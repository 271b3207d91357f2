#pragma once

#include <array>
#include <cstddef>

#include "podium/core/kernels/chebyshev.hpp"

namespace podium {

// The logistic loss phi(m) = log(1 + exp(-m)) of many pairs without looking at pairs.
//
// Scores are divided into cells of width 1. Within its cell a document has the position
// u = 2 (s - floor(s)) - 1, and what many documents (the sources) do to others (the targets) needs
// only their sums of w T_k(u):
//
// - The poles of phi are at distance pi from the real line. For sources and targets in two given
//   cells phi(s_i - s_j) is therefore, up to rounding, a sum over k, l < 16 of
//   c_kl T_k(u_i) T_l(u_j); the terms left out are below 12.6^-16.
// - From three cells on, sources and targets are y > 2 apart, and with z = exp(-y) < exp(-2)
//   phi(y) = log(1 + z) and phi(-y) = y + log(1 + z) are sums over k of c_k z^k: products of
//   a power for the source and one for the target. Such sums move from cell to cell by factors
//   exp(-k), so that all cells farther away take one step together.
//
// An expansion is within 2e-14 of phi and phi', relative to them, and within 5e-13 of phi''.

/// A matrix that turns the 16 sums of sources into 16 coefficients of targets.
using CellMatrix = std::array<double, chebyshev_count * chebyshev_count>;

/// What sources do to the targets of one cell. The better document of a pair is the one that should
/// have the larger score.
struct CellAction {
  CellMatrix better_value;  ///< phi, of worse sources at better targets
  CellMatrix better_slope;  ///< phi', of the same
  CellMatrix worse_slope;   ///< -phi', of better sources at worse targets
  CellMatrix hessian;       ///< phi'', which is even, of either sources at the others
};

/// Sources as cells far away see them, relative to the middle c of a cell: the sums of
/// w exp(-k |s - c|) for k = 0 .. 14, then that of w |s - c|.
inline constexpr std::size_t far_powers = chebyshev_count - 1;
inline constexpr std::size_t far_distance = chebyshev_count - 1;  ///< place of the last sum

/// The number of cells on one side that are too close for powers: 0 (the same cell), 1 and 2 away.
inline constexpr std::size_t near_cells = 3;

/// For sources that all lie on one side of the targets.
struct LogisticTables {
  std::array<CellAction, near_cells> near;  ///< by distance in cells
  CellMatrix to_far;                        ///< from the sums of a cell to those of its powers
  CellAction far;                           ///< from the sums of powers
};

/// Sources in the same cell, or in cells of higher scores.
const LogisticTables& tables_of_higher();

/// Sources in the same cell, or in cells of lower scores.
const LogisticTables& tables_of_lower();

}  // namespace podium
