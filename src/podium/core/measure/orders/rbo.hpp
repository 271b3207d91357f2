#pragma once

#include <array>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// How deep the overlap of two lists counts.
struct RboOptions {
  double p = 0.9;
  bool truncated = false;

  static auto fields() {
    using Self = RboOptions;
    return std::array{
        field("p", &Self::p, 0.01, 0.999,
              "persistence: weight of each depth relative to the previous one"),
        field("truncated", &Self::truncated,
              "stop at the end of the longer list instead of extrapolating"),
    };
  }
};

/// Rank-biased overlap of the ranked list with the strict places of the truth. [Webber10, eq. 32]
///
///   RBO = (1-p)/p * ( sum over d = 1 .. l of    X_d/d * p^d
///                   + sum over d = s+1 .. l of  X_s (d-s)/(s d) * p^d )
///         + ((X_l - X_s)/l + X_s/s) * p^l
///
/// s and l are the lengths of the shorter and the longer list, X_d the documents that their first d
/// places share. `truncated` takes only the first sum. A cutoff cuts both lists. Range [0, 1]; 0
/// when a list is empty. Equal scores: the formula is linear in X_d, so the mean overlap at each
/// depth gives the mean. O(l).
MeasureFunction make_rbo(const OptionText& text, std::size_t cutoff, const Profile& profile);

}  // namespace podium
