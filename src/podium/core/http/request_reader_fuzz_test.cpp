// RequestReader on mutated requests: the portions in which bytes arrive do not matter, and where
// Boost.Beast's parser accepts the same bytes, it sees the same request that ends at the same byte.
#include <cstdlib>
#include <limits>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/core/http/test_request_trace.hpp"

namespace podium {
namespace {

namespace beast = boost::beast;

/// The same cases in every run, unless the environment asks for others.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20122 max_success=1000", 0);

const std::vector<std::string> samples = {
    "GET /a/b%20c?d=e HTTP/1.1\r\nHost: x:80\r\nCookie: a=b; c=d\r\nAccept: */*\r\n\r\n",
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\nExpect: "
    "100-continue\r\n\r\n{\"a\":1}",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3\r\nabc\r\na;x=y\r\n0123456789"
    "\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "HEAD http://x/y HTTP/1.0\r\nConnection: keep-alive\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: x\r\n"
    "Connection: close\r\n\r\n"};

/// The bytes of the first request; nothing when it is refused or not complete.
std::optional<std::size_t> first_length(const std::string& text) {
  RequestReader reader;
  for (std::size_t used = 0;;) {
    switch (reader.next()) {
      case ReadStep::needs_bytes:
        if (used == text.size()) return std::nullopt;
        reader.add(std::string_view(text).substr(used++, 1));
        break;
      case ReadStep::end:
        return used;
      case ReadStep::bad:
        return std::nullopt;
      default:
        break;
    }
  }
}

void compare_with_beast(const std::string& text) {
  const std::optional<std::size_t> length = first_length(text);
  if (!length) return;
  const RequestTrace trace = traced(text, text.size());
  const TracedRequest& ours = trace.requests.at(0);
  beast::http::request_parser<beast::http::string_body> parser;
  parser.header_limit(1U << 20U);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());
  parser.eager(true);
  beast::error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(text), error);
  RC_ASSERT(error != beast::http::error::need_more);
  if (error) return;  // it may be stricter
  RC_ASSERT(parser.is_done());
  RC_ASSERT(used == *length);
  const auto& message = parser.get();
  RC_ASSERT(message.body() == ours.body);
  const std::string method(message.method_string());
  RC_ASSERT((method == "HEAD" ? "GET" : method) == ours.head.request.method);
  RC_ASSERT(parser.keep_alive() == ours.head.keeps_alive);
  for (const auto& [name, value] : ours.head.request.header) {
    if (name == "host") continue;  // that of the request line counts
    if (message.count(name) == 1) RC_ASSERT(std::string(message[name]) == value);
    RC_ASSERT(message.count(name) > 0);
  }
}

TEST(RequestReaderFuzz, AnyMutationIsReadAlikeInAnyPortionsAndAsBeastDoes) {
  const bool held = rc::check([&] {
    const std::string text = mutated(samples[drawn_below(samples.size())]);
    RC_LOG() << text << "\n";
    const std::string whole = traced(text, text.size() + 1).text();
    RC_ASSERT(traced(text, 1).text() == whole);
    RC_ASSERT(traced(text, 1 + drawn_below(20)).text() == whole);
    compare_with_beast(text);
  });
  EXPECT_TRUE(held);
}

TEST(RequestReaderFuzz, TheSamplesAreRead) {
  for (const std::string& sample : samples) {
    EXPECT_TRUE(first_length(sample)) << sample;
    EXPECT_EQ(traced(sample, 3).status, 0) << sample;
  }
}

}  // namespace
}  // namespace podium
