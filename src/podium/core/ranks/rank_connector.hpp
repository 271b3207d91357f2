#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "podium/core/ranks/tcp_ranks.hpp"

namespace podium {

/// Connects this rank with others: it calls them and is called by them, and either side proves by
/// the token that it belongs to the run. Everything happens while somebody runs the context.
class RankConnector {
 public:
  struct Events {
    std::function<void(std::size_t rank, boost::asio::ip::tcp::socket socket)> connected;
    std::function<void(const std::string& problem)> failed;  ///< the ranks do not fit together
  };

  RankConnector(boost::asio::io_context& context, const TcpRankOptions& options, Events events);

  /// Listens on one address; port "0": any. Throws UsageError for one that other machines can reach
  /// if there is no token, RankError if the system refuses.
  boost::asio::ip::tcp::endpoint listen(const std::string& host, const std::string& port);

  /// Lets nobody in any more.
  void close();

  /// Calls a rank, again and again until it answers.
  void call(std::size_t rank, const std::string& host, const std::string& port);

  std::size_t strangers() const noexcept { return strangers_; }

  /// Why the last call failed; may be empty.
  const std::string& problem() const noexcept { return problem_; }

 private:
  struct Guest;
  struct Call;

  void accept();
  void receive(boost::asio::ip::tcp::socket socket);
  void greet(const std::shared_ptr<Guest>& guest);
  void admit(const std::shared_ptr<Guest>& guest);
  void refuse(const std::shared_ptr<Guest>& guest, const std::string& why);
  void say_hello(const std::shared_ptr<Call>& call);
  void call_again(const std::shared_ptr<Call>& call, const std::string& problem);
  bool may_join(const boost::asio::ip::tcp::endpoint& address) const;

  boost::asio::io_context& context_;
  const TcpRankOptions& options_;
  Events events_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::list<std::shared_ptr<Guest>> guests_;  ///< the oldest first
  std::size_t strangers_ = 0;
  std::string problem_;
};

/// "127.0.0.1:29500"
std::string text_of(const boost::asio::ip::tcp::endpoint& address);

}  // namespace podium
