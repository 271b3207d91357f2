#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "podium/service/label_service.hpp"

namespace podium {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;          ///< 0: any that is free
  std::string certificate;  ///< files; both or none
  std::string key;
  std::size_t threads = 512;  ///< each open connection holds one
  int idle_seconds = 2;       ///< between two requests of a connection
  int timeout_seconds = 10;   ///< of a client that sends or takes nothing
  int body_seconds = 300;     ///< in which a body must be there
  /// Connections that one address may hold under TLS; 0: as many as it likes. Without TLS all come
  /// from this machine or from a proxy.
  std::size_t connections_of_address = 128;
};

/// Puts a service on the network. Connections of slow or silent clients end by timeouts.
class HttpServer {
 public:
  /// Binds the port. Throws StorageError when it cannot, DataError when the certificate or the key
  /// is not one, UsageError when there is one of both.
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
