#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <rapidcheck.h>

namespace podium {

/// A random number in 0 .. bound-1.
inline std::size_t drawn_below(std::size_t bound) {
  return *rc::gen::inRange<std::size_t>(0, bound);
}

/// Changes, inserts, removes, repeats or cuts a few bytes of a valid text, for properties of
/// readers: whatever comes out must be read or refused.
inline std::string mutated(std::string text) {
  using namespace std::string_view_literals;  // NOLINT(google-build-using-namespace): a literal
  constexpr std::string_view interesting =
      "\0\r\n\t #\"{}[]:,-+.0enaifultr\x7f\xff\x1f"sv;  // what formats and numbers are made of
  const std::size_t changes = 1 + drawn_below(4);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t at = drawn_below(text.size() + 1);
    const std::size_t count = drawn_below(8);
    const char byte = interesting[drawn_below(interesting.size())];
    switch (drawn_below(5)) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        text.erase(at, count);
        break;
      case 2:
        text.insert(at, text.substr(drawn_below(text.size() + 1), 4 * count));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        if (at < text.size()) text[at] = byte;
    }
  }
  return text;
}

}  // namespace podium
