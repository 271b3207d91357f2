#include "podium/serving/background_queue.hpp"

#include <chrono>
#include <future>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::serving {
namespace {

using testing::ElementsAre;

using NumberQueue = BackgroundQueue<int>;

/// A queue whose first job waits until it is released, so that the others wait behind it.
class HeldQueue {
 public:
  explicit HeldQueue(NumberQueue::AtEnd at_end)
      : queue_(std::in_place, at_end, [this](int& job) {
          if (job == 0) {
            begun_.set_value();
            gate_.get_future().wait();
          }
          done.push_back(job);
        }) {
    queue_->offer(0, 0);
    begun_.get_future().wait();
  }

  NumberQueue& operator*() { return *queue_; }
  void release() { gate_.set_value(); }
  void end() { queue_.reset(); }

  std::vector<int> done;

 private:
  std::promise<void> begun_;
  std::promise<void> gate_;
  std::optional<NumberQueue> queue_;
};

TEST(BackgroundQueue, DoesJobsInTheirOrder) {
  std::vector<int> done;
  NumberQueue queue(NumberQueue::AtEnd::forget, [&](int& job) { done.push_back(job); });
  for (const int job : {3, 1, 2}) EXPECT_TRUE(queue.offer(job, 1));
  queue.finish();
  EXPECT_THAT(done, ElementsAre(3, 1, 2));
}

TEST(BackgroundQueue, TakesNoMoreJobsThanItHasPlaceFor) {
  HeldQueue held(NumberQueue::AtEnd::finish);
  for (std::size_t i = 0; i < NumberQueue::longest; ++i) EXPECT_TRUE((*held).offer(1, 0));
  EXPECT_FALSE((*held).offer(2, 0));
  held.release();
  (*held).finish();
  EXPECT_TRUE((*held).offer(3, 0));
  held.end();
  EXPECT_EQ(held.done.size(), NumberQueue::longest + 2);
  EXPECT_EQ(held.done.back(), 3);
}

TEST(BackgroundQueue, TakesNoMoreBytesThanItHasPlaceFor) {
  HeldQueue held(NumberQueue::AtEnd::finish);
  EXPECT_TRUE((*held).offer(1, 2 * NumberQueue::largest));  // alone, it may be of any size
  EXPECT_FALSE((*held).offer(2, 1));
  held.release();
  (*held).finish();
  EXPECT_TRUE((*held).offer(3, NumberQueue::largest));
  held.end();
  EXPECT_THAT(held.done, ElementsAre(0, 1, 3));
}

TEST(BackgroundQueue, FinishesOrForgetsWhatIsLeftAtItsEnd) {
  for (const auto at_end : {NumberQueue::AtEnd::finish, NumberQueue::AtEnd::forget}) {
    HeldQueue held(at_end);
    for (const int job : {1, 2, 3}) (*held).offer(job, 1);
    auto ended = std::async(std::launch::async, [&] { held.end(); });
    // The end is asked for while the first job is held.
    EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    held.release();
    ended.wait();
    EXPECT_EQ(held.done.size(), at_end == NumberQueue::AtEnd::finish ? 4U : 1U);
  }
}

TEST(BackgroundQueue, WorksAtALowPriority) {
  int nice = 0;
  NumberQueue queue(NumberQueue::AtEnd::forget, [&](int&) {
    nice = ::getpriority(PRIO_PROCESS, static_cast<::id_t>(::gettid()));
  });
  EXPECT_TRUE(queue.offer(1, 1));
  queue.finish();
  EXPECT_GE(nice, background_nice);
}

}  // namespace
}  // namespace podium::serving
