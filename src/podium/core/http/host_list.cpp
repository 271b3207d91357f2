#include "podium/core/http/host_list.hpp"

#include <algorithm>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "podium/core/base/text.hpp"

namespace podium {

std::string host_name(std::string_view header) {
  header = trimmed(header);
  if (header.starts_with('[')) return lower_case(header.substr(1, header.find(']') - 1));
  const bool is_bare_v6 = std::ranges::count(header, ':') > 1;
  if (!is_bare_v6) header = header.substr(0, header.find(':'));
  if (header.ends_with('.')) header.remove_suffix(1);
  return lower_case(header);
}

bool is_loopback_host(const std::string& host) {
  if (lower_case(host) == "localhost") return true;
  in_addr v4{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1) return ntohl(v4.s_addr) >> 24U == 127;
  in6_addr v6{};
  return ::inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

bool is_allowed_host(std::string_view header, std::span<const std::string> hosts) {
  if (hosts.empty() || header.empty()) return true;
  return std::ranges::count(hosts, host_name(header)) > 0;
}

}  // namespace podium
