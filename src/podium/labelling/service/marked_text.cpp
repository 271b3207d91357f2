#include "podium/labelling/service/marked_text.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/markup/html_escape.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t longest_word = 64;  // longer runs of letters are never words of a query

constexpr std::array<std::string_view, 34> function_words = {
    "about", "an",  "and", "are",  "as",   "at",   "be",    "by",    "can", "do",   "does", "for",
    "from",  "how", "in",  "is",   "it",   "its",  "of",    "on",    "or",  "that", "the",  "their",
    "this",  "to",  "was", "were", "what", "when", "where", "which", "who", "with"};

/// Letters and digits; every byte of a character beyond ASCII counts as a letter.
bool is_word_byte(char c) {
  return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t word_end(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_word_byte(text[begin])) ++begin;
  return begin;
}

}  // namespace

MarkedTerms::MarkedTerms(std::string_view query) {
  for (std::size_t i = 0; i < query.size();) {
    const std::size_t end = word_end(query, i);
    std::string word = lower_case(query.substr(i, end - i));
    if (word.size() > 1 && word.size() <= longest_word &&
        std::ranges::find(function_words, word) == function_words.end()) {
      terms_.insert(std::move(word));
    }
    i = std::max(end, i + 1);
  }
}

bool MarkedTerms::has(std::string_view word) const {
  if (word.empty() || word.size() > longest_word) return false;
  std::string lower = lower_case(word);
  if (terms_.contains(lower)) return true;
  if (lower.size() > 2 && lower.ends_with('s') &&
      terms_.contains(std::string_view(lower).substr(0, lower.size() - 1))) {
    return true;
  }
  lower += 's';
  return terms_.contains(lower);
}

void append_marked(std::string& out, std::string_view text, const MarkedTerms& terms) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t gap_begin = i;
    while (i < text.size() && !is_word_byte(text[i])) ++i;
    text::append_escaped(out, text.substr(gap_begin, i - gap_begin));
    const std::size_t end = word_end(text, i);
    const std::string_view word = text.substr(i, end - i);
    const bool is_term = terms.has(word);
    if (is_term) out += "<mark>";
    out += word;
    if (is_term) out += "</mark>";
    i = end;
  }
}

}  // namespace podium::labelling
