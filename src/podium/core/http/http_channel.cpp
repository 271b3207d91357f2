#include "podium/core/http/http_channel.hpp"

#include <utility>

#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

namespace podium {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t write_bytes = std::size_t{64} << 10U;  ///< handed to the system at once

/// Asks for further bytes until all are written.
auto noting(HttpChannel::Progress progress) {
  return [progress = std::move(progress)](const error_code& error, std::size_t) -> std::size_t {
    progress();
    return error ? 0 : write_bytes;
  };
}

class PlainChannel final : public HttpChannel {
 public:
  explicit PlainChannel(tcp::socket socket) : socket_(std::move(socket)) {}

  tcp::socket& socket() override { return socket_; }
  void open(Done done) override { done({}, 0); }
  void read(asio::mutable_buffer buffer, Done done) override {
    socket_.async_read_some(buffer, std::move(done));
  }
  void write(HttpBuffers buffers, Progress progress, Done done) override {
    asio::async_write(socket_, buffers, noting(std::move(progress)), std::move(done));
  }
  void say_end(Done done) override { done({}, 0); }

 private:
  tcp::socket socket_;
};

class TlsChannel final : public HttpChannel {
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
  void write(HttpBuffers buffers, Progress progress, Done done) override {
    asio::async_write(stream_, buffers, noting(std::move(progress)), std::move(done));
  }
  void say_end(Done done) override {
    stream_.async_shutdown([done = std::move(done)](const error_code& error) { done(error, 0); });
  }

 private:
  asio::ssl::stream<tcp::socket> stream_;
};

}  // namespace

std::unique_ptr<HttpChannel> plain_channel(tcp::socket socket) {
  return std::make_unique<PlainChannel>(std::move(socket));
}

std::unique_ptr<HttpChannel> tls_channel(tcp::socket socket, asio::ssl::context& context) {
  return std::make_unique<TlsChannel>(std::move(socket), context);
}

}  // namespace podium
