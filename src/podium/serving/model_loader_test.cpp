#include "podium/serving/model_loader.hpp"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/serving/overload.hpp"
#include "podium/serving/thread_priority.hpp"

namespace podium::serving {
namespace {

using Changes = std::vector<ModelChange>;

void wait_for(const std::atomic<int>& calls, int count) {
  while (calls < count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(ModelLoader, LooksForChangesEveryPeriodAndRetriesOnlyWhenAsked) {
  std::atomic<int> polls = 0;
  std::atomic<int> retries = 0;
  ModelLoader loader([&](bool is_retry) {
    ++(is_retry ? retries : polls);
    return Changes{};
  });
  loader.reload();
  EXPECT_EQ(polls, 0);  // not before it is told to
  loader.poll_every(std::chrono::milliseconds(1));
  wait_for(polls, 3);
  EXPECT_EQ(retries, 1);
  loader.wake();
  wait_for(retries, 2);
}

TEST(ModelLoader, WorksAtALowPriority) {
  int nice = 0;
  ModelLoader loader([&](bool) { return Changes{}; });
  loader.run([&] { nice = ::getpriority(PRIO_PROCESS, static_cast<::id_t>(::gettid())); });
  EXPECT_GE(nice, background_nice);
  EXPECT_LT(::getpriority(PRIO_PROCESS, 0), nice);  // of the thread alone
}

TEST(ModelLoader, TellsThoseWhoAskWhatWentWrong) {
  ModelLoader loader([](bool) -> Changes { throw DataError({"a.json"}, "damaged"); });
  EXPECT_THROW(loader.reload(), DataError);
  EXPECT_THROW(loader.run([] { throw UsageError("wrong"); }), UsageError);
  int done = 0;
  loader.run([&] { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(ModelLoader, LetsThoseWhoWaitShareAReloadAndRefusesTheOthers) {
  std::promise<void> gate;
  const std::shared_future<void> opened = gate.get_future().share();
  std::atomic<int> begun = 0;
  ModelLoader loader([&](bool) {
    ++begun;
    opened.wait();
    return Changes{{.reference = "shop"}};
  });
  loader.wake();
  wait_for(begun, 1);
  std::vector<std::future<Changes>> asked;
  std::atomic<std::size_t> refused = 0;
  for (std::size_t i = 0; i < 2 * ModelLoader::max_waiting; ++i) {
    asked.push_back(std::async(std::launch::async, [&]() -> Changes {
      try {
        return loader.reload();
      } catch (const Overload&) {
        ++refused;
        return {};
      }
    }));
  }
  while (refused < ModelLoader::max_waiting) std::this_thread::yield();
  gate.set_value();
  std::size_t answered = 0;
  for (std::future<Changes>& one : asked) answered += one.get().size();
  EXPECT_EQ(answered, ModelLoader::max_waiting);
  EXPECT_EQ(begun, 2);  // one for all of them
}

TEST(ModelLoader, DoesNotWaitAtItsEndForAModelThatIsRead) {
  std::atomic<int> begun = 0;
  const auto read_for_ever = [&]() {
    ++begun;
    while (true) stop_if_told();
  };
  {
    ModelLoader loader([&](bool) -> Changes {
      read_for_ever();
      return {};
    });
    loader.wake();
    wait_for(begun, 1);
    // Nor do those who wait for it.
    std::stop_source stop;
    auto asked = std::async(std::launch::async, [&] { loader.reload(stop.get_token()); });
    auto queued = std::async(std::launch::async, [&] { loader.run([] {}, stop.get_token()); });
    stop.request_stop();
    EXPECT_THROW(asked.get(), Overload);
    EXPECT_THROW(queued.get(), Overload);
  }
  ModelLoader loader([](bool) { return Changes{}; });
  std::stop_source stop;
  begun = 0;
  auto reading =
      std::async(std::launch::async, [&] { loader.run(read_for_ever, stop.get_token()); });
  wait_for(begun, 1);
  stop.request_stop();
  EXPECT_THROW(reading.get(), Overload);
}

}  // namespace
}  // namespace podium::serving
