#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium {

/// `iterations` values of draw(stream), in parallel. Draws are cut into blocks of fixed size with a
/// stream each, keyed by (seed, block, purpose): the values do not depend on the number of threads.
std::vector<double> resampled(std::size_t iterations, std::uint64_t seed, std::string_view purpose,
                              const std::function<double(RandomStream&)>& draw);

/// The same for draws of `width` values each, row after row: draw(stream, row) fills a row of
/// zeros.
std::vector<double> resampled_rows(
    std::size_t iterations, std::size_t width, std::uint64_t seed, std::string_view purpose,
    const std::function<void(RandomStream&, std::span<double>)>& draw);

/// The value below which a share `p` of the sorted values lies, between neighbours by a straight
/// line: position 1 + (n - 1) p of n, definition 7 of [Hyndman96]. Needs at least one value.
double quantile_of_sorted(std::span<const double> sorted, double p);

}  // namespace podium
