#pragma once

#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Sets path and query from the target of a request line: "/a%20b?c=d", or with scheme and host as
/// proxies send it. Returns false when it is malformed, and for an encoded slash in
/// the path.
bool set_target(HttpRequest& request, std::string_view target);

}  // namespace podium
