#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace podium {

/// FNV-1a, 64 bits. The keys of random streams and the checksums of small headers.
constexpr std::uint64_t fnv1a64(std::string_view text,
                                std::uint64_t hash = 0xcbf29ce484222325ULL) noexcept {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

/// The finaliser of splitmix64 [Blackman21]: every bit of the input may change any of the result.
constexpr std::uint64_t mixed64(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// The one random generator: xoshiro256** seeded by splitmix64 [Blackman21].
///
/// A stream is keyed by (seed, query id, purpose), so what a query draws depends neither on the
/// other queries nor on threads. The standard distributions and std::shuffle are not used: their
/// results differ between standard libraries.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view query_id, std::string_view purpose) noexcept;

  /// 64 random bits.
  std::uint64_t bits() noexcept;

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() noexcept;

  /// Uniform in 0 .. bound-1 by rejection; bound must not be 0.
  std::uint64_t below(std::uint64_t bound) noexcept;

  /// Standard normal by Box-Muller; both values of a pair are used.
  double normal() noexcept;

  /// Fisher-Yates from the end.
  template <class T>
  void shuffle(std::span<T> items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
  double spare_normal_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace podium
