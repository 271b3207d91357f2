#include "podium/core/http/http_server.hpp"

#include <chrono>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "podium/core/base/error.hpp"
#include "podium/core/http/http_server_fixture.hpp"

/// Of the address sanitizer, where there is one.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes() __attribute__((weak));

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::size_t allocated_bytes() {
  if (__sanitizer_get_current_allocated_bytes != nullptr) {
    return __sanitizer_get_current_allocated_bytes();
  }
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST_F(HttpServerTest, AnswersARequest) {
  const auto all = asked(post("/a%20b?c=d", "body"));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].status, 200);
  EXPECT_EQ(all[0].body, "POST /a b body");
  EXPECT_EQ(all[0].header.at("content-type"), "text/plain");
  EXPECT_EQ(all[0].header.at("connection"), "keep-alive");
}

TEST_F(HttpServerTest, PipelinedRequestsAreAnsweredInOrder) {
  std::string text = get("/slow");
  for (int i = 0; i < 200; ++i) {
    text += i % 2 == 0 ? get("/" + to_text(i)) : post("/" + to_text(i), std::string(500, 'x'));
  }
  const auto all = asked(text);
  ASSERT_EQ(all.size(), 201U);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_THAT(all[i].body, HasSubstr(" /" + to_text(i - 1) + " "));
  }
}

