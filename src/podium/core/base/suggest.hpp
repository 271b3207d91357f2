#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// The known names that `name` is probably a misspelling or the beginning of, nearest first, at
/// most three. Distance counts letters that are inserted, deleted, replaced or swapped with their
/// neighbour; a name may differ in a third of its letters.
std::vector<std::string_view> closest_names(std::string_view name,
                                            std::span<const std::string_view> known);

/// "; did you mean 'train'?", or nothing when no known name is close.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

/// The message for a name that a table does not have: "unknown loss 'listml'; did you mean
/// 'listmle'? Known are: ...".
std::string unknown_name(std::string_view kind, std::string_view name,
                         std::span<const std::string_view> known);

}  // namespace podium
