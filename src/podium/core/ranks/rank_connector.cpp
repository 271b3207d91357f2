#include "podium/core/ranks/rank_connector.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/ranks/rank_proof.hpp"

namespace podium {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto pause_of_calls = std::chrono::milliseconds(50);
constexpr std::size_t most_guests = 256;  ///< that have not proved who they are

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

/// A handler that calls next() when a step went well, otherwise problem(why).
template <class Problem, class Next>
auto after(Problem problem, Next next) {
  return [problem, next](const error_code& error, std::size_t /*bytes*/) {
    error ? problem(error.message()) : next();
  };
}

template <class Fixed>
auto bytes_of(Fixed& fixed) {
  return asio::buffer(&fixed, sizeof fixed);
}

}  // namespace

std::string text_of(const tcp::endpoint& address) {
  const std::string host = address.address().to_string();
  return fmt::format("{}:{}", address.address().is_v6() ? "[" + host + "]" : host, address.port());
}

/// Who has called and not yet proved to be a rank.
struct RankConnector::Guest {
  explicit Guest(tcp::socket from) : socket(std::move(from)), timer(socket.get_executor()) {}

  tcp::socket socket;
  asio::steady_timer timer;
  std::string address;
  RankHello hello;
  RankWelcome welcome;
  RankProof proof{};
};

/// A call to another rank.
struct RankConnector::Call {
  Call(asio::io_context& context, std::size_t to, std::string at, std::string port_there)
      : rank(to),
        host(std::move(at)),
        port(std::move(port_there)),
        resolver(context),
        socket(context),
        timer(context) {}

  std::size_t rank;
  std::string host;
  std::string port;
  tcp::resolver resolver;
  tcp::socket socket;
  asio::steady_timer timer;
  RankHello hello;
  RankWelcome welcome;
  RankProof proof{};
  char sign = 0;
};

RankConnector::RankConnector(asio::io_context& context, const TcpRankOptions& options,
                             Events events)
    : context_(context),
      options_(options),
      events_(std::move(events)),
      acceptor_(context),
      pause_(context) {}

bool RankConnector::may_join(const tcp::endpoint& address) const {
  return !options_.token.empty() || address.address().is_loopback();
}

tcp::endpoint RankConnector::listen(const std::string& host, const std::string& port) {
  error_code error;
  tcp::resolver resolver(context_);
  const auto found = resolver.resolve(host, port, tcp::resolver::numeric_service, error);
  for (const auto& entry : found) {
    const tcp::endpoint address = entry.endpoint();
    if (!may_join(address)) {
      throw UsageError(fmt::format(
          "ranks: other machines can reach {}, where rank {} would listen, and there is no token; "
          "expected an address of this machine alone such as 127.0.0.1, or a file with the same 32 "
          "random bytes for all ranks in PODIUM_TOKEN_FILE",
          in_quotes(host), options_.rank));
    }
    acceptor_ = tcp::acceptor(context_);
    acceptor_.open(address.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(address, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) continue;
    accept();
    return acceptor_.local_endpoint();
  }
  throw RankError(fmt::format("rank {} cannot listen on port {} of {}: {}", options_.rank, port,
                              in_quotes(host), error.message()));
}

void RankConnector::close() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  for (const auto& guest : guests_) {
    guest->timer.cancel();
    guest->socket.close(ignored);
  }
  guests_.clear();
}

void RankConnector::accept() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      receive(std::move(socket));
      return accept();
    }
    pause_.expires_after(pause_of_calls);  // no descriptor is left: those of strangers soon are
    pause_.async_wait([this](const error_code& ended) {
      if (!ended) accept();
    });
  });
}

void RankConnector::receive(tcp::socket socket) {
  error_code error;
  const tcp::endpoint address = socket.remote_endpoint(error);
  const auto guest = std::make_shared<Guest>(std::move(socket));
  guest->address = text_of(address);
  guests_.push_back(guest);
  if (guests_.size() > most_guests) refuse(guests_.front(), "was one of too many at once");
  if (error || !may_join(address)) return refuse(guest, "is not on this machine");
  guest->timer.expires_after(nanoseconds(options_.hello_seconds));
  guest->timer.async_wait([this, guest](const error_code& ended) {
    if (!ended) refuse(guest, "did not say in time who it is");
  });
  greet(guest);
}

