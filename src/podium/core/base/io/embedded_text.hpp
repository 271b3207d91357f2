#pragma once

#include <span>
#include <string>
#include <string_view>

namespace podium {

/// A text file that was built into the library: see cmake/PodiumEmbed.cmake.
struct EmbeddedText {
  std::string_view name;                     ///< of the file, without folders
  std::span<const std::string_view> chunks;  ///< compilers limit the length of a literal

  std::string text() const {
    std::string whole;
    for (const std::string_view chunk : chunks) whole += chunk;
    return whole;
  }
};

}  // namespace podium
