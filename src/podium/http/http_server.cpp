#include "podium/http/http_server.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/http/address_cap.hpp"
#include "podium/http/content_coding.hpp"
#include "podium/http/response_head.hpp"
#include "podium/http/tls_context.hpp"

namespace podium {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Done = std::function<void(const error_code& error, std::size_t count)>;

constexpr int waiting_connections = 1024;
constexpr std::size_t requests_of_connection = 100'000;
constexpr std::size_t read_bytes = std::size_t{16} << 10U;
constexpr std::size_t sink_bytes = std::size_t{64} << 10U;  ///< what a sink is given at once
/// What is read and dropped of a body or after a refusal, so that the client sees the response.
constexpr std::size_t dropped_bytes = std::size_t{16} << 20U;
constexpr std::size_t least_rate = std::size_t{16} << 10U;  ///< bytes of a body per second
constexpr std::size_t most_handshakes =
    16;                                  ///< at once: each costs a millisecond of the one thread
constexpr int socket_bytes = 256 << 10;  ///< that the system buffers for a connection, each way
constexpr std::chrono::seconds linger_time{2};
/// For a response of which the client takes nothing.
constexpr std::chrono::milliseconds stuck_time{100};
constexpr std::chrono::milliseconds tick_time{100};
constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";

/// Repeats a step until there is memory for it: what the whole server needs is not given up.
template <class Step>
void insist(const Step& step) {
  while (true) {
    try {
      return step();
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(tick_time);
    }
  }
}

/// The bytes of a connection, with or without TLS. One call at a time is under way.
class Channel {
 public:
  Channel() = default;
  virtual ~Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  Channel(Channel&&) = delete;
  Channel& operator=(Channel&&) = delete;

  virtual tcp::socket& socket() = 0;
  virtual void open(Done done) = 0;
  virtual void read(asio::mutable_buffer buffer, Done done) = 0;
  virtual void write(std::array<asio::const_buffer, 2> buffers, Done done) = 0;
  virtual void say_end(Done done) = 0;
};

class PlainChannel final : public Channel {
 public:
  explicit PlainChannel(tcp::socket socket) : socket_(std::move(socket)) {}

  tcp::socket& socket() override { return socket_; }
  void open(Done done) override { done({}, 0); }
  void read(asio::mutable_buffer buffer, Done done) override {
    socket_.async_read_some(buffer, std::move(done));
  }
  void write(std::array<asio::const_buffer, 2> buffers, Done done) override {
    asio::async_write(socket_, buffers, std::move(done));
  }
  void say_end(Done done) override { done({}, 0); }

 private:
  tcp::socket socket_;
};

class TlsChannel final : public Channel {
 public:
  TlsChannel(tcp::socket socket, asio::ssl::context& context)
      : stream_(std::move(socket), context) {}

  tcp::socket& socket() override { return stream_.next_layer(); }
  void open(Done done) override {
    stream_.async_handshake(asio::ssl::stream_base::server,
                            [done = std::move(done)](const error_code& error) { done(error, 0); });
  }
  void read(asio::mutable_buffer buffer, Done done) override {
    stream_.async_read_some(buffer, std::move(done));
  }
  void write(std::array<asio::const_buffer, 2> buffers, Done done) override {
    asio::async_write(stream_, buffers, std::move(done));
  }
  void say_end(Done done) override {
    stream_.async_shutdown([done = std::move(done)](const error_code& error) { done(error, 0); });
  }

 private:
  asio::ssl::stream<tcp::socket> stream_;
};

class Connection;

/// What all connections share. Only the thread that runs `io` uses it, except for `workers`, `io`
/// and `handler`.
struct Shared {
  Shared(const ServerOptions& from, HttpHandler& answering)
      : options(from),
        handler(answering),
        workers(from.workers),
        cap(from.connections_of_address) {}

