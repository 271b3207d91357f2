#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace podium::serving {

inline constexpr int background_nice = 10;

/// Gives the calling thread a smaller share of the cores than the threads that answer. It still
/// gets one when all are busy: a lock that it holds for a moment is not held for long.
inline void lower_thread_priority() noexcept {
  // On Linux this is a property of the thread. It is never raised: the process may have less.
  const auto thread = static_cast<::id_t>(::gettid());
  if (::getpriority(PRIO_PROCESS, thread) >= background_nice) return;
  ::setpriority(PRIO_PROCESS, thread, background_nice);
}

}  // namespace podium::serving
