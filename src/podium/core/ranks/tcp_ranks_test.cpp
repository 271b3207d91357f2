#include "podium/core/ranks/tcp_ranks.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "podium/core/base/collective/collective_sums.hpp"
#include "podium/core/ranks/rank_proof.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

const std::string token = "thirty-two bytes that are secret";

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A connection to 127.0.0.1, as a stranger opens one.
class Stranger {
 public:
  explicit Stranger(int port, const std::string& says = "") {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    while (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (!says.empty()) say(says);
  }
  ~Stranger() { ::close(socket_); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;
  Stranger(Stranger&&) = delete;
  Stranger& operator=(Stranger&&) = delete;

  void say(const std::string& bytes) const {
    ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

  /// Reads until so many bytes came or the other side has closed.
  std::string hear(std::size_t bytes) const {
    std::string heard(bytes, '\0');
    std::size_t count = 0;
    while (count < bytes) {
      const ssize_t got = ::recv(socket_, heard.data() + count, bytes - count, 0);
      if (got <= 0) break;
      count += static_cast<std::size_t>(got);
    }
    heard.resize(count);
    return heard;
  }

 private:
  int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

int free_port() {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(::bind(file, any, size), 0);
  EXPECT_EQ(::getsockname(file, any, &size), 0);
  ::close(file);
  return ntohs(address.sin_port);
}

/// The options of all ranks; the tests change what they are about.
std::vector<TcpRankOptions> ranks_on(int port, std::size_t size) {
  std::vector<TcpRankOptions> all(size);
  for (std::size_t r = 0; r < size; ++r) {
    all[r].rank = r;
    all[r].size = size;
    all[r].meet = "127.0.0.1:" + std::to_string(port);
    all[r].token = token;
    all[r].hang_seconds = 60.0;
  }
  return all;
}

/// Runs each rank in a thread; returns what each threw, or "".
std::vector<std::string> run_all(const std::vector<TcpRankOptions>& all,
                                 const std::function<void(TcpRanks&)>& work) {
  std::vector<std::string> errors(all.size());
  std::vector<std::jthread> threads;
  for (std::size_t r = 0; r < all.size(); ++r) {
    threads.emplace_back([&, r] {
      try {
        TcpRanks ranks(all[r]);
        run_as_rank(ranks, [&] { work(ranks); });
      } catch (const std::exception& error) {
        errors[r] = error.what();
      }
    });
  }
  threads.clear();
  return errors;
}

std::string letter(std::size_t from, std::size_t to, std::size_t length) {
  return from == to ? ""
                    : std::to_string(from) + ">" + std::to_string(to) + std::string(length, '.');
}

void talk(TcpRanks& ranks, std::size_t length) {
  for (std::size_t round = 0; round < 10; ++round) {
    const auto all = ranks.all_gather(letter(ranks.rank(), 100 + round, length * round));
    ASSERT_EQ(all.size(), ranks.size());
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      EXPECT_EQ(all[r], letter(r, 100 + round, length * round));
    }
    std::vector<std::string> parts;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      parts.push_back(letter(ranks.rank(), r, length * r));
    }
    const auto received = ranks.exchange(parts);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      EXPECT_EQ(received[r], letter(r, ranks.rank(), length * ranks.rank()));
    }
  }
}

TEST(TcpRanks, GatherAndExchangeOverAMeshOrByDoubling) {
  for (const std::size_t mesh : {64U, 0U}) {
    for (std::size_t size = 2; size <= 9; ++size) {
      auto all = ranks_on(free_port(), size);
      for (auto& one : all) one.mesh = mesh;
      EXPECT_THAT(run_all(all, [](TcpRanks& ranks) { talk(ranks, 7); }), Each("")) << size;
    }
  }
}

TEST(TcpRanks, MoveMoreThanSocketsHold) {
  for (const std::size_t mesh : {64U, 0U}) {
    auto all = ranks_on(free_port(), 3);
    for (auto& one : all) one.mesh = mesh;
    EXPECT_THAT(run_all(all, [](TcpRanks& ranks) { talk(ranks, 400'000); }), Each(""));
  }
}

TEST(TcpRanks, SumsHaveTheBitsOfOneMachine) {
  const auto add = [](std::size_t block, Numbers& sum) {
    sum.values = {1.0 / (static_cast<double>(block) + 1.0), 1e17 * static_cast<double>(block % 3)};
  };
  const Numbers zero{{0.0, 0.0}};
  const std::vector<double> expected = sum_over_blocks(97, zero, add).values;
  EXPECT_THAT(
      run_all(ranks_on(free_port(), 4),
              [&](TcpRanks& ranks) {
                const auto [begin, end] = share_of(97, ranks.rank(), ranks.size());
                EXPECT_EQ(sum_of_nodes(ranks, sum_block_range(begin, end, zero, add), zero.values),
                          expected);
              }),
      Each(""));
}

TEST(TcpRanks, AreMetWhileStrangersCall) {
  const int port = free_port();
  auto all = ranks_on(port, 3);
  std::mutex mutex;
  std::vector<std::string> notes;
  for (auto& one : all) {
    one.hello_seconds = 1.0;
    one.note = [&](const std::string& line) {
      const std::scoped_lock lock(mutex);
      notes.push_back(line);
    };
  }
  std::jthread first([&] {
    TcpRanks ranks(all[0]);
    EXPECT_GE(ranks.strangers(), 740U);  // others had no time yet to prove anything
    run_as_rank(ranks, [&] { talk(ranks, 3); });
  });
  // Silence, a request of another protocol, a huge length, a right hello without the proof, and a
  // thousand at once; the others come after them.
  const Stranger silent(port);
  const Stranger browser(port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n0123456789");
  const Stranger huge(port, std::string(4096, '\xff'));
  RankHello hello{.rank = 1, .size = 3, .to = 0};
  const std::string said(reinterpret_cast<const char*>(&hello), sizeof hello);
  const Stranger without_proof(port, said);
  const Stranger wrong_proof(port, said + std::string(16, 'x'));
  EXPECT_EQ(wrong_proof.hear(1000).size(), sizeof(RankWelcome));
  EXPECT_EQ(browser.hear(1000), "");
  std::vector<std::unique_ptr<Stranger>> many;
  for (std::size_t i = 0; i < 1000; ++i) many.push_back(std::make_unique<Stranger>(port));
  const auto begin = Clock::now();
  std::vector<std::jthread> others;
  for (std::size_t r = 1; r < 3; ++r) {
    others.emplace_back([&, r] {
      auto wrong = all[r];
      wrong.token = "another secret of thirty-two too";
      wrong.hang_seconds = 0.5;
      EXPECT_THROW(TcpRanks{wrong}, RankError);
      TcpRanks ranks(all[r]);
      run_as_rank(ranks, [&] { talk(ranks, 3); });
    });
  }
  others.clear();
  first.join();
  EXPECT_LT(seconds_since(begin), 20.0);
  ASSERT_GE(notes.size(), 1U);
  EXPECT_THAT(notes[0],
              MatchesRegex("rank 0: closed the connection of 127.0.0.1:[0-9]+, which .*"));
  EXPECT_LE(notes.size(), 3U);  // once at each rank
}

TEST(TcpRanks, AreNotDelayedByGuestsThatSayNothing) {
  const int port = free_port();
  const auto all = ranks_on(port, 2);
  const auto begin = Clock::now();
  std::jthread first([&] {
    TcpRanks ranks(all[0]);
    run_as_rank(ranks, [] {});
  });
  std::vector<std::unique_ptr<Stranger>> silent;
  for (std::size_t i = 0; i < 50; ++i) silent.push_back(std::make_unique<Stranger>(port));
  TcpRanks second(all[1]);
  run_as_rank(second, [] {});
  first.join();
  EXPECT_LT(seconds_since(begin), 4.0);  // of the five that a guest has
}

TEST(TcpRanks, NeedATokenToListenToOtherMachines) {
  TcpRankOptions options = ranks_on(free_port(), 2)[0];
  options.meet = "0.0.0.0:29500";
  options.token.clear();
  try {
    const TcpRanks ranks(options);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("other machines can reach '0.0.0.0'"),
                                    HasSubstr("PODIUM_TOKEN_FILE")));
  }
  for (const char* meet : {"nowhere", "127.0.0.1:0", "127.0.0.1:99999", ":29500"}) {
    options.meet = meet;
    EXPECT_THROW(TcpRanks{options}, UsageError) << meet;
  }
}

TEST(TcpRanks, MeetAtAnAddressInBrackets) {
  auto all = ranks_on(free_port(), 2);
  for (auto& one : all) {
    const std::size_t colon = one.meet.rfind(':');
    one.meet = "[" + one.meet.substr(0, colon) + "]" + one.meet.substr(colon);
  }
  EXPECT_THAT(run_all(all, [](TcpRanks& ranks) { talk(ranks, 3); }), Each(""));
}

TEST(TcpRanks, WithoutATokenServeThisMachine) {
  auto all = ranks_on(free_port(), 3);
  for (auto& one : all) one.token.clear();
  EXPECT_THAT(run_all(all, [](TcpRanks& ranks) { talk(ranks, 3); }), Each(""));
}

TEST(TcpRanks, NameBothProcessesThatProveToBeOneRank) {
  auto all = ranks_on(free_port(), 3);
  all[2].rank = 1;
  all[2].hang_seconds = all[1].hang_seconds = 5.0;
  const auto errors = run_all(all, [](TcpRanks&) {});
  EXPECT_THAT(errors[0], MatchesRegex("two processes, 127.0.0.1:[0-9]+ and 127.0.0.1:[0-9]+, prove "
                                      "to be rank 1; expected one"));
  EXPECT_EQ(errors[1], errors[0]);
  EXPECT_EQ(errors[2], errors[0]);
}

TEST(TcpRanks, NameTheRankThatHasNotCome) {
  auto all = ranks_on(free_port(), 4);
  const std::string meet = all[0].meet;
  all.erase(all.begin() + 2);
  for (auto& one : all) one.hang_seconds = 1.0;
  const auto begin = Clock::now();
  const auto errors = run_all(all, [](TcpRanks&) {});
  EXPECT_THAT(errors, Each("rank 0: rank 2 did not come to " + meet + " within 1 s"));
  EXPECT_LT(seconds_since(begin), 3.0);
}

TEST(TcpRanks, NameRankZeroIfItDoesNotAnswer) {
  auto options = ranks_on(free_port(), 2)[1];
  options.hang_seconds = 0.4;
  try {
    const TcpRanks ranks(options);
    FAIL();
  } catch (const RankError& error) {
    EXPECT_EQ(error.what(), "rank 1: rank 0 has not answered within 0.4 s at " + options.meet +
                                "; Connection refused");
  }
}

TEST(TcpRanks, RefuseAnotherNumberOfRanks) {
  auto all = ranks_on(free_port(), 2);
  all[1].size = 3;
  for (auto& one : all) one.hang_seconds = 2.0;
  EXPECT_THAT(run_all(all, [](TcpRanks&) {})[0], HasSubstr("came to it as rank 1 of 3"));
}

TEST(TcpRanks, RefuseOtherVersionsAndOptionsBeforeAnyData) {
  for (const std::string name : {"version", "command line", "processor"}) {
    auto all = ranks_on(free_port(), 3);
    for (auto& one : all) one.facts = {{"command line", "train a"}};
    all[2].facts.emplace_back(name, "9.9");
    const auto errors = run_all(all, [](TcpRanks&) { ADD_FAILURE() << "there is data"; });
    EXPECT_THAT(errors[0], MatchesRegex("rank 2 \\(.*, 127.0.0.1:[0-9]+\\) has the " + name +
                                        " '9.9', and rank 0 \\(.*\\) the " + name +
                                        " '.*'; expected the same"));
    EXPECT_THAT(errors, Each(errors[0]));
  }
}

TEST(TcpRanks, HoldAnnouncedLengthsAgainstTheLimit) {
  auto all = ranks_on(free_port(), 2);
  all[0].most_bytes = 10'000;
  const auto errors = run_all(all, [](TcpRanks& ranks) {
    talk(ranks, 3);
    ranks.all_gather(std::string(ranks.rank() == 1 ? 10'001 : 1, 'x'));
  });
  EXPECT_THAT(errors[0], MatchesRegex("rank 1 .* announces a message of 10001 bytes; expected at "
                                      "most 10000"));
  EXPECT_EQ(errors[1], errors[0]);
}

TEST(TcpRanks, ThrowTheErrorOfTheSmallestRankThatFailed) {
  for (const std::size_t mesh : {64U, 0U}) {
    auto all = ranks_on(free_port(), 5);
    for (auto& one : all) one.mesh = mesh;
    const auto errors = run_all(all, [](TcpRanks& ranks) {
      if (ranks.rank() % 2 == 1) throw DataError({"train.txt", ranks.rank(), 1}, "found 'x'");
      talk(ranks, 3);
    });
    EXPECT_THAT(errors, Each("train.txt:1:1: found 'x'"));
  }
}

TEST(TcpRanks, WaitForARankThatWorksForLongerThanTheLimit) {
  auto all = ranks_on(free_port(), 3);
  for (auto& one : all) one.hang_seconds = 0.6;
  EXPECT_THAT(run_all(all,
                      [](TcpRanks& ranks) {
                        if (ranks.rank() == 1) {
                          std::this_thread::sleep_for(std::chrono::milliseconds(2000));
                        }
                        talk(ranks, 3);
                      }),
              Each(""));
}

/// A rank that is a process of its own, so that it can be killed or stopped.
class RankProcess {
 public:
  explicit RankProcess(const TcpRankOptions& options) : process_(::fork()) {
    if (process_ != 0) return;
    try {
      TcpRanks ranks(options);
      while (true) ranks.all_gather("numbers");
    } catch (...) {
    }
    ::_exit(0);
  }
  ~RankProcess() {
    send(SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  RankProcess(const RankProcess&) = delete;
  RankProcess& operator=(const RankProcess&) = delete;
  RankProcess(RankProcess&&) = delete;
  RankProcess& operator=(RankProcess&&) = delete;

  void send(int signal) const { ::kill(process_, signal); }

 private:
  pid_t process_;
};

/// What the other ranks say, and after how many seconds, when rank 1 gets a signal.
std::pair<std::vector<std::string>, double> errors_after(int signal, std::size_t mesh,
                                                         double hang_seconds) {
  auto all = ranks_on(free_port(), 4);
  for (auto& one : all) {
    one.mesh = mesh;
    one.hang_seconds = hang_seconds;
  }
  const RankProcess victim(all[1]);
  all.erase(all.begin() + 1);
  std::atomic<std::size_t> rounds = 0;
  Clock::time_point begin;
  std::jthread killer([&] {
    while (rounds < 300) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    begin = Clock::now();
    victim.send(signal);
  });
  auto errors = run_all(all, [&](TcpRanks& ranks) {
    while (true) {
      ranks.all_gather("numbers");
      ++rounds;
    }
  });
  killer.join();
  return {errors, seconds_since(begin)};
}

TEST(TcpRanks, AllHearOfARankThatWasKilled) {
  for (const std::size_t mesh : {64U, 64U, 64U, 0U, 0U, 0U}) {
    const auto [errors, seconds] = errors_after(SIGKILL, mesh, 60.0);
    EXPECT_THAT(errors, Each(MatchesRegex("rank 1 \\(.*, 127.0.0.1:[0-9]+\\) has ended: .*")));
    EXPECT_LT(seconds, 10.0);
  }
}

TEST(TcpRanks, AllHearOfARankThatStandsStill) {
  for (const std::size_t mesh : {64U, 0U}) {
    const auto [errors, seconds] = errors_after(SIGSTOP, mesh, 1.0);
    EXPECT_THAT(errors, Each(MatchesRegex("no answer within 1 s from rank 1 \\(.*\\)")));
    EXPECT_GT(seconds, 0.9);
    EXPECT_LT(seconds, 2.0);
  }
}

}  // namespace
}  // namespace podium
