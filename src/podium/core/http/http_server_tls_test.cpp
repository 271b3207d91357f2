#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/http/http_server_fixture.hpp"
#include "podium/core/http/tls_context.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class EchoHandler final : public HttpHandler {
 public:
  BodyPlan plan(const HttpRequest& /*head*/) override { return {.limit = 10'000'000}; }
  HttpResponse handle(const HttpRequest& request) override {
    return {.type = "application/x-echo", .body = request.path + request.body};
  }
  HttpResponse refusal(int status, const std::string& sentence,
                       const std::string& /*address*/) override {
    return {.status = status, .type = "text/plain", .body = sentence};
  }
};

/// What a client offers.
struct Offer {
  int oldest = TLS1_2_VERSION;
  int newest = TLS1_3_VERSION;
  const char* ciphers = "ALL:@SECLEVEL=0";
};

/// A client that speaks TLS; not connected when the server refuses.
class TlsClient {
 public:
  explicit TlsClient(int port, const Offer& offer = {})
      : context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_set_min_proto_version(context_.get(), offer.oldest);
    SSL_CTX_set_max_proto_version(context_.get(), offer.newest);
    EXPECT_EQ(SSL_CTX_set_cipher_list(context_.get(), offer.ciphers), 1);
    bio_ = BIO_new_ssl_connect(context_.get());
    std::string address = "127.0.0.1:" + to_text(port);
    BIO_set_conn_hostname(bio_, address.data());
    is_connected_ = BIO_do_handshake(bio_) == 1;
  }
  ~TlsClient() { BIO_free_all(bio_); }

  /// What tells the certificate of the server.
  std::string certificate() const {
    SSL* ssl = nullptr;
    BIO_get_ssl(bio_, &ssl);
    const std::unique_ptr<X509, void (*)(X509*)> found(SSL_get1_peer_certificate(ssl), X509_free);
    std::array<unsigned char, 32> hash{};
    EXPECT_EQ(X509_digest(found.get(), EVP_sha256(), hash.data(), nullptr), 1);
    return {hash.begin(), hash.end()};
  }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  TlsClient(TlsClient&&) = delete;
  TlsClient& operator=(TlsClient&&) = delete;

  bool is_connected() const { return is_connected_; }

  void say(const std::string& words) const {
    EXPECT_EQ(BIO_write(bio_, words.data(), static_cast<int>(words.size())),
              static_cast<int>(words.size()));
  }

  std::string rest() const {
    std::string all;
    std::array<char, 4096> buffer{};
    for (int count = 1; count > 0;) {
      count = BIO_read(bio_, buffer.data(), buffer.size());
      if (count > 0) all.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return all;
  }

 private:
  TlsContext context_;
  BIO* bio_ = nullptr;
  bool is_connected_ = false;
};

