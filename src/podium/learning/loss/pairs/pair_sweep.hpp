#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// Sums over the active pairs of one document.
struct ActiveSums {
  double count = 0.0;  ///< sum of the partners' weights
  double carried = 0.0;

  ActiveSums& operator+=(const ActiveSums& other) {
    count += other.count;
    carried += other.carried;
    return *this;
  }
};

/// What the two sweeps read, by rank: documents by descending score.
struct RankedQuery {
  std::span<const double> score;
  std::span<const Level> level;
  std::span<const double> weight;
};

RankedQuery ranked(const LossQuery& query, std::span<const double> scores,
                   std::span<const DocIndex> by_score, Workspace& workspace);

/// The sums over the active pairs, those of a margin below 1, without looking at pairs:
///
///   worse[r]  = sums of (w_j, w_j x_j) over j with level_j < level_r and s_r - s_j < 1
///   better[r] = sums of (w_i, w_i x_i) over i with level_i > level_r and s_i - s_r < 1
///
/// Two sweeps along the scores, each with a window that only grows and prefix sums over the levels:
/// O(n log L) for L levels; long lists of up to eight levels in parallel.
void sum_active_pairs(const RankedQuery& query, std::span<const double> carried,
                      std::span<ActiveSums> worse, std::span<ActiveSums> better,
                      Workspace& workspace);

/// What the hinges need of a query, by rank: the sums over the active pairs carry x, the scores
/// less the middle one.
struct SweptPairs {
  std::span<const DocIndex> by_score;  ///< documents by descending score
  std::span<const double> weight;
  std::span<const double> x;
  std::span<const ActiveSums> worse;
  std::span<const ActiveSums> better;
};

SweptPairs swept_pairs(const LossQuery& query, std::span<const double> scores,
                       Workspace& workspace);

/// Whether the sweeps beat looking at the pairs one by one, for a value with its gradient and for a
/// product with the Hessian, which needs no sort. Both depend on the truth alone, so a query always
/// goes the same way. Document weights always sweep: the row kernels of the hinges know none.
bool should_sweep(const LossQuery& query);
bool should_sweep_product(const LossQuery& query);

}  // namespace podium
