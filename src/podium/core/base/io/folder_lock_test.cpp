#include "podium/core/base/io/folder_lock.hpp"

#include <optional>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

class FolderLockTest : public testing::Test {
 protected:
  ~FolderLockTest() override { std::filesystem::remove_all(folder_); }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a fixture is a struct
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("podium-lock-" + std::to_string(::getpid()));
};

TEST_F(FolderLockTest, KeepsOthersOut) {
  std::optional<FolderLock> first(folder_ / "out");
  EXPECT_THROW(FolderLock(folder_ / "out"), UsageError);
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_NO_THROW(FolderLock(folder_ / "out"));
}

TEST_F(FolderLockTest, KeepsWhatWasWritten) {
  {
    const FolderLock lock(folder_ / "out");
    write_file(folder_ / "out" / "data.txt", "1");
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "data.txt"));
}

}  // namespace
}  // namespace podium
