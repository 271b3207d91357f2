#include "podium/core/base/io/block_codec.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include <zlib.h>
#include <zstd.h>

namespace podium {

namespace {

/// Packed bytes and the block that they become: what snappy and lz4 share. What goes beyond an end
/// is not done and clears is_good.
struct BlockCopier {
  static constexpr std::size_t step = 16;  // a copy of fixed size is one instruction

  std::string_view in;
  std::span<char> left;
  const char* begin = left.data();
  bool is_good = true;

  /// A number of `bytes` bytes, the lowest first.
  std::size_t number(std::size_t bytes) {
    std::size_t value = 0;
    is_good &= bytes <= in.size();
    for (std::size_t i = 0; i < bytes && is_good; ++i, in.remove_prefix(1)) {
      value |= static_cast<std::size_t>(static_cast<unsigned char>(in.front())) << (8 * i);
    }
    return value;
  }

  void add_literal(std::size_t size) {
    is_good &= size <= in.size() && size <= left.size();
    if (!is_good || size == 0) return;
    const bool is_short = size <= step && in.size() >= step && left.size() >= step;
    std::memcpy(left.data(), in.data(), is_short ? step : size);
    in.remove_prefix(size);
    left = left.subspan(size);
  }

  /// Copies bytes that were written `distance` before; they may overlap those that are made.
  void add_copy(std::size_t distance, std::size_t size) {
    is_good &= distance > 0 && distance <= static_cast<std::size_t>(left.data() - begin) &&
               size <= left.size();
    if (!is_good) return;
    const char* const from = left.data() - distance;
    if (distance >= step && left.size() >= size + step) {
      for (std::size_t i = 0; i < size; i += step) std::memcpy(&left[i], from + i, step);
    } else {
      for (std::size_t i = 0; i < size; ++i) left[i] = from[i];
    }
    left = left.subspan(size);
  }
};

/// The size, then literals and copies, told apart by the lowest two bits of a byte.
bool unpack_snappy(std::string_view packed, std::span<char> to) {
  BlockCopier block{packed, to};
  std::size_t size = 0;
  std::size_t byte = 0x80;
  for (unsigned shift = 0; shift < 35 && byte >= 0x80; shift += 7) {
    byte = block.number(1);
    size |= (byte & 0x7FU) << shift;
  }
  if (size != to.size()) return false;
  while (!block.in.empty() && block.is_good) {
    const std::size_t tag = block.number(1);
    const std::size_t high = tag >> 2U;
    if ((tag & 3U) == 0) {  // a literal; a long one has its length in 1 to 4 bytes
      block.add_literal(high < 60 ? high + 1 : block.number(high - 59) + 1);
    } else if ((tag & 3U) == 1) {
      block.add_copy((tag >> 5U) << 8U | block.number(1), 4 + (high & 7U));
    } else {
      block.add_copy(block.number((tag & 3U) == 2 ? 2 : 4), high + 1);
    }
  }
  return block.is_good && block.left.empty();
}

/// Literals and a copy for each byte of two lengths, without a frame.
bool unpack_lz4(std::string_view packed, std::span<char> to) {
  BlockCopier block{packed, to};
  const auto length = [&](std::size_t start) {
    for (std::size_t byte = 255; start >= 15 && byte == 255;) start += byte = block.number(1);
    return start;
  };
  while (block.is_good) {
    const std::size_t token = block.number(1);
    block.add_literal(length(token >> 4U));
    if (block.in.empty()) break;  // the last literals have no copy
    const std::size_t distance = block.number(2);
    block.add_copy(distance, length(token & 15U) + 4);
  }
  return block.is_good && block.left.empty();
}

bool unpack_gzip(std::string_view packed, std::span<char> to) {
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  z_stream stream{};
  if (std::max(packed.size(), to.size()) > most || inflateInit2(&stream, 15 + 32) != Z_OK) {
    return false;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(to.size());
  const bool is_good = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
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

bool unpack_block(BlockCodec codec, std::string_view packed, std::span<char> to) {
  switch (codec) {
    case BlockCodec::none:
      return packed.copy(to.data(), to.size()) == to.size() && packed.size() == to.size();
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
