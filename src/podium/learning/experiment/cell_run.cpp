#include "podium/learning/experiment/cell_run.hpp"

#include <algorithm>

#include "podium/core/base/parallel.hpp"

namespace podium {

void CellRun::run(std::size_t count, const std::function<void(std::size_t)>& step) {
  failed_ = count;
  parallel_for(count, [&](std::size_t i) {
    try {
      if (is_wanted(i)) step(i);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failed_ = std::min(failed_.load(), i);
      throw;
    }
  });
}

bool CellRun::may_go_on() {
  const std::scoped_lock lock(mutex_);
  ask("");
  return !ended_;
}

void CellRun::count(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  ask(name);
}

void CellRun::ask(const std::string& name) {
  if (!ended_ && sink_ && !sink_({done_, of_, name})) ended_ = true;
}

}  // namespace podium
