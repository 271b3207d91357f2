#include "podium/serve/polite.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace podium {
namespace {

int priority_of_this_thread() {
  return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
}

TEST(Polite, IsTheThreadsOwn) {
  const int before = priority_of_this_thread();
  int within = before;
  std::thread([&] {
    become_polite();
    within = priority_of_this_thread();
  }).join();
  EXPECT_EQ(within, 19);
  EXPECT_EQ(priority_of_this_thread(), before);
}

}  // namespace
}  // namespace podium
