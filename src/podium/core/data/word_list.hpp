#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace podium {

/// Different words, numbered in the order in which they come. A table of numbers beside one text is
/// several times as fast as a map of strings, and readers look up each value of a column.
class WordList {
 public:
  std::size_t size() const noexcept { return end_.size(); }

  std::string_view operator[](std::size_t number) const noexcept {
    const std::size_t begin = number == 0 ? 0 : end_[number - 1];
    return std::string_view(text_).substr(begin, end_[number] - begin);
  }

  /// The number of a word, which is a new one unless it came before.
  std::size_t number_of(std::string_view word);

 private:
  void grow();

  std::string text_;
  std::vector<std::size_t> end_;     ///< of each word in the text
  std::vector<std::uint64_t> hash_;  ///< of each word
  std::vector<std::uint32_t> slot_;  ///< number + 1 of a word by its hash; 0: none
};

/// The words of a part of a table.
struct RowWords {
  std::vector<WordList> lists;  ///< of each column of words
  /// The columns of numbers that have a word, and the first of them in the text.
  std::vector<std::pair<std::size_t, const char*>> found;
};

/// A column of words: a feature, or one that is left out, whose list then has hashes of its words.
struct WordColumn {
  static constexpr std::size_t left_out = static_cast<std::size_t>(-1);

  std::string name;
  std::size_t feature = left_out;
};

}  // namespace podium
