#include "podium/service/http_server.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include "podium/base/error.hpp"
#include "podium/service/http_server_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

TEST_F(HttpServerTest, CarriesRequestsAndAnswersThroughASocket) {
  set_up_project();
  const Running running(free_port(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  const auto login = client.Post("/api/login", login_body(), "application/json");
  ASSERT_TRUE(login);
  ASSERT_EQ(login->status, 200);
  EXPECT_EQ(login->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(login->get_header_value_count("Content-Security-Policy"), 1U);
  const std::string line = login->get_header_value("Set-Cookie");
  const httplib::Headers headers = {{"Cookie", line.substr(0, line.find(';'))},
                                    {"X-Podium-CSRF", json::parse(login->body)["csrf"]}};
  const json state = json::parse(client.Get(ann_task_, headers)->body);
  const auto answered = client.Post(ann_task_ + "/answers", headers,
                                    answer_to(state, "left", "k").dump(), "application/json");
  EXPECT_EQ(answered->status, 200);
  EXPECT_EQ(json::parse(answered->body)["entries"], 1);
  EXPECT_THAT(client.Get(ann_task_ + "/documents/0", headers)->body, HasSubstr("body of d0"));
  EXPECT_EQ(client.Get("/api/audit?most=1", headers)->status, 403);
  EXPECT_EQ(client.Get("/..%2f..%2fetc/passwd")->status, 404);
  EXPECT_EQ(client.Head("/healthz")->status, 200);
  EXPECT_EQ(client.Delete("/api/tasks")->status, 405);
  EXPECT_EQ(store_.audit(1).front().address, "127.0.0.1");
}

TEST_F(HttpServerTest, RefusesLargeBodiesAndGoesOn) {
  const Running running(free_port(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  client.set_keep_alive(true);
  const std::string large(10'000'000, ' ');
  for (const char* const path : {"/api/login", "/api/projects/1/import", "/nothing"}) {
    const auto response = client.Post(path, large, "application/json");
    ASSERT_TRUE(response) << path;
    EXPECT_NE(response->status, 200);
    if (std::string(path) == "/api/login") {
      EXPECT_EQ(response->status, 413);
    }
    EXPECT_EQ(client.Get("/healthz")->status, 200) << "the connection can still be used";
  }
}

TEST_F(HttpServerTest, AProxysAddressStandsBehindThoseThatTheClientSends) {
  joined(Role::assessor, "ann");
  ServiceOptions proxied = cheap_options();
  proxied.is_behind_proxy = true;
  LabelService service(store_, proxied, [this] { return now_; });
  const Running running(free_port(), service);
  httplib::Client client("127.0.0.1", running.port());
  const httplib::Headers twice = {{"X-Forwarded-For", "6.6.6.6"}, {"X-Forwarded-For", "10.1.2.3"}};
  EXPECT_EQ(client.Post("/api/login", twice, login_body(), "application/json")->status, 200);
  EXPECT_EQ(store_.audit(1).front().address, "10.1.2.3");
}

TEST_F(HttpServerTest, SilentAndSlowClientsAreLetGo) {
  const Running running(free_port(), *service_);
  std::vector<std::unique_ptr<SilentClient>> silent;
  for (int i = 0; i < 24; ++i) {  // more than there are threads
    const char* const words[] = {"", "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\n",
                                 "POST /api/login HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"};
    silent.push_back(std::make_unique<SilentClient>(running.port(), words[i % 4]));
  }
  httplib::Client client("127.0.0.1", running.port());
  client.set_read_timeout(20);
  const auto response = client.Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
}

TEST_F(HttpServerTest, AnswersRubbishOrHangsUp) {
  const Running running(free_port(), *service_);
  for (const std::string& words :
       {std::string("\r\n\r\n"), std::string("\0\xff\r\n\r\n", 6), std::string("GET\r\n\r\n"),
        "GET /" + std::string(10000, 'x') + " HTTP/1.1\r\n\r\n",
        std::string("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        std::string("POST /api/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")}) {
    const SilentClient client(running.port(), words);
    EXPECT_THAT(client.heard(), testing::Not(HasSubstr("\"ok\"")));
  }
  EXPECT_EQ(httplib::Client("127.0.0.1", running.port()).Get("/healthz")->status, 200);
}

TEST_F(HttpServerTest, TheLibrarysOwnRefusalsCarryTheHeaders) {
  const Running running(free_port(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  const auto refused = client.Get("/" + std::string(10'000, 'x'));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 414);
  EXPECT_EQ(refused->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(refused->get_header_value("Content-Security-Policy"),
              HasSubstr("default-src 'none'"));
}

TEST_F(HttpServerTest, AnswersAreGivenWhole) {
  const Running running(free_port(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  const auto part = client.Get("/healthz", {{"Range", "bytes=0-3"}});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->status, 200);
  EXPECT_EQ(part->body, client.Get("/healthz")->body);
}

TEST_F(HttpServerTest, IdleConnectionsAreClosedSoon) {
  ServerOptions options = free_port();
  options.threads = 2;
  options.timeout_seconds = 30;
  options.idle_seconds = 1;
  const Running running(options, *service_);
  const std::string words = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const SilentClient first(running.port(), words);
  const SilentClient second(running.port(), words);
  httplib::Client client("127.0.0.1", running.port());
  client.set_read_timeout(10);
  const auto response = client.Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
}

TEST_F(HttpServerTest, ManyAssessorsKeepTheirConnections) {
  ServerOptions options = free_port();
  options.threads = 64;
  const Running running(options, *service_);
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 50; ++i) {
    threads.emplace_back([&] {
      httplib::Client client("127.0.0.1", running.port());
      client.set_keep_alive(true);
      for (int j = 0; j < 20; ++j) {
        const auto response = client.Get("/healthz");
        if (response && response->status == 200) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 50 * 20);
}

TEST_F(HttpServerTest, ReportsWhyItCannotListen) {
  const Running running(free_port(), *service_);
  const auto problem = [&](const std::string& host, int port) {
    ServerOptions options = free_port();
    options.host = host;
    options.port = port;
    try {
      const HttpServer server(options, *service_);
    } catch (const StorageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(problem("127.0.0.1", running.port()), HasSubstr("the port is already in use"));
  EXPECT_THAT(problem("no such host", 0), HasSubstr("not an address of this machine"));
}

TEST_F(HttpServerTest, EndsAtOnceWhenToldBeforeItRuns) {
  HttpServer server(free_port(), *service_);
  server.stop();
  server.run();
  EXPECT_GT(server.port(), 0);
}

}  // namespace
}  // namespace podium
