#include "podium/text/markup/html_reference.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "podium/core/base/ascii.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

/// The names of U+00A0 to U+00FF, in order.
constexpr std::array<std::string_view, 96> latin = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",
    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn",
    "sup2",   "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",
    "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde",
    "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave",
    "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
    "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",
    "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",
    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
    "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

using NamedCode = std::pair<std::string_view, std::uint32_t>;

constexpr std::array<NamedCode, 90> others = {NamedCode{"quot", 0x22},
                                              {"amp", 0x26},
                                              {"apos", 0x27},
                                              {"lt", 0x3c},
                                              {"gt", 0x3e},
                                              {"OElig", 0x152},
                                              {"oelig", 0x153},
                                              {"Scaron", 0x160},
                                              {"scaron", 0x161},
                                              {"Yuml", 0x178},
                                              {"fnof", 0x192},
                                              {"circ", 0x2c6},
                                              {"tilde", 0x2dc},
                                              {"Alpha", 0x391},
                                              {"Beta", 0x392},
                                              {"Gamma", 0x393},
                                              {"Delta", 0x394},
                                              {"Epsilon", 0x395},
                                              {"Zeta", 0x396},
                                              {"Eta", 0x397},
                                              {"Theta", 0x398},
                                              {"Iota", 0x399},
                                              {"Kappa", 0x39a},
                                              {"Lambda", 0x39b},
                                              {"Mu", 0x39c},
                                              {"Nu", 0x39d},
                                              {"Xi", 0x39e},
                                              {"Omicron", 0x39f},
                                              {"Pi", 0x3a0},
                                              {"Rho", 0x3a1},
                                              {"Sigma", 0x3a3},
                                              {"Tau", 0x3a4},
                                              {"Upsilon", 0x3a5},
                                              {"Phi", 0x3a6},
                                              {"Chi", 0x3a7},
                                              {"Psi", 0x3a8},
                                              {"Omega", 0x3a9},
                                              {"alpha", 0x3b1},
                                              {"beta", 0x3b2},
                                              {"gamma", 0x3b3},
                                              {"delta", 0x3b4},
                                              {"epsilon", 0x3b5},
                                              {"zeta", 0x3b6},
                                              {"eta", 0x3b7},
                                              {"theta", 0x3b8},
                                              {"iota", 0x3b9},
                                              {"kappa", 0x3ba},
                                              {"lambda", 0x3bb},
                                              {"mu", 0x3bc},
                                              {"nu", 0x3bd},
                                              {"xi", 0x3be},
                                              {"omicron", 0x3bf},
                                              {"pi", 0x3c0},
                                              {"rho", 0x3c1},
                                              {"sigmaf", 0x3c2},
                                              {"sigma", 0x3c3},
                                              {"tau", 0x3c4},
                                              {"upsilon", 0x3c5},
                                              {"phi", 0x3c6},
                                              {"chi", 0x3c7},
                                              {"psi", 0x3c8},
                                              {"omega", 0x3c9},
                                              {"ensp", 0x2002},
                                              {"emsp", 0x2003},
                                              {"thinsp", 0x2009},
                                              {"ndash", 0x2013},
                                              {"mdash", 0x2014},
                                              {"lsquo", 0x2018},
                                              {"rsquo", 0x2019},
                                              {"sbquo", 0x201a},
                                              {"ldquo", 0x201c},
                                              {"rdquo", 0x201d},
                                              {"bdquo", 0x201e},
                                              {"dagger", 0x2020},
                                              {"Dagger", 0x2021},
                                              {"bull", 0x2022},
                                              {"hellip", 0x2026},
                                              {"permil", 0x2030},
                                              {"prime", 0x2032},
                                              {"Prime", 0x2033},
                                              {"lsaquo", 0x2039},
                                              {"rsaquo", 0x203a},
                                              {"euro", 0x20ac},
                                              {"trade", 0x2122},
                                              {"larr", 0x2190},
                                              {"rarr", 0x2192},
                                              {"minus", 0x2212},
                                              {"ne", 0x2260},
                                              {"le", 0x2264},
                                              {"ge", 0x2265}};

std::optional<std::uint32_t> code_of(std::string_view name) {
  const auto letter = std::find(latin.begin(), latin.end(), name);
  if (letter != latin.end()) return static_cast<std::uint32_t>(0xa0 + (letter - latin.begin()));
  const auto other = std::find_if(others.begin(), others.end(),
                                  [&](const NamedCode& code) { return code.first == name; });
  if (other != others.end()) return other->second;
  return std::nullopt;
}

/// The number of a reference "#233" or "#xE9"; nothing when it is not a character.
std::optional<std::uint32_t> number_of(std::string_view reference) {
  reference.remove_prefix(1);
  const bool is_hexadecimal = reference.starts_with('x') || reference.starts_with('X');
  if (is_hexadecimal) reference.remove_prefix(1);
  std::uint32_t code = 0;
  const char* end = reference.data() + reference.size();
  const auto read = std::from_chars(reference.data(), end, code, is_hexadecimal ? 16 : 10);
  const bool is_character =
      code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) && read.ptr == end;
  if (read.ec != std::errc{} || !is_character) return std::nullopt;
  return code;
}

/// The end of the name or number after the '&', if a ';' follows it.
std::optional<std::size_t> end_of_reference(std::string_view text) {
  constexpr std::size_t longest = 33;
  std::size_t end = text.substr(1).starts_with('#') ? 2 : 1;
  const std::size_t begin = end;
  while (end < std::min(text.size(), longest) && is_letter_or_digit(text[end])) {
    ++end;
  }
  if (end == begin || end >= text.size() || text[end] != ';') return std::nullopt;
  return end;
}

void append_character(std::uint32_t code, std::string& to) {
  if (code >= 0x80 && code < 0xa0) {  // in practice these mean windows-1252 punctuation
    to += decoded(std::string(1, static_cast<char>(code)), "windows-1252").text;
  } else if (code == 0xa0) {
    to += ' ';
  } else {
    append_utf8(code, to);
  }
}

}  // namespace

std::size_t append_reference(std::string_view text, std::string& to) {
  const auto end = end_of_reference(text);
  if (!end) {
    to += '&';
    return 1;
  }
  const std::string_view name = text.substr(1, *end - 1);
  if (const auto code = name.starts_with('#') ? number_of(name) : code_of(name)) {
    append_character(*code, to);
  } else {
    to += ' ';
  }
  return *end + 1;
}

}  // namespace podium::text
