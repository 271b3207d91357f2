#include "podium/core/base/io/unpacker.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#ifdef PODIUM_HAS_XZ
#include <lzma.h>
#endif

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

constexpr std::size_t unpacked_piece = std::size_t{1} << 18;

/// Largest length that zlib's 32-bit counters take in one call.
constexpr std::size_t inflate_limit = std::size_t{1} << 30;

/// A short file gains nothing by a large window, and its header must not make us allocate one.
constexpr std::uint64_t long_archive = std::uint64_t{1} << 20;

constexpr std::array<std::string_view, 4> packing_names = {"gzip", "zstd", "xz", "gzip"};

}  // namespace

std::optional<Packing> packing_of(std::string_view start) {
  if (start.starts_with("\x1f\x8b")) return Packing::gzip;
  if (start.starts_with("\x28\xb5\x2f\xfd")) return Packing::zstd;
  if (start.starts_with(std::string_view("\xfd"
                                         "7zXZ\0",
                                         6)))
    return Packing::xz;
  return std::nullopt;
}

bool unpacks_xz() noexcept {
#ifdef PODIUM_HAS_XZ
  return true;
#else
  return false;
#endif
}

std::filesystem::path without_packing(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 3> endings = {".gz", ".zst", ".xz"};
  const std::string last = lower_case(path.extension().string());
  if (std::ranges::find(endings, last) == endings.end()) return path;
  return std::filesystem::path(path).replace_extension();
}

/// The one of the libraries' states that is in use.
struct Unpacker::Streams {
  z_stream gzip{};
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> zstd{nullptr, ZSTD_freeDCtx};
#ifdef PODIUM_HAS_XZ
  lzma_stream xz = LZMA_STREAM_INIT;
#endif
};

Unpacker::Unpacker(Packing packing, std::uint64_t packed_size, const UnpackLimits& limits)
    : packing_(packing), limits_(limits), streams_(std::make_unique<Streams>()) {
  if (packing_ == Packing::zstd) {
    streams_->zstd.reset(ZSTD_createDCtx());
    // Archives made with --long=28 or more need a larger window than zstd's default of 2^27 bytes.
    if (packed_size >= long_archive) {
      ZSTD_DCtx_setParameter(streams_->zstd.get(), ZSTD_d_windowLogMax, 31);
    }
  } else if (packing_ == Packing::xz) {
#ifdef PODIUM_HAS_XZ
    constexpr std::uint64_t small = std::uint64_t{1} << 27;  // xz -9 needs half of it
    constexpr std::uint64_t large = std::uint64_t{1} << 32;
    if (lzma_stream_decoder(&streams_->xz, packed_size >= long_archive ? large : small,
                            LZMA_CONCATENATED) != LZMA_OK) {
      throw StorageError("liblzma: cannot start");
    }
#else
    problem_ = "found xz data, which this build does not unpack; unpack it first by xz -d";
#endif
  } else {
    const int format = packing_ == Packing::gzip ? 16 : 32;  // zlib's way to say so
    if (inflateInit2(&streams_->gzip, 15 + format) != Z_OK)
      throw StorageError("zlib: cannot start");
  }
}

Unpacker::~Unpacker() {
#ifdef PODIUM_HAS_XZ
  lzma_end(&streams_->xz);  // does nothing to a stream that was not started
#endif
  inflateEnd(&streams_->gzip);  // likewise
}

std::size_t Unpacker::unpack(std::string_view packed, std::string& to) {
  if (!problem_.empty()) return 0;
  const std::size_t before = to.size();
  const std::size_t taken = packing_ == Packing::zstd ? unpack_zstd(packed, to)
                            : packing_ == Packing::xz ? unpack_xz(packed, to)
                                                      : unpack_gzip(packed, to);
  if (packed.empty() && to.size() == before && !is_whole_) damage("the file is cut");
  used_ += taken;
  unpacked_ += to.size() - before;
  check_limits();
  return taken;
}

