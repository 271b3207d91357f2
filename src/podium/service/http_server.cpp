#include "podium/service/http_server.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <httplib.h>
#include <sys/socket.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/service/address_cap.hpp"
#include "podium/service/security_headers.hpp"

namespace podium {

namespace {

constexpr int waiting_connections = 1024;
constexpr std::size_t requests_of_connection = 100'000;
constexpr std::size_t largest_body = std::size_t{257} << 20U;  // routes set their own limits

HttpRequest request_of(const httplib::Request& from) {
  HttpRequest request{.method = from.method == "HEAD" ? "GET" : from.method,
                      .path = from.path,
                      .body = {},
                      .address = from.remote_addr};
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) {
    // Repeated headers are joined, as HTTP allows.
    const auto [place, is_first] = request.header.try_emplace(lower_case(name), value);
    if (!is_first) place->second += ", " + value;
  }
  return request;
}

void put(const HttpResponse& response, httplib::Response& to) {
  to.status = response.status;
  for (const auto& [name, value] : response.header) to.headers.emplace(name, value);
  to.set_content(response.body, response.type);
}

bool load_certificate(SSL_CTX& context, const ServerOptions& options) {
  return SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_use_certificate_chain_file(&context, options.certificate.c_str()) == 1 &&
         SSL_CTX_use_PrivateKey_file(&context, options.key.c_str(), SSL_FILETYPE_PEM) == 1 &&
         SSL_CTX_check_private_key(&context) == 1;
}

std::unique_ptr<httplib::Server> made_server(const ServerOptions& options, AddressCap& cap) {
  if (options.certificate.empty() != options.key.empty()) {
    throw UsageError("the certificate and the key must be given together");
  }
  if (options.certificate.empty()) return std::make_unique<httplib::Server>();
  for (const std::string& file : {options.certificate, options.key}) {
    (void)InputText(file);  // throws the usual error for a file that cannot be read
  }
  auto server = std::make_unique<httplib::SSLServer>([&](SSL_CTX& context) {
    if (options.connections_of_address > 0) cap.watch(context);
    return load_certificate(context, options);
  });
  if (!server->is_valid()) {
    throw DataError({options.certificate},
                    "not a PEM certificate that matches the PEM key in " + in_quotes(options.key));
  }
  return server;
}

/// The reason why the port cannot be bound. Unknown host names leave errno at 0.
std::string listening_problem(int error) {
  if (error == EADDRINUSE) return "the port is already in use";
  if (error == 0 || error == EADDRNOTAVAIL) return "not an address of this machine";
  return std::generic_category().message(error);
}

}  // namespace

class HttpServer::Server {
 public:
  Server(const ServerOptions& options, LabelService& service)
      : options_(options),
        service_(service),
        cap_(options.connections_of_address),
        http_(made_server(options, cap_)) {
    set_limits();
    set_handlers();
    bind();
  }

  int port() const noexcept { return port_; }

  void run() {
    is_in_run_ = true;
    if (!is_stopped_) http_->listen_after_bind();
    is_in_run_ = false;
  }

  void stop() {
    is_stopped_ = true;
    // The library ignores a stop before it listens.
    while (is_in_run_ && !http_->is_running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    http_->stop();
  }

 private:
  void set_limits() {
    http_->new_task_queue = [threads = options_.threads] {
      return new httplib::ThreadPool(
          threads);  // NOLINT(cppcoreguidelines-owning-memory): httplib owns it
    };
    http_->set_keep_alive_max_count(requests_of_connection);
    http_->set_keep_alive_timeout(options_.idle_seconds);
    http_->set_read_timeout(options_.timeout_seconds);
    http_->set_write_timeout(options_.timeout_seconds);
    http_->set_payload_max_length(largest_body);
    http_->set_tcp_nodelay(true);  // responses are small and must not be delayed
    http_->set_socket_options([this](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      socket_ = socket;
    });
  }

  void set_handlers() {
    using Handled = httplib::Server::HandlerResponse;
    // Before the library's own routing, which is not needed.
    http_->set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      // Ranges are not supported; the library would cut the body and still reply with 200.
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the only way to disable ranges
      const_cast<httplib::Request&>(from).ranges.clear();
      if (from.method == "POST" || from.method == "PUT") return Handled::Unhandled;
      put(service_.handle(request_of(from)), to);
      return Handled::Handled;
    });
    const auto with_body = [this](const httplib::Request& from, httplib::Response& to,
                                  const httplib::ContentReader& reader) {
      take_body(from, to, reader);
    };
    // Covers responses that the library makes itself.
    http_->set_post_routing_handler([this](const httplib::Request&, httplib::Response& to) {
      HttpResponse bare;
      add_security_headers(bare, !options_.certificate.empty());
      for (const auto& [name, value] : bare.header) {
        if (!to.has_header(name)) to.headers.emplace(name, value);
      }
    });
    http_->Post(".*", with_body);
    http_->Put(".*", with_body);
  }

  void take_body(const httplib::Request& from, httplib::Response& to,
                 const httplib::ContentReader& reader) {
    HttpRequest request = request_of(from);
    // One byte more than allowed is kept, so that the service notices bodies that are too large;
    // the rest is read and dropped, so that the next request on the connection can be read.
    const std::size_t limit = service_.body_limit(request) + 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options_.body_seconds);
    const bool is_complete = reader([&](const char* bytes, std::size_t count) {
      request.body.append(bytes, std::min(count, limit - request.body.size()));
      return std::chrono::steady_clock::now() < end;
    });
    if (is_complete) return put(service_.handle(request), to);
    if (to.status == -1 || to.status == 200) to.status = 400;
    to.set_header("Connection", "close");
    to.set_content(R"({"error":"the body is incomplete"})", "application/json");
  }

  void bind() {
    errno = 0;
    port_ = options_.port == 0
                ? http_->bind_to_any_port(options_.host)
                : (http_->bind_to_port(options_.host, options_.port) ? options_.port : -1);
    if (port_ < 0) {
      throw StorageError("cannot listen on port " + to_text(options_.port) + " of " +
                         in_quotes(options_.host) + ": " + listening_problem(errno));
    }
    ::listen(socket_, waiting_connections);  // the library's backlog is five
  }

  ServerOptions options_;
  LabelService& service_;
  AddressCap cap_;
  std::unique_ptr<httplib::Server> http_;
  socket_t socket_ = INVALID_SOCKET;
  int port_ = -1;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<bool> is_in_run_ = false;
};

HttpServer::HttpServer(const ServerOptions& options, LabelService& service)
    : server_(std::make_unique<Server>(options, service)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const noexcept {
  return server_->port();
}

void HttpServer::run() {
  server_->run();
}

void HttpServer::stop() {
  server_->stop();
}

}  // namespace podium
