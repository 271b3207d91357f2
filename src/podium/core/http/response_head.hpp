#pragma once

#include <string>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// The status line and the headers of a response, with the empty line that ends them.
std::string response_head(const HttpResponse& response, bool keeps_alive);

/// Whether a response with this status may have a body.
inline bool has_content(int status) {
  return status >= 200 && status != 204 && status != 304;
}

}  // namespace podium
