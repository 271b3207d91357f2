#include "podium/core/ranks/tcp_ranks.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <tuple>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>
#include <sys/socket.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/ranks/rank_connector.hpp"

namespace podium {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// The first byte of all that one rank sends to another. A sign of life is nothing but that byte.
enum class FrameKind : unsigned char { alive = 0, message = 1, lost = 2 };

struct FrameHead {
  FrameKind kind = FrameKind::message;
  char call = 0;
  std::array<char, 6> unused{};
  std::uint64_t bytes = 0;
};

struct Message {
  char call = 0;
  std::string bytes;
};

constexpr std::size_t most_lost_bytes = 2000;  ///< of the sentence about a lost rank
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// Another rank and the connection to it.
struct Peer {
  std::string name;  ///< "rank 1 (node7, 10.0.0.2:41234)"
  std::string host;  ///< where it listens
  std::string port;
  std::optional<tcp::socket> socket;
  bool is_awaited = false;  ///< there is to be a connection
  std::size_t pending = 0;  ///< what is awaited of it
  Clock::time_point heard;  ///< when anything came from it
  error_code end;           ///< why nothing more comes
  bool is_reading = false;
  bool is_writing = false;
  FrameHead head_out;
  std::vector<char> unread;  ///< [begin, end) of it: the beginning of what comes next
  std::size_t unread_begin = 0;
  std::size_t unread_end = 0;
  Message* wanted = nullptr;                ///< where the next message goes
  std::optional<std::size_t> wanted_bytes;  ///< its length, if that is known before
  std::optional<std::size_t> received;      ///< bytes of it; none: not begun
};

/// Asio moves at most 64 KiB in one call unless it is told otherwise.
std::size_t large_steps(const error_code& error, std::size_t /*written*/) {
  return error ? 0 : std::size_t{1} << 22;
}

std::string packed(std::span<const std::string> texts) {
  std::string bytes;
  for (const std::string& text : texts) {
    const std::uint64_t size = text.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes += text;
  }
  return bytes;
}

std::vector<std::string> unpacked(std::string_view bytes) {
  std::vector<std::string> texts;
  while (!bytes.empty()) {
    std::uint64_t size = 0;
    if (bytes.size() >= sizeof size) std::memcpy(&size, bytes.data(), sizeof size);
    if (bytes.size() < sizeof size || bytes.size() - sizeof size < size) {
      throw RankError("another rank sent a message that is cut off");
    }
    texts.emplace_back(bytes.substr(sizeof size, size));
    bytes.remove_prefix(sizeof size + size);
  }
  return texts;
}

constexpr std::string_view processor() {
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "another one";
#endif
}

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

}  // namespace

/// All other ranks. Only the thread that makes a call runs the context; between calls, a thread of
/// its own sends signs of life.
class TcpRanks::Peers {
 public:
  explicit Peers(const TcpRankOptions& options);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;
  Peers(Peers&&) = delete;
  Peers& operator=(Peers&&) = delete;

  std::vector<Message> gather(Message own);
  std::vector<std::string> move_parts(std::vector<std::string> parts,
                                      std::span<const std::uint64_t> sizes);
  std::size_t strangers() const noexcept { return connector_.strangers(); }

 private:
  bool is_mesh() const noexcept { return size_ <= options_.mesh; }
  std::size_t rank_behind(std::size_t distance) const { return (rank_ + distance) % size_; }
  std::size_t rank_before(std::size_t distance) const { return (rank_ + size_ - distance) % size_; }

  void meet();
  void introduce();
  void compare_facts();
  void connect(std::span<const std::size_t> ranks);
  void connected(std::size_t rank, tcp::socket socket);
  std::vector<Message> gather_by_doubling(Message own);

