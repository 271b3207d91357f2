#include "podium/core/http/request_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/http/test_request_trace.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

const std::string get = "GET / HTTP/1.1\r\nHost: x\r\n";
const std::string post = "POST / HTTP/1.1\r\nHost: x\r\n";
const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";

/// The same for every way in which the bytes may arrive.
RequestTrace read(const std::string& text) {
  const RequestTrace whole = traced(text, text.size() + 1);
  EXPECT_EQ(traced(text, 1).text(), whole.text());
  EXPECT_EQ(traced(text, 7).text(), whole.text());
  return whole;
}

TEST(RequestReader, ReadsARequest) {
  const RequestTrace trace = read(
      "PUT /a%20b/c?d=e+f&g HTTP/1.1\r\nHost: x\r\nX-A:  1 \r\nx-a:2\r\nCookie: a=b\r\n"
      "cookie: c=d\r\nEmpty:\r\nContent-Length: 3\r\n\r\nxyz");
  ASSERT_EQ(trace.requests.size(), 1U);
  const auto& [head, body, is_complete] = trace.requests.front();
  EXPECT_EQ(head.request.method, "PUT");
  EXPECT_EQ(head.request.path, "/a b/c");
  EXPECT_THAT(head.request.query, ElementsAre(Pair("d", "e f"), Pair("g", "")));
  EXPECT_THAT(head.request.header,
              ElementsAre(Pair("content-length", "3"), Pair("cookie", "a=b; c=d"),
                          Pair("empty", ""), Pair("host", "x"), Pair("x-a", "1, 2")));
  EXPECT_EQ(body, "xyz");
  EXPECT_TRUE(is_complete);
  EXPECT_TRUE(head.keeps_alive);
}

TEST(RequestReader, TakesTheHostOfTheRequestLine) {
  const auto host = [](const std::string& text) {
    return read(text + "\r\n\r\n").requests.at(0).head.request.header.at("host");
  };
  EXPECT_EQ(host("GET / HTTP/1.1\r\nHost: [::1]:80"), "[::1]:80");
  EXPECT_EQ(host("GET http://x:80/a HTTP/1.1\r\nHost: evil.example"), "x:80");
  EXPECT_EQ(host("GET http://x HTTP/1.0"), "x");
  EXPECT_EQ(host("OPTIONS * HTTP/1.1\r\nHost:"), "");
}

TEST(RequestReader, LetsSizedBodiesBeReadPastIt) {
  RequestReader reader;
  EXPECT_EQ(reader.direct_bytes(), 0U);
  reader.add(post + "Content-Length: 10\r\n\r\nabc");
  EXPECT_EQ(reader.next(), ReadStep::head);
  EXPECT_EQ(reader.direct_bytes(), 0U);  // some of it was added
  EXPECT_EQ(reader.next(), ReadStep::piece);
  EXPECT_EQ(reader.piece(), "abc");
  EXPECT_EQ(reader.direct_bytes(), 7U);
  reader.skip(6);
  EXPECT_EQ(reader.next(), ReadStep::needs_bytes);
  EXPECT_TRUE(reader.is_within());
  reader.skip(1);
  EXPECT_EQ(reader.next(), ReadStep::end);
  reader.add(chunked + "1\r\n");
  EXPECT_EQ(reader.next(), ReadStep::head);
  EXPECT_EQ(reader.next(), ReadStep::needs_bytes);
  EXPECT_EQ(reader.direct_bytes(), 0U);
}

TEST(RequestReader, ReadsChunks) {
  const RequestTrace trace =
      read(chunked + "3\r\nabc\r\n0A;name=\"value\"\r\n0123456789\r\n1 ; x\r\n!\r\n000\r\n\r\n" +
           get + "\r\n");
  ASSERT_EQ(trace.requests.size(), 2U);
  EXPECT_EQ(trace.requests[0].body, "abc0123456789!");
  EXPECT_TRUE(trace.requests[1].is_complete);
}

