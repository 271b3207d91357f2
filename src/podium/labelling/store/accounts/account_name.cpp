#include "podium/labelling/store/accounts/account_name.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/labelling/store/accounts/account_look.hpp"

namespace podium::labelling {

namespace {

/// Characters that make different names look alike: controls, zero-width blanks, directions.
bool has_invisible_character(std::string_view name) {
  struct Range {
    std::string_view first;
    std::string_view last;
  };
  // In UTF-8, where byte order is character order.
  constexpr std::array<Range, 13> invisible = {{{"\u0080", "\u00a0"},
                                                {"\u00ad", "\u00ad"},
                                                {"\u034f", "\u034f"},
                                                {"\u061c", "\u061c"},
                                                {"\u115f", "\u1160"},
                                                {"\u180b", "\u180f"},
                                                {"\u2000", "\u200f"},
                                                {"\u2028", "\u202f"},
                                                {"\u205f", "\u206f"},
                                                {"\u3164", "\u3164"},
                                                {"\ufe00", "\ufe0f"},
                                                {"\ufeff", "\ufeff"},
                                                {"\U000e0000", "\U000e0fff"}}};
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = begin + 1;
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80U) ++end;
    const std::string_view character = name.substr(begin, end - begin);
    const auto holds = [&](const Range& range) {
      return range.first <= character && character <= range.last;
    };
    if (std::ranges::any_of(invisible, holds)) return true;
    begin = end;
  }
  return false;
}

}  // namespace

void check_account_name(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (name.empty() || name.size() > longest_account_name || trimmed(name) != name ||
      std::ranges::any_of(name, is_control) || utf8_prefix(name) != name.size()) {
    throw UsageError("name: found " + in_quotes(name) + ", expected 1 to " +
                     to_text(longest_account_name) +
                     " bytes of UTF-8 on one line without blanks at the ends");
  }
  if (has_invisible_character(name) || looks_of(name).front().empty()) {
    throw UsageError("name: found an invisible character");
  }
  if (std::string_view("=+-@").find(name.front()) != std::string_view::npos) {
    throw UsageError("name: found " + in_quotes(name) +
                     ", which a spreadsheet would treat as a formula; a name must not start with "
                     "=, +, - or @");
  }
}

}  // namespace podium::labelling
