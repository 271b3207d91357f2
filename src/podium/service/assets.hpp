#pragma once

#include <span>
#include <string_view>

namespace podium {

/// A file of the page that is built into the program.
struct Asset {
  std::string_view path;  ///< "/label.js"; the page itself is "/"
  std::string_view type;
  std::string_view text;
};

/// The page and the files that it loads; the page comes first.
std::span<const Asset> label_page();

}  // namespace podium
