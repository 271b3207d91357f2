#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace podium::labelling {

/// At most `limit` attempts within `window` milliseconds.
struct RateRule {
  std::size_t limit = 10;
  std::int64_t window = std::int64_t{5} * 60 * 1000;
};

/// Counts attempts by key, for example a name or an address. The caller passes the time; not
/// thread-safe.
class RateLimit {
 public:
  explicit RateLimit(RateRule rule) : rule_(rule) {}

  /// Counts an attempt. Returns nothing when it is allowed, else the milliseconds to wait. An
  /// attempt that is not allowed does not count, so waiting is enough to be allowed again.
  std::optional<std::int64_t> attempt(std::string_view key, std::int64_t now);

  /// Removes the last attempt, because it succeeded.
  void forgive(std::string_view key);

  /// The number of stored keys: those with an attempt inside the window, and at most as many that
  /// the next sweep removes.
  std::size_t key_count() const noexcept { return attempts_.size(); }

 private:
  void sweep(std::int64_t now);

  RateRule rule_;
  std::map<std::string, std::deque<std::int64_t>, std::less<>> attempts_;
  std::size_t sweep_at_ = 1024;
};

}  // namespace podium::labelling
