#pragma once

#include <array>

#include "podium/core/measure/measure.hpp"

namespace podium {

struct InterpolatedPrecisionOptions {
  double recall = 0.0;
  double from = 0.0;

  static auto fields() {
    using Self = InterpolatedPrecisionOptions;
    return std::array{
        field("recall", &Self::recall, 0.0, 1.0,
              "share of the relevant documents that must be found"),
        field("from", &Self::from, 0.0, 1e6, "smallest relevant label; 0: that of the profile")};
  }
};

/// The largest precision at a rank with that recall or more, as trec_eval's iprec_at_recall
/// [Manning08]; 0 when the list does not reach it. In [0, 1]. Undefined when nothing is relevant.
/// O(n).
MeasureFunction make_interpolated_precision(const OptionText& options, std::size_t cutoff,
                                            const Profile& profile);

}  // namespace podium
