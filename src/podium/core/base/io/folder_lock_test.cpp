#include "podium/core/base/io/folder_lock.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

TEST(FolderLock, KeepsOthersOut) {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(folder / "out");
  EXPECT_THROW(FolderLock(folder / "out"), UsageError);
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  EXPECT_NO_THROW(FolderLock(folder / "out"));
}

TEST(FolderLock, KeepsWhatWasWritten) {
  const TemporaryFolder folder;
  {
    const FolderLock lock(folder / "out");
    folder.file("out/data.txt", "1");
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "out" / "data.txt"));
}

}  // namespace
}  // namespace podium
