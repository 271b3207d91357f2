#include "podium/core/base/io/block_codec.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include <zlib.h>
#include <zstd.h>

namespace podium {

namespace {

/// Packed bytes that are read, and a block that grows: what snappy and lz4 share. Reading or
/// writing beyond the ends clears is_good and does nothing.
class BlockCopier {
 public:
  BlockCopier(std::string_view packed, std::span<char> to)
      : in_(packed.data()),
        in_end_(in_ + packed.size()),
        begin_(to.data()),
        out_(begin_),
        out_end_(begin_ + to.size()) {}

  bool at_end() const noexcept { return in_ == in_end_; }
  bool is_full() const noexcept { return out_ == out_end_; }
  bool is_good() const noexcept { return is_good_; }

  /// A number of `bytes` bytes, the lowest first.
  std::size_t number(std::size_t bytes) {
    std::size_t value = 0;
    if (left_in() < bytes) return fail();
    for (std::size_t i = 0; i < bytes; ++i) {
      value |= static_cast<std::size_t>(static_cast<unsigned char>(*in_++)) << (8 * i);
    }
    return value;
  }

  /// Copies packed bytes as they are.
  void add_literal(std::size_t size) {
    if (size <= step && left_in() >= step && left_out() >= step) {
      std::memcpy(out_, in_, step);  // a copy of fixed size is one instruction
    } else {
      if (left_in() < size || left_out() < size) return void(fail());
      if (size > 0) std::memcpy(out_, in_, size);
    }
    in_ += size;
    out_ += size;
  }

  /// Copies bytes that were written `distance` before; they may overlap those that are made.
  void add_copy(std::size_t distance, std::size_t size) {
    const auto written = static_cast<std::size_t>(out_ - begin_);
    if (distance == 0 || distance > written || left_out() < size) return void(fail());
    const char* from = out_ - distance;
    if (distance >= step && left_out() >= size + step) {
      char* to = out_;
      for (char* const end = out_ + size; to < end; to += step, from += step) {
        std::memcpy(to, from, step);
      }
      out_ += size;
      return;
    }
    while (size > 0) {  // what is there doubles with each copy
      const std::size_t piece = std::min(size, static_cast<std::size_t>(out_ - from));
      std::memcpy(out_, from, piece);
      out_ += piece;
      size -= piece;
    }
  }

 private:
  static constexpr std::size_t step = 16;

  std::size_t left_in() const noexcept { return static_cast<std::size_t>(in_end_ - in_); }
  std::size_t left_out() const noexcept { return static_cast<std::size_t>(out_end_ - out_); }
  std::size_t fail() noexcept {
    is_good_ = false;
    return 0;
  }

  const char* in_;
  const char* in_end_;
  char* begin_;
  char* out_;
  char* out_end_;
  bool is_good_ = true;
};

/// Snappy: the size, then literals and copies, told apart by the lowest two bits of a byte.
bool unpack_snappy(std::string_view packed, std::span<char> to) {
  BlockCopier block(packed, to);
  std::uint64_t size = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    const std::size_t byte = block.number(1);
    size |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80U) break;
  }
  if (size != to.size()) return false;
  while (!block.at_end() && block.is_good()) {
    const std::size_t tag = block.number(1);
    const std::size_t high = tag >> 2U;
    switch (tag & 3U) {
      case 0:  // a literal; a long one has its length in 1 to 4 bytes
        block.add_literal(high < 60 ? high + 1 : block.number(high - 59) + 1);
        break;
      case 1: {
        const std::size_t distance = (tag >> 5U) << 8U | block.number(1);
        block.add_copy(distance, 4 + (high & 7U));
        break;
      }
      default: {
        const std::size_t distance = block.number((tag & 3U) == 2 ? 2 : 4);
        block.add_copy(distance, high + 1);
      }
    }
  }
  return block.is_good() && block.is_full();
}

/// LZ4 without a frame: literals and a copy for each byte of two lengths.
bool unpack_lz4(std::string_view packed, std::span<char> to) {
  constexpr std::size_t more_follow = 15;
  BlockCopier block(packed, to);
  const auto length = [&](std::size_t start) {
    for (std::size_t byte = 255; start >= more_follow && byte == 255 && block.is_good();) {
      start += byte = block.number(1);
    }
    return start;
  };
  while (block.is_good()) {
    const std::size_t token = block.number(1);
    block.add_literal(length(token >> 4U));
    if (block.at_end()) break;  // the last literals have no copy
    const std::size_t distance = block.number(2);
    block.add_copy(distance, length(token & 15U) + 4);
  }
  return block.is_good() && block.is_full();
}

bool unpack_gzip(std::string_view packed, std::span<char> to) {
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  z_stream stream{};
  if (packed.size() > most || to.size() > most) return false;
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return false;  // gzip or zlib
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(to.size());
  int state = inflate(&stream, Z_FINISH);
  while (state == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK) {
    state = inflate(&stream, Z_FINISH);  // of several members
  }
  const bool is_good = state == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return is_good;
}

bool unpack_zstd(std::string_view packed, std::span<char> to) {
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                                  ZSTD_freeDCtx);
  return ZSTD_decompressDCtx(context.get(), to.data(), to.size(), packed.data(), packed.size()) ==
         to.size();
}

}  // namespace

std::size_t most_unpacked(BlockCodec codec, std::size_t packed) noexcept {
  constexpr std::size_t slack = 1024;
  switch (codec) {
    case BlockCodec::none:
      return packed;
    case BlockCodec::snappy:  // 64 bytes from 3
      return slack + 22 * packed;
    case BlockCodec::gzip:
      return slack + 1032 * packed;
    case BlockCodec::zstd:  // 128 KiB from 4 bytes
      return slack + (packed << 15U);
    case BlockCodec::lz4:
      return slack + 255 * packed;
  }
  return 0;
}

bool unpack_block(BlockCodec codec, std::string_view packed, std::span<char> to) {
  switch (codec) {
    case BlockCodec::none:
      if (packed.size() != to.size()) return false;
      std::copy(packed.begin(), packed.end(), to.begin());
      return true;
    case BlockCodec::snappy:
      return unpack_snappy(packed, to);
    case BlockCodec::gzip:
      return unpack_gzip(packed, to);
    case BlockCodec::zstd:
      return unpack_zstd(packed, to);
    case BlockCodec::lz4:
      return unpack_lz4(packed, to);
  }
  return false;
}

}  // namespace podium
