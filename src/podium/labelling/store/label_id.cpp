#include "podium/labelling/store/label_id.hpp"

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium::labelling {

std::string label_id_problem(std::string_view id, std::string_view noun) {
  if (is_word(id) && id.size() <= longest_label_id && utf8_prefix(id) == id.size()) return {};
  return fmt::format(
      "found the {} id {}, expected 1 to {} bytes of UTF-8 without blanks and control characters",
      noun, in_quotes(id), longest_label_id);
}

}  // namespace podium::labelling
