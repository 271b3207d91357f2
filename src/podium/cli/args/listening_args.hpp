#pragma once

#include <functional>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/core/http/http_server.hpp"

namespace podium::cli {

/// Where a service listens, and how it is encrypted: what all services are given.
struct ListeningArgs {
  ServerOptions server;
  bool behind_proxy = false;
  std::vector<std::string> hosts;  ///< further names in Host headers

  void add_to(Command& command);

  bool is_tls() const { return !server.certificate.empty(); }
  bool is_loopback() const;

  /// Throws UsageError when other machines could reach a service without encryption.
  void check() const;

  /// What HttpServer is to be given. Addresses are not limited where many clients share one. Names
  /// in Host headers are limited to --allow-host and, on loopback without a proxy, those of the
  /// loopback addresses: only there nobody needs TLS or another name.
  ServerOptions limits() const;

  /// Reads the certificate again; says why it cannot, and the one before stays.
  void reload_certificate(HttpServer& server,
                          const std::function<void(const std::string&)>& say) const;

  /// "http://127.0.0.1:8080"
  std::string address(int port) const;
};

/// What is said at the end of a service, of which some requests were given up.
std::string end_words(std::size_t unanswered);

/// Serves until the watch notes that the user ends it; requests that have begun are answered.
/// `tick` is called about twenty times a second.
void run_until_interrupted(HttpServer& server, const InterruptWatch& watch,
                           const std::function<void()>& tick = {});

}  // namespace podium::cli
