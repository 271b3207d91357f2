#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Receives a body piece by piece, for requests whose bodies are not kept in memory.
class BodySink {
 public:
  BodySink() = default;
  virtual ~BodySink() = default;
  BodySink(const BodySink&) = delete;
  BodySink& operator=(const BodySink&) = delete;
  BodySink(BodySink&&) = delete;
  BodySink& operator=(BodySink&&) = delete;

  /// The next piece. The client is not read further until this returns.
  virtual void take(std::string_view piece) = 0;

  /// Called once, after the last piece; the body of the request is empty.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
};

/// What is done with the body of a request.
struct BodyPlan {
  std::size_t limit = 0;           ///< bytes; what is longer is dropped, and `is_cut` is set
  std::unique_ptr<BodySink> sink;  ///< none: the body is kept, and given to `handle`
};

/// Answers the requests of an HttpServer. All functions are called from several threads at once.
class HttpHandler {
 public:
  HttpHandler() = default;
  virtual ~HttpHandler() = default;
  HttpHandler(const HttpHandler&) = delete;
  HttpHandler& operator=(const HttpHandler&) = delete;
  HttpHandler(HttpHandler&&) = delete;
  HttpHandler& operator=(HttpHandler&&) = delete;

  /// From the head of a request that has a body. May block, unless plans_at_once().
  virtual BodyPlan plan(const HttpRequest& head) = 0;

  /// Whether plan() never blocks: then no worker is asked, which saves two changes of threads.
  virtual bool plans_at_once() const { return false; }

  /// May block.
  virtual HttpResponse handle(const HttpRequest& request) = 0;

  /// The response to what is no acceptable request, from a client of this address.
  virtual HttpResponse refusal(int status, const std::string& sentence,
                               const std::string& address) = 0;
};

}  // namespace podium
