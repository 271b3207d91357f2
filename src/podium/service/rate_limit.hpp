#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace podium {

/// So many attempts in so many milliseconds.
struct RateRule {
  std::size_t most = 10;
  std::int64_t window = std::int64_t{5} * 60 * 1000;
};

/// Counts attempts by a key, a name or an address, and says when there were too many. No clock of
/// its own; not for several threads at once.
class RateLimit {
 public:
  explicit RateLimit(RateRule rule) : rule_(rule) {}

  /// Counts an attempt. Gives nothing when it is allowed, else the milliseconds to wait; one that
  /// is not allowed does not count, so that whoever waits gets in.
  std::optional<std::int64_t> attempt(std::string_view key, std::int64_t now);

  /// Takes back the last attempt, which was a good one.
  void forgive(std::string_view key);

  /// How many keys are remembered: those with an attempt inside the window, and at most as many
  /// that are forgotten with the next sweep.
  std::size_t key_count() const noexcept { return attempts_.size(); }

 private:
  void sweep(std::int64_t now);

  RateRule rule_;
  std::map<std::string, std::deque<std::int64_t>, std::less<>> attempts_;
  std::size_t sweep_at_ = 1024;
};

}  // namespace podium
