#pragma once

#include <optional>
#include <string>
#include <utility>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

/// A request that is refused with a specific status.
class Refusal : public Error {
 public:
  Refusal(int status, const std::string& sentence) : Error(sentence), status_(status) {}

  int status() const noexcept { return status_; }

 private:
  int status_;
};

/// Too many attempts: status 429 with the time to wait.
class TooManyAttempts : public Refusal {
 public:
  explicit TooManyAttempts(long long seconds)
      : Refusal(429, "too many attempts; wait " + counted(seconds, "second")), seconds_(seconds) {}

  long long seconds() const noexcept { return seconds_; }

 private:
  long long seconds_;
};

}  // namespace podium
