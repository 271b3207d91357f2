#include "podium/learning/experiment/fold_cache.hpp"

#include <atomic>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

TEST(FoldCache, LoadsAFoldOnceAndFreesItAfterItsLastTask) {
  std::size_t loads = 0;
  FoldCache<int, int> cache([&](int key) {
    ++loads;
    return std::make_shared<const int>(10 * key);
  });
  for (const int key : {1, 1, 2}) cache.add_task(key);
  const std::weak_ptr<const int> fold = cache.get(1);
  EXPECT_EQ(*fold.lock(), 10);
  EXPECT_EQ(*cache.get(1), 10);
  EXPECT_EQ(loads, 1U);
  cache.task_is_done(1);
  EXPECT_FALSE(fold.expired());
  cache.task_is_done(1);
  EXPECT_TRUE(fold.expired());
  EXPECT_EQ(*cache.get(2), 20);
  EXPECT_EQ(loads, 2U);
}

TEST(FoldCache, ServesManyTasksAtTheSameTime) {
  std::atomic<std::size_t> loads = 0;
  FoldCache<std::size_t, std::size_t> cache([&](std::size_t key) {
    ++loads;
    return std::make_shared<const std::size_t>(key);
  });
  for (std::size_t task = 0; task < 300; ++task) cache.add_task(task % 3);
  std::atomic<std::size_t> wrong = 0;
  parallel_for(300, [&](std::size_t task) {
    if (*cache.get(task % 3) != task % 3) ++wrong;
  });
  EXPECT_EQ(loads, 3U);
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace podium
