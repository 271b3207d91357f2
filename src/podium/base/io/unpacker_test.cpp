#include "podium/base/io/unpacker.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"

namespace podium {
namespace {

/// The text as a file of this name has it.
std::string packed(const std::string& name, std::string_view text) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("podium-unpacker-" + std::to_string(::getpid()) + name);
  write_file(path, text);
  std::string bytes(MappedFile(path).bytes());
  std::filesystem::remove(path);
  return bytes;
}

TEST(Unpacker, TellsPackingsByTheirFirstBytes) {
  EXPECT_EQ(packing_of(packed(".gz", "x")), Packing::gzip);
  EXPECT_EQ(packing_of(packed(".zst", "x")), Packing::zstd);
  EXPECT_EQ(packing_of(packed(".txt", "x")), std::nullopt);
  EXPECT_EQ(packing_of(""), std::nullopt);
}

TEST(Unpacker, UnpacksMembersThatFollowOneAnotherAsOneText) {
  const std::string text(1'000'000, 'x');
  for (const std::string& name : {std::string(".gz"), std::string(".zst")}) {
    const std::string one = packed(name, text);
    EXPECT_EQ(unpacked(one + packed(name, "tail"), *packing_of(one), "f"), text + "tail");
    EXPECT_THROW((void)unpacked(one.substr(0, one.size() - 1), *packing_of(one), "f"), DataError);
    EXPECT_THROW((void)unpacked(one + "rubbish", *packing_of(one), "f"), DataError);
  }
}

TEST(Unpacker, CountsAllMembersAgainstItsLimits) {
  const std::string one = packed(".gz", std::string(1000, 'x'));
  EXPECT_EQ(unpacked(one + one, Packing::gzip, "f", {.bytes = 2000}).size(), 2000U);
  EXPECT_THROW((void)unpacked(one + one, Packing::gzip, "f", {.bytes = 1999}), DataError);
  EXPECT_THROW((void)unpacked(one + one, Packing::gzip, "f", {.ratio = 2, .free = 1500}),
               DataError);
}

TEST(Unpacker, InflatesBytesUpToALimit) {
  const std::string bytes = packed(".gz", std::string(100'000, 'x'));
  EXPECT_EQ(inflated(bytes, 100'000), std::string(100'000, 'x'));
  EXPECT_EQ(inflated(bytes, 99'999), std::nullopt);
  EXPECT_EQ(inflated(bytes.substr(0, bytes.size() / 2), 100'000), std::nullopt);
  EXPECT_EQ(inflated("rubbish", 100), std::nullopt);
  EXPECT_EQ(inflated("", 100), std::nullopt);
}

}  // namespace
}  // namespace podium
