#pragma once

#include <functional>
#include <string>

#include "podium/cli/command.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/http/http_server.hpp"

namespace podium {

/// Where a service listens, and how it is encrypted: what all services are given.
struct ListeningArgs {
  ServerOptions server;
  bool behind_proxy = false;

  void add_to(Command& command);

  bool is_tls() const { return !server.certificate.empty(); }
  bool is_loopback() const;

  /// Throws UsageError when other machines could reach a service without encryption.
  void check() const;

  /// What HttpServer is to be given: addresses are not limited where many clients share one.
  ServerOptions limits() const;

  /// "http://127.0.0.1:8080"
  std::string address(int port) const;
};

/// Serves until the watch notes that the user ends it; requests that have begun are answered.
/// `tick` is called about twenty times a second.
void run_until_interrupted(HttpServer& server, const InterruptWatch& watch,
                           const std::function<void()>& tick = {});

}  // namespace podium
