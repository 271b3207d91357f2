#include "podium/service/passwords.hpp"

#include <algorithm>
#include <array>

#include <sodium.h>

#include "podium/base/counted.hpp"
#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

/// Holds one of the permits while a password is hashed.
class Turn {
 public:
  explicit Turn(std::counting_semaphore<4>& free) : free_(free) { free_.acquire(); }
  ~Turn() { free_.release(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  Turn(Turn&&) = delete;
  Turn& operator=(Turn&&) = delete;

 private:
  std::counting_semaphore<4>& free_;
};

/// Characters of UTF-8: bytes that do not continue one.
std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

PasswordCost interactive_password_cost() {
  return {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
}

PasswordCost least_password_cost() {
  return {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN};
}

Passwords::Passwords(PasswordCost cost) : cost_(cost), decoy_(hash_of("no password of anyone")) {}

std::string Passwords::hash_of(std::string_view password) {
  expects(sodium_init() >= 0, "random bytes of the system");
  const Turn turn(free_);
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), cost_.passes,
                            cost_.memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0) {
    throw StorageError("not enough memory to hash a password");
  }
  return text.data();
}

std::string Passwords::hashed(std::string_view password) {
  if (character_count(password) < shortest_password || password.size() > longest_password) {
    throw UsageError("the password has " + counted(character_count(password), "character") +
                     "; it must have at least " + to_text(shortest_password) +
                     " characters and at most " + to_text(longest_password) + " bytes");
  }
  return hash_of(password);
}

bool Passwords::matches(const std::string& hash, std::string_view password) {
  if (password.size() > longest_password) password = {};
  const std::string& compared = hash.empty() ? decoy_ : hash;
  const Turn turn(free_);
  const bool is_right =
      crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
  return is_right && !hash.empty();
}

}  // namespace podium
