#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::labelling {

inline constexpr std::size_t longest_label_id = 1000;  ///< bytes

/// The problem with the id of a query or document (`noun`); empty when it can be imported. Ids are
/// words of the exported files.
std::string label_id_problem(std::string_view id, std::string_view noun);

}  // namespace podium::labelling
