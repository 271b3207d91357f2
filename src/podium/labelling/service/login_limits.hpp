#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "podium/labelling/service/rate_limit.hpp"

namespace podium::labelling {

/// Which attempts with a wrong password are allowed.
struct LoginRules {
  RateRule of_pair = {.limit = 10};     ///< for a name from a network
  RateRule of_network = {.limit = 50};  ///< for all names from a network, which a team may share
  /// For a name from everywhere. Beyond it, each network has one attempt left.
  RateRule of_name = {.limit = 100};
};

struct LoginAttempt {
  std::string network;  ///< of the client
  std::string name;     ///< its look, so that other spellings are no further attempts
  std::string browser;  ///< of one that has logged in to this account before; else empty
};

/// Limits failed logins so that passwords cannot be guessed and nobody can lock out an account: no
/// limit depends on the name alone. The owner can log in from any network that has attempts left,
/// and from a known browser anywhere, since its attempts are counted separately. Thread-safe; the
/// caller passes the time of a monotonic clock.
class LoginLimits {
 public:
  explicit LoginLimits(const LoginRules& rules);

  struct Refused {
    std::int64_t wait = 0;  ///< milliseconds
    bool is_first = false;  ///< for this name and network in the window
  };

  /// Counts an attempt; nothing when it is allowed. One that is refused does not count.
  std::optional<Refused> count(const LoginAttempt& attempt, std::int64_t now);

  /// Removes an attempt, because it succeeded.
  void forgive(const LoginAttempt& attempt);

 private:
  std::optional<std::int64_t> wait_for(const LoginAttempt& attempt, std::int64_t now);
  static std::string pair_of(const LoginAttempt& attempt);

  std::mutex mutex_;  ///< guards the limits
  RateLimit browser_;
  RateLimit pair_;
  RateLimit network_;
  RateLimit name_;
  RateLimit guessed_pair_;  ///< of a name that is beyond its limit
  RateLimit refused_;
};

}  // namespace podium::labelling
