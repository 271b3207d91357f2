#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/http/http_server_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(HttpServerTest, TheOldestWhoHaveNotAskedMakeRoom) {
  options_.connections = 4;
  options_.head_seconds = 30;
  const Running running(options_, handler_);
  const RawClient known(running.port(), get("/a"));
  EXPECT_THAT(known.heard_until("GET /a"), HasSubstr("GET /a"));
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(std::make_unique<RawClient>(running.port(), i % 2 == 0 ? "" : "GET /"));
  }
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(answers(running));
  EXPECT_EQ(silent.front()->rest(), "");
  EXPECT_TRUE(known.say(get("/b")));
  EXPECT_THAT(known.heard_until("GET /b"), HasSubstr("GET /b")) << "was answered before, and stays";
}

TEST_F(HttpServerTest, ThoseWhoTakeNoAnswerMakeRoomBeforeIdleOnes) {
  options_.connections = 4;
  const Running running(options_, handler_);
  const RawClient known(running.port(), get("/a"));
  EXPECT_THAT(known.heard_until("GET /a"), HasSubstr("GET /a"));
  const std::string deaf = get("/hello") + get("/huge", "Connection: close\r\n");
  const RawClient one(running.port(), deaf);
  const RawClient two(running.port(), deaf);
  const RawClient three(running.port(), deaf);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_TRUE(answers(running));
  EXPECT_TRUE(known.say(get("/b")));
  EXPECT_THAT(known.heard_until("GET /b"), HasSubstr("GET /b"));
  EXPECT_LT(std::min({one.rest().size(), two.rest().size(), three.rest().size()}), 50'000'000U);
}

TEST_F(HttpServerTest, ThoseWhoTakeTheirAnswerSlowlyStay) {
  options_.connections = 2;
  const Running running(options_, handler_);
  const std::string huge = get("/huge", "Connection: close\r\n");
  const RawClient slow(running.port(), huge);
  std::size_t heard = slow.heard(500'000).size();
  const RawClient deaf(running.port(), huge);
  for (int i = 0; i < 30; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    heard += slow.heard(500'000).size();
  }
  EXPECT_TRUE(answers(running));
  heard += slow.rest().size();
  EXPECT_GT(heard, 50'000'000U);
  EXPECT_LT(deaf.rest().size(), 50'000'000U);
}

TEST_F(HttpServerTest, RequestsInHandAreNotGivenUpForOthers) {
  options_.connections = 1;
  const Running running(options_, handler_);
  const RawClient first(running.port(), get("/slow", "Connection: close\r\n"));
  await_handled(1);
  EXPECT_TRUE(answers(running)) << "waits for the place of the first";
  EXPECT_THAT(statuses_in(first.rest()), ElementsAre(200));
}

TEST_F(HttpServerTest, NewcomersAreSentAwayWhenNoPlaceIsFreed) {
  options_.connections = 1;
  const Running running(options_, handler_);
  const RawClient first(running.port(), get("/slowest", "Connection: close\r\n"));
  await_handled(1);
  EXPECT_EQ(RawClient(running.port()).rest(), "");
  EXPECT_THAT(statuses_in(first.rest()), ElementsAre(200));
  EXPECT_TRUE(answers(running));
}

TEST_F(HttpServerTest, StopsWhileANewcomerWaits) {
  options_.connections = 1;
  Running running(options_, handler_);
  const RawClient first(running.port(), get("/slow", "Connection: close\r\n"));
  await_handled(1);
  const RawClient second(running.port(), get("/hello"));
  running.stop();
  EXPECT_THAT(statuses_in(first.rest()), ElementsAre(200));
  EXPECT_EQ(second.rest(), "");
}

TEST_F(HttpServerTest, OneAddressHoldsOnlySoManyConnections) {
  options_.connections_of_address = 2;
  options_.head_seconds = 30;
  const Running running(options_, handler_);
  {
    const RawClient first(running.port());
    const RawClient second(running.port());
    EXPECT_EQ(RawClient(running.port()).rest(), "");
  }
  bool is_again = false;
  for (int i = 0; i < 100 && !is_again; ++i) {
    const RawClient client(running.port());
    is_again = client.say(get("/hello", "Connection: close\r\n")) && !client.rest().empty();
  }
  EXPECT_TRUE(is_again) << "those who have gone hold nothing";
}

TEST_F(HttpServerTest, AnAddressThatHoldsEnoughTakesNoPlaceOfOthers) {
  options_.connections = 2;
  options_.connections_of_address = 2;
  options_.head_seconds = 30;
  const Running running(options_, handler_);
  const RawClient first(running.port(), get("/a"));
  EXPECT_THAT(first.heard_until("GET /a"), HasSubstr("GET /a"));
  const RawClient second(running.port(), get("/b"));
  EXPECT_THAT(second.heard_until("GET /b"), HasSubstr("GET /b"));
  EXPECT_EQ(RawClient(running.port()).rest(), "");
  EXPECT_TRUE(first.say(get("/c")));
  EXPECT_THAT(first.heard_until("GET /c"), HasSubstr("GET /c"));
  EXPECT_TRUE(second.say(get("/d")));
  EXPECT_THAT(second.heard_until("GET /d"), HasSubstr("GET /d"));
}

}  // namespace
}  // namespace podium
