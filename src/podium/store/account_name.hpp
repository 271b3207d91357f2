#pragma once

#include <string_view>

namespace podium {

/// Throws UsageError unless the name is visibly different from every other name, also in a table or
/// a spreadsheet: 1 to 64 bytes of UTF-8 without blanks at the ends, without control characters and
/// invisible characters, and without =, +, - or @ at the start.
void check_account_name(std::string_view name);

}  // namespace podium
