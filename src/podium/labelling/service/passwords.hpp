#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "podium/core/http/admission.hpp"

namespace podium::labelling {

/// The cost of checking one password: passes over an amount of memory.
struct PasswordCost {
  unsigned long long passes = 0;
  std::size_t memory_bytes = 0;
};

/// libsodium's cost for interactive logins: 2 passes over 64 MiB.
PasswordCost interactive_password_cost();

/// The minimum of argon2id, for tests.
PasswordCost least_password_cost();

inline constexpr std::size_t shortest_password = 10;   ///< characters
inline constexpr std::size_t longest_password = 1024;  ///< bytes

/// Hashes passwords with argon2id and checks them; a few at a time, because each needs its memory.
/// All functions throw Refusal (503) when too many wait for this.
class Passwords {
 public:
  explicit Passwords(PasswordCost cost);

  /// For those who are logged in or invited. Throws UsageError for a password that is too short,
  /// too long, or easy to guess.
  std::string hashed(std::string_view password);

  /// Whether the password matches the hash. An empty hash, for an account that does not exist or
  /// cannot log in, is refused after the same time as a wrong password. People who are
  /// logged in or invited have a queue of their own.
  bool matches(const std::string& hash, std::string_view password, bool is_known);

 private:
  std::string hash_of(std::string_view password);

  PasswordCost cost_;
  Admission hashing_;
  std::string decoy_;
};

}  // namespace podium::labelling
