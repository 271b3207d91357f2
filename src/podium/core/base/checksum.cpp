#include "podium/core/base/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

static_assert(std::endian::native == std::endian::little, "checksums are of little-endian words");

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::uint64_t odd_factor = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio

std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) noexcept {
  sum = (sum ^ word) * odd_factor;
  return sum ^ (sum >> 32);
}

std::uint64_t word_at(const char* bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

std::uint64_t block_checksum(std::string_view block) noexcept {
  std::array<std::uint64_t, 4> lane = {1, 2, 3, 4};
  const char* p = block.data();
  std::size_t left = block.size();
  for (; left >= 32; left -= 32, p += 32) {
    for (std::size_t i = 0; i < 4; ++i) lane[i] = mixed(lane[i], word_at(p + 8 * i));
  }
  std::array<char, 32> tail{};
  std::memcpy(tail.data(), p, left);
  for (std::size_t i = 0; i < 4; ++i) lane[i] = mixed(lane[i], word_at(tail.data() + 8 * i));
  std::uint64_t sum = block.size();
  for (const std::uint64_t value : lane) sum = mixed(sum, value);
  return sum;
}

std::uint64_t joined(std::uint64_t size, std::span<const std::uint64_t> blocks) noexcept {
  std::uint64_t sum = size;
  for (const std::uint64_t block : blocks) sum = mixed(sum, block);
  return sum;
}

}  // namespace

std::vector<std::uint64_t> checksums64(std::span<const std::string_view> parts) {
  std::vector<std::string_view> blocks;
  for (const std::string_view part : parts) {
    for (std::size_t at = 0; at < part.size(); at += block_bytes) {
      blocks.push_back(part.substr(at, block_bytes));
    }
  }
  std::vector<std::uint64_t> sums(blocks.size());
  parallel_for(blocks.size(), [&](std::size_t i) { sums[i] = block_checksum(blocks[i]); });
  std::vector<std::uint64_t> checksums;
  std::span<const std::uint64_t> left = sums;
  for (const std::string_view part : parts) {
    const std::size_t count = (part.size() + block_bytes - 1) / block_bytes;
    checksums.push_back(joined(part.size(), left.first(count)));
    left = left.subspan(count);
  }
  return checksums;
}

std::uint64_t checksum64(std::string_view bytes) {
  return checksums64({&bytes, 1}).front();
}

void Checksum64::add(std::string_view bytes) {
  size_ += bytes.size();
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, block_bytes - block_.size());
    block_ += part;
    bytes.remove_prefix(part.size());
    if (block_.size() < block_bytes) return;
    sums_.push_back(block_checksum(block_));
    block_.clear();
  }
}

std::uint64_t Checksum64::value() const {
  std::vector<std::uint64_t> sums = sums_;
  if (!block_.empty()) sums.push_back(block_checksum(block_));
  return joined(size_, sums);
}

}  // namespace podium
