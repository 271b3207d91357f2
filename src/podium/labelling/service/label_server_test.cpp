#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include "podium/labelling/service/label_server_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

TEST_F(LabelServerTest, CarriesRequestsAndAnswersThroughASocket) {
  set_up_project();
  const Running running(quick_options(), *service_);
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
  EXPECT_EQ(client.Get("/..%2f..%2fetc/passwd")->status, 400);
  EXPECT_EQ(client.Head("/healthz")->status, 200);
  EXPECT_EQ(client.Delete("/api/tasks")->status, 405);
  EXPECT_EQ(store_.people.audit(1).front().address, "127.0.0.1");
}

TEST_F(LabelServerTest, RefusesLargeBodiesAndGoesOn) {
  ServerOptions options = quick_options();
  options.head_seconds = 20;
  const Running running(options, *service_);
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

TEST_F(LabelServerTest, AProxysAddressStandsBehindThoseThatTheClientSends) {
  joined(Role::assessor, "ann");
  ServiceOptions proxied = cheap_options();
  proxied.is_behind_proxy = true;
  LabelService service(store_, proxied, [this] { return now_; });
  const Running running(quick_options(), service);
  httplib::Client client("127.0.0.1", running.port());
  const httplib::Headers twice = {{"X-Forwarded-For", "6.6.6.6"}, {"X-Forwarded-For", "10.1.2.3"}};
  EXPECT_EQ(client.Post("/api/login", twice, login_body(), "application/json")->status, 200);
  EXPECT_EQ(store_.people.audit(1).front().address, "10.1.2.3");
}

TEST_F(LabelServerTest, SilentAndSlowClientsAreLetGo) {
  const Running running(quick_options(), *service_);
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 24; ++i) {  // more than there are workers
    const char* const words[] = {"", "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\n",
                                 "POST /api/login HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"};
    silent.push_back(std::make_unique<RawClient>(running.port(), words[i % 4]));
  }
  httplib::Client client("127.0.0.1", running.port());
  client.set_read_timeout(20);
  const auto response = client.Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
}

TEST_F(LabelServerTest, AnswersRubbishOrHangsUp) {
  const Running running(quick_options(), *service_);
  for (const std::string& words :
       {std::string("\r\n\r\n"), std::string("\0\xff\r\n\r\n", 6), std::string("GET\r\n\r\n"),
        "GET /" + std::string(10000, 'x') + " HTTP/1.1\r\n\r\n",
        std::string("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        std::string("POST /api/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")}) {
    const RawClient client(running.port(), words);
    client.end();
    EXPECT_THAT(client.rest(), testing::Not(HasSubstr("\"ok\"")));
  }
  EXPECT_EQ(httplib::Client("127.0.0.1", running.port()).Get("/healthz")->status, 200);
}

TEST_F(LabelServerTest, TheLibrarysOwnRefusalsCarryTheHeaders) {
  const Running running(quick_options(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  const auto refused = client.Get("/" + std::string(10'000, 'x'));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 414);
  EXPECT_EQ(refused->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(refused->get_header_value("Content-Security-Policy"),
              HasSubstr("default-src 'none'"));
}

TEST_F(LabelServerTest, AnswersAreGivenWhole) {
  const Running running(quick_options(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  const auto part = client.Get("/healthz", {{"Range", "bytes=0-3"}});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->status, 200);
  EXPECT_EQ(part->body, client.Get("/healthz")->body);
}

TEST_F(LabelServerTest, IdleConnectionsHoldNobodyUp) {
  ServerOptions options = quick_options();
  options.workers = 1;
  options.connections = 2;
  const Running running(options, *service_);
  const std::string words = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const RawClient first(running.port(), words);
  const RawClient second(running.port(), words);
  EXPECT_THAT(first.heard_until("version") + second.heard_until("version"), HasSubstr("\"ok\""));
  const auto response = httplib::Client("127.0.0.1", running.port()).Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
}

TEST_F(LabelServerTest, ManyAssessorsKeepTheirConnections) {
  ServerOptions options = quick_options();
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

TEST_F(LabelServerTest, SpeaksTls) {
  const ServerOptions options = with_certificate(quick_options(), database_.path().parent_path());
  const Running running(options, *service_);
  httplib::SSLClient client("localhost", running.port());
  client.set_ca_cert_path(options.certificate.c_str());
  client.enable_server_certificate_verification(true);
  const auto response = client.Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  httplib::Client plain("127.0.0.1", running.port());
  EXPECT_FALSE(plain.Get("/healthz"));
}

TEST_F(LabelServerTest, FilesAreSentCompressedAndOnce) {
  const Running running(quick_options(), *service_);
  httplib::Client client("127.0.0.1", running.port());
  client.set_decompress(false);
  const auto whole = client.Get("/label.js", {{"Accept-Encoding", "identity"}});
  ASSERT_TRUE(whole);
  EXPECT_GT(whole->body.size(), 200'000U);
  EXPECT_FALSE(whole->has_header("Content-Encoding"));
  std::set<std::string> tags = {whole->get_header_value("ETag")};
  for (const char* const coding : {"br", "gzip"}) {
    const auto small = client.Get("/label.js", {{"Accept-Encoding", coding}});
    ASSERT_TRUE(small);
    EXPECT_EQ(small->get_header_value("Content-Encoding"), coding);
    EXPECT_LT(small->body.size(), whole->body.size() / 2);
    const std::string tag = small->get_header_value("ETag");
    EXPECT_TRUE(tags.insert(tag).second) << "each form has its own";
    const auto same =
        client.Get("/label.js", {{"Accept-Encoding", coding}, {"If-None-Match", tag}});
    ASSERT_TRUE(same);
    EXPECT_EQ(same->status, 304);
    EXPECT_EQ(same->body, "");
    EXPECT_EQ(same->get_header_value("ETag"), tag);
    EXPECT_EQ(same->get_header_value("X-Content-Type-Options"), "nosniff");
  }
  const auto other = client.Get(
      "/label.js", {{"Accept-Encoding", "gzip;q=0, identity"}, {"If-None-Match", "\"other\""}});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->body, whole->body);
  EXPECT_EQ(other->get_header_value("Vary"), "Accept-Encoding");
}

TEST_F(LabelServerTest, StrangersCannotMakeTheServerKeepLargeBodies) {
  set_up_project();
  const HttpRequest head = request({}, "POST", "/api/projects/1/import");
  EXPECT_EQ(service_->plan(head).limit, std::size_t{64} << 10U);
  EXPECT_EQ(service_->plan(request(ann_, "POST", "/api/projects/1/import")).limit,
            std::size_t{64} << 10U);
  EXPECT_EQ(service_->plan(request(root_, "POST", "/api/projects/1/import")).limit,
            std::size_t{256} << 20U);
}

}  // namespace
}  // namespace podium::labelling
