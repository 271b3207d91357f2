#include "podium/core/http/address_cap.hpp"

#include <cstring>

#include <netinet/in.h>

namespace podium {

std::string network_of(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return {reinterpret_cast<const char*>(&v4.sin_addr), sizeof v4.sin_addr};
  }
  if (address.ss_family != AF_INET6) return {};
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof v6);
  const std::string bytes(reinterpret_cast<const char*>(&v6.sin6_addr), sizeof v6.sin6_addr);
  constexpr std::size_t mapped = 12;  // bytes before an IPv4 address mapped to IPv6
  return IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) ? bytes.substr(mapped)
                                             : bytes.substr(0, bytes.size() / 2);
}

bool AddressCap::enter(const std::string& network) {
  if (limit_ == 0) return true;
  std::size_t& open = open_[network];
  if (open >= limit_) return false;
  ++open;
  return true;
}

void AddressCap::leave(const std::string& network) {
  const auto found = open_.find(network);
  if (found != open_.end() && --found->second == 0) open_.erase(found);
}

}  // namespace podium
