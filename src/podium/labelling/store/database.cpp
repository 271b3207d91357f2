#include "podium/labelling/store/database.hpp"

#include "podium/core/base/unicode/utf8.hpp"

namespace podium::labelling {

void check_texts(std::span<const SqlValue> values) {
  for (const SqlValue& value : values) {
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr) continue;
    if (text->find('\0') != std::string::npos || utf8_prefix(*text) != text->size()) {
      throw UsageError("found a text that is not valid UTF-8 or contains a NUL character");
    }
  }
}

}  // namespace podium::labelling