  ServerOptions options;
  HttpHandler& handler;
  asio::io_context io{1};
  asio::thread_pool workers;
  AddressCap cap;
  std::set<std::shared_ptr<Connection>> connections;
  std::deque<std::weak_ptr<Connection>> waiting_for_handshake;
  std::size_t handshakes = 0;
  bool is_stopping = false;
  std::function<void()> when_empty;
};

/// One client. Everything but the handler runs on the thread of `Shared::io`; an exception there,
/// such as one for want of memory, ends this connection and no other.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, std::unique_ptr<Channel> channel, std::string address,
             std::string network)
      : shared_(shared),
        channel_(std::move(channel)),
        address_(std::move(address)),
        network_(std::move(network)),
        reader_(shared.options.limits),
        since_(Clock::now()) {}

  void start() {
    wait_until(Stage::opening, seconds(shared_.options.head_seconds));
    if (shared_.handshakes >= most_handshakes) {
      shared_.waiting_for_handshake.push_back(weak_from_this());
    } else {
      open();
    }
  }

  /// Called now and then.
  void check_time(Clock::time_point now) {
    if (now < deadline_) return;
    if (stage_ != Stage::head && stage_ != Stage::body) return close();
    is_late_ = true;  // the pending read ends, and the client is told
    error_code ignored;
    channel_->socket().cancel(ignored);
  }

  /// Closes unless a request has begun; that one is the last.
  void end_soon() {
    if (stage_ == Stage::handling || stage_ == Stage::writing || stage_ == Stage::body) {
      is_last_ = true;
    } else if (stage_ != Stage::lingering) {
      close();
    }
  }

  /// Who makes room for others first: those who do not take their answer, then those who were
  /// never answered, then idle ones; among them who has waited longest. Nothing when a request is
  /// being answered.
  std::optional<std::pair<int, Clock::time_point>> claim() const {
    const bool is_stuck = stage_ == Stage::writing && Clock::now() - since_ > stuck_time;
    if (stage_ == Stage::handling || (stage_ == Stage::writing && !is_stuck)) return std::nullopt;
    const bool is_new = answered_ == 0 || stage_ == Stage::lingering;
    return std::pair(is_stuck ? 0 : (is_new ? 1 : 2), since_);
  }

  void close() {
    if (stage_ == Stage::closed) return;
    const auto self = shared_from_this();  // lives on to the end of this function
    if (is_opening_) end_handshake();
    stage_ = Stage::closed;
    error_code ignored;
    channel_->socket().close(ignored);
    shared_.cap.leave(network_);
    shared_.connections.erase(self);
    if (shared_.connections.empty() && shared_.when_empty) shared_.when_empty();
  }

 private:
  enum class Stage : std::uint8_t {
    opening,
    idle,
    head,
    body,
    handling,
    writing,
    lingering,
    closed
  };

  static std::chrono::seconds seconds(int count) { return std::chrono::seconds(count); }

  void wait_until(Stage stage, Clock::duration limit) {
    stage_ = stage;
    since_ = Clock::now();
    deadline_ = since_ + limit;
  }

  /// A step that follows a call of the channel.
  template <class Step>
  Done then(Step step) {
    return [self = shared_from_this(), step](const error_code& error, std::size_t count) {
      self->guarded([&] { step(*self, error, count); });
    };
  }

  template <class Step>
  void guarded(const Step& step) {
    if (stage_ == Stage::closed) return;
    try {
      step();
    } catch (const std::exception&) {
      close();
    }
  }

  /// Calls work() on a worker, then next() on this thread. A worker that fails ends the connection.
  template <class Work, class Next>
  void on_worker(Work work, Next next) {
    wait_until(Stage::handling, std::chrono::hours(24));
    asio::post(shared_.workers, [self = shared_from_this(), work, next] {
      bool is_done = false;
      try {
        work(*self);
        is_done = true;
      } catch (const std::exception&) {
      }
      insist([&] {
        asio::post(self->shared_.io, [self, next, is_done] {
          self->guarded([&] { is_done ? next(*self) : self->close(); });
        });
      });
    });
  }

  // --- opening ---

  void open() {
    is_opening_ = true;
    ++shared_.handshakes;
    channel_->open(then([](Connection& self, const error_code& error, std::size_t) {
      self.end_handshake();
      if (error) return self.close();
      self.wait_until(Stage::head, seconds(self.shared_.options.head_seconds));
      self.advance();
    }));
  }

  void end_handshake() {
    is_opening_ = false;
    --shared_.handshakes;
    while (!shared_.waiting_for_handshake.empty()) {
      const auto next = shared_.waiting_for_handshake.front().lock();
      shared_.waiting_for_handshake.pop_front();
      if (!next || next->stage_ != Stage::opening) continue;
      return insist(
          [&] { asio::post(shared_.io, [next] { next->guarded([&] { next->open(); }); }); });
    }
  }

  // --- reading ---

  /// Goes on with the bytes that are there.
  void advance() {
    while (true) {
      switch (reader_.next()) {
        case ReadStep::needs_bytes:
          return read();
        case ReadStep::head:
          return take_head();
        case ReadStep::piece:
          if (!take_piece()) return;
          break;
        case ReadStep::end:
          return handle();
        case ReadStep::bad:
          return refuse(reader_.problem().status, reader_.problem().sentence);
      }
    }
  }

  void read() {
    if (stage_ == Stage::idle && reader_.is_within()) {
      wait_until(Stage::head, seconds(shared_.options.head_seconds));
    }
    if (stage_ == Stage::body) {
      deadline_ = std::min(body_end_, Clock::now() + seconds(shared_.options.head_seconds));
    }
    channel_->read(asio::buffer(buffer_),
                   then([](Connection& self, const error_code& error, std::size_t count) {
                     if (error) return self.read_failed(error);
                     if (self.is_late_) return self.refuse_late();
                     self.reader_.add({self.buffer_.data(), count});
                     self.advance();
                   }));
  }

  void read_failed(const error_code& error) {
    if (is_late_) return refuse_late();
    if (!reader_.is_within()) return end();
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated) {
      return refuse(400, "the request is incomplete");
    }
    close();
  }

  void refuse_late() {
    // Who has not said a word is not told anything.
    if (!reader_.is_within()) return close();
    refuse(408, "the request takes too long");
  }

  void take_head() {
    head_ = std::move(reader_.head());
    head_.request.address = address_;
    plan_ = {};
    dropped_ = 0;
    if (++requests_ >= requests_of_connection || !head_.keeps_alive || shared_.is_stopping) {
      is_last_ = true;
    }
    if (!head_.has_body()) return advance();
    on_worker([](Connection& self) { self.plan_ = self.shared_.handler.plan(self.head_.request); },
              [](Connection& self) { self.begin_body(); });
  }

  void begin_body() {
    const std::size_t limit = plan_.limit;
    const std::uint64_t length = head_.content_length.value_or(limit);
    const std::chrono::duration<std::uint64_t> needed(std::min<std::uint64_t>(length, limit) /
                                                      least_rate);
    const auto most = seconds(shared_.options.body_seconds);
    wait_until(Stage::body,
               std::min<Clock::duration>(seconds(shared_.options.head_seconds) + needed, most));
    body_end_ = deadline_;
    head_.request.is_cut = length > limit;
    if (head_.request.is_cut && (head_.expects_continue || length - limit > dropped_bytes)) {
      is_last_ = true;  // nothing of the body is read
      return handle();
    }
    if (!head_.request.is_cut && !plan_.sink) {
      head_.request.body.reserve(std::min<std::size_t>(length, sink_bytes));
    }
    if (!head_.expects_continue) return advance();
    channel_->write({asio::buffer(continue_line), asio::const_buffer()},
                    then([](Connection& self, const error_code& error, std::size_t) {
                      if (error) return self.close();
                      self.advance();
                    }));
  }

  /// Returns false when somebody else will go on.
  bool take_piece() {
    const std::string_view piece = reader_.piece();
    std::string& body = head_.request.body;
    taken_ += piece.size();
    if (taken_ > plan_.limit) head_.request.is_cut = true;
    if (head_.request.is_cut) {
      body = {};
      dropped_ += piece.size();
      if (dropped_ <= dropped_bytes) return true;
      is_last_ = true;
      handle();
      return false;
    }
    body += piece;
    if (!plan_.sink || body.size() < sink_bytes) return true;
    on_worker([](Connection& self) { self.give_to_sink(); },
              [](Connection& self) {
                self.wait_until(Stage::body, {});
                self.advance();
              });
    return false;
  }

  void give_to_sink() {
    plan_.sink->take(head_.request.body);
    head_.request.body.clear();
  }

  // --- answering ---

  void handle() {
    on_worker([](Connection& self) { self.make_response(); },
              [](Connection& self) { self.send(); });
  }

  /// On a worker.
  void make_response() {
    HttpRequest& request = head_.request;
    if (!plan_.sink) {
      response_ = shared_.handler.handle(request);
    } else if (request.is_cut) {
      response_ = shared_.handler.refusal(
          413, "the body is too large; the limit is " + to_text(plan_.limit) + " bytes");
    } else {
      if (!request.body.empty()) give_to_sink();
      response_ = plan_.sink->answer(request);
    }
    compress_for(request, response_);
  }

  void refuse(int status, const std::string& sentence) {
    is_last_ = true;
    response_ = shared_.handler.refusal(status, sentence);
    send();
  }

  void send() {
    const bool is_bare = head_.is_for_head || !has_content(response_.status);
    response_text_ = response_head(response_, !is_last_);
    head_ = {};
    plan_ = {};
    taken_ = 0;
    const std::string_view content = is_bare ? std::string_view() : response_.content();
    wait_until(Stage::writing, seconds(shared_.options.answer_seconds));
    channel_->write(
        {asio::buffer(response_text_), asio::buffer(content.data(), content.size())},
        then([](Connection& self, const error_code& error, std::size_t) { self.sent(error); }));
  }

  void sent(const error_code& error) {
    if (error) return close();
    response_ = {};
    response_text_ = {};
    ++answered_;
    if (is_last_ || shared_.is_stopping) return end();
    wait_until(Stage::idle, seconds(shared_.options.idle_seconds));
    advance();
  }

  // --- ending ---

  /// Ends our side. What the client still sends is read and dropped for a while: closing at once
  /// would take the response away from a client that has not read it yet.
  void end() {
    wait_until(Stage::lingering, linger_time);
    dropped_ = 0;
    channel_->say_end(then([](Connection& self, const error_code&, std::size_t) {
      error_code error;
      self.channel_->socket().shutdown(tcp::socket::shutdown_send, error);
      if (error) return self.close();
      self.linger();
    }));
  }

  void linger() {
    channel_->socket().async_read_some(
        asio::buffer(buffer_),
        then([](Connection& self, const error_code& error, std::size_t count) {
          self.dropped_ += count;
          if (error || self.dropped_ > dropped_bytes) return self.close();
          self.linger();
        }));
  }

  Shared& shared_;
  std::unique_ptr<Channel> channel_;
  std::string address_;
  std::string network_;
  RequestReader reader_;
  Stage stage_ = Stage::opening;
  Clock::time_point since_;
  Clock::time_point deadline_;
  Clock::time_point body_end_;
  bool is_opening_ = false;  ///< counts as a handshake
  bool is_late_ = false;
  bool is_last_ = false;  ///< no request follows the one at hand
  RequestHead head_;
  BodyPlan plan_;
  std::size_t taken_ = 0;  ///< bytes of the body
  std::size_t dropped_ = 0;
  std::size_t requests_ = 0;
  std::size_t answered_ = 0;
  HttpResponse response_;
  std::string response_text_;
  std::array<char, read_bytes> buffer_{};
};

