#pragma once

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Whether a browser sent the request for a page of another site or another port. Such a page can
/// send requests in the name of whoever opens it; it cannot change or leave out these headers.
/// Programs that are no browsers do not send them.
bool is_cross_site(const HttpRequest& request);

}  // namespace podium
