#include "podium/markup/title_search.hpp"

#include <algorithm>

#include "podium/markup/blanks.hpp"

namespace podium {

namespace {

constexpr std::size_t looked_at = 20;
constexpr std::size_t longest = 2000;  // in bytes: a longer block is not a title

double score(const std::string& block, const HtmlStyle& style) {
  const auto words = static_cast<double>(1 + std::count(block.begin(), block.end(), ' '));
  return style.size + (style.is_bold ? 1.0 : 0.0) + (style.is_centred ? 1.0 : 0.0) -
         std::max(0.0, words - 12.0) / 4.0;
}

}  // namespace

void TitleSearch::add_text(std::string_view text, const HtmlStyle& style) {
  if (blocks_ == looked_at || block_.size() > longest) return;
  const bool was_empty = block_.empty();
  append_collapsed(text, block_);
  if (was_empty && !block_.empty()) style_ = style;
}

void TitleSearch::end_block() {
  trim_end(block_);
  if (block_.empty() || blocks_ == looked_at) return;
  const double found = score(block_, style_);
  if (blocks_ == 0 || found > best_score_) {
    best_score_ = found;
    best_ = block_;
  }
  ++blocks_;
  block_.clear();
}

}  // namespace podium
