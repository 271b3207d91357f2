#pragma once

#include <string_view>

namespace podium {

/// Throws UsageError unless the name can be told from every other by looking at it, in a table, a
/// list or a spreadsheet: 1 to 64 bytes of UTF-8 without blanks at the ends, control characters and
/// characters that nobody sees, and without =, +, - or @ at the beginning.
void check_account_name(std::string_view name);

}  // namespace podium
