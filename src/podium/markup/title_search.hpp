#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "podium/markup/html_style.hpp"

namespace podium {

/// Finds the block of text that looks most like a title among the first ones of a page, by the rule
/// of html_text().
class TitleSearch {
 public:
  /// Adds text to the current block; the style of its first word is the block's.
  void add_text(std::string_view text, const HtmlStyle& style);
  void end_block();

  /// Empty when the page has no text.
  const std::string& best() const noexcept { return best_; }

 private:
  std::string block_;
  HtmlStyle style_;
  std::size_t blocks_ = 0;
  std::string best_;
  double best_score_ = 0.0;
};

}  // namespace podium
