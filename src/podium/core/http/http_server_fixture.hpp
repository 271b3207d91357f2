#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "podium/core/base/text.hpp"
#include "podium/core/http/http_server.hpp"

namespace podium {

/// A server that runs while the test does.
class Running {
 public:
  Running(const ServerOptions& options, HttpHandler& handler)
      : server_(options, handler), thread_([this] { server_.run(); }) {}
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  Running(Running&&) = delete;
  Running& operator=(Running&&) = delete;

  int port() const { return server_.port(); }
  HttpServer& server() { return server_; }

  /// Returns when all requests that had begun are answered.
  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  HttpServer server_;
  std::thread thread_;
};

/// A socket that sends what it is told, valid or not.
class RawClient {
 public:
  explicit RawClient(int port, const std::string& words = "")
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_TRUE(say(words));
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  RawClient(RawClient&&) = delete;
  RawClient& operator=(RawClient&&) = delete;

  /// Returns whether all was sent.
  bool say(std::string_view words) const {
    while (!words.empty()) {
      const ssize_t count = ::send(socket_, words.data(), words.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      words.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  /// Nothing more will be sent; the client still reads.
  void end() const { ::shutdown(socket_, SHUT_WR); }

  /// Everything that the server sends until it closes.
  std::string rest() const {
    std::string all;
    while (hear(all)) {
    }
    return all;
  }

  /// About so many bytes of what the server sends; less when it closes before.
  std::string heard(std::size_t count) const {
    std::string all;
    while (all.size() < count && hear(all)) {
    }
    return all;
  }

  /// What the server sends until a text has come; less when it closes before.
  std::string heard_until(std::string_view text) const {
    std::string all;
    while (all.find(text) == std::string::npos && hear(all)) {
    }
    return all;
  }

 private:
  bool hear(std::string& all) const {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count > 0) all.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int socket_;
};

/// A response as a client reads it.
struct HeardResponse {
  int status = 0;
  std::map<std::string, std::string> header;  ///< names in lower case
  std::string body;
};

/// The responses in what a server sent, one after the other.
inline std::vector<HeardResponse> responses_in(std::string_view text) {
  std::vector<HeardResponse> all;
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n\r\n");
    EXPECT_TRUE(text.starts_with("HTTP/1.1 ") && end != std::string_view::npos) << text;
    if (end == std::string_view::npos) return all;
    HeardResponse response{.status = parse_number<int>(text.substr(9, 3)).value_or(0)};
    std::string_view lines = text.substr(0, end + 2);
    text.remove_prefix(end + 4);
    for (lines.remove_prefix(lines.find('\n') + 1); !lines.empty();) {
      const std::string_view line = lines.substr(0, lines.find('\r'));
      lines.remove_prefix(line.size() + 2);
      const std::size_t colon = line.find(": ");
      response.header[lower_case(line.substr(0, colon))] = line.substr(colon + 2);
    }
    if (const auto found = response.header.find("content-length"); found != response.header.end()) {
      const auto length = parse_number<std::size_t>(found->second).value_or(0);
      response.body = text.substr(0, length);
      text.remove_prefix(std::min(length, text.size()));
    }
    all.push_back(response);
  }
  return all;
}

inline std::vector<int> statuses_in(std::string_view text) {
  std::vector<int> all;
  for (const HeardResponse& response : responses_in(text)) all.push_back(response.status);
  return all;
}

/// A free port of this machine, and short limits.
inline ServerOptions quick_options() {
  ServerOptions options;
  options.port = 0;
  options.workers = 8;
  options.connections_of_address = 0;
  options.head_seconds = 1;
  return options;
}

/// Options with a self-signed certificate in a folder.
inline ServerOptions with_certificate(ServerOptions options, const std::string& folder) {
  options.certificate = folder + "/certificate.pem";
  options.key = folder + "/key.pem";
  const std::string made =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout " +
      options.key + " -out " + options.certificate + " 2>/dev/null";
  EXPECT_EQ(std::system(made.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no thread yet
  return options;
}

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Counts the bytes of a body.
class CountingSink final : public BodySink {
 public:
  void take(std::string_view piece) override {
    count_ += piece.size();
    most_ = std::max(most_, piece.size());
  }
  HttpResponse answer(const HttpRequest& request) override {
    EXPECT_EQ(request.body, "");
    EXPECT_LT(most_, 200'000U) << "never more at once";
    return {.type = "text/plain", .body = to_text(count_)};
  }

 private:
  std::size_t count_ = 0;
  std::size_t most_ = 0;
};

class TestHandler final : public HttpHandler {
 public:
  BodyPlan plan(const HttpRequest& head) override {
    if (head.path == "/no-memory-for-bodies") throw std::bad_alloc();
    if (head.path == "/count")
      return {.limit = 3'000'000, .sink = std::make_unique<CountingSink>()};
    return {.limit = head.path == "/large" ? std::size_t{100'000'000} : std::size_t{1000}};
  }

  bool plans_at_once() const override { return plans_at_once_; }
  void plan_at_once(bool plans_at_once) { plans_at_once_ = plans_at_once; }

  HttpResponse handle(const HttpRequest& request) override {
    ++handled_;
    if (request.path == "/no-memory") throw std::bad_alloc();
    if (request.is_cut) return refusal(413, "too large", request.address);
    if (request.path == "/slow") std::this_thread::sleep_for(std::chrono::milliseconds(500));
    if (request.path == "/slowest") std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    if (request.path == "/patient") {
      for (int i = 0; i < 300 && !request.stop.stop_requested(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
      if (request.stop.stop_requested()) ++given_up_;
    }
    if (request.path == "/long") return {.type = "text/plain", .body = std::string(100'000, 'x')};
    if (request.path == "/huge")
      return {.type = "text/plain", .body = std::string(50'000'000, 'x')};
    if (request.path == "/none") return {.status = 304, .body = "not sent"};
    return {.type = "text/plain", .body = request.method + " " + request.path + " " + request.body};
  }

  HttpResponse refusal(int status, const std::string& sentence,
                       const std::string& address) override {
    EXPECT_EQ(address, "127.0.0.1");
    return {.status = status, .type = "text/plain", .body = sentence, .header = {{"X-Own", "yes"}}};
  }

  int handled() const { return handled_; }
  int given_up() const { return given_up_; }

 private:
  std::atomic<int> handled_ = 0;
  std::atomic<int> given_up_ = 0;
  bool plans_at_once_ = false;
};

class HttpServerTest : public testing::Test {
 protected:
  std::vector<HeardResponse> asked(const std::string& text) {
    const Running running(options_, handler_);
    const RawClient client(running.port(), text);
    client.end();
    return responses_in(client.rest());
  }

  static std::string get(const std::string& path, const std::string& headers = "") {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
  }

  static std::string post(const std::string& path, const std::string& body,
                          const std::string& headers = "") {
    return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + to_text(body.size()) +
           "\r\n" + headers + "\r\n" + body;
  }

  /// Whether an honest client is answered.
  static bool answers(const Running& running) {
    const RawClient client(running.port(), get("/hello", "Connection: close\r\n"));
    return statuses_in(client.rest()) == std::vector{200};
  }

  /// Waits until the handler has begun with so many requests.
  void await_handled(int count) const {
    while (handler_.handled() < count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  ServerOptions options_ = quick_options();
  TestHandler handler_;
};

}  // namespace podium
