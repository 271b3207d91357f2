#pragma once

#include <span>
#include <string_view>

namespace podium {

/// How blocks are packed whose unpacked size is known, such as the pages of Parquet.
enum class BlockCodec { none, snappy, gzip, zstd, lz4 };

/// Unpacks a block to all of `to`. False when it is damaged or has another size.
bool unpack_block(BlockCodec codec, std::string_view packed, std::span<char> to);

}  // namespace podium
