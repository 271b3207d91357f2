#include "podium/core/base/io/out_of_core.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/block_tree.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/mapped_ranges.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t mega = std::size_t{1} << 20U;

class OutOfCoreMemory : public testing::Test {
 protected:
  OutOfCoreMemory() : folder_(fs::path(testing::TempDir()) / "podium_out_of_core") {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OutOfCoreMemory() override { fs::remove_all(folder_); }

  OutOfCore limit(std::size_t bytes) {
    return {bytes, folder_, "name a folder",
            [this](const std::string& line) { said_.push_back(line); }};
  }

  /// Of files that are mapped, in bytes.
  static std::size_t mapped_in_use() {
    std::ifstream statm("/proc/self/statm");
    std::array<std::size_t, 3> pages{};
    for (std::size_t& number : pages) statm >> number;
    return pages[2] * 4096;
  }

  fs::path folder_;
  std::vector<std::string> said_;
};

TEST_F(OutOfCoreMemory, IsOfTheSystemWhereThereIsNoLimit) {
  EXPECT_FALSE(OutOfCore::is_allowed());
  const auto memory = bulk_array<int>(100);
  EXPECT_EQ(memory[99], 0);
  EXPECT_EQ(file_mapped_at(memory.get()), nullptr);
  EXPECT_EQ(bulk_array<int>(0), nullptr);
}

TEST_F(OutOfCoreMemory, IsOnDiskBeyondTheLimit) {
  const OutOfCore memory = limit(mega);
  const auto small = bulk_array<char>(mega / 2);
  EXPECT_EQ(file_mapped_at(small.get()), nullptr);
  EXPECT_FALSE(OutOfCore::is_used());
  {
    const auto large = bulk_array<std::uint32_t>(mega);
    EXPECT_TRUE(OutOfCore::is_used());
    ASSERT_NE(file_mapped_at(large.get() + mega - 1), nullptr);
    EXPECT_EQ(file_mapped_at(large.get()), (folder_ / "podium-scratch").string());
    EXPECT_TRUE(fs::is_empty(folder_)) << "the file has no name";
    std::iota(large.get(), large.get() + mega, 0U);
    release_mapped_ranges();
    std::uint64_t sum = 0;
    for (const std::uint32_t value : std::span(large.get(), mega)) sum += value;
    EXPECT_EQ(sum, mega * (mega - 1) / 2);
  }
  const auto more = bulk_array<char>(mega / 2);
  EXPECT_NE(file_mapped_at(more.get()), nullptr) << "once data is on disk, less is in memory";
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_THAT(said_[0], AllOf(HasSubstr("the data (0.00419 GB) exceeds the memory limit of 0.00105 "
                                        "GB: every pass reads from disk"),
                              HasSubstr(folder_.string()), HasSubstr("name a folder")));
}

TEST_F(OutOfCoreMemory, IsGivenBackBeforeItExceedsTheLimit) {
  const std::size_t before = mapped_in_use();
  const OutOfCore memory = limit(16 * mega);  // less than the program itself has
  const auto array = bulk_array<char>(512 * mega);
  const std::span<char> large(array.get(), 512 * mega);
  std::size_t most = 0;
  for (std::size_t at = 0; at < 512 * mega; at += 4096) {
    large[at] = 1;
    if (at % mega != 0) continue;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    most = std::max(most, mapped_in_use());
  }
  EXPECT_LT(most, before + 128 * mega);
  for (std::size_t at = 0; at < 512 * mega; at += 64 * mega) EXPECT_EQ(large[at], 1);
}

TEST_F(OutOfCoreMemory, TellsWhatTheLimitLeaves) {
  EXPECT_EQ(OutOfCore::room(), 0U);
  {
    const OutOfCore memory = limit(mega);
    EXPECT_EQ(OutOfCore::room(), 0U) << "the program itself has more";
  }
  const OutOfCore memory = limit(mega << 20U);
  const std::size_t before = OutOfCore::room();
  EXPECT_LT(before, mega << 20U);
  EXPECT_GT(before, mega << 19U);
  const auto own = bulk_array<char>(256 * mega);
  std::fill_n(own.get(), 256 * mega, 'a');
  EXPECT_NEAR(static_cast<double>(OutOfCore::room()), static_cast<double>(before - 256 * mega),
              static_cast<double>(16 * mega));
  const std::string file = (folder_ / "mapped").string();
  write_file(file, std::string(64 * mega, 'a'));
  const std::size_t kept = OutOfCore::room();
  const MappedFile mapped(file);
  std::size_t sum = 0;
  for (std::size_t at = 0; at < 64 * mega; at += 4096) sum += mapped.bytes()[at] == 'a' ? 1 : 0;
  EXPECT_EQ(sum, 64 * mega / 4096);
  EXPECT_NEAR(static_cast<double>(OutOfCore::room()), static_cast<double>(kept),
              static_cast<double>(16 * mega))
      << "what is mapped is given back";
}

TEST_F(OutOfCoreMemory, NeedsRoomOnTheDisk) {
  const OutOfCore memory = limit(mega);
  try {
    (void)bulk_memory(std::size_t{1} << 60U);
    ADD_FAILURE() << "a disk of an exabyte";
  } catch (const StorageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(folder_.string() + ": no room for 1.15e+09 GB"),
                                    HasSubstr(" (name a folder)")));
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  fs::remove_all(folder_);
  EXPECT_THROW((void)bulk_memory(2 * mega), StorageError);
}

