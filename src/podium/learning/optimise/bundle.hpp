#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "podium/learning/optimise/objective.hpp"

namespace podium {

enum class Slacks { one, each };
inline constexpr std::array<std::string_view, 2> slacks_names = {"one", "each"};

/// A bundle method (cutting planes) for convex functions that need not be smooth, with a penalty:
///
///   F(w) = l2/2 |w|^2 + R(w)                                       [Joachims06, Joachims09, Teo10]
///
/// A subgradient of R at any point gives a plane below R. The maximum of the planes so far plus the
/// penalty is a model whose minimum is a lower bound of F, and where that minimum lies is a good
/// place for the next plane. One pass over the data for each iteration.
///
/// With `slacks` = one the planes are below the whole sum, with `each` below every term: many more
/// planes, so that each pass says more, and a dual problem that grows with the number of terms.
///
/// w is the best point so far, not the last. Converged means
///
///   gap = F(w) - lower bound <= tolerance * |F(w)|
///
/// which unlike a gradient's length also says how far away the minimum can be, or that several
/// planes in a row did not narrow a gap that is no larger than rounding.
///
/// Unlike the papers, the next plane is not taken where the model is smallest but between there and
/// the best point so far: far from the solution the model is a poor guide and its minimum jumps.
/// Every plane either cuts off the model's minimum or was taken where the distance of F to it is
/// smaller by the share of the way that was gone, so the gap still closes.
///
/// Every parameter needs a penalty. Those that f leaves out of it get a hundredth of that of the
/// others, since the time grows with the ratio (a millionth took 180 times as long, for the same
/// validation values), by a change of variables, w_k = 10 v_k, in which all have the same penalty.
///
/// Stop::no_descent means that the lower bound is above F: R is not convex, or values are too small
/// or gradients wrong, as where a loss could not be worked out exactly. Or it means that several
/// planes in a row did not narrow a larger gap: the dual problem is too badly scaled to be solved.
struct Bundle {
  Slacks slacks = Slacks::one;
  std::size_t iterations = 1000;  ///< planes, at most
  double tolerance = 1e-3;

  /// Starts at w, or continues from a snapshot that the monitor of an earlier run was offered, and
  /// leaves w at the solution. When f throws, w is as before. Throws UsageError when there is no
  /// penalty.
  Outcome minimise(const PenalisedObjective& f, std::span<double> w, const Monitor& monitor = {},
                   const Snapshot* from = nullptr) const;
};

}  // namespace podium
