#include "podium/core/base/io/append_file.hpp"

#include <array>
#include <csignal>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

class AppendFileTest : public testing::Test {
 protected:
  AppendFileTest() { std::filesystem::remove(path_); }
  ~AppendFileTest() override { std::filesystem::remove(path_); }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path_).rdbuf();
    return all.str();
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a fixture is a struct
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".append");
};

TEST_F(AppendFileTest, LeavesNothingOfAPieceThatTheDiskRefusesAndGoesOnAfterwards) {
  AppendFile file(path_, AppendFile::Mode::of_owner);
  file.append("one\n");
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const ::rlimit small{8, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(file.append("a second line\n"), StorageError);
  EXPECT_EQ(text(), "one\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  file.append("three\n");
  EXPECT_EQ(text(), "one\nthree\n");
}

TEST_F(AppendFileTest, IsForItsOwnerWhereThatIsWanted) {
  const AppendFile file(path_, AppendFile::Mode::of_owner);
  EXPECT_EQ(std::filesystem::status(path_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(AppendFileTest, DoesNotWaitForAReaderOfAPipe) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THROW(AppendFile(path_, AppendFile::Mode::of_owner), StorageError);
}

/// As standard output is in a container.
TEST_F(AppendFileTest, WritesToAPipeThatIsOpenAndDoesNotWaitForItsReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  AppendFile file("/dev/fd/" + std::to_string(ends[1]), AppendFile::Mode::of_owner);
  file.append("one\n");
  std::array<char, 8> read{};
  ASSERT_EQ(::read(ends[0], read.data(), read.size()), 4);
  EXPECT_EQ(std::string(read.data()), "one\n");
  const std::string page(4096, 'x');
  const auto fill = [&] {
    for (int i = 0; i < 1000; ++i) file.append(page);
  };
  EXPECT_THROW(fill(), StorageError);
  EXPECT_EQ(::fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);  // that of others stays as it was
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(AppendFileTest, KnowsWhetherItWasMovedAway) {
  const AppendFile file(path_, AppendFile::Mode::of_owner);
  EXPECT_TRUE(file.is_at_its_path());
  std::filesystem::remove(path_);
  EXPECT_FALSE(file.is_at_its_path());
}

}  // namespace
}  // namespace podium
