#pragma once

#include <array>
#include <span>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// A file as it is sent. The build compresses it, so that no request costs that time.
struct AssetForm {
  std::string_view coding;  ///< "br", "gzip"; empty: as it is
  std::string_view tag;     ///< entity tag with its quotes: of these bytes
  std::string_view bytes;
};

/// A file of a page that is built into the program.
struct Asset {
  std::string_view path;  ///< "/label.js"; the page itself is "/"
  std::string_view type;
  std::array<AssetForm, 3> forms;  ///< the smallest first, the file as it is last
};

/// The file in the smallest form that the client takes, or only its tag if the client has it.
HttpResponse asset_response(const HttpRequest& request, const Asset& asset);

}  // namespace podium
