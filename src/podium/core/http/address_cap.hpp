#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <sys/socket.h>

namespace podium {

/// The network that counts as one client: an IPv4 address, or the first half of an IPv6 address,
/// because a single client may use all addresses of the second half.
std::string network_of(const sockaddr_storage& address);

/// Limits the connections that each network holds, so that one client cannot hold them all.
class AddressCap {
 public:
  explicit AddressCap(std::size_t limit) : limit_(limit) {}  ///< 0: no limit

  /// Counts a connection; returns false, without counting it, when the limit is reached.
  bool enter(const std::string& network);
  void leave(const std::string& network);

 private:
  std::size_t limit_;
  std::map<std::string, std::size_t> open_;
};

}  // namespace podium