void RankConnector::greet(const std::shared_ptr<Guest>& guest) {
  const auto away = [this, guest](const std::string& why) { refuse(guest, why); };
  const auto check_proof = [this, guest, away] {
    const auto expected =
        rank_proof(options_.token, RankRole::guest, guest->hello, guest->welcome.nonce);
    is_same_proof(guest->proof, expected) ? admit(guest) : away("does not have the token");
  };
  const auto read_proof = [guest, away, check_proof] {
    asio::async_read(guest->socket, bytes_of(guest->proof), after(away, check_proof));
  };
  const auto answer = [this, guest, away, read_proof] {
    if (guest->hello.magic != RankHello{}.magic) return away("does not speak this protocol");
    guest->welcome.nonce = new_nonce();
    guest->welcome.proof =
        rank_proof(options_.token, RankRole::host, guest->hello, guest->welcome.nonce);
    asio::async_write(guest->socket, bytes_of(guest->welcome), after(away, read_proof));
  };
  asio::async_read(guest->socket, bytes_of(guest->hello), after(away, answer));
}

void RankConnector::admit(const std::shared_ptr<Guest>& guest) {
  guests_.remove(guest);
  guest->timer.cancel();
  const RankHello& hello = guest->hello;
  if (hello.size != options_.size || hello.rank >= hello.size || hello.to != options_.rank) {
    return events_.failed(fmt::format(
        "rank {} is one of {}, and {} came to it as rank {} of {} that calls rank {}; expected the "
        "same number of ranks everywhere",
        options_.rank, options_.size, guest->address, hello.rank, hello.size, hello.to));
  }
  error_code error;
  guest->socket.write_some(asio::buffer("", 1), error);  // it is in
  if (!error) events_.connected(hello.rank, std::move(guest->socket));
}

void RankConnector::refuse(const std::shared_ptr<Guest>& guest, const std::string& why) {
  const auto found = std::ranges::find(guests_, guest);
  if (found == guests_.end()) return;  // is in already, or out
  const std::shared_ptr<Guest> kept = guest;
  guests_.erase(found);
  kept->timer.cancel();
  error_code ignored;
  kept->socket.close(ignored);
  if (strangers_++ == 0 && options_.note) {
    options_.note(
        fmt::format("rank {}: closed the connection of {}, which {}; others like it are "
                    "closed without a word",
                    options_.rank, kept->address, why));
  }
}

void RankConnector::call(std::size_t rank, const std::string& host, const std::string& port) {
  const auto call = std::make_shared<Call>(context_, rank, host, port);
  const auto connected = [this, call](const error_code& error, const tcp::endpoint& address) {
    if (error) return call_again(call, error.message());
    if (may_join(address)) return say_hello(call);
    events_.failed(fmt::format(
        "rank {} calls rank {} at {}, which is not this machine, and there is no token; expected a "
        "file with the same 32 random bytes for all ranks in PODIUM_TOKEN_FILE",
        options_.rank, call->rank, text_of(address)));
  };
  call->resolver.async_resolve(
      host, port, tcp::resolver::numeric_service,
      [this, call, connected](const error_code& error, const tcp::resolver::results_type& found) {
        if (error) return call_again(call, error.message());
        asio::async_connect(call->socket, found, connected);
      });
}

void RankConnector::say_hello(const std::shared_ptr<Call>& call) {
  call->hello.rank = static_cast<std::uint32_t>(options_.rank);
  call->hello.size = static_cast<std::uint32_t>(options_.size);
  call->hello.to = static_cast<std::uint32_t>(call->rank);
  call->hello.nonce = new_nonce();
  const auto again = [this, call](const std::string& problem) { call_again(call, problem); };
  const auto done = [this, call] { events_.connected(call->rank, std::move(call->socket)); };
  const auto read_sign = [call, again, done] {
    asio::async_read(call->socket, bytes_of(call->sign), after(again, done));
  };
  const auto prove = [this, call, again, read_sign] {
    const auto& nonce = call->welcome.nonce;
    const auto expected = rank_proof(options_.token, RankRole::host, call->hello, nonce);
    if (!is_same_proof(call->welcome.proof, expected)) {
      return again("who answers there does not have the token of this run");
    }
    call->proof = rank_proof(options_.token, RankRole::guest, call->hello, nonce);
    asio::async_write(call->socket, bytes_of(call->proof), after(again, read_sign));
  };
  const auto read_welcome = [call, again, prove] {
    asio::async_read(call->socket, bytes_of(call->welcome), after(again, prove));
  };
  asio::async_write(call->socket, bytes_of(call->hello), after(again, read_welcome));
}

void RankConnector::call_again(const std::shared_ptr<Call>& call, const std::string& problem) {
  problem_ = problem;
  error_code ignored;
  call->socket.close(ignored);
  call->timer.expires_after(pause_of_calls);
  call->timer.async_wait(
      [this, call](const error_code&) { this->call(call->rank, call->host, call->port); });
}

}  // namespace podium
