#pragma once

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

  /// Reads a list of numbers and appends them, NaN for null.
  void append_numbers(std::vector<float>& values);

  float number_or_nan();  ///< null is NaN; a number that no float holds is refused
};

}  // namespace podium::serving
