#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace podium {

/// While it lives, the library works with at most `threads` threads; 0 means all of the machine.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::size_t threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;
  ThreadLimit(ThreadLimit&&) = delete;
  ThreadLimit& operator=(ThreadLimit&&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

/// How many threads a parallel loop may use now.
std::size_t thread_count();

/// Calls body(i) for every i in 0 .. count-1, in any order and on any thread. When bodies throw,
/// all others still run, and the exception of the smallest i is thrown afterwards: an error does
/// not depend on the number of threads. What must not depend on it either (a sum, say) is written
/// to slot i and reduced by the caller in order.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace podium
