#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::text {

/// A piece of a page: a run of text, a tag, or other markup.
struct HtmlPiece {
  enum class Kind { text, raw_text, open, close, other };
  Kind kind = Kind::other;
  std::string_view text;       ///< of a run
  std::string_view name;       ///< of a tag, as it is written
  std::size_t attributes = 0;  ///< of a tag
};

/// Splits any page into pieces in linear time, as an HTML tokeniser does.
class HtmlScanner {
 public:
  explicit HtmlScanner(std::string_view html) noexcept : html_(html) {}

  /// The next piece; false at the end.
  bool next(HtmlPiece& piece);

  /// From here on <title>, <script> and the like may contain tags, as other elements do.
  void ignore_raw_text() noexcept { has_raw_text_ = false; }

 private:
  std::size_t end_of_comment() const noexcept;
  std::size_t end_of_raw_text() const noexcept;
  std::size_t end_of_tag(std::size_t begin, HtmlPiece& piece) const noexcept;

  std::string_view html_;
  std::size_t at_ = 0;
  bool has_raw_text_ = true;
  std::string raw_;  ///< the current element whose content is text up to its end tag
};

struct HtmlLimits {
  std::size_t depth = 512;
  std::size_t attributes = 1000;  ///< of one tag
  std::size_t nodes = 2'000'000;  ///< as estimated
};

/// Whether a parser needs bounded time and memory for the page: elements are not nested too deeply,
/// and unclosed <b> and <font> do not multiply.
bool is_safe_to_parse(std::string_view html, const HtmlLimits& limits = {});

struct StrippedHtml {
  std::string title;
  std::string text;
};

/// The text of a page without its tags, scripts and styles, by the scanner alone; blanks are
/// collapsed, character references replaced.
StrippedHtml stripped(std::string_view html);

}  // namespace podium::text