  void send(std::size_t to, char call, std::string_view bytes);
  void receive(std::size_t from, Message& message, std::optional<std::size_t> bytes = {});
  void read_more(Peer& peer);
  void take(Peer& peer);
  bool take_head(Peer& peer);
  void start(Peer& peer);
  void finish(Peer& peer);
  void run();
  void check_time(Clock::time_point begin);
  std::string silent(std::span<const std::size_t> ranks) const;
  void say_alive();
  void lose(Peer& peer, const error_code& error);
  void fail(const std::string& problem);
  void tell_failure(tcp::socket& socket) const;
  [[noreturn]] void give_up();
  void leave();

  TcpRankOptions options_;
  std::size_t rank_;
  std::size_t size_;
  asio::io_context context_{1};
  RankConnector connector_;
  std::vector<Peer> peers_;
  std::string place_;       ///< where this rank listens, or calls
  bool is_meeting_ = true;  ///< all ranks are needed, not only those that are awaited
  std::size_t open_ = 0;
  std::size_t bytes_left_ = 0;  ///< that others may announce in this call
  std::string failure_;
  Clock::time_point said_alive_ = Clock::now();
  std::mutex calls_;  ///< held during a call
  std::jthread life_;
};

TcpRanks::Peers::Peers(const TcpRankOptions& options)
    : options_(options),
      rank_(options.rank),
      size_(options.size),
      connector_(context_, options_,
                 {.connected = [this](std::size_t rank,
                                      tcp::socket socket) { connected(rank, std::move(socket)); },
                  .failed = [this](const std::string& problem) { fail(problem); }}),
      peers_(options.size) {
  for (std::size_t r = 0; r < size_; ++r) peers_[r].name = "rank " + to_text(r);
  options_.life_seconds = std::min(options_.life_seconds, options_.hang_seconds / 4);
  bytes_left_ = options_.most_bytes;
  try {
    meet();
  } catch (...) {
    is_meeting_ = false;
    if (failure_.empty()) leave();
    throw;
  }
  life_ = std::jthread([this](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, seconds(options_.life_seconds),
                          [&] { return stop.stop_requested(); })) {
      const std::unique_lock between(calls_, std::try_to_lock);
      if (between) say_alive();
    }
  });
}

TcpRanks::Peers::~Peers() {
  life_.request_stop();
  if (life_.joinable()) life_.join();
  if (failure_.empty()) leave();
}

/// Rank 0 is called by all others; they tell it where they listen, and it tells all of them.
void TcpRanks::Peers::meet() {
  const std::size_t colon = options_.meet.rfind(':');
  std::string host = options_.meet.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string port = colon == std::string::npos ? "" : options_.meet.substr(colon + 1);
  if (host.empty() || parse_number<std::uint16_t>(port).value_or(0) == 0) {
    throw UsageError("PODIUM_MEET: found " + in_quotes(options_.meet) +
                     ", expected HOST:PORT, where rank 0 listens");
  }
  std::vector<std::size_t> others;
  for (std::size_t r = 0; r < size_; ++r) {
    if (r != rank_) others.push_back(r);
  }
  place_ = options_.meet;
  if (rank_ == 0) {
    connector_.listen(host, port);
    connect(others);
  } else {
    peers_[0].host = host;
    peers_[0].port = port;
    connect(std::array{std::size_t{0}});
    if (options_.host.empty()) {
      options_.host = peers_[0].socket->local_endpoint().address().to_string();
    }
    const tcp::endpoint own = connector_.listen(options_.host, "0");
    peers_[rank_].host = own.address().to_string();
    peers_[rank_].port = to_text(own.port());
    place_ = text_of(own);
  }
  introduce();
  if (is_mesh()) {
    connect(others);
    connector_.close();
  }
  is_meeting_ = false;
  compare_facts();
}

