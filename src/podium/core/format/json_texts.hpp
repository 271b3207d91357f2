#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/base/io/json_reader.hpp"

namespace podium {

/// The JSON texts of a file, one after the other: each in a line of its own, or spread over several
/// lines. Borrows the file's text. What is malformed is left to who reads a text: up to there all
/// texts are right.
class JsonTexts {
 public:
  struct Item {
    std::string_view text;
    std::size_t line = 0;  ///< its first, counted from 1
  };

  explicit JsonTexts(std::string_view text) noexcept;

  /// The next text; nothing when only blanks are left.
  std::optional<Item> next() noexcept;

 private:
  std::string_view taken(std::size_t length) noexcept;

  std::string_view rest_;
  std::size_t line_ = 1;
};

/// An id, which may also be written as a whole number. Anything else, and an empty text, is a
/// DataError that names what was expected.
std::string json_id(const JsonReader& json, std::string_view expected);

}  // namespace podium
