#pragma once

#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// The policy of the page: only its own files, no inline scripts.
inline constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

/// Adds the headers of every response, unless the response has set them.
void add_security_headers(HttpResponse& response, bool is_tls);

}  // namespace podium