void TcpRanks::Peers::introduce() {
  const std::string host = asio::ip::host_name();
  const Peer& own = peers_[rank_];
  std::vector<std::string> all;
  if (rank_ == 0) {
    std::vector<Message> introductions(size_);
    for (std::size_t r = 1; r < size_; ++r) receive(r, introductions[r]);
    run();
    introductions[0].bytes = packed(std::array<std::string, 3>{host, "", place_});
    for (const Message& one : introductions) all.push_back(one.bytes);
    const std::string table = packed(all);
    for (std::size_t r = 1; r < size_; ++r) send(r, 0, table);
    run();
  } else {
    send(0, 0, packed(std::array{host, own.host, own.port}));
    Message table;
    receive(0, table);
    run();
    all = unpacked(table.bytes);
  }
  if (all.size() != size_) throw RankError("rank 0 does not know all ranks");
  for (std::size_t r = 0; r < size_; ++r) {
    const std::vector<std::string> one = unpacked(all[r]);
    if (one.size() != 3) throw RankError(peers_[r].name + " does not say where it listens");
    if (r > 0) std::tie(peers_[r].host, peers_[r].port) = std::tie(one[1], one[2]);
    peers_[r].name += fmt::format(" ({}, {}{}{})", one[0], one[1], r > 0 ? ":" : "", one[2]);
  }
}

void TcpRanks::Peers::compare_facts() {
  std::map<std::string, std::string> known = {{"version", std::string(version())},
                                              {"processor", std::string(processor())}};
  for (const auto& [name, value] : options_.facts) known[name] = value;
  std::vector<std::string> facts;
  for (const auto& [name, value] : known) facts.insert(facts.end(), {name, value});
  const std::vector<Message> all = gather({0, packed(facts)});
  const std::vector<std::string> first = unpacked(all[0].bytes);
  for (std::size_t r = 1; r < size_; ++r) {
    const std::vector<std::string> other = unpacked(all[r].bytes);
    for (std::size_t i = 0; i + 1 < std::min(first.size(), other.size()); i += 2) {
      if (first[i] == other[i] && first[i + 1] == other[i + 1]) continue;
      throw RankError(fmt::format("{} has the {} {}, and {} the {} {}; expected the same",
                                  peers_[r].name, other[i], in_quotes(other[i + 1]), peers_[0].name,
                                  first[i], in_quotes(first[i + 1])));
    }
  }
}

/// Of two ranks, the one with the larger number calls the other.
void TcpRanks::Peers::connect(std::span<const std::size_t> ranks) {
  for (const std::size_t r : ranks) {
    Peer& peer = peers_[r];
    if (peer.socket || peer.is_awaited) continue;
    peer.is_awaited = true;
    start(peer);
    if (r < rank_) connector_.call(r, peer.host, peer.port);
  }
  run();
}

void TcpRanks::Peers::connected(std::size_t rank, tcp::socket socket) {
  Peer& peer = peers_[rank];
  error_code ignored;
  if (rank == rank_ || peer.socket) {
    const auto address = [&](tcp::socket& of) { return text_of(of.remote_endpoint(ignored)); };
    fail(fmt::format("two processes, {} and {}, prove to be rank {}; expected one",
                     peer.socket ? address(*peer.socket) : place_, address(socket), rank));
    return tell_failure(socket);
  }
  socket.set_option(tcp::no_delay(true), ignored);
  peer.socket = std::move(socket);
  peer.unread.resize(buffer_bytes);
  peer.heard = Clock::now();
  read_more(peer);
  if (std::exchange(peer.is_awaited, false)) finish(peer);
}

std::vector<Message> TcpRanks::Peers::gather(Message own) {
  const std::scoped_lock lock(calls_);
  bytes_left_ = options_.most_bytes;
  if (!is_mesh()) return gather_by_doubling(std::move(own));
  std::vector<Message> all(size_);
  for (std::size_t k = 1; k < size_; ++k) {
    send(rank_behind(k), own.call, own.bytes);
    receive(rank_before(k), all[rank_before(k)]);
  }
  run();
  all[rank_] = std::move(own);
  return all;
}

