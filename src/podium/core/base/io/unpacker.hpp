#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace podium {

/// How much a packed file may hold before it is taken for a bomb.
struct UnpackLimits {
  double ratio = 250.0;                          ///< unpacked to packed bytes, beyond `free`
  std::uint64_t free = std::uint64_t{64} << 20;  ///< bytes that any file may unpack to
  std::uint64_t bytes = std::uint64_t{1} << 42;  ///< and none may unpack to more than these
};

enum class Packing { gzip, zstd, xz, gzip_or_zlib };

/// The packing of a file that begins with these bytes: gzip, zstd or xz, or none.
std::optional<Packing> packing_of(std::string_view start);

/// Whether this build unpacks xz: liblzma was there. Without it, xz data is a problem that says how
/// to unpack it.
bool unpacks_xz() noexcept;

/// The name without the ending of a packed file: "a.csv.gz" -> "a.csv".
std::filesystem::path without_packing(const std::filesystem::path& path);

/// Takes packed bytes, gives unpacked ones, a piece at a time. Members and frames may follow one
/// another.
class Unpacker {
 public:
  /// `packed_size` is that of all data to come.
  Unpacker(Packing packing, std::uint64_t packed_size, const UnpackLimits& limits);
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  Unpacker(Unpacker&&) = delete;
  Unpacker& operator=(Unpacker&&) = delete;

  /// Appends a piece to `to` and returns how many bytes of `packed`, all that are left, it took.
  /// Sets problem() when the data is damaged, cut or beyond the limits.
  std::size_t unpack(std::string_view packed, std::string& to);

  /// Whether a member or frame ends here.
  bool is_whole() const noexcept { return is_whole_; }

  /// What is wrong with the data; empty while nothing is.
  const std::string& problem() const noexcept { return problem_; }

 private:
  struct Streams;

  std::size_t unpack_gzip(std::string_view packed, std::string& to);
  std::size_t unpack_zstd(std::string_view packed, std::string& to);
  std::size_t unpack_xz(std::string_view packed, std::string& to);
  void damage(std::string_view what);
  void check_limits();

  Packing packing_;
  UnpackLimits limits_;
  std::unique_ptr<Streams> streams_;
  std::uint64_t used_ = 0;      ///< packed bytes
  std::uint64_t unpacked_ = 0;  ///< bytes
  bool is_whole_ = false;
  std::string problem_;
};

/// All of a packed text. Throws DataError naming `path`.
std::string unpacked(std::string_view packed, Packing packing, const std::string& path,
                     const UnpackLimits& limits = {});

/// What gzip or zlib data unpacks to, of several members the first; nothing when it is damaged or
/// would be more than `most` bytes.
std::optional<std::string> inflated(std::string_view packed, std::size_t most);

}  // namespace podium
