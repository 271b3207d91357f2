#pragma once

#include <span>
#include <string_view>

#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// The margin within which two systems count as equally good: the larger of
///
///   the standard deviation of the published means of all systems of the paper's table, and
///   half the standard error over queries of ListNet: sd / (2 sqrt m)
///
/// for the data set and the measure. Known margins are constants, so that no result of ours can
/// move them. For other data sets they follow from the same rule; where a study has no ListNet,
/// `reference` takes its place.
double margin(const Findings& findings, std::string_view study, std::string_view data,
              std::string_view measure, std::span<const double> reference);

/// No margin is smaller: it would be rounding.
inline constexpr double smallest_margin = 1e-9;

/// The standard error over queries, halved.
double half_standard_error(std::span<const double> values);

}  // namespace podium::research
