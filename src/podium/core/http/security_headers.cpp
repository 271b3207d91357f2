#include "podium/core/http/security_headers.hpp"

namespace podium {

void add_security_headers(HttpResponse& response, bool is_tls) {
  const auto add = [&](const char* name, std::string_view value) {
    if (!response.header.contains(name)) response.header.emplace(name, value);
  };
  add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  add("Cache-Control", "no-store");
  add("X-Content-Type-Options", "nosniff");
  add("Referrer-Policy", "no-referrer");
  add("X-DNS-Prefetch-Control", "off");
  add("Cross-Origin-Opener-Policy", "same-origin");
  add("Cross-Origin-Resource-Policy", "same-origin");
  if (is_tls) add("Strict-Transport-Security", "max-age=31536000");
}

}  // namespace podium
