#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace podium::serving {

inline constexpr int background_nice = 10;

/// Lowers the priority of the calling thread. It still gets processor time on a busy machine, so
/// that it releases its locks soon.
inline void lower_thread_priority() noexcept {
  // On Linux this is a property of the thread. It is never raised: the process may have less.
  const auto thread = static_cast<::id_t>(::gettid());
  if (::getpriority(PRIO_PROCESS, thread) >= background_nice) return;
  ::setpriority(PRIO_PROCESS, thread, background_nice);
}

}  // namespace podium::serving
