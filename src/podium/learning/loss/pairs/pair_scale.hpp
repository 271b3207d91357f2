#pragma once

#include <array>
#include <string_view>

namespace podium {

/// How a pairwise loss puts its pairs together: SVMlight adds them up, so that long queries weigh
/// more; the mean makes queries of all lengths equal.
enum class PairScale { sum, mean };

inline constexpr std::array<std::string_view, 2> pair_scale_names = {"sum", "mean"};

inline constexpr std::string_view pair_scale_help = "sum or mean over the pairs of a query";

}  // namespace podium
