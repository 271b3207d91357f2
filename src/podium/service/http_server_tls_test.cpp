#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <httplib.h>

#include "podium/base/error.hpp"
#include "podium/service/http_server_fixture.hpp"

namespace podium {
namespace {

class TlsServerTest : public HttpServerTest {
 protected:
  /// A TLS server with a self-signed certificate.
  ServerOptions with_certificate() const {
    const auto folder = database_.path().parent_path();
    ServerOptions options = free_port();
    options.certificate = folder / "certificate.pem";
    options.key = folder / "key.pem";
    const std::string made =
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost "
        "-keyout " +
        options.key + " -out " + options.certificate + " 2>/dev/null";
    EXPECT_EQ(std::system(made.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no thread yet
    return options;
  }
};

TEST_F(TlsServerTest, SpeaksTls) {
  ServerOptions options = with_certificate();
  const std::string certificate = options.certificate;
  const Running running(options, *service_);
  httplib::SSLClient client("localhost", running.port());
  client.set_ca_cert_path(certificate.c_str());
  client.enable_server_certificate_verification(true);
  const auto response = client.Get("/healthz");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  httplib::Client plain("127.0.0.1", running.port());
  EXPECT_FALSE(plain.Get("/healthz"));
  options.key = certificate;
  EXPECT_THROW(HttpServer(options, *service_), DataError) << "that is no key";
  options.key.clear();
  EXPECT_THROW(HttpServer(options, *service_), UsageError);
}

TEST_F(TlsServerTest, OneAddressHoldsOnlySoManyConnections) {
  ServerOptions options = with_certificate();
  options.threads = 4;
  options.timeout_seconds = 30;
  options.connections_of_address = 2;
  const Running running(options, *service_);
  const auto is_answered = [&] {
    httplib::SSLClient client("127.0.0.1", running.port());
    client.enable_server_certificate_verification(false);
    client.set_connection_timeout(5);
    client.set_read_timeout(5);
    const auto response = client.Get("/healthz");
    return response && response->status == 200;
  };
  EXPECT_TRUE(is_answered());
  {
    const SilentClient first(running.port(), "");
    const SilentClient second(running.port(), "");
    // More than there are threads: they are hung up on, and hold none.
    for (int i = 0; i < 8; ++i) EXPECT_EQ(SilentClient(running.port(), "").next(), "");
    EXPECT_FALSE(is_answered());
  }
  bool is_again = false;
  for (int i = 0; i < 100 && !is_again; ++i) is_again = is_answered();
  EXPECT_TRUE(is_again) << "those who have gone hold nothing";
}

}  // namespace
}  // namespace podium
