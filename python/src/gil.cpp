#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "bindings.hpp"
#include "podium/core/base/stop.hpp"

namespace podium::python {

namespace {

std::atomic<bool> has_python_ended = false;

/// What a thread does that wants Python after its end: the process ends without it.
[[noreturn]] void wait_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace

void until_python_ends(const std::function<void()>& call) {
  if (has_python_ended) wait_for_ever();
  try {
    call();
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // the unwinding of pthread_exit(), which may be caught if the handler never ends
    wait_for_ever();
  }
}

void run_interruptibly(const std::function<void()>& compute) {
  constexpr std::chrono::milliseconds pause(50);
  std::atomic<bool> stop = false;
  std::exception_ptr thrown;
  std::exception_ptr interrupt;
  {
    const GilReleased without_python;
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
    std::thread worker([&] {
      try {
        const StopScope scope(&stop);
        compute();
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::scoped_lock lock(mutex);
      is_done = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, pause, [&] { return is_done; })) {
      lock.unlock();
      if (!stop) {
        const GilHeld with_python;
        if (PyErr_CheckSignals() != 0) {
          interrupt = std::make_exception_ptr(nb::python_error());
          stop = true;
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (interrupt) std::rethrow_exception(interrupt);
  if (thrown) std::rethrow_exception(thrown);
}

void bind_gil() {
  Py_AtExit([] { has_python_ended = true; });
}

}  // namespace podium::python
