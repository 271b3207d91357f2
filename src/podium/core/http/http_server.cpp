#include "podium/core/http/http_server.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/http_connection.hpp"
#include "podium/core/http/tls_context.hpp"

namespace podium {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = HttpConnection::Clock;

constexpr int waiting_connections = 1024;
constexpr int socket_bytes = 256 << 10;  ///< that the system buffers for a connection, each way
constexpr std::chrono::milliseconds tick_time{100};
/// For a newcomer while all connections are in use; others wait in the system's queue.
constexpr std::chrono::milliseconds admission_tick{5};
constexpr std::chrono::seconds admission_time{1};

std::string listening_problem(const error_code& error) {
  if (error == asio::error::address_in_use) return "the port is already in use";
  const bool is_unknown = error.category() == asio::error::get_netdb_category() ||
                          error.category() == asio::error::get_addrinfo_category();
  if (is_unknown || error == boost::system::errc::address_not_available) {
    return "not an address of this machine";
  }
  return error.message();
}

std::optional<asio::ssl::context> made_context(const ServerOptions& options, bool is_starting) {
  if (options.certificate.empty() != options.key.empty()) {
    throw UsageError("the certificate and the key must be given together");
  }
  if (options.certificate.empty()) return std::nullopt;
  return asio::ssl::context(
      server_tls_context(options.certificate, options.key, is_starting).release());
}

}  // namespace

class HttpServer::Server {
 public:
  Server(const ServerOptions& options, HttpHandler& handler)
      : shared_(options, handler), context_(made_context(options, true)) {
    bind();
  }

  int port() const noexcept { return port_; }

  void run() {
    asio::post(shared_.io, [this] {
      accept();
      tick();
    });
    insist([this] { shared_.io.run(); });
    shared_.workers.join();
  }

  std::size_t unanswered() const noexcept { return unanswered_; }

  void reload_certificate() {
    auto context =
        std::make_shared<std::optional<asio::ssl::context>>(made_context(shared_.options, false));
    // Connections keep the one that they began with.
    asio::post(shared_.io, [this, context] { std::swap(context_, *context); });
  }

  void stop() {
    if (is_stopped_.exchange(true)) return;
    asio::post(shared_.io, [this] { begin_to_stop(); });
  }

 private:
  /// Who has connected and counts for its network, but has no place yet.
  struct Newcomer {
    tcp::socket socket;
    std::string address;
    std::string network;
    Clock::time_point end;  ///< of its patience
  };

  void bind() {
    const ServerOptions& options = shared_.options;
    error_code error;
    tcp::resolver resolver(shared_.io);
    const auto found =
        resolver.resolve(options.host, to_text(options.port),
                         tcp::resolver::passive | tcp::resolver::numeric_service, error);
    for (const auto& entry : found) {
      error = listen(entry.endpoint());
      if (!error) return;
    }
    throw StorageError("cannot listen on port " + to_text(options.port) + " of " +
                       in_quotes(options.host) + ": " + listening_problem(error));
  }

