#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/json_scanner.hpp"

namespace podium::serving {

/// The JSON of a request's body, which is mostly numbers. As strict as parse_json(), but object()
/// does not compare keys with each other.
class BodyScanner : public JsonScanner {
 public:
  static constexpr std::size_t deepest = 32;  ///< lists and objects inside each other

  explicit BodyScanner(std::string_view text) : JsonScanner(text, {"body"}, deepest) {}

  /// A text in a list of numbers, and its place among them.
  struct ListedText {
    std::size_t place = 0;
    std::string text;
  };

  /// Reads a list of numbers and appends them, NaN for null and for texts, which go to `texts`.
  void append_numbers(std::vector<float>& values, std::vector<ListedText>& texts);

  float number_or_nan();  ///< null is NaN; a number that no float holds is refused
};

}  // namespace podium::serving
