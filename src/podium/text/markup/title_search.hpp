#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "podium/text/markup/html_style.hpp"

namespace podium::text {

/// Finds the block of text that looks most like a title among the first ones of a page, by the rule
/// of html_text().
class TitleSearch {
 public:
  /// Adds text to the current block.
  void add_text(std::string_view text, const HtmlStyle& style);

  /// The end of a line inside a block: the block goes on if the next text has the same style and
  /// stands out, as a title that is too long for a line does.
  void end_line();
  void end_block();

  /// Empty when no block of the page could be a title.
  const std::string& best() const noexcept { return best_; }

 private:
  /// Bytes of the block, and how many of them are in each style.
  struct Styles {
    double bytes = 0.0;
    double size = 0.0;  ///< sum over bytes
    double bold = 0.0;
    double centred = 0.0;
    double linked = 0.0;
    double named = 0.0;
    double aside = 0.0;

    void add(std::size_t more, const HtmlStyle& style) noexcept;
  };

  double score() const;
  bool is_done() const noexcept;

  std::string block_;
  Styles styles_;
  HtmlStyle last_style_;  ///< of the last text of the block
  bool is_line_end_ = false;
  std::size_t blocks_ = 0;      ///< that were looked at
  std::size_t candidates_ = 0;  ///< that are not mostly links
  bool is_after_text_ = false;  ///< whether a paragraph came before
  std::string best_;
  double best_score_ = 0.0;
};

}  // namespace podium::text