TEST_F(HttpServerTest, NothingFollowsTheLastRequest) {
  EXPECT_EQ(asked(get("/a", "Connection: close\r\n") + get("/b")).size(), 1U);
  EXPECT_EQ(asked("GET /a HTTP/1.0\r\n\r\n" + get("/b")).size(), 1U);
  EXPECT_EQ(asked("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + get("/b")).size(), 2U);
}

TEST_F(HttpServerTest, SmuggledRequestsAreRefusedAndNotAnswered) {
  const std::string inner = get("/inner");
  const std::string head = "POST /outer HTTP/1.1\r\nHost: x\r\n";
  const std::string length = "Content-Length: " + to_text(inner.size()) + "\r\n";
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  for (const std::string& text :
       {head + length + chunked + "\r\n0\r\n\r\n" + inner,
        head + chunked + length + "\r\n0\r\n\r\n" + inner,
        head + "Content-Length: 0\r\n" + length + "\r\n" + inner,
        head + length + length + "\r\n" + inner + inner,
        head + "Content-Length: 0, " + to_text(inner.size()) + "\r\n\r\n" + inner,
        head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + inner,
        head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + inner,
        head + "X: y\r\n Content-Length: 5\r\n\r\n" + inner,
        head + "X: y\nContent-Length: 0\r\n\r\n" + inner, head + chunked + "\r\n0\r\n\n" + inner,
        head + chunked + "\r\n0;\n\r\n\r\n" + inner, head + chunked + "\r\n-1\r\n\r\n" + inner,
        head + chunked + "\r\nffffffffffffffff\r\n\r\n" + inner,
        head + chunked + "\r\n0\r\nX: y\r\n\r\n" + inner,
        "GET /outer HTTP/1.1\r\nHost: x\r\nX: " + std::string(1, '\0') + "\r\n\r\n" + inner}) {
    const auto all = asked(text);
    ASSERT_EQ(all.size(), 1U) << text;
    EXPECT_TRUE(all[0].status == 400 || all[0].status == 501) << text;
    EXPECT_EQ(all[0].header.at("connection"), "close");
    EXPECT_EQ(all[0].header.at("x-own"), "yes") << "made by the handler";
  }
  EXPECT_EQ(handler_.handled(), 0);
}

TEST_F(HttpServerTest, DrippedRequestsEnd) {
  const Running running(options_, handler_);
  for (const std::string& begin :
       {std::string(), std::string("GET / HTTP/1.1\r\nHost: x\r\nX: "),
        std::string("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n")}) {
    const auto start = Clock::now();
    const RawClient client(running.port(), begin);
    while (seconds_since(start) < 3 && client.say("1")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_THAT(statuses_in(client.rest()), ElementsAre(408)) << begin;
    EXPECT_LT(seconds_since(start), 8) << begin;
  }
  EXPECT_EQ(handler_.handled(), 0);
}

TEST_F(HttpServerTest, SilentConnectionsEnd) {
  options_.idle_seconds = 1;
  const Running running(options_, handler_);
  const auto start = Clock::now();
  EXPECT_EQ(RawClient(running.port()).rest(), "");
  EXPECT_THAT(statuses_in(RawClient(running.port(), get("/a")).rest()), ElementsAre(200));
  EXPECT_LT(seconds_since(start), 15);
}

TEST_F(HttpServerTest, ClientsThatTakeNoAnswerAreLetGo) {
  options_.answer_seconds = 1;
  const Running running(options_, handler_);
  const RawClient client(running.port(), get("/huge"));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_LT(client.rest().size(), 50'000'000U);
}

TEST_F(HttpServerTest, HalfClosedConnectionsAreAnswered) {
  EXPECT_EQ(asked(get("/a") + get("/b")).size(), 2U);
  for (const char* const part :
       {"GET", "GET / HTTP/1.1\r\nHost: x\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
    const auto all = asked(get("/a") + part);
    ASSERT_EQ(all.size(), 2U) << part;
    EXPECT_EQ(all[0].status, 200);
    EXPECT_EQ(all[1].status, 400);
  }
  EXPECT_TRUE(asked("").empty());
}

TEST_F(HttpServerTest, OversizedHeadsAreRefusedWhileTheyAreSent) {
  const Running running(options_, handler_);
  const auto refused = [&](const std::string& begin, const std::string& piece) {
    const RawClient client(running.port(), begin);
    for (int i = 0; i < 1000 && client.say(piece); ++i) {
    }
    return statuses_in(client.rest());
  };
  const std::string line(10'000, 'a');
  EXPECT_THAT(refused("GET /", line), ElementsAre(414));
  EXPECT_THAT(refused("", line), ElementsAre(414));
  EXPECT_THAT(refused("GET / HTTP/1.1\r\nHost: x\r\nX: ", line), ElementsAre(431));
  EXPECT_THAT(refused("GET / HTTP/1.1\r\nHost: x\r\n", "X: y\r\n"), ElementsAre(431));
  EXPECT_THAT(refused("GET / HTTP/1.1\r\nHost: x\r\n", "X: " + line.substr(0, 5000) + "\r\n"),
              ElementsAre(431));
  const std::string chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_THAT(refused(chunked, line), ElementsAre(400));
  EXPECT_THAT(refused(chunked, std::string(10'000, '0')), ElementsAre(400));
  EXPECT_THAT(refused(chunked + "1;", line), ElementsAre(400));
  EXPECT_TRUE(answers(running));
}

TEST_F(HttpServerTest, BodiesAreBoundedByTheirRoute) {
  const Running running(options_, handler_);
  const auto sent = [&](const std::string& text) {
    const RawClient client(running.port(), text + get("/next", "Connection: close\r\n"));
    return statuses_in(client.rest());
  };
  EXPECT_THAT(sent(post("/", std::string(1000, 'x'))), ElementsAre(200, 200));
  EXPECT_THAT(sent(post("/", std::string(1001, 'x'))), ElementsAre(413, 200)) << "goes on";
  EXPECT_THAT(sent(post("/large", std::string(1'000'000, 'x'))), ElementsAre(200, 200));
  const std::string chunks = "1f4\r\n" + std::string(500, 'x') + "\r\n";
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_THAT(sent(head + chunks + chunks + "0\r\n\r\n"), ElementsAre(200, 200));
  EXPECT_THAT(sent(head + chunks + chunks + chunks + "0\r\n\r\n"), ElementsAre(413, 200));
  // Of what is much too long only a part is read.
  EXPECT_THAT(sent("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nx"),
              ElementsAre(413));
}

TEST_F(HttpServerTest, LongBodiesArriveAsTheyWereSent) {
  std::string body;
  while (body.size() < 700'000) body += to_text(body.size()) + " ";
  for (const bool at_once : {false, true}) {
    handler_.plan_at_once(at_once);
    const Running running(options_, handler_);
    // Portions from one byte on, and a second request behind the first one's body.
    const std::string text = post("/large", body) + post("/", "x", "Connection: close\r\n");
    const RawClient client(running.port());
    std::size_t portion = 1;
    for (std::size_t begin = 0; begin < text.size(); begin += portion, portion = portion * 3 + 1) {
      EXPECT_TRUE(client.say(std::string_view(text).substr(begin, portion)));
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const auto all = responses_in(client.rest());
    ASSERT_EQ(all.size(), 2U);
    EXPECT_TRUE(all[0].body == "POST /large " + body);
    EXPECT_EQ(all[1].body, "POST / x");
  }
}

TEST_F(HttpServerTest, BodiesThatAreLateOrCutAreRefused) {
  const Running running(options_, handler_);
  const std::string head = "POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n";
  const RawClient late(running.port(), head + std::string(300'000, 'x'));
  const RawClient cut(running.port(), head + std::string(300'000, 'x'));
  cut.end();
  EXPECT_THAT(statuses_in(cut.rest()), ElementsAre(400));
  EXPECT_THAT(statuses_in(late.rest()), ElementsAre(408));
  EXPECT_TRUE(answers(running));
}

TEST_F(HttpServerTest, EndlessBodiesEnd) {
  const Running running(options_, handler_);
  const RawClient client(running.port(),
                         "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "ffff\r\n" + std::string(0xffff, 'x') + "\r\n";
  int sent = 0;
  while (sent < 10'000 && client.say(chunk)) ++sent;
  EXPECT_LT(sent, 10'000);
}

TEST_F(HttpServerTest, BodiesMayBeTakenInPieces) {
  const Running running(options_, handler_);
  const auto sent = [&](std::size_t size) {
    const RawClient client(running.port(), post("/count", std::string(size, 'x')) +
                                               get("/next", "Connection: close\r\n"));
    return responses_in(client.rest());
  };
  EXPECT_EQ(sent(1).at(0).body, "1");
  EXPECT_EQ(sent(3'000'000).at(0).body, "3000000");
  EXPECT_EQ(sent(3'000'001).at(0).status, 413);
  EXPECT_EQ(sent(2'000'000).at(1).body, "GET /next ");
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  const Running running(options_, handler_);
  const RawClient client(running.port(),
                         "HEAD /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string heard = client.rest();
  EXPECT_THAT(heard, HasSubstr("Content-Length: 100000\r\n"));
  EXPECT_TRUE(heard.ends_with("\r\n\r\n"));
}

TEST_F(HttpServerTest, RefusesHeadWithoutABody) {
  const Running running(options_, handler_);
  for (const std::string line : {"HEAD * HTTP/1.1\r\nHost: x", "HEAD / HTTP/1.1\r\nHost:"}) {
    const std::string heard = RawClient(running.port(), line + "\r\n\r\n").rest();
    EXPECT_TRUE(heard.starts_with("HTTP/1.1 400 ")) << heard;
    EXPECT_TRUE(heard.ends_with("\r\n\r\n")) << heard;
  }
}

TEST_F(HttpServerTest, SomeStatusesHaveNoBody) {
  const auto all = asked(get("/none") + get("/a"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].status, 304);
  EXPECT_FALSE(all[0].header.contains("content-length"));
}

TEST_F(HttpServerTest, OptionsGoToTheHandler) {
  const auto all = asked("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].body, "OPTIONS * ");
}

TEST_F(HttpServerTest, TellsThoseWhoWaitToContinue) {
  const Running running(options_, handler_);
  const std::string head =
      "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n";
  {
    const RawClient client(running.port(), head + "Content-Length: 3\r\n\r\n");
    EXPECT_EQ(client.heard_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    EXPECT_TRUE(client.say("abc"));
    EXPECT_THAT(client.rest(), HasSubstr("POST /a abc"));
  }
  const RawClient client(running.port(), head + "Content-Length: 3000\r\n\r\n");
  EXPECT_THAT(statuses_in(client.rest()), ElementsAre(413)) << "and not to send it";
}

TEST_F(HttpServerTest, LongTextsAreCompressed) {
  const auto all = asked(get("/long", "Accept-Encoding: gzip\r\n") + get("/long"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].header.at("content-encoding"), "gzip");
  EXPECT_LT(all[0].body.size(), 1000U);
  EXPECT_EQ(all[1].body.size(), 100'000U);
}

TEST_F(HttpServerTest, WantOfMemoryEndsOneConnection) {
  const Running running(options_, handler_);
  const RawClient other(running.port(), get("/slow", "Connection: close\r\n"));
  EXPECT_EQ(RawClient(running.port(), get("/no-memory")).rest(), "");
  EXPECT_EQ(RawClient(running.port(), post("/no-memory-for-bodies", "x")).rest(), "");
  EXPECT_THAT(statuses_in(other.rest()), ElementsAre(200));
  EXPECT_TRUE(answers(running));
}

TEST_F(HttpServerTest, StopsAfterTheRequestsThatHaveBegun) {
  options_.head_seconds = 30;
  Running running(options_, handler_);
  const RawClient idle(running.port(), get("/a"));
  const RawClient silent(running.port());
  const RawClient slow(running.port(), get("/slow"));
  EXPECT_THAT(idle.heard_until("GET /a"), HasSubstr("GET /a"));
  await_handled(2);
  const auto start = Clock::now();
  running.stop();
  EXPECT_LT(seconds_since(start), 5);
  const auto all = responses_in(slow.rest());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].header.at("connection"), "close");
  EXPECT_EQ(idle.rest() + silent.rest(), "");
}

TEST_F(HttpServerTest, StopsInTheEndWhateverClientsDo) {
  options_.stop_seconds = 1;
  options_.head_seconds = 30;
  Running running(options_, handler_);
  const RawClient unfinished(running.port(),
                             "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
  const RawClient deaf(running.port(), get("/huge"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto start = Clock::now();
  running.stop();
  EXPECT_LT(seconds_since(start), 5);
}

TEST_F(HttpServerTest, EndsAtOnceWhenToldBeforeItRuns) {
  HttpServer server(options_, handler_);
  server.stop();
  server.run();
  EXPECT_GT(server.port(), 0);
}

TEST_F(HttpServerTest, ReportsWhyItCannotListen) {
  const Running running(options_, handler_);
  const auto problem = [&](const std::string& host, int port) {
    options_.host = host;
    options_.port = port;
    try {
      const HttpServer server(options_, handler_);
    } catch (const StorageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(problem("127.0.0.1", running.port()), HasSubstr("the port is already in use"));
  EXPECT_THAT(problem("no such host", 0), HasSubstr("not an address of this machine"));
  EXPECT_THAT(problem("203.0.113.1", 0), HasSubstr("not an address of this machine"));
}

TEST_F(HttpServerTest, AnswersRequestsForItsNamesOnly) {
  options_.hosts = {"localhost"};
  const Running running(options_, handler_);
  const auto status = [&](const std::string& host) {
    const RawClient client(running.port(),
                           "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    return statuses_in(client.rest());
  };
  EXPECT_THAT(status("LOCALHOST:8080"), ElementsAre(200));
  EXPECT_THAT(status("evil.example"), ElementsAre(421));
  EXPECT_THAT(status("localhost.evil.example"), ElementsAre(421));
  const RawClient other(running.port(), "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  EXPECT_THAT(other.rest(), HasSubstr("HTTP/1.1 421 Misdirected Request\r\n"));
}

TEST_F(HttpServerTest, BodiesShareABudget) {
  options_.memory = std::make_shared<MemoryBudget>(400'000);
  options_.head_seconds = 30;
  const Running running(options_, handler_);
  const std::string body(300'000, 'x');
  const std::string request = post("/large", body, "Connection: close\r\n");
  {
    const RawClient first(running.port(), request.substr(0, request.size() - 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const RawClient second(running.port(), request);
    EXPECT_THAT(statuses_in(second.rest()), ElementsAre(503));
    EXPECT_TRUE(answers(running));
    EXPECT_TRUE(first.say("x"));
    EXPECT_THAT(statuses_in(first.rest()), ElementsAre(200));
  }
  const RawClient third(running.port(), request);
  EXPECT_THAT(statuses_in(third.rest()), ElementsAre(200));
  const RawClient chunked(running.port(),
                          "POST /large HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                          "7a120\r\n" +
                              std::string(500'000, 'x') + "\r\n0\r\n\r\n");
  EXPECT_THAT(statuses_in(chunked.rest()), ElementsAre(503));
}

TEST_F(HttpServerTest, ResponsesShareTheBudgetOfBodies) {
  options_.memory = std::make_shared<MemoryBudget>(60'000'000);  // for one of /huge
  const Running running(options_, handler_);
  const std::string huge = get("/huge", "Connection: close\r\n");
  const RawClient deaf(running.port(), huge);
  EXPECT_EQ(deaf.heard(100).substr(0, 12), "HTTP/1.1 200");
  EXPECT_THAT(statuses_in(RawClient(running.port(), huge).rest()), ElementsAre(503));
  EXPECT_TRUE(answers(running));
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));  // longer than it may be silent
  EXPECT_GT(RawClient(running.port(), huge).rest().size(), 50'000'000U);
  EXPECT_LT(deaf.rest().size(), 50'000'000U);
  EXPECT_GT(RawClient(running.port(), huge).rest().size(), 50'000'000U) << "is given back";
}

TEST_F(HttpServerTest, IdleConnectionsKeepNoBodies) {
  const Running running(options_, handler_);
  const std::string request = post("/large", std::string(4'000'000, 'x'));
  const std::size_t before = allocated_bytes();
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 5; ++i) {
    idle.push_back(std::make_unique<RawClient>(running.port(), request));
    EXPECT_GT(idle.back()->heard(4'000'000).size(), 4'000'000U);
  }
  const auto start = Clock::now();
  while (allocated_bytes() > before + 2'000'000 && seconds_since(start) < 10) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LT(allocated_bytes(), before + 2'000'000);
}

TEST_F(HttpServerTest, TellsHandlersThatTheClientHasLeft) {
  const Running running(options_, handler_);
  const auto start = Clock::now();
  { const RawClient client(running.port(), get("/patient")); }
  while (handler_.given_up() == 0 && seconds_since(start) < 10) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(handler_.given_up(), 1);
}

TEST_F(HttpServerTest, TellsHandlersThatItEndsAndCountsWhatIsNotAnswered) {
  options_.stop_seconds = 1;
  Running running(options_, handler_);
  const RawClient patient(running.port(), get("/patient"));
  const RawClient slowest(running.port(), get("/slowest"));
  await_handled(2);
  const auto start = Clock::now();
  running.stop();
  EXPECT_LT(seconds_since(start), 10);
  EXPECT_THAT(statuses_in(patient.rest()), ElementsAre(200));
  EXPECT_EQ(running.server().unanswered(), 1U);  // it takes longer than the server waits
}

}  // namespace
}  // namespace podium
