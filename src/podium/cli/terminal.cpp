#include "podium/cli/terminal.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "podium/core/base/text.hpp"

namespace podium::cli {

namespace {

std::string_view environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

std::size_t width_of(int file) {
  constexpr std::size_t least = 20;  // a narrower terminal shows nothing well
  if (const auto columns = parse_number<std::size_t>(environment("COLUMNS"))) {
    return std::max(*columns, least);
  }
  winsize size{};
  if (::ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 0;
  return std::max<std::size_t>(size.ws_col, least);
}

}  // namespace

TextStyle style_of(const std::ostream& stream) {
  if (&stream != &std::cout && &stream != &std::cerr) return {.width = 0};
  const int file = &stream == &std::cout ? STDOUT_FILENO : STDERR_FILENO;
  const bool is_terminal = ::isatty(file) != 0;
  return {.width = width_of(file),
          .is_coloured =
              is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb"};
}

}  // namespace podium::cli
