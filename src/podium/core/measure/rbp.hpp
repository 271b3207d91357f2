#pragma once

#include <array>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// How patient the reader of RBP is.
struct RbpOptions {
  double p = 0.8;
  double from = 0.0;

  static auto fields() {
    using Self = RbpOptions;
    return std::array{
        field("p", &Self::p, 0.01, 0.999,
              "probability that the user continues to the next document"),
        field("from", &Self::from, 0.0, 1e6, "smallest relevant label; 0: that of the profile"),
    };
  }
};

/// Rank-biased precision. [Moffat08]
///
///   RBP@k = (1 - p) * sum over the ranks r <= k of a relevant document of  p^(r-1)
///
/// Range [0, 1]; 0 when nothing is relevant. No list that ends reaches 1.
MeasureFunction make_rbp(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
