#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

namespace podium {

using HttpBuffers = std::array<boost::asio::const_buffer, 2>;

/// The bytes of a connection, with or without TLS. One call at a time is under way.
class HttpChannel {
 public:
  using Done = std::function<void(const boost::system::error_code& error, std::size_t count)>;
  using Progress = std::function<void()>;

  HttpChannel() = default;
  virtual ~HttpChannel() = default;
  HttpChannel(const HttpChannel&) = delete;
  HttpChannel& operator=(const HttpChannel&) = delete;
  HttpChannel(HttpChannel&&) = delete;
  HttpChannel& operator=(HttpChannel&&) = delete;

  virtual boost::asio::ip::tcp::socket& socket() = 0;
  virtual void open(Done done) = 0;
  virtual void read(boost::asio::mutable_buffer buffer, Done done) = 0;
  /// Calls progress() whenever the client has taken a part.
  virtual void write(HttpBuffers buffers, Progress progress, Done done) = 0;
  virtual void say_end(Done done) = 0;
};

std::unique_ptr<HttpChannel> plain_channel(boost::asio::ip::tcp::socket socket);
std::unique_ptr<HttpChannel> tls_channel(boost::asio::ip::tcp::socket socket,
                                         boost::asio::ssl::context& context);

}  // namespace podium
