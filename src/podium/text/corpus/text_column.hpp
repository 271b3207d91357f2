#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace podium::text {

/// Many short texts in one buffer: eight bytes each in addition to their characters.
class TextColumn {
 public:
  void push_back(std::string_view text) {
    text_ += text;
    end_.push_back(text_.size());
  }

  /// Borrowed until the next push_back().
  std::string_view operator[](std::size_t i) const {
    const std::uint64_t begin = i == 0 ? 0 : end_[i - 1];
    return std::string_view(text_).substr(begin, end_[i] - begin);
  }

  std::size_t size() const noexcept { return end_.size(); }
  bool empty() const noexcept { return end_.empty(); }

 private:
  std::string text_;
  std::vector<std::uint64_t> end_;
};

}  // namespace podium::text