/// After a step at distance d, this rank has the messages of 2 d ranks, from its own on.
std::vector<Message> TcpRanks::Peers::gather_by_doubling(Message own) {
  std::vector<std::string> held = {std::string(1, own.call), own.bytes};
  for (std::size_t distance = 1; distance < size_; distance *= 2) {
    const std::size_t to = rank_before(distance);
    const std::size_t from = rank_behind(distance);
    connect(std::array{to, from});
    const std::size_t ranks = std::min(distance, size_ - distance);
    const std::string bytes = packed(std::span(held).first(2 * ranks));
    Message more;
    send(to, 0, bytes);
    receive(from, more);
    run();
    for (std::string& text : unpacked(more.bytes)) held.push_back(std::move(text));
  }
  if (held.size() != 2 * size_) throw RankError("not all ranks have sent a message");
  std::vector<Message> all(size_);
  for (std::size_t k = 0; k < size_; ++k) {
    all[rank_behind(k)] = {held[2 * k].at(0), std::move(held[2 * k + 1])};
  }
  return all;
}

std::vector<std::string> TcpRanks::Peers::move_parts(std::vector<std::string> parts,
                                                     std::span<const std::uint64_t> sizes) {
  const std::scoped_lock lock(calls_);
  bytes_left_ = options_.most_bytes;
  std::vector<Message> received(size_);
  for (std::size_t k = 1; k < size_; ++k) {
    const std::size_t to = rank_behind(k);
    const std::size_t from = rank_before(k);
    if (!is_mesh()) connect(std::array{to, from});
    if (!parts[to].empty()) send(to, 0, parts[to]);
    if (sizes[from] > 0) receive(from, received[from], sizes[from]);
    if (!is_mesh()) run();
  }
  run();
  std::vector<std::string> own;
  for (Message& message : received) own.push_back(std::move(message.bytes));
  own[rank_] = std::move(parts[rank_]);
  return own;
}

void TcpRanks::Peers::send(std::size_t to, char call, std::string_view bytes) {
  Peer& peer = peers_[to];
  start(peer);
  peer.is_writing = true;
  peer.head_out = {.call = call, .bytes = bytes.size()};
  const std::array<asio::const_buffer, 2> buffers = {
      asio::buffer(&peer.head_out, sizeof peer.head_out), asio::buffer(bytes)};
  asio::async_write(*peer.socket, buffers, large_steps,
                    [this, &peer](const error_code& error, std::size_t /*bytes*/) {
                      peer.is_writing = false;
                      if (!error) return finish(peer);
                      // What it said last, or else that it has ended, is read in a moment.
                      if (!peer.is_reading) lose(peer, error);
                    });
  read_more(peer);
}

void TcpRanks::Peers::receive(std::size_t from, Message& message,
                              std::optional<std::size_t> bytes) {
  Peer& peer = peers_[from];
  start(peer);
  peer.wanted = &message;
  peer.wanted_bytes = bytes;
  take(peer);
}

/// Something is read from each rank at all times: its signs of life, and that it has ended.
void TcpRanks::Peers::read_more(Peer& peer) {
  if (peer.is_reading) return;
  peer.unread_end -= peer.unread_begin;
  std::memmove(peer.unread.data(), peer.unread.data() + peer.unread_begin, peer.unread_end);
  peer.unread_begin = 0;
  if (peer.unread_end == buffer_bytes) return;
  if (peer.end) {
    if (peer.pending > 0 || is_meeting_) lose(peer, peer.end);
    return;
  }
  peer.is_reading = true;
  const bool is_inside = peer.received.has_value();
  const auto space = is_inside ? asio::buffer(peer.wanted->bytes) + *peer.received
                               : asio::buffer(peer.unread) + peer.unread_end;
  peer.socket->async_read_some(
      space, [this, &peer, is_inside](const error_code& error, std::size_t bytes) {
        peer.is_reading = false;
        peer.end = error;
        if (!error) {
          peer.heard = Clock::now();
          (is_inside ? *peer.received : peer.unread_end) += bytes;
        }
        error ? read_more(peer) : take(peer);
      });
}

