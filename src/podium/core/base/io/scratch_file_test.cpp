#include "podium/core/base/io/scratch_file.hpp"

#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/test_paths.hpp"

namespace podium {
namespace {

TEST(ScratchFile, HasWhatThreadsWroteAndNoName) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "podium_scratch_file";
  std::filesystem::create_directories(folder);
  constexpr std::size_t pieces = 50;
  const auto piece = [](std::size_t i) {
    return std::string(1000 + i, static_cast<char>('a' + i % 26));
  };
  const auto place = [](std::size_t i) { return 1000 * i + i * (i - 1) / 2; };
  std::string expected;
  ScratchFile file(folder);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  const ThreadLimit limit(4);
  parallel_for(pieces, [&](std::size_t i) { file.write(piece(i), place(i)); });
  for (std::size_t i = 0; i < pieces; ++i) expected += piece(i);
  const MappedFile mapped = file.map();
  EXPECT_EQ(mapped.bytes(), expected);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  file.write("more", expected.size());
  EXPECT_EQ(file.map().bytes(), expected + "more");
  mapped.release(mapped.bytes());
  EXPECT_EQ(mapped.bytes(), expected);
}

TEST(ScratchFile, SaysThatTheDiskIsFull) {
  ScratchFile file(testing::TempDir());
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const ::rlimit small{8, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(file.write("more than eight bytes", 0), StorageError);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
}

TEST(ScratchFile, SaysWhereItCannotBe) {
  try {
    const ScratchFile file("/no/such/folder");
    FAIL();
  } catch (const StorageError& error) {
    EXPECT_EQ(std::string(error.what()),
              "/no/such/folder: cannot write a temporary file: No such file or directory; choose a "
              "folder on a disk with more room");
  }
}

}  // namespace
}  // namespace podium
