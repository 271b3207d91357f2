#pragma once

#include <array>
#include <span>
#include <vector>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// The scale of grades that ERR assumes.
struct ErrOptions {
  double max = 0.0;

  static auto fields() {
    return std::array{
        field("max", &ErrOptions::max, 0.0, 1e300,
              "highest grade; 0: that of the profile, or else the highest label of the data")};
  }
};

/// Expected reciprocal rank: 1/rank of the document that stops the reader. [Chapelle09]
///
///   ERR@k = sum over ranks r <= k of  1/r * R_r * product over i < r of (1 - R_i)
///   R_r   = (2^label_r - 1) / 2^max
///
/// max is the same for all queries: evaluate() sets it (Measure::with_top_grade). A list of its own
/// takes its highest label. Range [0, 1], never 1 itself; 0 when nothing is relevant. No label
/// overflows. Throws UsageError
/// for a label above the highest grade. Equal scores: the reader is still there after t of m tied
/// documents with the mean of the products of (1 - R) over all t of the m; O(m * min(m, k)).
MeasureFunction make_err(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// Mean, over all choices of t of the values, of their product, for t = 0 .. count:
///
///   e_t(m) = t/m * x_m * e_{t-1}(m-1) + (m-t)/m * e_t(m-1),   e_0 = 1
std::vector<double> mean_products(std::span<const double> values, std::size_t count);

}  // namespace podium
