#include "podium/serving/request_log.hpp"

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RequestLogTest : public FileFixture {
 protected:
  std::string path() const { return (folder_ / "requests.jsonl").string(); }
  std::string text() const { return std::string(InputText(path()).view()); }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a fixture is a struct
  std::vector<std::string> said_;
};

TEST_F(RequestLogTest, GoesOnAfterAFullDiskAndSaysSoOnce) {
  RequestLog log(path(), [&](const std::string& words) { said_.push_back(words); });
  log.write({{"n", 1}});
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const ::rlimit small{10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  for (int i = 0; i < 3; ++i) log.write({{"n", 2}});
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(log.dropped(), 3U);
  EXPECT_EQ(text(), "{\"n\":1}\n");  // no half line
  log.write({{"n", 3}});
  EXPECT_EQ(text(), "{\"n\":1}\n{\"n\":3}\n");
  EXPECT_THAT(said_, ElementsAre(HasSubstr("requests are not logged"),
                                 HasSubstr("is written again; 3 lines are missing")));
}

TEST_F(RequestLogTest, IsOpenedAgainAfterItWasMovedAway) {
  RequestLog log(path(), [](const std::string&) {});
  log.write({{"n", 1}});
  std::filesystem::rename(path(), folder_ / "old");
  log.reopen();
  log.write({{"n", 2}});
  EXPECT_EQ(text(), "{\"n\":2}\n");
  EXPECT_EQ(std::filesystem::status(path()).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(RequestLogTest, WritesNothingWithoutAPath) {
  RequestLog log("", [](const std::string&) {});
  log.write({{"n", 1}});
  log.reopen();
  EXPECT_EQ(log.dropped(), 0U);
  EXPECT_THROW(RequestLog((folder_ / "none" / "log").string(), {}), StorageError);
}

}  // namespace
}  // namespace podium::serving
