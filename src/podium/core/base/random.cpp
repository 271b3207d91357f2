#include "podium/core/base/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace podium {

namespace {

std::uint64_t splitmix64(std::uint64_t& state) noexcept {
  return mixed64(state += 0x9e3779b97f4a7c15ULL);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view query_id,
                           std::string_view purpose) noexcept {
  // Each part passes through splitmix64 before the next is mixed in, so that (1, "2") and
  // (2, "1") do not meet.
  std::uint64_t key = seed;
  key = splitmix64(key) ^ fnv1a64(query_id);
  key = splitmix64(key) ^ fnv1a64(purpose);
  for (std::uint64_t& word : state_) word = splitmix64(key);
}

std::uint64_t RandomStream::bits() noexcept {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double RandomStream::uniform() noexcept {
  return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

std::uint64_t RandomStream::below(std::uint64_t bound) noexcept {
  const std::uint64_t excess = (0 - bound) % bound;  // 2^64 mod bound
  std::uint64_t draw = bits();
  while (draw < excess) draw = bits();
  return draw % bound;
}

double RandomStream::normal() noexcept {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2.0 * std::log1p(-uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

}  // namespace podium
