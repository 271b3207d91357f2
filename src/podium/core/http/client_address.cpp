#include "podium/core/http/client_address.hpp"

#include <arpa/inet.h>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

bool is_ip_address(const std::string& text) {
  in6_addr address{};
  return ::inet_pton(AF_INET, text.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

}  // namespace

std::string client_address(const HttpRequest& request, bool is_behind_proxy) {
  const std::string_view list = header_of(request, "x-forwarded-for");
  if (!is_behind_proxy || list.empty()) return request.address;
  // The last address of the list is the one that the proxy saw; those before it are claims of the
  // client.
  std::string last(trimmed(list.substr(list.rfind(',') + 1)));  // npos + 1 is the beginning
  return is_ip_address(last) ? last : request.address;
}

}  // namespace podium