/// Takes from what has come as much as can be used now.
void TcpRanks::Peers::take(Peer& peer) {
  if (!peer.received && !take_head(peer)) return;
  if (!peer.received) return read_more(peer);
  std::string& bytes = peer.wanted->bytes;
  const std::size_t count =
      std::min(bytes.size() - *peer.received, peer.unread_end - peer.unread_begin);
  std::memcpy(bytes.data() + *peer.received, peer.unread.data() + peer.unread_begin, count);
  peer.unread_begin += count;
  *peer.received += count;
  if (*peer.received < bytes.size()) return read_more(peer);
  peer.received.reset();
  peer.wanted = nullptr;
  finish(peer);
  take(peer);
}

/// Whether to go on with the message behind the head, or to read more; not when it is for later.
bool TcpRanks::Peers::take_head(Peer& peer) {
  constexpr auto alive = static_cast<char>(FrameKind::alive);
  while (peer.unread_begin < peer.unread_end && peer.unread[peer.unread_begin] == alive) {
    ++peer.unread_begin;
  }
  const char* const bytes = peer.unread.data() + peer.unread_begin;
  const std::size_t count = peer.unread_end - peer.unread_begin;
  FrameHead head;
  if (count < sizeof head) return true;
  std::memcpy(&head, bytes, sizeof head);
  if (head.kind == FrameKind::lost) {
    if (count >= sizeof head + std::min(head.bytes, most_lost_bytes)) {
      fail(std::string(bytes + sizeof head, std::min(head.bytes, most_lost_bytes)));
    }
    return failure_.empty();
  }
  if (head.kind == FrameKind::message && peer.wanted == nullptr) return false;
  const std::size_t expected = peer.wanted_bytes.value_or(head.bytes);
  if (head.kind != FrameKind::message || head.bytes != expected || head.bytes > bytes_left_) {
    fail(fmt::format("{} announces a message of {} bytes; expected {} {}", peer.name, head.bytes,
                     head.bytes > bytes_left_ ? "at most" : "one of",
                     std::min<std::size_t>(expected, bytes_left_)));
    return false;
  }
  bytes_left_ -= head.bytes;
  peer.wanted->call = head.call;
  peer.wanted->bytes.resize(head.bytes);
  peer.received = 0;
  peer.unread_begin += sizeof head;
  return true;
}

void TcpRanks::Peers::start(Peer& peer) {
  ++open_;
  ++peer.pending;
}

void TcpRanks::Peers::finish(Peer& peer) {
  --open_;
  --peer.pending;
}

void TcpRanks::Peers::run() {
  const auto begin = Clock::now();
  const auto step = seconds(std::min(options_.life_seconds, options_.hang_seconds / 8));
  auto next = begin + step;
  while (open_ > 0 && failure_.empty()) {
    context_.restart();
    context_.run_one_for(step);
    if (Clock::now() < next) continue;
    next = Clock::now() + step;
    say_alive();
    check_time(begin);
  }
  if (!failure_.empty()) give_up();
}

void TcpRanks::Peers::check_time(Clock::time_point begin) {
  const auto limit = Clock::now() - seconds(options_.hang_seconds);
  std::vector<std::size_t> ranks;
  for (std::size_t r = 0; r < size_; ++r) {
    if (peers_[r].pending > 0 && std::max(begin, peers_[r].heard) <= limit) ranks.push_back(r);
  }
  if (!ranks.empty()) fail(silent(ranks));
}

