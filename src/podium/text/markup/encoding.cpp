#include "podium/text/markup/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium::text {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

/// The end of the plain bytes (ASCII except NUL) from `i` on, or a little before it: most text is
/// plain, and eight bytes are tested at a time.
std::size_t end_of_plain(std::string_view bytes, std::size_t i) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t highs = 0x8080808080808080;
  std::uint64_t word = 0;
  for (; i + sizeof(word) <= bytes.size(); i += sizeof(word)) {
    std::memcpy(&word, bytes.data() + i, sizeof(word));
    if ((((word - ones) | word) & highs) != 0) break;
  }
  return i;
}

DecodedText checked_utf8(std::string_view bytes) {
  DecodedText result;
  result.text.reserve(bytes.size());
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t good = 0;  // start of a stretch that can be copied unchanged
  std::size_t i = end_of_plain(bytes, 0);
  while (i < bytes.size()) {
    const std::size_t begin = i;
    UChar32 c = data[i];
    if (c < 0x80) {
      ++i;
    } else {
      U8_NEXT(data, i, bytes.size(), c);
    }
    if (c > 0) {
      if (i % 8 == 0) i = end_of_plain(bytes, i);
      continue;
    }
    result.text += bytes.substr(good, begin - good);
    result.text += replacement;
    ++result.bad_bytes;
    good = i;
  }
  result.text += bytes.substr(good);
  return result;
}

/// Appends UTF-16 to a text. The first half of a pair at the end of the piece stays in `high`.
void append_utf16(const char16_t* begin, const char16_t* end, char16_t& high, DecodedText& to) {
  for (; begin != end; ++begin) {
    const char16_t unit = *begin;
    if (U16_IS_LEAD(unit)) {
      high = unit;
    } else if (U16_IS_TRAIL(unit) && high != 0) {
      append_utf8(static_cast<std::uint32_t>(U16_GET_SUPPLEMENTARY(high, unit)), to.text);
      high = 0;
    } else if (unit == 0 || unit == 0xfffd || U16_IS_TRAIL(unit)) {
      to.text += replacement;
      ++to.bad_bytes;
    } else {
      append_utf8(unit, to.text);
    }
  }
}

DecodedText converted(UConverter* converter, std::string_view bytes) {
  DecodedText result;
  result.text.reserve(bytes.size());
  std::array<char16_t, 4096> buffer{};
  const char* source = bytes.data();
  const char* source_end = source + bytes.size();
  char16_t high = 0;
  UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
  while (status == U_BUFFER_OVERFLOW_ERROR) {
    status = U_ZERO_ERROR;
    char16_t* target = buffer.data();
    ucnv_toUnicode(converter, &target, buffer.data() + buffer.size(), &source, source_end, nullptr,
                   static_cast<UBool>(true), &status);
    append_utf16(buffer.data(), target, high, result);
  }
  return result;
}

/// The encodings that browsers use for a name, where they differ from the name.
std::string usual_name(std::string_view declared) {
  std::string name = lower_case(trimmed(declared));
  if (name == "iso-8859-1" || name == "latin1" || name == "ascii" || name == "us-ascii") {
    return "windows-1252";
  }
  if (name == "iso-8859-9") return "windows-1254";
  if (name == "gb2312") return "gbk";
  return name;
}

std::string_view mark_of(std::string_view bytes, std::string_view& encoding) {
  using Mark = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Mark, 3> marks = {
      Mark{"\xef\xbb\xbf", "utf-8"}, {"\xff\xfe", "utf-16le"}, {"\xfe\xff", "utf-16be"}};
  for (const Mark& mark : marks) {
    if (!bytes.starts_with(mark.first)) continue;
    encoding = mark.second;
    return mark.first;
  }
  return {};
}

}  // namespace

void append_utf8(std::uint32_t character, std::string& text) {
  std::array<std::uint8_t, U8_MAX_LENGTH> buffer{};
  std::size_t length = 0;
  U8_APPEND_UNSAFE(buffer.data(), length, character);
  text.append(reinterpret_cast<const char*>(buffer.data()), length);
}

DecodedText decoded(std::string_view bytes, std::string_view declared) {
  bytes.remove_prefix(mark_of(bytes, declared).size());
  const std::string name = usual_name(declared);
  if (name.empty() || name == "utf-8" || name == "utf8") return checked_utf8(bytes);
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, void (*)(UConverter*)> converter(
      ucnv_open(name.c_str(), &status), ucnv_close);
  if (U_FAILURE(status) != 0 || converter == nullptr) {
    DecodedText result = checked_utf8(bytes);
    result.unknown_encoding = true;
    return result;
  }
  return converted(converter.get(), bytes);
}

DecodingProblems repair(std::string& text, std::string_view encoding) {
  const bool is_sound = encoding == "utf-8" && !text.starts_with(utf8_mark) &&
                        text.find('\0') == std::string::npos && utf8_prefix(text) == text.size();
  if (is_sound) return {};
  DecodedText repaired = decoded(text, encoding);
  text = std::move(repaired.text);
  return {repaired.bad_bytes, repaired.unknown_encoding};
}

std::string_view declared_charset(std::string_view html) noexcept {
  constexpr std::string_view word = "charset";
  html = html.substr(0, 1024);
  const auto same = [](char a, char b) { return (a | 0x20) == b; };
  auto at = html.begin();
  while ((at = std::search(at, html.end(), word.begin(), word.end(), same)) != html.end()) {
    at += word.size();
    std::string_view rest = html.substr(static_cast<std::size_t>(at - html.begin()));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n\"'"), rest.size()));
    return rest.substr(0, std::min(rest.find_first_of(" \t\r\n\"'>;/"), std::size_t{40}));
  }
  return {};
}

}  // namespace podium::text
