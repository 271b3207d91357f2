#include "podium/store/collection_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/base/utf8.hpp"
#include "podium/format/line_reader.hpp"

namespace podium {

namespace {

constexpr std::string_view white_space = " \t\r\n";
constexpr std::size_t beginning_bytes = 240;

/// Bytes of UTF-8 up to the first that no text may hold.
std::size_t good_prefix(std::string_view text) {
  return std::min(utf8_prefix(text), text.find('\0'));
}

}  // namespace

CollectionText::CollectionText(const std::string& path, bool lenient, ImportReport& report)
    : input_(path), is_lenient_(lenient), report_(report), view_(input_.view()) {
  const std::size_t good = good_prefix(view_);
  if (good == view_.size()) return;
  if (!lenient) {
    const std::string_view byte = view_.substr(good, 1);
    throw error(byte, fmt::format("found the byte {}, expected UTF-8", in_quotes(byte)));
  }
  for (std::string_view rest = view_; !rest.empty();) {
    const std::size_t length = good_prefix(rest);
    repaired_ += rest.substr(0, length);
    rest.remove_prefix(length);
    if (rest.empty()) break;
    repaired_ += with_replacements("\xff");
    rest.remove_prefix(1);
    ++report_.bytes_replaced;
  }
  view_ = repaired_;
}

DataError CollectionText::error(std::string_view place, const std::string& problem) const {
  return {location_of(place, view_, path()), problem};
}

void CollectionText::take_id(const std::string& id, std::string_view place, std::string_view what) {
  if (!is_word(id)) {
    throw error(place, fmt::format("found the {} id {}, expected a word", what, in_quotes(id)));
  }
  if (!ids_.insert(id).second) {
    throw error(place, fmt::format("found {} {} twice, expected each once", what, in_quotes(id)));
  }
}

std::string_view stripped(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(white_space) + 1 - begin);
}

std::string on_one_line(std::string_view text) {
  std::string line;
  while (!(text = stripped(text)).empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(white_space));
    if (!line.empty()) line += ' ';
    line += word;
    text.remove_prefix(word.size());
  }
  return line;
}

std::string beginning_of(std::string_view text) {
  std::string line = on_one_line(text.substr(0, 4 * beginning_bytes));
  line.resize(utf8_prefix(line));  // the cut above may have halved a character
  if (line.size() <= beginning_bytes) return line;
  const std::size_t cut = line.rfind(' ', beginning_bytes);
  line.resize(cut == std::string::npos ? utf8_prefix(line.substr(0, beginning_bytes)) : cut);
  return line + " ...";
}

}  // namespace podium
