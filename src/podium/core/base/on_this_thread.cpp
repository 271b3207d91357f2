#include "podium/core/base/on_this_thread.hpp"

#include <tbb/task_arena.h>

namespace podium {

void on_this_thread(const std::function<void()>& work) {
  tbb::task_arena alone(1);
  alone.execute(work);
}

}  // namespace podium
