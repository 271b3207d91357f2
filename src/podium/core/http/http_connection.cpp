#include "podium/core/http/http_connection.hpp"

#include <algorithm>
#include <string_view>

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/error.hpp>
#include <poll.h>

#include "podium/core/base/text.hpp"
#include "podium/core/http/content_coding.hpp"
#include "podium/core/http/host_list.hpp"
#include "podium/core/http/response_head.hpp"

namespace podium {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::seconds;

constexpr std::size_t requests_of_connection = 100'000;
constexpr std::size_t sink_bytes = std::size_t{64} << 10U;  ///< what a sink is given at once
/// Of a body whose memory is asked for at once; a longer one moves as it grows, since a client may
/// promise more than it sends.
constexpr std::size_t reserved_bytes = std::size_t{4} << 20U;
/// What is read and dropped of a body or after a refusal, so that the client sees the response.
constexpr std::size_t dropped_bytes = std::size_t{16} << 20U;
/// Of a body that no budget counts: whoever sends large ones slowly does not stop small requests.
constexpr std::size_t free_bytes = std::size_t{64} << 10U;
constexpr std::size_t min_rate = std::size_t{16} << 10U;  ///< bytes of a body per second
/// At once: each costs a millisecond of the one thread.
constexpr std::size_t max_handshakes = 16;
constexpr seconds linger_time{2};
/// For a response of which the client takes nothing.
constexpr std::chrono::milliseconds stuck_time{100};
constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";

/// Gives its memory back, which the assignment of an empty text keeps.
void release(std::string& text) {
  std::string().swap(text);
}

}  // namespace

bool HttpConnections::close_weakest() {
  std::shared_ptr<HttpConnection> weakest;
  std::optional<std::pair<int, HttpConnection::Clock::time_point>> claim;
  for (const auto& connection : open) {
    const auto other = connection->claim();
    if (!other || (claim && *claim <= *other)) continue;
    weakest = connection;
    claim = other;
  }
  if (weakest) weakest->close();
  return weakest != nullptr;
}

bool HttpConnections::close_deaf() {
  const auto deaf =
      std::ranges::find_if(open, [](const auto& connection) { return connection->is_deaf(); });
  if (deaf == open.end()) return false;
  std::shared_ptr<HttpConnection>(*deaf)->close();  // which removes it from those that are open
  return true;
}

HttpConnection::HttpConnection(HttpConnections& shared, std::unique_ptr<HttpChannel> channel,
                               std::string address, std::string network)
    : shared_(shared),
      channel_(std::move(channel)),
      address_(std::move(address)),
      network_(std::move(network)),
      reader_(shared.options.limits),
      since_(Clock::now()),
      memory_(shared.options.memory.get()) {}

void HttpConnection::start() {
  wait_until(Stage::opening, seconds(shared_.options.head_seconds));
  if (shared_.handshakes >= max_handshakes) {
    shared_.waiting_for_handshake.push_back(weak_from_this());
  } else {
    open();
  }
}

void HttpConnection::check_time(Clock::time_point now) {
  if (stage_ == Stage::handling && has_client_left()) stop_.request_stop();
  if (now < deadline_) return;
  if (stage_ != Stage::head && stage_ != Stage::body) return close();
  is_late_ = true;  // the pending read ends, and the client is told
  error_code ignored;
  channel_->socket().cancel(ignored);
}

void HttpConnection::end_soon() {
  if (has_begun()) {
    is_last_ = true;
    stop_.request_stop();
  } else if (stage_ != Stage::lingering) {
    close();
  }
}

std::optional<std::pair<int, HttpConnection::Clock::time_point>> HttpConnection::claim() const {
  const bool is_stuck = stage_ == Stage::writing && Clock::now() - since_ > stuck_time;
  if (stage_ == Stage::handling || (stage_ == Stage::writing && !is_stuck)) return std::nullopt;
  const bool is_new = answered_ == 0 || stage_ == Stage::lingering;
  return std::pair(is_stuck ? 0 : (is_new ? 1 : 2), since_);
}

bool HttpConnection::is_deaf() const {
  return stage_ == Stage::writing && Clock::now() - since_ > seconds(shared_.options.head_seconds);
}

bool HttpConnection::has_begun() const noexcept {
  return stage_ == Stage::handling || stage_ == Stage::writing || stage_ == Stage::body;
}

bool HttpConnection::has_client_left() {
  ::pollfd waiting{channel_->socket().native_handle(), POLLRDHUP, 0};
  return ::poll(&waiting, 1, 0) > 0;  // it has closed its side, or the connection is broken
}

