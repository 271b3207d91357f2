#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::text {

/// Appends text with each run of blanks and line ends replaced by one blank; `to` gets no leading
/// blank and no two in a row.
inline void append_collapsed(std::string_view text, std::string& to) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  while (!text.empty()) {
    const std::size_t word = text.find_first_not_of(blanks);
    if (word != 0 && !to.empty() && to.back() != ' ' && to.back() != '\n') to += ' ';
    if (word == std::string_view::npos) return;
    text.remove_prefix(word);
    const std::string_view run = text.substr(0, text.find_first_of(blanks));
    to += run;
    text.remove_prefix(run.size());
  }
}

/// Removes blanks and line ends from the end of a text.
inline void trim_end(std::string& text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n\f\v");
  text.resize(last == std::string::npos ? 0 : last + 1);
}

}  // namespace podium::text