TEST_F(OutOfCoreMemory, SaysThatAFileChanged) {
  const fs::path path = folder_ / "data";
  write_file(path, std::string(2 * mega, 'a'));
  const OutOfCore memory = limit(mega);
  OutOfCore::check_unchanged();
  OutOfCore::expect(path, 2 * mega);
  EXPECT_THAT(said_.at(0), HasSubstr(path.string() + " (0.0021 GB) exceeds the memory limit"));
  OutOfCore::check_unchanged();
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
  try {
    OutOfCore::check_unchanged();
    ADD_FAILURE() << "changed";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path.string() + ": changed while it was read"));
  }
  fs::remove(path);
  OutOfCore::check_unchanged();
}

TEST_F(OutOfCoreMemory, ChangesTheOrderOfPassesAndNoSum) {
  const ThreadLimit one(1);
  const auto sum = [](std::vector<std::size_t>& order) {
    const OutOfCore::Pass pass;
    return sum_over_blocks(300, 0.0, [&](std::size_t block, double& value) {
      order.push_back(block);
      value += 1.0 / static_cast<double>(1 + block);
    });
  };
  std::vector<std::size_t> usual;
  const double expected = sum(usual);
  EXPECT_EQ(usual.front(), 0U);
  const OutOfCore memory = limit(mega);
  EXPECT_THROW(limit(1), ContractError);
  (void)bulk_memory(2 * mega);
  std::vector<std::size_t> first;
  std::vector<std::size_t> second;
  EXPECT_EQ(sum(first), expected);
  EXPECT_FALSE(OutOfCore::Pass::is_backward());
  EXPECT_EQ(sum(second), expected);
  EXPECT_NE(first.front() == 0, second.front() == 0) << "every second pass is backward";
  EXPECT_EQ(first.size(), 300U);
}

TEST_F(OutOfCoreMemory, IsFetchedAheadWithinItsEnds) {
  const OutOfCore memory = limit(mega);
  const auto large = bulk_array<float>(20 * mega);
  const std::span<const float> all(large.get(), 20 * mega);
  for (std::size_t at = 0; at < all.size(); at += mega) {
    OutOfCore::fetch_ahead(all.subspan(at, std::min(2 * mega, all.size() - at)), all);
  }
  OutOfCore::fetch_ahead({}, {});
  EXPECT_EQ(all.back(), 0.0F);
}

}  // namespace
}  // namespace podium
