#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include <openssl/ssl.h>
#include <sys/socket.h>

namespace podium {

/// Whose connection it is, for a cap: an address of IPv4, or the first half of one of IPv6, all
/// of whose other half one client may use.
std::string network_of(const sockaddr_storage& address);

/// Lets each network hold so many connections of a TLS server at once. Whoever comes then is hung
/// up on before anything is read, so that one client cannot hold every thread by keeping silent.
class AddressCap {
 public:
  explicit AddressCap(std::size_t most) : most_(most) {}

  /// Watches all connections of a server; must live as long as they do.
  void watch(SSL_CTX& context);

  /// Counts a connection; false, and it does not count, when there are as many as may be.
  bool enter(const std::string& network);
  void leave(const std::string& network);

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::map<std::string, std::size_t> open_;
};

}  // namespace podium
