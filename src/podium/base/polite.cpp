#include "podium/serve/polite.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace podium {

void become_polite() noexcept {
  constexpr int lowest = 19;
  // On Linux this is the thread's alone; where it is refused, the thread is as good as others.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), lowest);
}

}  // namespace podium
