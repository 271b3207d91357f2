#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium::labelling {

/// The name of the session cookie. It contains the port of the request, because browsers send a
/// cookie to every port of a host.
std::string session_cookie(const HttpRequest& request, bool is_secure);

/// The value of a cookie in the request's Cookie header.
std::optional<std::string_view> cookie(const HttpRequest& request, std::string_view name);

}  // namespace podium::labelling