/// Closes the connection that has the weakest claim to stay; returns whether there was one.
bool make_room(Shared& shared) {
  std::shared_ptr<Connection> weakest;
  for (const auto& connection : shared.connections) {
    if (!connection->claim()) continue;
    if (!weakest || *connection->claim() < *weakest->claim()) weakest = connection;
  }
  if (weakest) weakest->close();
  return weakest != nullptr;
}

std::string listening_problem(const error_code& error) {
  if (error == asio::error::address_in_use) return "the port is already in use";
  const bool is_unknown = error.category() == asio::error::get_netdb_category() ||
                          error.category() == asio::error::get_addrinfo_category();
  if (is_unknown || error == boost::system::errc::address_not_available) {
    return "not an address of this machine";
  }
  return error.message();
}

std::optional<asio::ssl::context> made_context(const ServerOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    throw UsageError("the certificate and the key must be given together");
  }
  if (options.certificate.empty()) return std::nullopt;
  return asio::ssl::context(server_tls_context(options.certificate, options.key).release());
}

}  // namespace

class HttpServer::Server {
 public:
  Server(const ServerOptions& options, HttpHandler& handler)
      : shared_(options, handler), context_(made_context(options)) {
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

  void stop() {
    if (is_stopped_.exchange(true)) return;
    asio::post(shared_.io, [this] { begin_to_stop(); });
  }

 private:
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
        if (!error) welcome(std::move(socket));
        const bool is_full = error == asio::error::no_descriptors ||
                             error == asio::error::no_memory ||
                             error == asio::error::no_buffer_space;
        is_full && !make_room(shared_) ? later(wait_, [this] { accept(); }) : accept();
      });
    });
  }

  template <class Step>
  static void later(asio::steady_timer& timer, Step step) {
    timer.expires_after(tick_time);
    insist([&] { timer.async_wait([step](const error_code&) { step(); }); });
  }

  void welcome(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    sockaddr_storage address{};
    std::memcpy(&address, peer.data(), std::min(sizeof address, peer.size()));
    const std::string network = network_of(address);
    bool is_counted = false;
    std::shared_ptr<Connection> connection;
    try {
      is_counted = !error && shared_.cap.enter(network);
      if (!is_counted) return;
      connection = std::make_shared<Connection>(shared_, channel_of(std::move(socket)),
                                                peer.address().to_string(), network);
      const bool has_room =
          shared_.connections.size() < shared_.options.connections || make_room(shared_);
      shared_.connections.insert(connection);
      has_room ? connection->start() : connection->close();
    } catch (const std::exception&) {
      if (connection) {
        connection->close();
      } else if (is_counted) {
        shared_.cap.leave(network);
      }
    }
  }

  std::unique_ptr<Channel> channel_of(tcp::socket socket) {
    socket.set_option(tcp::no_delay(true));  // responses are small and must not be delayed
    if (context_) return std::make_unique<TlsChannel>(std::move(socket), *context_);
    return std::make_unique<PlainChannel>(std::move(socket));
  }

  void tick() {
    const auto now = Clock::now();
    for (auto at = shared_.connections.begin(); at != shared_.connections.end();) {
      const auto connection = *at++;  // closing removes it
      now < stop_end_ ? connection->check_time(now) : connection->close();
    }
    if (shared_.is_stopping && shared_.connections.empty()) return;
    later(tick_, [this] { tick(); });
  }

  void begin_to_stop() {
    shared_.is_stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    wait_.cancel();
    stop_end_ = Clock::now() + std::chrono::seconds(shared_.options.stop_seconds);
    shared_.when_empty = [this] { end(); };
    for (auto at = shared_.connections.begin(); at != shared_.connections.end();) {
      const auto connection = *at++;  // closing removes it
      connection->end_soon();
    }
    if (shared_.connections.empty()) end();
  }

  void end() {
    tick_.cancel();
    work_.reset();
  }

  Shared shared_;
  std::optional<asio::ssl::context> context_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{shared_.io.get_executor()};
  tcp::acceptor acceptor_{shared_.io};
  asio::steady_timer tick_{shared_.io};
  asio::steady_timer wait_{shared_.io};
  Clock::time_point stop_end_ = Clock::time_point::max();
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

}  // namespace podium
