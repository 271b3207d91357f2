#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// A 64-bit checksum against damage, not against malice, at the speed of memory: four independent
/// multiply chains over blocks of 1 MiB, the blocks in parallel and combined in order. The value
/// is part of the cache's format and the same on every machine.
std::uint64_t checksum64(std::string_view bytes);

/// The checksum of each of several parts; all their blocks run in one parallel loop, since threads
/// take longer to wake up than a small part takes.
std::vector<std::uint64_t> checksums64(std::span<const std::string_view> parts);

/// The same of bytes that come piece by piece, which need not be in memory all at once.
class Checksum64 {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  std::uint64_t size_ = 0;
  std::string block_;  ///< begun
  std::vector<std::uint64_t> sums_;
};

}  // namespace podium
