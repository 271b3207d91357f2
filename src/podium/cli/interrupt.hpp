#pragma once

#include <csignal>

namespace podium {

/// While it lives, Ctrl-C and SIGTERM are noted instead of ending the program, so that work can be
/// brought to a clean end. A second one ends it at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  InterruptWatch(InterruptWatch&&) = delete;
  InterruptWatch& operator=(InterruptWatch&&) = delete;

  bool was_interrupted() const noexcept;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace podium
