#pragma once

#include <functional>
#include <future>
#include <system_error>

namespace podium {

/// Lets all other threads go before the one that calls this, from now on: what it does is wanted
/// soon, but answers must not wait for it.
void become_polite() noexcept;

/// Called again and again during long work that a background thread may do. Such a thread rests
/// after each short while: only when a core has nothing at all to do, the system gives it a thread
/// that waits for another core. Other threads go on at once.
void give_way() noexcept;

/// Calls `work`; its parallel loops use the calling thread alone, so that others keep theirs.
void on_this_thread(const std::function<void()>& work);

/// What `work` returns, which is done by a background thread while the caller waits: one that has
/// lowered its priority cannot be made equal again. The work must take no lock that answers wait
/// for: a background thread that holds it may have to wait for a core.
template <class Work>
auto politely(Work&& work) {
  std::future<decltype(work())> result;
  try {
    result = std::async(std::launch::async, [&] {
      become_polite();
      return work();
    });
  } catch (const std::system_error&) {  // no thread is left
    return work();
  }
  return result.get();
}

}  // namespace podium