std::size_t Unpacker::unpack_gzip(std::string_view packed, std::string& to) {
  z_stream& stream = streams_->gzip;
  if (is_whole_ && !packed.empty()) inflateReset(&stream);  // the next member
  const std::size_t before = to.size();
  to.resize(before + unpacked_piece);
  const std::size_t given = std::min(packed.size(), inflate_limit);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(given);
  stream.next_out = reinterpret_cast<Bytef*>(to.data() + before);
  stream.avail_out = static_cast<uInt>(unpacked_piece);
  const int code = inflate(&stream, Z_NO_FLUSH);
  to.resize(before + unpacked_piece - stream.avail_out);
  is_whole_ = code == Z_STREAM_END;
  if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
    damage("its bytes do not fit together");
  }
  return given - stream.avail_in;
}

std::size_t Unpacker::unpack_zstd(std::string_view packed, std::string& to) {
  const std::size_t before = to.size();
  to.resize(before + unpacked_piece);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer out{to.data() + before, unpacked_piece, 0};
  const std::size_t hint = ZSTD_decompressStream(streams_->zstd.get(), &out, &in);
  to.resize(before + out.pos);
  is_whole_ = hint == 0;
  if (ZSTD_isError(hint) != 0) {
    const bool is_greedy = ZSTD_getErrorCode(hint) == ZSTD_error_frameParameter_windowTooLarge ||
                           ZSTD_getErrorCode(hint) == ZSTD_error_memory_allocation;
    damage(is_greedy ? "unpacking it takes too much memory" : "its bytes do not fit together");
  }
  return in.pos;
}

std::size_t Unpacker::unpack_xz([[maybe_unused]] std::string_view packed,
                                [[maybe_unused]] std::string& to) {
#ifdef PODIUM_HAS_XZ
  lzma_stream& stream = streams_->xz;
  const std::size_t before = to.size();
  to.resize(before + unpacked_piece);
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  stream.next_out = reinterpret_cast<std::uint8_t*>(to.data() + before);
  stream.avail_out = unpacked_piece;
  // All that is left is given at once, so that no more will come.
  const lzma_ret code = lzma_code(&stream, LZMA_FINISH);
  to.resize(before + unpacked_piece - stream.avail_out);
  is_whole_ = code == LZMA_STREAM_END;
  if (code == LZMA_MEMLIMIT_ERROR) damage("its dictionary is too large");
  if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR) {
    damage("not what its header says");
  }
  return packed.size() - stream.avail_in;
#else
  return 0;
#endif
}

void Unpacker::damage(std::string_view what) {
  if (!problem_.empty()) return;
  problem_ =
      fmt::format("damaged {} data: {}", packing_names[static_cast<std::size_t>(packing_)], what);
}

void Unpacker::check_limits() {
  const bool is_bomb = unpacked_ > limits_.free &&
                       static_cast<double>(unpacked_) > limits_.ratio * static_cast<double>(used_);
  if (!is_bomb && unpacked_ <= limits_.bytes) return;
  problem_ = is_bomb ? fmt::format(
                           "found {} bytes of packed data that hold {} or more, expected at "
                           "most {} times as much",
                           used_, unpacked_, limits_.ratio)
                     : fmt::format("found packed data that hold more than {} bytes, the limit",
                                   limits_.bytes);
}

std::string unpacked(std::string_view packed, Packing packing, const std::string& path,
                     const UnpackLimits& limits) {
  Unpacker unpacker(packing, packed.size(), limits);
  std::string text;
  while (!packed.empty() || !unpacker.is_whole()) {
    packed.remove_prefix(unpacker.unpack(packed, text));
    if (!unpacker.problem().empty()) throw DataError({path}, unpacker.problem());
  }
  return text;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t most) {
  Unpacker unpacker(Packing::gzip_or_zlib, packed.size(),
                    {.ratio = std::numeric_limits<double>::infinity(), .bytes = most});
  std::string text;
  while (!unpacker.is_whole()) {
    packed.remove_prefix(unpacker.unpack(packed, text));
    if (!unpacker.problem().empty()) return std::nullopt;
  }
  return text;
}

}  // namespace podium
