#include "podium/core/http/request_workers.hpp"

#include <atomic>
#include <future>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(RequestWorkers, RunsEveryTaskOnceAndBeforeJoinReturns) {
  std::atomic<int> calls = 0;
  RequestWorkers workers(3);
  for (int i = 0; i < 1000; ++i) workers.post([&] { ++calls; });
  workers.join();
  EXPECT_EQ(calls, 1000);
}

TEST(RequestWorkers, RunsTasksAtOnceUpToItsSize) {
  constexpr int most = 4;
  std::atomic<int> waiting = 0;
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  RequestWorkers workers(most);
  std::atomic<int> further = 0;
  for (int i = 0; i < most; ++i) {
    workers.post([&] {
      ++waiting;
      gone.wait();
    });
  }
  workers.post([&] { ++further; });
  while (waiting < most) std::this_thread::yield();  // they hold all threads at the same time
  EXPECT_EQ(further, 0);
  go.set_value();
  workers.join();
  EXPECT_EQ(further, 1);
}

TEST(RequestWorkers, UsesOneThreadForTasksThatFollowEachOther) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  RequestWorkers workers(8);
  for (int i = 0; i < 100; ++i) {
    std::promise<void> done;
    workers.post([&] {
      {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
      }
      done.set_value();
    });
    done.get_future().wait();
    // The thread has yet to become idle; meanwhile another one may be started.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  workers.join();
  EXPECT_LE(threads.size(), 3U);
}

TEST(RequestWorkers, TakesTasksFromManyThreads) {
  std::atomic<int> calls = 0;
  RequestWorkers workers(5);
  {
    std::vector<std::future<void>> posting;
    for (int t = 0; t < 4; ++t) {
      posting.push_back(std::async(std::launch::async, [&] {
        for (int i = 0; i < 500; ++i) workers.post([&] { ++calls; });
      }));
    }
  }
  workers.join();
  EXPECT_EQ(calls, 2000);
}

}  // namespace
}  // namespace podium
