#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// The known names that differ least from `name`, for "did you mean": those of the smallest edit
/// distance (letters that are missing, too many, wrong or swapped; upper and lower case are the
/// same), in their order, three at most. None when even that is more than a third of the name.
std::vector<std::string_view> closest_names(std::string_view name,
                                            std::span<const std::string_view> known);

}  // namespace podium
