#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "podium/core/http/http_handler.hpp"
#include "podium/core/http/memory_budget.hpp"
#include "podium/core/http/request_reader.hpp"

namespace podium {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;          ///< 0: any free port
  std::string certificate;  ///< PEM files; both or none
  std::string key;
  std::size_t workers = 64;       ///< threads for handlers: requests that are handled at once
  std::size_t connections = 512;  ///< maximum of open connections
  std::size_t connections_of_address = 128;  ///< maximum from one address; 0: no limit
  std::vector<std::string> hosts;            ///< names in Host headers, see host_list; none: any
  std::shared_ptr<MemoryBudget> memory;      ///< of all bodies and responses; none: no limit
  int idle_seconds = 30;                     ///< limit between two requests of a connection
  int head_seconds = 10;     ///< limit for a TLS handshake, for a head, and for silence in a body
  int body_seconds = 300;    ///< limit for the largest bodies; that of small ones is shorter
  int answer_seconds = 300;  ///< limit for a client that takes a response
  int stop_seconds = 10;     ///< limit for requests that have begun when the server is stopped
  HttpLimits limits;
};

/// Serves an HttpHandler over HTTP/1.1, with or without TLS. One thread reads and writes all
/// connections, and workers call the handler. Whatever clients send, memory is bounded by the
/// limits; when all connections are in use, those that have waited longest for a request make room.
class HttpServer {
 public:
  /// Binds the port. Throws StorageError when it cannot, DataError when the certificate or the key
  /// is invalid, UsageError when only one of them is given. The handler must outlive the server.
  HttpServer(const ServerOptions& options, HttpHandler& handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  HttpServer(HttpServer&&) = delete;
  HttpServer& operator=(HttpServer&&) = delete;

  int port() const noexcept;

  /// Serves until stop(), which may be called from another thread; requests that have begun are
  /// answered. A server runs once.
  void run();
  void stop();

  /// After run(): how many requests had begun and were given up, as they took longer than
  /// stop_seconds.
  std::size_t unanswered() const noexcept;

  /// Reads the certificate and the key again, for new connections. Throws DataError when they are
  /// invalid; those before stay then.
  void reload_certificate();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace podium
