#pragma once

#include <string>
#include <string_view>

#include "podium/base/table.hpp"

namespace podium {

/// The text with the characters that mean something in HTML and SVG escaped.
std::string html_escaped(std::string_view text);

/// A page in one file: no script, nothing from elsewhere, light or dark as the reader likes it.
/// Texts and tables are escaped.
class HtmlPage {
 public:
  explicit HtmlPage(std::string_view title);

  void add_heading(std::string_view text);
  void add_paragraph(std::string_view text);

  /// Cells that are numbers, not texts of some, are set to the right, strong ones in bold.
  void add_table(const Table& table);

  /// `svg` goes in as it is.
  void add_figure(std::string_view svg);

  /// The whole document.
  std::string text() const;

 private:
  std::string title_;
  std::string body_;
};

}  // namespace podium
