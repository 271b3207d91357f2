#include "ranks.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "podium/core/ranks/tcp_ranks.hpp"
#include "timing.hpp"

namespace podium {

namespace {

nlohmann::ordered_json measure_one(TcpRanks& ranks) {
  const std::string gradient(1096, 'g');
  std::vector<double> seconds;
  for (std::size_t i = 0; i < 5000; ++i) {
    seconds.push_back(fastest([&] { ranks.all_gather(gradient); }, 1));
  }
  std::ranges::sort(seconds);
  const std::size_t bytes = (std::size_t{64} << 20) / (ranks.size() - 1);
  const double exchange = fastest([&] {
    std::vector<std::string> parts(ranks.size(), std::string(bytes, 'p'));
    parts[ranks.rank()].clear();
    ranks.exchange(std::move(parts));
  });
  return {
      {"ranks", ranks.size()},
      {"all_gather_median_seconds", seconds[seconds.size() / 2]},
      {"all_gather_least_seconds", seconds.front()},
      {"exchange_bytes_per_second", static_cast<double>(bytes * (ranks.size() - 1)) / exchange}};
}

}  // namespace

nlohmann::ordered_json measure_ranks(std::size_t size) {
  TcpRankOptions options;
  options.size = size;
  options.meet = "127.0.0.1:29517";
  options.token = new_rank_token();
  std::vector<pid_t> others;
  for (std::size_t rank = 1; rank < size; ++rank) {
    others.push_back(::fork());
    if (others.back() > 0) continue;
    options.rank = rank;
    {
      TcpRanks ranks(options);
      measure_one(ranks);
    }
    ::_exit(0);
  }
  nlohmann::ordered_json result;
  {
    TcpRanks ranks(options);
    result = measure_one(ranks);
  }
  for (const pid_t other : others) ::waitpid(other, nullptr, 0);
  return result;
}

}  // namespace podium
