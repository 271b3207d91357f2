#include "podium/labelling/service/login_limits.hpp"

namespace podium::labelling {

LoginLimits::LoginLimits(const LoginRules& rules)
    : browser_(rules.of_pair),
      pair_(rules.of_pair),
      network_(rules.of_network),
      name_(rules.of_name),
      guessed_pair_({.limit = 1, .window = rules.of_name.window}),
      refused_({.limit = 1, .window = rules.of_pair.window}) {}

std::string LoginLimits::pair_of(const LoginAttempt& attempt) {
  return attempt.network + " " + attempt.name;
}

std::optional<LoginLimits::Refused> LoginLimits::count(const LoginAttempt& attempt,
                                                       std::int64_t now) {
  const std::lock_guard lock(mutex_);
  const std::optional<std::int64_t> wait = wait_for(attempt, now);
  if (!wait) return std::nullopt;
  return Refused{.wait = *wait, .is_first = !refused_.attempt(pair_of(attempt), now)};
}

std::optional<std::int64_t> LoginLimits::wait_for(const LoginAttempt& attempt, std::int64_t now) {
  if (!attempt.browser.empty()) return browser_.attempt(attempt.browser, now);
  const std::string pair = pair_of(attempt);
  if (const auto wait = pair_.attempt(pair, now)) return wait;
  if (const auto wait = network_.attempt(attempt.network, now)) {
    pair_.forgive(pair);
    return wait;
  }
  if (!name_.attempt(attempt.name, now)) return std::nullopt;
  const auto wait = guessed_pair_.attempt(pair, now);
  if (wait) {
    pair_.forgive(pair);
    network_.forgive(attempt.network);
  }
  return wait;
}

void LoginLimits::forgive(const LoginAttempt& attempt) {
  const std::lock_guard lock(mutex_);
  if (!attempt.browser.empty()) return browser_.forgive(attempt.browser);
  pair_.forgive(pair_of(attempt));
  network_.forgive(attempt.network);
  name_.forgive(attempt.name);
  guessed_pair_.forgive(pair_of(attempt));
}

}  // namespace podium::labelling
