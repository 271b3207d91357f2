#pragma once

#include <atomic>

#include "podium/core/base/error.hpp"

namespace podium {

/// A computation ended because it was told to.
class Stopped : public Error {
 public:
  Stopped() : Error("the computation was stopped") {}
};

/// While it lives, another thread can end what this one computes: soon after `flag` is set, the
/// next step of a parallel loop and the next stop_if_told() throw Stopped. Loops hand the flag to
/// the threads that work for them. A null pointer is no flag.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* flag) noexcept;
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  StopScope(StopScope&&) = delete;
  StopScope& operator=(StopScope&&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

/// The flag of the innermost scope of this thread; null without one.
const std::atomic<bool>* stop_flag() noexcept;

/// Throws Stopped if this thread's computation is to end. For long loops that are not parallel.
void stop_if_told();

}  // namespace podium
