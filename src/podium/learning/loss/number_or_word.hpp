#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "podium/core/base/options.hpp"

namespace podium {

namespace detail {

template <class Word>
void read_number_or_word(const OptionField& field, void* member, std::string_view text) {
  if (text == Word::name) {
    *static_cast<std::size_t*>(member) = Word::value;
  } else {  // only the function is wanted: it takes the limits from `field`
    number_field(std::size_t{0}, std::size_t{0}).read_member(field, member, text);
  }
}

template <class Word>
std::string number_or_word_text(const OptionField& field, const void* member) {
  if (*static_cast<const std::size_t*>(member) == Word::value) return std::string(Word::name);
  return number_field(std::size_t{0}, std::size_t{0}).member_text(field, member);
}

}  // namespace detail

/// Ties a name, limits and a sentence of help to a number that may also be given as a word.
/// Word::value, outside of the limits, stands for the text Word::name.
template <class Word, class Struct>
OptionField field_or_word(std::string_view name, std::size_t Struct::*member, std::size_t minimum,
                          std::size_t maximum, std::string_view help) {
  OptionField made = field(name, member, minimum, maximum, help);
  made.range += ", " + std::string(Word::name);
  made.read_member = detail::read_number_or_word<Word>;
  made.member_text = detail::number_or_word_text<Word>;
  return made;
}

}  // namespace podium