/// A pipe that holds a short text.
class Piped {
 public:
  explicit Piped(std::string_view text) {
    EXPECT_EQ(::pipe(end_.data()), 0);
    EXPECT_EQ(::write(end_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(end_[1]);
  }
  ~Piped() { ::close(end_[0]); }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;
  Piped(Piped&&) = delete;
  Piped& operator=(Piped&&) = delete;

  std::string path() const { return "/dev/fd/" + to_text(end_[0]); }

 private:
  std::array<int, 2> end_{};
};

class TlsServerTest : public testing::Test {
 protected:
  TlsServerTest() {
    folder_ = std::filesystem::temp_directory_path() / ("podium-tls-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    options_ = with_certificate(quick_options(), folder_);
  }
  ~TlsServerTest() override { std::filesystem::remove_all(folder_); }
  TlsServerTest(const TlsServerTest&) = delete;
  TlsServerTest& operator=(const TlsServerTest&) = delete;
  TlsServerTest(TlsServerTest&&) = delete;
  TlsServerTest& operator=(TlsServerTest&&) = delete;

  static std::string get(const std::string& path, const std::string& headers = "") {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
  }

  std::string folder_;
  ServerOptions options_;
  EchoHandler handler_;
};

TEST_F(TlsServerTest, CarriesRequestsOfAnySize) {
  const Running running(options_, handler_);
  const TlsClient client(running.port());
  ASSERT_TRUE(client.is_connected());
  const std::string body(1'000'000, 'b');
  client.say(get("/a") + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + body +
             get("/c", "Connection: close\r\n"));
  const auto all = responses_in(client.rest());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].body, "/a");
  EXPECT_EQ(all[1].body, "/b" + body);
  EXPECT_EQ(all[2].body, "/c");
}

TEST_F(TlsServerTest, RefusesAndEndsAsWithoutTls) {
  const Running running(options_, handler_);
  const TlsClient bad(running.port());
  bad.say("GET / HTTP/1.1\nHost: x\r\n\r\n");
  EXPECT_THAT(statuses_in(bad.rest()), ElementsAre(400));
  const TlsClient slow(running.port());
  slow.say("GET / HT");
  EXPECT_THAT(statuses_in(slow.rest()), ElementsAre(408));
}

TEST_F(TlsServerTest, OnlyForwardSecretCiphersOfNewVersions) {
  const Running running(options_, handler_);
  const auto connects = [&](const Offer& offer) {
    return TlsClient(running.port(), offer).is_connected();
  };
  EXPECT_TRUE(connects({}));
  EXPECT_TRUE(connects({.oldest = TLS1_3_VERSION}));
  EXPECT_TRUE(connects({.newest = TLS1_2_VERSION}));
  EXPECT_TRUE(connects({.newest = TLS1_2_VERSION, .ciphers = "ECDHE-RSA-AES128-GCM-SHA256"}));
  EXPECT_FALSE(connects({.newest = TLS1_2_VERSION, .ciphers = "kRSA:@SECLEVEL=0"}));
  EXPECT_FALSE(connects({.newest = TLS1_2_VERSION, .ciphers = "ECDHE-RSA-AES128-SHA"}));
  EXPECT_FALSE(connects({.oldest = TLS1_VERSION, .newest = TLS1_1_VERSION}));
}

TEST_F(TlsServerTest, ManyHandshakesTakeTurns) {
  options_.head_seconds = 20;
  const Running running(options_, handler_);
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 12; ++i) silent.push_back(std::make_unique<RawClient>(running.port()));
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 40; ++i) {
    threads.emplace_back([&] {
      const TlsClient client(running.port());
      if (!client.is_connected()) return;
      client.say(get("/a", "Connection: close\r\n"));
      if (statuses_in(client.rest()) == std::vector{200}) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 40);
}

TEST_F(TlsServerTest, RubbishInPlaceOfAHandshakeEnds) {
  const Running running(options_, handler_);
  EXPECT_THAT(RawClient(running.port(), get("/a")).rest(), testing::Not(HasSubstr("HTTP/1.1 200")));
  EXPECT_EQ(RawClient(running.port()).rest(), "") << "silent";
  EXPECT_TRUE(TlsClient(running.port()).is_connected());
}

TEST_F(TlsServerTest, ReadsCertificateAndKeyFromPipes) {
  const Piped certificate(InputText(options_.certificate).view());
  const Piped key(InputText(options_.key).view());
  options_.certificate = certificate.path();
  options_.key = key.path();
  const Running running(options_, handler_);
  EXPECT_TRUE(TlsClient(running.port()).is_connected());
}

TEST_F(TlsServerTest, SendsTheCertificatesThatFollowItsOwn) {
  const std::string own(InputText(options_.certificate).view());
  write_file(folder_ + "/chain.pem", own + own + std::string(InputText(options_.key).view()));
  const TlsContext context =
      server_tls_context(folder_ + "/chain.pem", folder_ + "/chain.pem", true);
  STACK_OF(X509)* chain = nullptr;
  ASSERT_EQ(SSL_CTX_get0_chain_certs(context.get(), &chain), 1);
  EXPECT_EQ(sk_X509_num(chain), 1);
}

TEST_F(TlsServerTest, SaysWhichOfCertificateAndKeyIsWrong) {
  const std::string& certificate = options_.certificate;
  const std::string& key = options_.key;
  const auto problem = [](const std::string& first, const std::string& second) -> std::string {
    try {
      server_tls_context(first, second, true);
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto file = [&](const std::string& name, const std::string& text) {
    write_file(folder_ + "/" + name, text);
    return folder_ + "/" + name;
  };
  EXPECT_EQ(problem(certificate, key), "accepted");
  EXPECT_THAT(problem(file("a.pem", "hello"), key), HasSubstr("a.pem: found no PEM certificate"));
  EXPECT_THAT(problem(certificate, file("b.pem", "hello")), HasSubstr("b.pem: found no PEM priv"));
  const std::string text(InputText(certificate).view());
  const std::string half = text + text.substr(0, text.size() / 2);
  EXPECT_THAT(problem(file("c.pem", half), key), HasSubstr("c.pem: found no PEM certificate"));
  std::filesystem::create_directory(folder_ + "/other");
  const ServerOptions other = with_certificate({}, folder_ + "/other");
  EXPECT_THAT(problem(certificate, other.key), HasSubstr("does not match the key in"));
}

TEST_F(TlsServerTest, RefusesWhatIsNoCertificate) {
  ServerOptions wrong = options_;
  wrong.key = options_.certificate;
  EXPECT_THROW(HttpServer(wrong, handler_), DataError);
  wrong.key.clear();
  EXPECT_THROW(HttpServer(wrong, handler_), UsageError);
  wrong.key = folder_ + "/nothing";
  EXPECT_THROW(HttpServer(wrong, handler_), Error);
}

TEST_F(TlsServerTest, TakesANewCertificateAndKeepsTheOldOneIfThatIsNone) {
  Running running(options_, handler_);
  const TlsClient before(running.port());
  const std::string first = before.certificate();
  with_certificate(options_, folder_);  // writes another one
  running.server().reload_certificate();
  const std::string second = TlsClient(running.port()).certificate();
  EXPECT_NE(first, second);
  write_file(options_.certificate, "hello");
  EXPECT_THROW(running.server().reload_certificate(), DataError);
  EXPECT_EQ(TlsClient(running.port()).certificate(), second);
}

TEST_F(TlsServerTest, AsksForAPassphraseOnlyWhenItStarts) {
  const std::string locked = folder_ + "/locked.pem";
  const std::string made =
      "openssl pkey -aes128 -passout pass:secret -in " + options_.key + " -out " + locked;
  ASSERT_EQ(std::system(made.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no thread yet
  std::array<int, 2> typed{};
  ASSERT_EQ(::pipe(typed.data()), 0);
  ASSERT_EQ(::write(typed[1], "secret\nsecret\n", 14), 14);
  ::close(typed[1]);
  const int before = ::dup(STDIN_FILENO);
  ::dup2(typed[0], STDIN_FILENO);
  EXPECT_THROW(server_tls_context(options_.certificate, locked, false), DataError);
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(typed[0]);
}

}  // namespace
}  // namespace podium
