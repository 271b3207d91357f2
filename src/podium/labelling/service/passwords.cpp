#include "podium/labelling/service/passwords.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <thread>

#include <sodium.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {

namespace {

/// Half of the cores are left to other requests. Those who wait hold workers of the server: two
/// thirds of its 64 at most.
AdmissionRules hashing_rules() {
  const std::size_t cores = std::thread::hardware_concurrency();
  return {.working = std::clamp<std::size_t>(cores / 2, 1, 4),
          .waiting = 32,
          .preferred = 8,
          .patience = std::chrono::seconds(60),
          .full = 503,
          .reason = "too many people are logging in; try again in a few seconds"};
}

/// Characters of UTF-8: bytes that do not continue one.
std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Of at least shortest_password characters; lists of leaked passwords begin with these.
constexpr std::array<std::string_view, 24> common_passwords = {
    "1q2w3e4r5t",  "1q2w3e4r5t6y", "1qaz2wsx3edc", "adminadmin",    "adminpassword",
    "changemenow", "computer123",  "football123",  "iloveyou123",   "iloveyou1234",
    "letmein123",  "letmein1234",  "mypassword1",  "password10",    "password11",
    "password12",  "password123",  "password1234", "password12345", "passwordpassword",
    "qwerty12345", "qwerty123456", "qwertyuiop",   "welcome123"};

/// "1234567890", "abcdefghij", "9876543210".
bool is_run(std::string_view password) {
  const auto step_of = [](char a, char b) {
    return a == '9' && b == '0' ? 1 : (a == '0' && b == '9' ? -1 : b - a);
  };
  for (const int step : {1, -1}) {
    const auto breaks = [&](char a, char b) { return step_of(a, b) != step; };
    if (std::ranges::adjacent_find(password, breaks) == password.end()) return true;
  }
  return false;
}

bool is_easy_to_guess(std::string_view password) {
  constexpr std::size_t fewest_different = 4;
  const std::string lower = lower_case(password);
  return std::set<char>(lower.begin(), lower.end()).size() < fewest_different || is_run(lower) ||
         std::ranges::find(common_passwords, lower) != common_passwords.end();
}

}  // namespace

PasswordCost interactive_password_cost() {
  return {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
}

PasswordCost least_password_cost() {
  return {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN};
}

Passwords::Passwords(PasswordCost cost)
    : cost_(cost), hashing_(hashing_rules()), decoy_(hash_of("no password of anyone")) {}

std::string Passwords::hash_of(std::string_view password) {
  expects(sodium_init() >= 0, "random bytes of the system");
  const Admission::Guard guard(hashing_, true);
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
  if (is_easy_to_guess(password)) {
    throw UsageError(
        "this password is among the first that are tried; choose another, for example four words");
  }
  return hash_of(password);
}

bool Passwords::matches(const std::string& hash, std::string_view password, bool is_known) {
  if (password.size() > longest_password) password = {};
  const std::string& compared = hash.empty() ? decoy_ : hash;
  const Admission::Guard guard(hashing_, is_known);
  const bool is_right =
      crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
  return is_right && !hash.empty();
}

}  // namespace podium::labelling
