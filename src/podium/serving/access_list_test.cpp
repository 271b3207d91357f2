#include "podium/serving/access_list.hpp"

#include <algorithm>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

class AccessListTest : public FileFixture {
 protected:
  std::filesystem::path path() const { return folder_ / "tokens"; }
};

TEST_F(AccessListTest, KnowsTheTokensThatWereAdded) {
  const std::string scorer = AccessList::add(path(), "shop", Access::score);
  const std::string admin = AccessList::add(path(), "ops", Access::admin);
  const AccessList list = AccessList::read(path());
  EXPECT_EQ(list.access_of("Bearer " + scorer), Access::score);
  EXPECT_EQ(list.access_of("Bearer " + admin), Access::admin);
  for (const std::string& wrong :
       {std::string(), std::string("Bearer "), std::string("Bearer x"), scorer, "Basic " + scorer,
        "Bearer " + scorer + "x", "bearer" + scorer}) {
    EXPECT_EQ(list.access_of(wrong), std::nullopt) << wrong;
  }
  EXPECT_THAT(std::string(InputText(path()).view()), Not(HasSubstr(scorer)));
}

TEST_F(AccessListTest, PassesOverCommentsAndRefusesOtherLines) {
  const std::string token = AccessList::add(path(), "a", Access::score);
  const std::string line(InputText(path()).view());
  folder_.file("tokens", "# who may score\n\n" + line);
  EXPECT_EQ(AccessList::read(path()).access_of("Bearer " + token), Access::score);
  for (const char* wrong : {"a score", "a root ", "a score short", "a score b c d"}) {
    folder_.file("tokens", line + wrong + "\n");
    EXPECT_THAT([&] { AccessList::read(path()); },
                ThrowsMessage<DataError>(HasSubstr(":2: expected NAME, score or admin")))
        << wrong;
  }
}

TEST_F(AccessListTest, RefusesNamesThatAreTakenOrNoNames) {
  AccessList::add(path(), "a", Access::score);
  for (const char* name : {"a", "", "b c", "#b", " b"}) {
    EXPECT_THROW(AccessList::add(path(), name, Access::score), UsageError) << name;
  }
}

TEST_F(AccessListTest, AddsTokensOfSeveralProcessesAtOnce) {
  const auto path = folder_ / "tokens";
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i) {
    threads.emplace_back([&, i] { AccessList::add(path, "t" + std::to_string(i), Access::score); });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string text(InputText(path).view());
  EXPECT_EQ(std::ranges::count(text, '\n'), 20);
}

TEST_F(AccessListTest, TakesTheSchemeInAnyCase) {
  const std::string token = AccessList::add(folder_ / "tokens", "a", Access::admin);
  const AccessList list = AccessList::read(folder_ / "tokens");
  for (const char* scheme : {"Bearer ", "bearer ", "BEARER "}) {
    EXPECT_EQ(list.access_of(scheme + token), Access::admin) << scheme;
  }
  EXPECT_EQ(list.access_of("Bearer" + token), std::nullopt);
  EXPECT_EQ(list.access_of("Basic " + token), std::nullopt);
}

}  // namespace
}  // namespace podium::serving
