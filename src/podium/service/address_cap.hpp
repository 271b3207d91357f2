#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include <openssl/ssl.h>
#include <sys/socket.h>

namespace podium {

/// The network that counts as one client: an IPv4 address, or the first half of an IPv6 address,
/// because a single client may use all addresses of the second half.
std::string network_of(const sockaddr_storage& address);

/// Limits the connections that each network holds to a TLS server. Further connections are closed
/// before anything is read, so that one client cannot occupy all threads with idle connections.
class AddressCap {
 public:
  explicit AddressCap(std::size_t limit) : limit_(limit) {}

  /// Counts all connections of a server; must outlive them.
  void watch(SSL_CTX& context);

  /// Counts a connection; returns false, without counting it, when the limit is reached.
  bool enter(const std::string& network);
  void leave(const std::string& network);

 private:
  std::size_t limit_;
  std::mutex mutex_;
  std::map<std::string, std::size_t> open_;
};

}  // namespace podium
