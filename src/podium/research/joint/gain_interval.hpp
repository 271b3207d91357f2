#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/interval.hpp"

namespace podium::research {

/// The middle share `level` of the gains 100 (mean(a*) / mean(b*) - 1) in percent over `draws`
/// samples of paired values, queries drawn with replacement (percentile method [Efron93]). Values
/// of `a` and `b` belong to the same queries; those of `b` have a mean above 0.
Interval gain_interval(std::span<const double> a, std::span<const double> b, double level,
                       std::size_t draws, std::uint64_t seed);

}  // namespace podium::research
