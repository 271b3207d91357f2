#pragma once

#include <array>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "podium/service/http_server.hpp"
#include "podium/service/service_fixture.hpp"

namespace podium {

/// A server that runs while the test does.
class Running {
 public:
  Running(const ServerOptions& options, LabelService& service)
      : server_(options, service), thread_([this] { server_.run(); }) {}
  ~Running() {
    server_.stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  Running(Running&&) = delete;
  Running& operator=(Running&&) = delete;

  int port() const { return server_.port(); }

 private:
  HttpServer server_;
  std::thread thread_;
};

/// A client that sends little or nothing and keeps its connection open.
class SilentClient {
 public:
  SilentClient(int port, const std::string& words) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::send(socket_, words.data(), words.size(), 0), static_cast<ssize_t>(words.size()));
  }
  ~SilentClient() { ::close(socket_); }
  SilentClient(const SilentClient&) = delete;
  SilentClient& operator=(const SilentClient&) = delete;
  SilentClient(SilentClient&&) = delete;
  SilentClient& operator=(SilentClient&&) = delete;

  /// Ends the request; returns everything that the server sends until it closes.
  std::string heard() const {
    ::shutdown(socket_, SHUT_WR);
    return next();
  }

  /// Returns everything that the server sends until it closes.
  std::string next() const {
    std::string all;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 1; count > 0;) {
      count = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (count > 0) all.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return all;
  }

 private:
  int socket_;
};

class HttpServerTest : public ServiceFixture {
 protected:
  static ServerOptions free_port() {
    ServerOptions options;
    options.port = 0;
    options.threads = 16;
    options.timeout_seconds = 1;
    return options;
  }

  static std::string login_body() { return json{{"name", "ann"}, {"password", password}}.dump(); }
};

}  // namespace podium
