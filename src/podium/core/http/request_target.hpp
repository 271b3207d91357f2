#pragma once

#include <optional>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Sets path and query from the target of a request line: "/a%20b?c=d", or with scheme and host as
/// proxies send it. Returns false when it is malformed, for an encoded slash in the path, and for a
/// parameter that is given twice.
bool set_target(HttpRequest& request, std::string_view target);

/// The host, with its port, of a target that names one; it replaces the Host header.
std::optional<std::string_view> host_of_target(std::string_view target);

}  // namespace podium