TEST(RequestReader, KnowsWhatFollowsARequest) {
  const auto head = [](const std::string& text) { return read(text).requests.at(0).head; };
  EXPECT_TRUE(head(get + "\r\n").keeps_alive);
  EXPECT_FALSE(head(get + "Connection: x, Close\r\n\r\n").keeps_alive);
  EXPECT_FALSE(head("GET / HTTP/1.0\r\n\r\n").keeps_alive);
  EXPECT_TRUE(head("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keeps_alive);
  EXPECT_TRUE(head(post + "Expect: 100-Continue\r\nContent-Length: 1\r\n\r\nx").expects_continue);
  EXPECT_TRUE(head("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").is_for_head);
  EXPECT_EQ(head("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").request.method, "GET");
}

TEST(RequestReader, SaysWhetherARequestHasBegun) {
  RequestReader reader;
  EXPECT_FALSE(reader.is_within());
  reader.add("G");
  EXPECT_TRUE(reader.is_within());
  reader.add("ET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n");
  EXPECT_EQ(reader.next(), ReadStep::head);
  EXPECT_TRUE(reader.is_within());
  reader.add("x");
  EXPECT_EQ(reader.next(), ReadStep::piece);
  EXPECT_EQ(reader.next(), ReadStep::end);
  EXPECT_FALSE(reader.is_within());
}

struct Refused {
  const char* why;
  std::string text;
  int status = 400;
};

class RequestReaderRefuses : public testing::TestWithParam<Refused> {};

TEST_P(RequestReaderRefuses, AtOnce) {
  const auto& [why, text, status] = GetParam();
  const RequestTrace trace = read(text + "\r\n\r\n" + get + "\r\n");
  EXPECT_EQ(trace.status, status) << why;
  for (const TracedRequest& request : trace.requests) EXPECT_FALSE(request.is_complete) << why;
}

using namespace std::string_literals;  // NOLINT(google-build-using-namespace): a literal

INSTANTIATE_TEST_SUITE_P(
    Smuggling, RequestReaderRefuses,
    testing::Values(
        Refused{"length and chunks", post + "Content-Length: 5\r\nTransfer-Encoding: chunked"},
        Refused{"chunks and length", post + "Transfer-Encoding: chunked\r\nContent-Length: 5"},
        Refused{"two lengths", post + "Content-Length: 5\r\nContent-Length: 6"},
        Refused{"the same length twice", post + "Content-Length: 5\r\ncontent-length: 5"},
        Refused{"a list of lengths", post + "Content-Length: 5, 5"},
        Refused{"a signed length", post + "Content-Length: +5"},
        Refused{"a negative length", post + "Content-Length: -5"},
        Refused{"an empty length", post + "Content-Length:"},
        Refused{"a hexadecimal length", post + "Content-Length: 0x5"},
        Refused{"a huge length", post + "Content-Length: 18446744073709551617"},
        Refused{"chunks twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"},
        Refused{"another coding", post + "Transfer-Encoding: gzip, chunked", 501},
        Refused{"no known coding", post + "Transfer-Encoding: xchunked", 501},
        Refused{"an old version with chunks",
                "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked"},
        Refused{"a blank before the colon", post + "Content-Length : 5"},
        Refused{"a blank before a name", post + " Content-Length: 5"},
        Refused{"a folded header", get + "X: a\r\n b"},
        Refused{"a header folded by a tab", get + "X: a\r\n\tb"},
        Refused{"a bare LF in the request line", "GET / HTTP/1.1\nHost: x"},
        Refused{"a bare LF after a header", get + "X: a\nContent-Length: 5"},
        Refused{"a bare LF at the end", get + "\n"},
        Refused{"a bare CR", get + "X: a\rContent-Length: 5"},
        Refused{"a NUL in a value", get + "X: a\0b"s}, Refused{"a NUL in a name", get + "X\0: a"s},
        Refused{"a NUL in the address", "GET /\0 HTTP/1.1\r\nHost: x"s},
        Refused{"no colon", get + "X"}, Refused{"no name", get + ": a"},
        Refused{"two hosts", get + "Host: y"}, Refused{"no host", "GET / HTTP/1.1"},
        Refused{"an empty host", "GET / HTTP/1.1\r\nHost:"},
        Refused{"an empty host of an old version", "GET / HTTP/1.0\r\nHost:"},
        Refused{"a port alone", "GET / HTTP/1.1\r\nHost: :80"},
        Refused{"a list of hosts", "GET / HTTP/1.1\r\nHost: x, y"},
        Refused{"a path as a host", "GET / HTTP/1.1\r\nHost: x/y"},
        Refused{"a user of a host", "GET http://a@x/ HTTP/1.1\r\nHost: x"},
        Refused{"no host but one in the line", "GET http://x/ HTTP/1.1"},
        Refused{"a chunk without a size", chunked + "\r\nabc"},
        Refused{"a chunk size with a sign", chunked + "+3\r\nabc"},
        Refused{"a chunk size with 0x", chunked + "0x3\r\nabc"},
        Refused{"a chunk size after a blank", chunked + " 3\r\nabc"},
        Refused{"a chunk size with rubbish", chunked + "3 3\r\nabc"},
        Refused{"a huge chunk size", chunked + "10000000000000003\r\nabc"},
        Refused{"a chunk size with a bare LF", chunked + "3\nabc\r\n0"},
        Refused{"a chunk extension with a bare LF", chunked + "3;\nabc\r\n0"},
        Refused{"a chunk extension with a NUL", chunked + "3;\0\r\nabc\r\n0"s},
        Refused{"a chunk that is too long", chunked + "3\r\nabcd\r\n0"},
        Refused{"a trailer", chunked + "0\r\nContent-Length: 5"},
        Refused{"a bare LF after the last chunk", chunked + "0\r\n\n"}));

INSTANTIATE_TEST_SUITE_P(
    RequestLine, RequestReaderRefuses,
    testing::Values(Refused{"nothing", ""}, Refused{"an empty line first", "\r\n" + get},
                    Refused{"no version", "GET /\r\nHost: x"},
                    Refused{"no address", "GET  HTTP/1.1\r\nHost: x"},
                    Refused{"another protocol", "GET / HTTQ/1.1\r\nHost: x"},
                    Refused{"a version to come", "GET / HTTP/2.0\r\nHost: x", 505},
                    Refused{"a blank too many", "GET /  HTTP/1.1\r\nHost: x"},
                    Refused{"a tab", "GET\t/ HTTP/1.1\r\nHost: x"},
                    Refused{"a method in brackets", "(GET) / HTTP/1.1\r\nHost: x"},
                    Refused{"bytes above 127", "GET /\xC3\xA4 HTTP/1.1\r\nHost: x"},
                    Refused{"HEAD of no resource", "HEAD * HTTP/1.1\r\nHost: x"},
                    Refused{"an address of a tunnel", "CONNECT x:80 HTTP/1.1\r\nHost: x"},
                    Refused{"a broken percent code", "GET /%4 HTTP/1.1\r\nHost: x"},
                    Refused{"another expectation", post + "Expect: money", 417}));

TEST(RequestReader, EndlessLinesEndAtTheLimit) {
  const std::string endless(20'000, 'a');
  EXPECT_EQ(read("GET /" + endless).status, 414);
  EXPECT_EQ(read(endless).status, 414);
  EXPECT_EQ(read(get + "X: " + endless).status, 431);
  EXPECT_EQ(read(get + endless).status, 431);
  EXPECT_EQ(read(chunked + std::string(20'000, '0')).status, 400);
  EXPECT_EQ(read(chunked + "1;" + endless).status, 400);
  EXPECT_EQ(read("GET /" + std::string(8000, 'a') +
                 " HTTP/1.1\r\nHost: x\r\nX: " + std::string(8000, 'a') + "\r\n\r\n")
                .status,
            0);
}

TEST(RequestReader, HeadsAreBounded) {
  const auto with_headers = [](std::size_t count, std::size_t length) {
    std::string text = get;
    for (std::size_t i = 1; i < count; ++i) {
      text += "X" + to_text(i) + ": " + std::string(length, 'a') + "\r\n";
    }
    return read(text + "\r\n").status;
  };
  EXPECT_EQ(with_headers(100, 1), 0);
  EXPECT_EQ(with_headers(101, 1), 431);
  EXPECT_EQ(with_headers(8, 8000), 0);
  EXPECT_EQ(with_headers(10, 8000), 431);
}

TEST(RequestReader, LinesThatAreLongerThanTheirChunksEnd) {
  std::string text = chunked;
  for (int i = 0; i < 100; ++i) text += "1;" + std::string(1000, 'a') + "\r\nx\r\n";
  EXPECT_EQ(read(text).status, 400);
  text = chunked;
  for (int i = 0; i < 20'000; ++i) text += "1\r\nx\r\n";
  EXPECT_EQ(read(text + "0\r\n\r\n").status, 0) << "small chunks without extensions are fine";
}

TEST(RequestReader, StaysBad) {
  RequestReader reader;
  reader.add("\n");
  EXPECT_EQ(reader.next(), ReadStep::bad);
  reader.add(get + "\r\n");
  EXPECT_EQ(reader.next(), ReadStep::bad);
  EXPECT_EQ(reader.problem().sentence, "a line does not end with CR LF");
}

}  // namespace
}  // namespace podium
