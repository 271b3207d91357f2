#include "podium/text/markup/title_search.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/text.hpp"
#include "podium/text/markup/blanks.hpp"

namespace podium::text {

namespace {

constexpr std::size_t max_candidates = 20;
constexpr std::size_t max_blocks = 400;
constexpr std::size_t longest = 2000;  // in bytes: a longer block is not a title
constexpr double words_of_paragraph = 30.0;
constexpr double least_score = -3.0;  // ordinary text of 24 words

/// Words of menus. They are not excluded, since a page may have nothing else.
constexpr std::array<std::string_view, 14> words_of_menus = {"home",
                                                             "home page",
                                                             "menu",
                                                             "main menu",
                                                             "navigation",
                                                             "search",
                                                             "site map",
                                                             "contents",
                                                             "back",
                                                             "back to top",
                                                             "skip to content",
                                                             "skip to main content",
                                                             "skip navigation",
                                                             "table of contents"};

double word_count(const std::string& block) {
  return static_cast<double>(1 + std::count(block.begin(), block.end(), ' '));
}

/// Bytes of letters outside of ASCII count, too.
bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 128;
  });
}

bool is_of_menu(const std::string& block) {
  return block.size() < 24 && std::find(words_of_menus.begin(), words_of_menus.end(),
                                        lower_case(block)) != words_of_menus.end();
}

}  // namespace

void TitleSearch::Styles::add(std::size_t more, const HtmlStyle& style) noexcept {
  const auto count = static_cast<double>(more);
  bytes += count;
  size += count * style.size;
  bold += style.is_bold ? count : 0.0;
  centred += style.is_centred ? count : 0.0;
  linked += style.is_linked ? count : 0.0;
  named += style.is_named ? count : 0.0;
  aside += style.is_aside ? count : 0.0;
}

bool TitleSearch::is_done() const noexcept {
  return candidates_ == max_candidates || blocks_ == max_blocks;
}

void TitleSearch::add_text(std::string_view text, const HtmlStyle& style) {
  if (is_done() || block_.size() > longest) return;
  if (is_line_end_ && !trimmed(text).empty()) {
    const bool stands_out = style.size > 0.0 || style.is_bold;
    if (!stands_out || style != last_style_) end_block();
    if (!block_.empty()) block_ += ' ';
    is_line_end_ = false;
  }
  const std::size_t before = block_.size();
  append_collapsed(text, block_);
  if (block_.size() == before) return;
  styles_.add(block_.size() - before, style);
  if (!trimmed(text).empty()) last_style_ = style;
}

double TitleSearch::score() const {
  const double n = styles_.bytes;
  const double emphasis = (styles_.size + styles_.bold + styles_.centred + styles_.named) / n;
  const double place = (2.0 * styles_.linked + 8.0 * styles_.aside) / n +
                       (is_after_text_ ? 3.0 : 0.0) + (is_of_menu(block_) ? 3.0 : 0.0);
  return emphasis - place - std::max(0.0, word_count(block_) - 12.0) / 4.0;
}

void TitleSearch::end_line() {
  trim_end(block_);
  is_line_end_ = !block_.empty();
}

void TitleSearch::end_block() {
  trim_end(block_);
  is_line_end_ = false;
  if (block_.empty() || is_done()) return;
  ++blocks_;
  const bool is_link = styles_.linked > 0.5 * styles_.bytes;
  if (!is_link) ++candidates_;
  const double found = score();
  if (has_letter(block_) && found > (best_.empty() ? least_score : best_score_)) {
    best_score_ = found;
    best_ = block_;
  }
  const bool is_plain = styles_.size <= 0.0 && styles_.aside == 0.0 && !is_link;
  if (is_plain && word_count(block_) >= words_of_paragraph) is_after_text_ = true;
  block_.clear();
  styles_ = {};
}

}  // namespace podium::text
