#pragma once

#include <string>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Who sent a request: behind a proxy, which names the client in X-Forwarded-For, not the proxy.
std::string client_address(const HttpRequest& request, bool is_behind_proxy);

}  // namespace podium
