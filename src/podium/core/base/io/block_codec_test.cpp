#include "podium/core/base/io/block_codec.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>
#include <zstd.h>

namespace podium {
namespace {

using namespace std::string_literals;  // NOLINT(google-build-using-namespace): a literal

/// The unpacked block, or "damaged".
std::string unpacked_block(BlockCodec codec, const std::string& packed, std::size_t size) {
  std::string to(size, '?');
  return unpack_block(codec, packed, to) ? to : "damaged";
}

TEST(BlockCodec, UnpacksSnappy) {
  const auto unpack = [](const std::string& packed, std::size_t size) {
    return unpacked_block(BlockCodec::snappy, packed, size);
  };
  EXPECT_EQ(unpack("\3\x08"s + "abc", 3), "abc");
  EXPECT_EQ(unpack("\x0A\x00"s + "a" + "\x15\x01"s, 10), "aaaaaaaaaa");         // 9 bytes, 1 before
  EXPECT_EQ(unpack("\x08\x08"s + "abc" + "\x12\x02\x00"s, 8), "abcbcbcb");      // two bytes before
  EXPECT_EQ(unpack("\x05\x04"s + "ab" + "\x0B\x02\x00\x00\x00"s, 5), "ababa");  // of four bytes
  const std::string longer(100, 'x');
  EXPECT_EQ(unpack("\x64\xF0\x63"s + longer, 100), longer);  // its length in one more byte
  EXPECT_EQ(unpack("\3\x08"s + "abc", 4), "damaged");
  EXPECT_EQ(unpack("\4\x08"s + "abc", 4), "damaged");
  EXPECT_EQ(unpack("\3\x08"s + "ab", 3), "damaged");
  EXPECT_EQ(unpack("\x0A\x00"s + "a" + "\x15\x02"s, 10), "damaged");  // before the begin
  EXPECT_EQ(unpack("\x0A\x00"s + "a" + "\x15\x00"s, 10), "damaged");
  EXPECT_EQ(unpack("", 0), "damaged");
}

TEST(BlockCodec, UnpacksLz4) {
  const auto unpack = [](const std::string& packed, std::size_t size) {
    return unpacked_block(BlockCodec::lz4, packed, size);
  };
  EXPECT_EQ(unpack("\x30"s + "abc", 3), "abc");
  EXPECT_EQ(unpack("\x11"s + "a" + "\x01\x00\x10"s + "b", 7), "aaaaaab");
  EXPECT_EQ(unpack("\x1F"s + "a" + "\x01\x00\x02\x10"s + "b", 23), std::string(22, 'a') + "b");
  const std::string longer(300, 'x');
  EXPECT_EQ(unpack("\xF0\xFF\x1E"s + longer, 300), longer);
  EXPECT_EQ(unpack("\x30"s + "ab", 3), "damaged");
  EXPECT_EQ(unpack("\x30"s + "abc", 4), "damaged");
  EXPECT_EQ(unpack("\x11"s + "a" + "\x02\x00\x10"s + "b", 7), "damaged");
  EXPECT_EQ(unpack("\xF0\xFF", 300), "damaged");
}

RC_GTEST_PROP(BlockCodec, UnpacksWhatZlibAndZstdPack, (const std::string& text)) {
  std::string packed(::compressBound(text.size()), '\0');
  auto size = static_cast<uLongf>(packed.size());
  RC_ASSERT(::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                       reinterpret_cast<const Bytef*>(text.data()), text.size()) == Z_OK);
  packed.resize(size);
  RC_ASSERT(unpacked_block(BlockCodec::gzip, packed, text.size()) == text);
  RC_ASSERT(unpacked_block(BlockCodec::gzip, packed, text.size() + 1) == "damaged");
  packed.resize(::ZSTD_compressBound(text.size()));
  packed.resize(::ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  RC_ASSERT(unpacked_block(BlockCodec::zstd, packed, text.size()) == text);
  RC_ASSERT(unpacked_block(BlockCodec::zstd, packed, text.size() + 1) == "damaged");
  RC_ASSERT(unpacked_block(BlockCodec::none, text, text.size()) == text);
}

TEST(BlockCodec, UnpacksLongRuns) {
  const std::string packed =
      "\x1F"s + "a" + "\x01\x00"s + std::string(1000, '\xFF') + "\x00\x10"s + "b";
  const std::size_t size = 1 + 19 + 255 * 1000 + 1;
  EXPECT_EQ(unpacked_block(BlockCodec::lz4, packed, size), std::string(size - 1, 'a') + "b");
}

}  // namespace
}  // namespace podium
