#include "podium/core/http/cross_site.hpp"

#include "podium/core/base/text.hpp"

namespace podium {

bool is_cross_site(const HttpRequest& request) {
  // The browser's own judgement, which a proxy that changes Host does not disturb.
  const std::string_view site = header_of(request, "sec-fetch-site");
  if (!site.empty()) return site != "same-origin" && site != "none";
  std::string_view origin = header_of(request, "origin");  // "http://localhost:8080"
  if (origin.empty()) return false;
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return true;  // "null": a page without an address
  origin.remove_prefix(scheme + 3);
  return lower_case(origin) != lower_case(header_of(request, "host"));
}

}  // namespace podium
