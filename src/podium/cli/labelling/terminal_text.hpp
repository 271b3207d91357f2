#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::cli {

/// Text of others as one line for a terminal: U+FFFD in place of control characters, of those that
/// turn the direction of writing and of malformed UTF-8; white space becomes one blank.
std::string terminal_text(std::string_view text);

/// The text of a page without its tags, scripts and styles.
std::string without_tags(std::string_view html);

/// The beginning of a line: at most so many bytes, no character cut, with a mark when it goes on.
std::string beginning_of(const std::string& line, std::size_t most);

}  // namespace podium::cli