void HttpConnection::close() {
  if (stage_ == Stage::closed) return;
  stop_.request_stop();
  const auto self = shared_from_this();  // lives on to the end of this function
  if (is_opening_) end_handshake();
  if (stage_ == Stage::writing) memory_.give_back();
  stage_ = Stage::closed;
  error_code ignored;
  channel_->socket().close(ignored);
  shared_.cap.leave(network_);
  shared_.open.erase(self);
  if (shared_.open.empty() && shared_.when_empty) shared_.when_empty();
}

void HttpConnection::wait_until(Stage stage, Clock::duration limit) {
  stage_ = stage;
  since_ = Clock::now();
  deadline_ = since_ + limit;
}

template <class Step>
HttpChannel::Done HttpConnection::then(Step step) {
  return [self = shared_from_this(), step](const error_code& error, std::size_t count) {
    self->guarded([&] { step(*self, error, count); });
  };
}

template <class Step>
void HttpConnection::guarded(const Step& step) {
  if (stage_ == Stage::closed) return;
  try {
    step();
  } catch (const std::exception&) {
    close();
  }
}

template <class Work, class Next>
void HttpConnection::on_worker(Work work, Next next) {
  wait_until(Stage::handling, std::chrono::hours(24));
  shared_.workers.post([self = shared_from_this(), work, next] {
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

void HttpConnection::open() {
  is_opening_ = true;
  ++shared_.handshakes;
  channel_->open(then([](HttpConnection& self, const error_code& error, std::size_t) {
    self.end_handshake();
    if (error) return self.close();
    self.wait_until(Stage::head, seconds(self.shared_.options.head_seconds));
    self.advance();
  }));
}

void HttpConnection::end_handshake() {
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

void HttpConnection::advance() {
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
        head_.is_for_head = reader_.head().is_for_head;  // also then the response has no body
        return refuse(reader_.problem().status, reader_.problem().sentence);
    }
  }
}

void HttpConnection::read() {
  if (stage_ == Stage::idle && reader_.is_within()) {
    wait_until(Stage::head, seconds(shared_.options.head_seconds));
  }
  if (stage_ == Stage::body) {
    deadline_ = std::min(body_end_, Clock::now() + seconds(shared_.options.head_seconds));
  }
  const bool is_kept = stage_ == Stage::body && !head_.request.is_cut && !plan_.sink;
  if (const std::uint64_t left = reader_.direct_bytes(); is_kept && left > 0) {
    return read_body(left);  // no more than the limit
  }
  channel_->read(asio::buffer(buffer_),
                 then([](HttpConnection& self, const error_code& error, std::size_t count) {
                   if (error) return self.read_failed(error);
                   if (self.is_late_) return self.refuse_late();
                   self.reader_.add({self.buffer_.data(), count});
                   self.advance();
                 }));
}

void HttpConnection::read_body(std::size_t left) {
  std::string& body = head_.request.body;
  if (body.size() == taken_) {
    const std::size_t more = std::min(left, long_read_bytes);
    if (!has_memory(more)) return;
    body.resize(taken_ + more);
  }
  channel_->read(asio::buffer(body.data() + taken_, body.size() - taken_),
                 then([](HttpConnection& self, const error_code& error, std::size_t count) {
                   if (error) return self.read_failed(error);
                   if (self.is_late_) return self.refuse_late();
                   self.taken_ += count;
                   self.reader_.skip(count);
                   self.advance();
                 }));
}

void HttpConnection::read_failed(const error_code& error) {
  if (is_late_) return refuse_late();
  if (!reader_.is_within()) return end();
  if (error == asio::error::eof || error == asio::ssl::error::stream_truncated) {
    return refuse(400, "the request is incomplete");
  }
  close();
}

void HttpConnection::refuse_late() {
  // Who has not said a word is not told anything.
  if (!reader_.is_within()) return close();
  refuse(408, "the request takes too long");
}

void HttpConnection::take_head() {
  head_ = std::move(reader_.head());
  head_.request.address = address_;
  plan_ = {};
  dropped_ = 0;
  if (++requests_ >= requests_of_connection || !head_.keeps_alive || shared_.is_stopping) {
    is_last_ = true;
  }
  if (!is_allowed_host(header_of(head_.request, "host"), shared_.options.hosts)) {
    return refuse(421,
                  "found a Host header with another name than those of this service; "
                  "--allow-host NAME adds one");
  }
  if (!head_.has_body()) return advance();
  if (shared_.handler.plans_at_once()) {
    plan_ = shared_.handler.plan(head_.request);
    return begin_body();
  }
  on_worker(
      [](HttpConnection& self) { self.plan_ = self.shared_.handler.plan(self.head_.request); },
      [](HttpConnection& self) { self.begin_body(); });
}

void HttpConnection::begin_body() {
  const std::size_t limit = plan_.limit;
  const std::uint64_t length = head_.content_length.value_or(limit);
  const std::chrono::duration<std::uint64_t> needed(std::min<std::uint64_t>(length, limit) /
                                                    min_rate);
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
    const std::size_t at_once = head_.content_length ? reserved_bytes : sink_bytes;
    head_.request.body.reserve(std::min<std::size_t>(length, at_once));
  }
  if (!head_.expects_continue) return advance();
  write({asio::buffer(continue_line), asio::const_buffer()},
        then([](HttpConnection& self, const error_code& error, std::size_t) {
          if (error) return self.close();
          self.advance();
        }));
}

bool HttpConnection::take_piece() {
  const std::string_view piece = reader_.piece();
  std::string& body = head_.request.body;
  taken_ += piece.size();
  if (taken_ > plan_.limit) head_.request.is_cut = true;
  if (head_.request.is_cut) {
    release(body);
    dropped_ += piece.size();
    if (dropped_ <= dropped_bytes) return true;
    is_last_ = true;
    handle();
    return false;
  }
  if (!plan_.sink && !has_memory(piece.size())) return false;
  body += piece;
  if (!plan_.sink || body.size() < sink_bytes) return true;
  on_worker([](HttpConnection& self) { self.give_to_sink(); },
            [](HttpConnection& self) {
              self.wait_until(Stage::body, {});
              self.advance();
            });
  return false;
}

void HttpConnection::give_to_sink() {
  plan_.sink->take(head_.request.body);
  head_.request.body.clear();
}

// --- answering ---

bool HttpConnection::has_memory(std::size_t bytes) {
  const std::size_t free = free_bytes - std::min(free_bytes, head_.request.body.size());
  do {
    if (memory_.take(bytes - std::min(bytes, free))) return true;
  } while (shared_.close_deaf());
  refuse(503, "the server has no memory left for this request; try again");
  return false;
}

void HttpConnection::handle() {
  stop_ = std::stop_source();
  if (shared_.is_stopping) stop_.request_stop();
  head_.request.stop = stop_.get_token();
  on_worker([](HttpConnection& self) { self.make_response(); },
            [](HttpConnection& self) { self.send(); });
}

void HttpConnection::make_response() {
  HttpRequest& request = head_.request;
  if (!plan_.sink) {
    response_ = shared_.handler.handle(request);
  } else if (request.is_cut) {
    response_ = shared_.handler.refusal(
        413, "the body is too large; the limit is " + to_text(plan_.limit) + " bytes", address_);
  } else {
    if (!request.body.empty()) give_to_sink();
    response_ = plan_.sink->answer(request);
  }
  compress_for(request, response_);
}

void HttpConnection::refuse(int status, const std::string& sentence) {
  is_last_ = true;
  on_worker(
      [status, sentence](HttpConnection& self) {
        self.response_ = self.shared_.handler.refusal(status, sentence, self.address_);
      },
      [](HttpConnection& self) { self.send(); });
}

void HttpConnection::send() {
  const bool is_bare = head_.is_for_head || !has_content(response_.status);
  release(head_.request.body);
  memory_.give_back();
  if (!is_bare && !has_memory(response_.body.size())) return;  // a refusal is sent instead
  response_text_ = response_head(response_, !is_last_);
  head_ = {};
  plan_ = {};
  taken_ = 0;
  const std::string_view content = is_bare ? std::string_view() : response_.content();
  wait_until(Stage::writing, seconds(shared_.options.answer_seconds));
  write({asio::buffer(response_text_), asio::buffer(content.data(), content.size())},
        then([](HttpConnection& self, const error_code& error, std::size_t) { self.sent(error); }));
}

void HttpConnection::write(const HttpBuffers& buffers, HttpChannel::Done done) {
  // `done` keeps this connection until the end of the call.
  channel_->write(
      buffers, [this] { since_ = Clock::now(); }, std::move(done));
}

void HttpConnection::sent(const error_code& error) {
  if (error) return close();
  release(response_.body);
  response_ = {};
  response_text_ = {};
  memory_.give_back();
  ++answered_;
  if (is_last_ || shared_.is_stopping) return end();
  wait_until(Stage::idle, seconds(shared_.options.idle_seconds));
  advance();
}

// --- ending ---

void HttpConnection::end() {
  wait_until(Stage::lingering, linger_time);
  dropped_ = 0;
  channel_->say_end(then([](HttpConnection& self, const error_code&, std::size_t) {
    error_code error;
    self.channel_->socket().shutdown(tcp::socket::shutdown_send, error);
    if (error) return self.close();
    self.linger();
  }));
}

void HttpConnection::linger() {
  channel_->socket().async_read_some(
      asio::buffer(buffer_),
      then([](HttpConnection& self, const error_code& error, std::size_t count) {
        self.dropped_ += count;
        if (error || self.dropped_ > dropped_bytes) return self.close();
        self.linger();
      }));
}

}  // namespace podium