  error_code listen(const tcp::endpoint& endpoint) {
    error_code error;
    acceptor_ = tcp::acceptor(shared_.io);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    // Connections inherit these; without them the system may buffer megabytes for each.
    if (!error) acceptor_.set_option(tcp::acceptor::receive_buffer_size(socket_bytes), error);
    if (!error) acceptor_.set_option(tcp::acceptor::send_buffer_size(socket_bytes), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(waiting_connections, error);
    if (!error) port_ = acceptor_.local_endpoint(error).port();
    return error;
  }

  void accept() {
    if (!acceptor_.is_open()) return;
    insist([this] {
      acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
        if (auto newcomer = error ? std::nullopt : counted(std::move(socket))) {
          return admit(*std::move(newcomer));
        }
        const bool is_full = error == asio::error::no_descriptors ||
                             error == asio::error::no_memory ||
                             error == asio::error::no_buffer_space;
        is_full && !shared_.close_weakest() ? later(wait_, tick_time, [this] { accept(); })
                                            : accept();
      });
    });
  }

  template <class Step>
  static void later(asio::steady_timer& timer, Clock::duration time, Step step) {
    timer.expires_after(time);
    insist([&] { timer.async_wait([step](const error_code&) { step(); }); });
  }

  /// Nobody if the address holds all the connections that it may have: it takes no place of others.
  std::optional<Newcomer> counted(tcp::socket socket) {
    try {
      error_code error;
      const tcp::endpoint peer = socket.remote_endpoint(error);
      sockaddr_storage address{};
      std::memcpy(&address, peer.data(), std::min(sizeof address, peer.size()));
      Newcomer newcomer{.socket = std::move(socket),
                        .address = peer.address().to_string(),
                        .network = network_of(address),
                        .end = Clock::now() + admission_time};
      if (!error && shared_.cap.enter(newcomer.network)) return newcomer;
    } catch (const std::exception&) {
    }
    return std::nullopt;
  }

  /// A newcomer waits for a place that is about to be free: one that is sent away comes again at
  /// once, and whoever comes most often would get the place.
  void admit(Newcomer newcomer) {
    const bool is_open = acceptor_.is_open();
    if (is_open && (shared_.open.size() < shared_.options.connections || shared_.close_weakest())) {
      welcome(std::move(newcomer));
    } else if (is_open && Clock::now() < newcomer.end) {
      waiting_ = std::move(newcomer);
      return later(wait_, admission_tick, [this] { admit(*std::exchange(waiting_, {})); });
    } else {
      shared_.cap.leave(newcomer.network);
    }
    accept();
  }

  void welcome(Newcomer newcomer) {
    std::shared_ptr<HttpConnection> connection;
    try {
      connection = std::make_shared<HttpConnection>(shared_, channel_of(std::move(newcomer.socket)),
                                                    std::move(newcomer.address), newcomer.network);
      shared_.open.insert(connection);
      connection->start();
    } catch (const std::exception&) {
      connection ? connection->close() : shared_.cap.leave(newcomer.network);
    }
  }

  std::unique_ptr<HttpChannel> channel_of(tcp::socket socket) {
    socket.set_option(tcp::no_delay(true));  // responses are small and must not be delayed
    return context_ ? tls_channel(std::move(socket), *context_) : plain_channel(std::move(socket));
  }

  void tick() {
    const auto now = Clock::now();
    for (auto at = shared_.open.begin(); at != shared_.open.end();) {
      const auto connection = *at++;  // closing removes it
      if (now < stop_end_) {
        connection->check_time(now);
      } else {
        unanswered_ += connection->has_begun() ? 1U : 0U;
        connection->close();
      }
    }
    if (shared_.is_stopping && shared_.open.empty()) return;
    later(tick_, tick_time, [this] { tick(); });
  }

  void begin_to_stop() {
    shared_.is_stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    wait_.cancel();
    stop_end_ = Clock::now() + std::chrono::seconds(shared_.options.stop_seconds);
    shared_.when_empty = [this] { end(); };
    for (auto at = shared_.open.begin(); at != shared_.open.end();) {
      const auto connection = *at++;  // closing removes it
      connection->end_soon();
    }
    if (shared_.open.empty()) end();
  }

  void end() {
    tick_.cancel();
    work_.reset();
  }

  HttpConnections shared_;
  std::optional<asio::ssl::context> context_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{shared_.io.get_executor()};
  tcp::acceptor acceptor_{shared_.io};
  std::optional<Newcomer> waiting_;
  asio::steady_timer tick_{shared_.io};
  asio::steady_timer wait_{shared_.io};
  Clock::time_point stop_end_ = Clock::time_point::max();
  std::size_t unanswered_ = 0;
  int port_ = -1;
  std::atomic<bool> is_stopped_ = false;
};

HttpServer::HttpServer(const ServerOptions& options, HttpHandler& handler)
    : server_(std::make_unique<Server>(options, handler)) {}

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

std::size_t HttpServer::unanswered() const noexcept {
  return server_->unanswered();
}

void HttpServer::reload_certificate() {
  server_->reload_certificate();
}

}  // namespace podium
