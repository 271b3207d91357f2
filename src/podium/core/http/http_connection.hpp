#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "podium/core/http/address_cap.hpp"
#include "podium/core/http/http_channel.hpp"
#include "podium/core/http/http_server.hpp"
#include "podium/core/http/request_reader.hpp"
#include "podium/core/http/request_workers.hpp"

namespace podium {

class HttpConnection;

/// What all connections share. Only the thread that runs `io` uses it, except for `workers`, `io`
/// and `handler`.
struct HttpConnections {
  HttpConnections(const ServerOptions& from, HttpHandler& answering)
      : options(from),
        handler(answering),
        workers(from.workers),
        cap(from.connections_of_address) {}

  /// Closes the connection that has the weakest claim to stay; returns whether there was one.
  bool close_weakest();

  /// Closes a connection whose client has long taken nothing of its response; the same.
  bool close_deaf();

  ServerOptions options;
  HttpHandler& handler;
  boost::asio::io_context io{1};
  RequestWorkers workers;
  AddressCap cap;
  std::set<std::shared_ptr<HttpConnection>> open;
  std::deque<std::weak_ptr<HttpConnection>> waiting_for_handshake;
  std::size_t handshakes = 0;
  bool is_stopping = false;
  std::function<void()> when_empty;
};

/// Repeats a step until there is memory for it: what the whole server needs is not given up.
template <class Step>
void insist(const Step& step) {
  while (true) {
    try {
      return step();
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

/// One client. Everything but the handler runs on the thread of `HttpConnections::io`; an exception
/// there, such as one for want of memory, ends this connection and no other.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  HttpConnection(HttpConnections& shared, std::unique_ptr<HttpChannel> channel, std::string address,
                 std::string network);

  void start();

  /// Called now and then.
  void check_time(Clock::time_point now);

  /// Closes unless a request has begun; that one is the last.
  void end_soon();

  /// Who makes room for others first: those who take nothing of their answer, then those who were
  /// never answered, then idle ones; among them who has waited longest. Nothing when a request is
  /// being answered.
  std::optional<std::pair<int, Clock::time_point>> claim() const;

  /// Whether the client has taken nothing of its response for as long as it may be silent.
  bool is_deaf() const;

  void close();

  /// Whether a request has begun that is not answered yet.
  bool has_begun() const noexcept;

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
  static constexpr std::size_t read_bytes = std::size_t{16} << 10U;
  /// At once of a body whose length is known: each read costs a turn of the one thread.
  static constexpr std::size_t long_read_bytes = std::size_t{256} << 10U;

  void wait_until(Stage stage, Clock::duration limit);

  /// A step that follows a call of the channel.
  template <class Step>
  HttpChannel::Done then(Step step);
  template <class Step>
  void guarded(const Step& step);
  /// Calls work() on a worker, then next() on this thread. A worker that fails ends the connection.
  template <class Work, class Next>
  void on_worker(Work work, Next next);

  void open();
  void end_handshake();

  /// Goes on with the bytes that are there.
  void advance();
  void read();
  /// Of a body that is kept and whose length is known: into the place where it stays.
  void read_body(std::size_t left);
  void read_failed(const boost::system::error_code& error);
  void refuse_late();
  void take_head();
  void begin_body();
  /// Returns false when somebody else will go on.
  bool take_piece();
  void give_to_sink();

  void handle();
  /// On a worker.
  void make_response();
  void refuse(int status, const std::string& sentence);
  /// Whether the budget has memory for more of the body, or for the response; else the request is
  /// refused.
  bool has_memory(std::size_t bytes);
  bool has_client_left();
  void send();
  void write(const HttpBuffers& buffers, HttpChannel::Done done);
  void sent(const boost::system::error_code& error);

  /// Ends our side. What the client still sends is read and dropped for a while: closing at once
  /// would take the response away from a client that has not read it yet.
  void end();
  void linger();

  HttpConnections& shared_;
  std::unique_ptr<HttpChannel> channel_;
  std::string address_;
  std::string network_;
  RequestReader reader_;
  Stage stage_ = Stage::opening;
  Clock::time_point since_;  ///< of this stage, or since the client has last taken something
  Clock::time_point deadline_;
  Clock::time_point body_end_;
  bool is_opening_ = false;  ///< counts as a handshake
  bool is_late_ = false;
  bool is_last_ = false;  ///< no request follows the one at hand
  RequestHead head_;
  BodyPlan plan_;
  MemoryShare memory_;  ///< of the body, then of the response
  std::stop_source stop_;
  std::size_t taken_ = 0;  ///< bytes of the body; it may be longer already, for what is being read
  std::size_t dropped_ = 0;
  std::size_t requests_ = 0;
  std::size_t answered_ = 0;
  HttpResponse response_;
  std::string response_text_;
  std::vector<char> buffer_ = std::vector<char>(read_bytes);
};

}  // namespace podium
