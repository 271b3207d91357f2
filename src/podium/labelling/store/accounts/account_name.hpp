#pragma once

#include <cstddef>
#include <string_view>

namespace podium::labelling {

inline constexpr std::size_t longest_account_name = 64;  ///< bytes

/// Throws UsageError unless the name is visibly different from every other name, also in a table or
/// a spreadsheet: 1 to 64 bytes of UTF-8 without blanks at the ends, without control characters and
/// invisible characters, and without =, +, - or @ at the start. Names that look alike (looks_of)
/// are refused where an account is made.
void check_account_name(std::string_view name);

}  // namespace podium::labelling
