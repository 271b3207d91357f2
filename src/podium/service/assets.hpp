#pragma once

#include <array>
#include <span>
#include <string_view>

namespace podium {

/// A file as it is sent. The build compresses it, so that no request costs that time.
struct AssetForm {
  std::string_view coding;  ///< "br", "gzip"; empty: as it is
  std::string_view tag;     ///< entity tag with its quotes: of these bytes
  std::string_view bytes;
};

/// A file of the page that is built into the program.
struct Asset {
  std::string_view path;  ///< "/label.js"; the page itself is "/"
  std::string_view type;
  std::array<AssetForm, 3> forms;  ///< the smallest first, the file as it is last
};

/// The page and the files that it loads; the page comes first.
std::span<const Asset> label_page();

}  // namespace podium
