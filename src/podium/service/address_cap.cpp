#include "podium/service/address_cap.hpp"

#include <cstring>
#include <memory>
#include <utility>

#include <netinet/in.h>

namespace podium {

namespace {

/// A connection that was counted. OpenSSL deletes it with the connection.
class CountedConnection {
 public:
  CountedConnection(AddressCap& cap, std::string network)
      : cap_(cap), network_(std::move(network)) {}
  ~CountedConnection() { cap_.leave(network_); }
  CountedConnection(const CountedConnection&) = delete;
  CountedConnection& operator=(const CountedConnection&) = delete;
  CountedConnection(CountedConnection&&) = delete;
  CountedConnection& operator=(CountedConnection&&) = delete;

 private:
  AddressCap& cap_;
  std::string network_;
};

void free_entry(void* /*parent*/, void* entry, CRYPTO_EX_DATA* /*all*/, int /*index*/,
                long /*number*/, void* /*pointer*/) {
  const std::unique_ptr<CountedConnection> ended(static_cast<CountedConnection*>(entry));
}

// Slots that OpenSSL assigns once for the whole program.

int place_of_cap() {
  static const int place = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return place;
}

int place_of_entry() {
  static const int place = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, free_entry);
  return place;
}

/// Called before the first byte of a connection is read.
void at_handshake(const SSL* connection, int event, int /*value*/) {
  const bool is_counted = SSL_get_ex_data(connection, place_of_entry()) != nullptr;
  if ((event & SSL_CB_HANDSHAKE_START) == 0 || is_counted) return;
  auto& cap =
      *static_cast<AddressCap*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), place_of_cap()));
  const int socket = SSL_get_fd(connection);
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return;
  std::string network = network_of(address);
  if (!cap.enter(network)) {
    ::shutdown(socket, SHUT_RDWR);  // the handshake fails, and the library closes the socket
    return;
  }
  auto entry = std::make_unique<CountedConnection>(cap, std::move(network));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): OpenSSL passes a const pointer at this
  // point
  if (SSL_set_ex_data(const_cast<SSL*>(connection), place_of_entry(), entry.get()) == 1) {
    static_cast<void>(entry.release());
  }
}

}  // namespace

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

void AddressCap::watch(SSL_CTX& context) {
  SSL_CTX_set_ex_data(&context, place_of_cap(), this);
  SSL_CTX_set_info_callback(&context, at_handshake);
}

bool AddressCap::enter(const std::string& network) {
  const std::lock_guard lock(mutex_);
  std::size_t& open = open_[network];
  if (open >= limit_) return false;
  ++open;
  return true;
}

void AddressCap::leave(const std::string& network) {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(network);
  if (found != open_.end() && --found->second == 0) open_.erase(found);
}

}  // namespace podium
