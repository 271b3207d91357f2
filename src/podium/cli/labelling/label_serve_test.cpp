#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class LabelServe : public testing::Test {
 protected:
  /// Serves until it can be reached, does what is asked for, then ends it as Ctrl-C would.
  CliResult served_once(const std::function<void()>& meanwhile = [] {}) const {
    std::atomic<bool> has_ended = false;
    CliResult result;
    const int port = free_port();
    std::thread serving([&] {
      result = run_in_process({"label", "serve", "--project", folder(), "--port", to_text(port)});
      has_ended = true;
    });
    while (!has_ended && !is_reached(port)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    meanwhile();
    if (!has_ended) ::kill(::getpid(), SIGTERM);
    serving.join();
    return result;
  }

  std::string folder() const { return database_.path().parent_path().string(); }

  static sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  static int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    ::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address);
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
  }

  /// Whether the health of a server there is good.
  static bool is_reached(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(port);
    std::string heard;
    const std::string words =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
        ::send(socket, words.data(), words.size(), MSG_NOSIGNAL) > 0) {
      std::array<char, 4096> buffer{};
      for (ssize_t count = 1; count > 0;) {
        count = ::recv(socket, buffer.data(), buffer.size(), 0);
        if (count > 0) heard.append(buffer.data(), static_cast<std::size_t>(count));
      }
    }
    ::close(socket);
    return heard.find("\"ok\":true") != std::string::npos;
  }

  labelling::TestSqlite database_;
};

TEST_F(LabelServe, ServesUntilItIsEndedAndShowsTheWayIn) {
  const CliResult first = served_once();
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("serving http://127.0.0.1:"));
  EXPECT_THAT(first.out, HasSubstr("there is no administrator yet"));
  EXPECT_THAT(first.out, HasSubstr("/join/"));
  EXPECT_THAT(first.err, HasSubstr("all confirmed answers are saved"));
  labelling::LabelStore(database_.open())
      .people.add_account({.name = "root", .role = labelling::Role::administrator});
  EXPECT_THAT(served_once().out, Not(HasSubstr("/join/")));
}

TEST_F(LabelServe, DoesNotSayThatAnswersAreSavedInADatabaseThatIsLost) {
  const auto lost = [&](const std::function<void()>& meanwhile) {
    const CliResult result = served_once(meanwhile);
    EXPECT_EQ(result.code, 5);
    EXPECT_THAT(result.err, HasSubstr("it is not certain that all confirmed answers are saved"));
    EXPECT_THAT(result.err, Not(HasSubstr("stopped; all")));
    return result.err;
  };
  const std::filesystem::path file = database_.path();
  const auto remove_all = [&] {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + ending);
  };
  EXPECT_THAT(lost(remove_all), HasSubstr("removed or replaced"));
  remove_all();
  lost([&] {
    std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
    damaged << std::string(4096, 'x');
    std::ofstream(file.string() + "-wal", std::ios::trunc);
  });
}

TEST_F(LabelServe, RefusesToBeOpenToOthersWithoutTls) {
  const CliResult open =
      run_in_process({"label", "serve", "--project", folder(), "--host", "0.0.0.0"});
  EXPECT_EQ(open.code, 2);
  EXPECT_THAT(open.err, HasSubstr("--behind-proxy"));
  EXPECT_THAT(open.err, HasSubstr("needs encryption"));
  const CliResult half = run_in_process(
      {"label", "serve", "--project", folder(), "--port", "0", "--certificate", "/no/such/file"});
  EXPECT_EQ(half.code, 2);
  const CliResult missing =
      run_in_process({"label", "serve", "--project", folder(), "--port", "0", "--certificate",
                      "/no/such/file", "--key", "/no/such/file"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("/no/such/file: cannot read"));
  const std::string no_certificate = folder() + "/none.pem";
  std::ofstream(no_certificate) << "hello\n";
  const CliResult wrong =
      run_in_process({"label", "serve", "--project", folder(), "--port", "0", "--certificate",
                      no_certificate, "--key", no_certificate});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("none.pem: found no PEM certificate"));
}

TEST_F(LabelServe, SaysWhyItCannotListen) {
  const auto serve_at = [&](const std::string& host, int port) {
    return run_in_process({"label", "serve", "--project", folder(), "--host", host, "--port",
                           to_text(port), "--behind-proxy"});
  };
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(socket, 1), 0);
  ASSERT_EQ(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const CliResult taken = serve_at("127.0.0.1", ntohs(address.sin_port));
  ::close(socket);
  EXPECT_EQ(taken.code, 5);
  EXPECT_THAT(taken.err, HasSubstr("of '127.0.0.1': the port is already in use"));
  const CliResult elsewhere = serve_at("192.0.2.1", 0);
  EXPECT_EQ(elsewhere.code, 5);
  EXPECT_THAT(elsewhere.err, HasSubstr("'192.0.2.1': not an address of this machine"));
}

TEST_F(LabelServe, InvitationsCanBeMadeByScripts) {
  labelling::LabelStore(database_.open()).projects.create({.name = "p"}, 1);
  const CliResult made = run_in_process({"label", "invite", "--project", folder(), "--role",
                                         "administrator", "--url", "https://label.example"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, testing::StartsWith("https://label.example/join/"));
  const CliResult wrong =
      run_in_process({"label", "invite", "--project", folder(), "--role", "king"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("administrator, assessor"));
}

}  // namespace
}  // namespace podium::cli
