#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "podium/service/label_service.hpp"

namespace podium {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;          ///< 0: any free port
  std::string certificate;  ///< PEM files; both or none
  std::string key;
  std::size_t threads = 512;  ///< each open connection holds one
  int idle_seconds = 2;       ///< limit between two requests of a connection
  int timeout_seconds = 10;   ///< limit for a client that sends or receives nothing
  int body_seconds = 300;     ///< limit for receiving a body
  /// Maximum of open connections per address with TLS; 0: no limit. Without TLS all connections
  /// come from this machine or from a proxy.
  std::size_t connections_of_address = 128;
};

/// Serves a LabelService over HTTP. Timeouts end the connections of slow or idle clients.
class HttpServer {
 public:
  /// Binds the port. Throws StorageError when it cannot, DataError when the certificate or the key
  /// is invalid, UsageError when only one of them is given.
  HttpServer(const ServerOptions& options, LabelService& service);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  HttpServer(HttpServer&&) = delete;
  HttpServer& operator=(HttpServer&&) = delete;

  int port() const noexcept;

  /// Serves until stop(), which may be called from another thread; requests that have begun are
  /// answered.
  void run();
  void stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace podium
