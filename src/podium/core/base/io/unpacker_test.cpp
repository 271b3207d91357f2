#include "podium/core/base/io/unpacker.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

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

/// What is wrong with xz data, or what it holds.
std::string problem_of(const std::string& xz) {
  try {
    return unpacked(xz, Packing::xz, "f");
  } catch (const DataError& error) {
    return error.what();
  }
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

// What xz makes of "one line" and a line end.
const std::string one_line_xz(
    "\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00"
    "\x74\x2f\xe5\xa3\x01\x00\x08\x6f\x6e\x65\x20\x6c\x69\x6e\x65\x0a\x00\x00\x00\x00"
    "\xd4\x96\x71\x71\x76\x96\xd0\x3d\x00\x01\x21\x09\x6c\x18\xc5\xd5\x1f\xb6\xf3\x7d"
    "\x01\x00\x00\x00\x00\x04\x59\x5a",
    68);

TEST(Unpacker, UnpacksXzOrSaysHowTo) {
  EXPECT_EQ(packing_of(one_line_xz), Packing::xz);
  EXPECT_EQ(problem_of(one_line_xz),
            unpacks_xz()
                ? "one line\n"
                : "f: found xz data, which this build does not unpack; unpack it first by xz -d");
}

TEST(Unpacker, UnpacksXzThatIsWhole) {
  if (!unpacks_xz()) GTEST_SKIP() << "built without liblzma";
  EXPECT_EQ(unpacked(one_line_xz + one_line_xz, Packing::xz, "f"), "one line\none line\n");
  for (std::size_t length = 0; length < one_line_xz.size(); ++length) {
    EXPECT_THROW((void)unpacked(one_line_xz.substr(0, length), Packing::xz, "f"), DataError);
  }
  EXPECT_THROW((void)unpacked(one_line_xz + "rubbish", Packing::xz, "f"), DataError);
  std::string flipped = one_line_xz;
  flipped[30] = 'X';
  EXPECT_EQ(problem_of(flipped), "f: damaged xz data: not what its header says");
  EXPECT_THROW((void)unpacked(one_line_xz, Packing::xz, "f", {.bytes = 8}), DataError);
}

TEST(Unpacker, RefusesAShortXzFileThatAsksForFourGigabytes) {
  if (!unpacks_xz()) GTEST_SKIP() << "built without liblzma";
  std::string greedy = one_line_xz;
  greedy[16] = '\x28';  // the size of the dictionary, and the checksum of the header it is in
  greedy.replace(20, 4, "\xe6\xa0\x11\xb3");
  EXPECT_EQ(problem_of(greedy), "f: damaged xz data: its dictionary is too large");
}

TEST(Unpacker, KnowsTheNamesOfPackedFiles) {
  EXPECT_EQ(without_packing("d/a.csv.gz"), "d/a.csv");
  EXPECT_EQ(without_packing("a.csv.XZ"), "a.csv");
  EXPECT_EQ(without_packing("a.zst"), "a");
  EXPECT_EQ(without_packing("a.csv"), "a.csv");
}

}  // namespace
}  // namespace podium
