#pragma once

#include <string_view>

#include "podium/service/http_message.hpp"

namespace podium {

/// The policy of the page: its own files and nothing else, no script in its text.
inline constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

/// Adds what every answer carries, where the answer has not said otherwise.
void add_security_headers(Response& response, bool is_tls);

}  // namespace podium
