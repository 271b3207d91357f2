#include "podium/core/http/asset.hpp"

#include <algorithm>

#include "podium/core/http/content_coding.hpp"
#include "podium/core/http/security_headers.hpp"

namespace podium {

HttpResponse asset_response(const HttpRequest& request, const Asset& asset) {
  const auto accepted = std::ranges::find_if(asset.forms, [&](const AssetForm& form) {
    return form.coding.empty() ||
           accepts_coding(header_of(request, "accept-encoding"), form.coding);
  });
  HttpResponse response{.type = std::string(asset.type)};
  response.header.emplace("Content-Security-Policy", page_policy);
  response.header.emplace("Cache-Control", "no-cache");
  response.header.emplace("Vary", "Accept-Encoding");
  response.header.emplace("ETag", accepted->tag);
  if (names_tag(header_of(request, "if-none-match"), accepted->tag)) {
    response.status = 304;
    return response;
  }
  if (!accepted->coding.empty()) response.header.emplace("Content-Encoding", accepted->coding);
  response.fixed_body = accepted->bytes;
  return response;
}

}  // namespace podium
