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

/// Limits wrong passwords so that nobody can guess many, and nobody can keep others out: there is
/// no limit of a name alone. The owner gets in from a network without attempts, however many there
/// were from elsewhere, and with a known browser from everywhere: its attempts count for itself
/// only. Thread-safe; the caller passes the time, of a clock that is never set.
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