std::string TcpRanks::Peers::silent(std::span<const std::size_t> ranks) const {
  std::vector<std::string_view> names;
  for (const std::size_t r : ranks) names.push_back(peers_[r].name);
  const std::string who = fmt::format("{}", fmt::join(names, ", "));
  const Peer& first = peers_[ranks.front()];
  const double limit = options_.hang_seconds;
  if (first.socket) return fmt::format("no answer within {} s from {}", limit, who);
  if (ranks.front() < rank_) {
    return fmt::format("rank {}: {} has not answered within {} s at {}:{}; {}", rank_, who, limit,
                       first.host, first.port, connector_.problem());
  }
  const std::size_t strangers = connector_.strangers();
  return fmt::format(
      "rank {}: {} did not come to {} within {} s{}", rank_, who, place_, limit,
      strangers == 0 ? "" : fmt::format("; connections of others that were closed: {}", strangers));
}

/// Never between the parts of a message: a rank that is being written to knows that we live.
void TcpRanks::Peers::say_alive() {
  const auto now = Clock::now();
  if (now - said_alive_ < seconds(options_.life_seconds) / 2) return;
  said_alive_ = now;
  constexpr auto alive = static_cast<char>(FrameKind::alive);
  for (Peer& peer : peers_) {
    if (!peer.socket || peer.is_writing) continue;
    ::send(peer.socket->native_handle(), &alive, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  }
}

void TcpRanks::Peers::lose(Peer& peer, const error_code& error) {
  fail(fmt::format("{} has ended: {}", peer.name,
                   error == asio::error::eof ? "it closed the connection" : error.message()));
}

void TcpRanks::Peers::fail(const std::string& problem) {
  if (failure_.empty()) failure_ = problem.substr(0, most_lost_bytes);
}

void TcpRanks::Peers::tell_failure(tcp::socket& socket) const {
  const FrameHead head{.kind = FrameKind::lost, .bytes = failure_.size()};
  std::string frame(reinterpret_cast<const char*>(&head), sizeof head);
  frame += failure_;
  ::send(socket.native_handle(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

/// Tells the others why, as they would take this rank for the one that was lost.
void TcpRanks::Peers::give_up() {
  connector_.close();
  context_.restart();
  context_.poll();  // what has been written by now
  bool are_all_told = true;
  for (Peer& peer : peers_) {
    if (!peer.socket) continue;
    if (!peer.is_writing) tell_failure(*peer.socket);
    are_all_told = are_all_told && !peer.is_writing;
  }
  // Those in the middle of a message must hear it from the lost rank itself, before this one ends.
  if (!are_all_told) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  throw RankError(failure_);
}

/// Waits until all others have read what was sent to them: closing a connection with unread bytes
/// would discard it.
void TcpRanks::Peers::leave() {
  error_code ignored;
  for (Peer& peer : peers_) {
    if (!peer.socket) continue;
    peer.socket->shutdown(tcp::socket::shutdown_send, ignored);
    take(peer);
  }
  const auto end = Clock::now() + std::chrono::seconds(2);
  const auto is_open = [](const Peer& peer) { return peer.socket && !peer.end; };
  while (Clock::now() < end && failure_.empty() && std::ranges::any_of(peers_, is_open)) {
    context_.restart();
    context_.run_one_for(std::chrono::milliseconds(50));
  }
}

TcpRanks::TcpRanks(const TcpRankOptions& options)
    : Collective(options.rank, options.size), peers_(std::make_unique<Peers>(options)) {}

TcpRanks::~TcpRanks() = default;

std::size_t TcpRanks::strangers() const {
  return peers_->strangers();
}

std::vector<Collective::Contribution> TcpRanks::gather(Contribution own) {
  std::vector<Contribution> all;
  for (Message& one : peers_->gather({own.call, std::move(own.bytes)})) {
    all.push_back({one.call, std::move(one.bytes)});
  }
  return all;
}

std::vector<std::string> TcpRanks::move_parts(std::vector<std::string> parts,
                                              std::span<const std::uint64_t> sizes) {
  return peers_->move_parts(std::move(parts), sizes);
}

}  // namespace podium
