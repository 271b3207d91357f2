#include "podium/core/format/parquet/encodings.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "podium/core/format/parquet/thrift.hpp"

namespace podium::parquet {

namespace {

[[noreturn]] void end_early() {
  throw Problem{"found values that end too early"};
}

[[noreturn]] void cannot_be() {
  throw Problem{"found values that cannot be"};
}

/// The eight bytes from `at` on; those beyond the end are 0.
std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  std::uint64_t word = 0;
  if (at + sizeof word <= bytes.size()) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
  } else if (at < bytes.size()) {
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  }
  return word;
}

constexpr std::uint64_t low_bits(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

std::uint64_t read_varint(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at >= bytes.size()) end_early();
    const auto next = static_cast<unsigned char>(bytes[at++]);
    value |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
    if (next < 0x80U) return value;
  }
  cannot_be();
}

std::uint64_t unfolded(std::uint64_t value) {
  return (value >> 1U) ^ (~(value & 1U) + 1U);
}

void unpack_bits(std::string_view packed, unsigned bits, std::span<std::uint32_t> to) {
  const std::uint64_t mask = low_bits(bits);
  // As long as eight bytes are there, they are read without a look at the end.
  const std::size_t whole = packed.size() < 8 || bits == 0 ? 0 : (packed.size() - 8) * 8 / bits;
  const std::size_t fast = std::min(to.size(), whole);
  for (std::size_t i = 0; i < fast; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, packed.data() + i * bits / 8, sizeof word);
    to[i] = static_cast<std::uint32_t>(word >> (i * bits % 8) & mask);
  }
  for (std::size_t i = fast; i < to.size(); ++i) {
    to[i] = static_cast<std::uint32_t>(word_at(packed, i * bits / 8) >> (i * bits % 8) & mask);
  }
}

/// The bytes of a mini block from `at` on, whose numbers have `bits` bits, added one after another.
void add_deltas(std::string_view bytes, unsigned bits, std::uint64_t least, std::uint64_t& value,
                std::span<std::int64_t> to) {
  const std::uint64_t mask = low_bits(bits);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t at = i * bits / 8;
    const auto shift = static_cast<unsigned>(i * bits % 8);
    std::uint64_t word = word_at(bytes, at) >> shift;
    if (shift + bits > 64) word |= word_at(bytes, at + 8) << (64 - shift);
    value += least + (word & mask);
    to[i] = static_cast<std::int64_t>(value);
  }
}

/// Cuts `bytes` into texts of these lengths.
void cut_texts(std::string_view bytes, std::span<const std::int64_t> lengths,
               std::span<std::string_view> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (lengths[i] < 0) cannot_be();
    const auto length = static_cast<std::size_t>(lengths[i]);
    expect_bytes(bytes, length);
    to[i] = bytes.substr(0, length);
    bytes.remove_prefix(length);
  }
}

}  // namespace

void expect_bytes(std::string_view bytes, std::size_t count) {
  if (bytes.size() < count) end_early();
}

std::string_view take_sized(std::string_view& bytes) {
  std::uint32_t size = 0;
  expect_bytes(bytes, sizeof size);
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  expect_bytes(bytes, size);
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return part;
}

void read_runs(std::string_view bytes, unsigned bits, std::span<std::uint32_t> to) {
  if (bits > 32) cannot_be();
  const std::size_t run_bytes = (bits + 7) / 8;
  for (std::size_t at = 0; !to.empty();) {
    const std::uint64_t head = read_varint(bytes, at);
    const std::uint64_t count = head >> 1U;
    if ((head & 1U) == 0) {
      expect_bytes(bytes.substr(at), run_bytes);
      const std::uint64_t value =
          word_at(bytes, at) & low_bits(8 * static_cast<unsigned>(run_bytes));
      if (value > low_bits(bits)) cannot_be();
      const std::size_t size = std::min<std::uint64_t>(count, to.size());
      std::ranges::fill(to.first(size), static_cast<std::uint32_t>(value));
      to = to.subspan(size);
      at += run_bytes;
    } else {
      const std::size_t size = std::min<std::uint64_t>(count, to.size() / 8 + 1) * 8;
      const std::size_t wanted = std::min(size, to.size());
      expect_bytes(bytes.substr(at), (wanted * bits + 7) / 8);
      unpack_bits(bytes.substr(at), bits, to.first(wanted));
      to = to.subspan(wanted);
      at = std::min(at + size / 8 * bits, bytes.size());
    }
  }
}

std::size_t read_deltas(std::string_view bytes, std::size_t count, std::vector<std::int64_t>& to) {
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 20U;
  std::size_t at = 0;
  const std::uint64_t block = read_varint(bytes, at);
  const std::uint64_t parts = read_varint(bytes, at);
  if (read_varint(bytes, at) != count)
    throw Problem{"found another number of values than expected"};
  std::uint64_t value = unfolded(read_varint(bytes, at));
  if (block > largest_block || parts == 0 || block == 0 || block % parts != 0 ||
      block / parts % 32 != 0) {
    cannot_be();
  }
  to.resize(count);
  std::span<std::int64_t> left(to);
  if (count > 0) {
    left.front() = static_cast<std::int64_t>(value);
    left = left.subspan(1);
  }
  while (!left.empty()) {
    const std::uint64_t least = unfolded(read_varint(bytes, at));
    expect_bytes(bytes.substr(at), parts);
    const std::string_view widths = bytes.substr(at, parts);
    at += parts;
    for (std::size_t part = 0; part < parts && !left.empty(); ++part) {
      const auto bits = static_cast<unsigned char>(widths[part]);
      const std::size_t size = block / parts * bits / 8;
      if (bits > 64) cannot_be();
      expect_bytes(bytes.substr(at), size);
      const auto own = left.first(std::min<std::size_t>(left.size(), block / parts));
      add_deltas(bytes.substr(at, size), bits, least, value, own);
      left = left.subspan(own.size());
      at += size;
    }
  }
  return at;
}

void read_plain_texts(std::string_view bytes, std::span<std::string_view> to) {
  for (std::string_view& text : to) text = take_sized(bytes);
}

void read_length_texts(std::string_view bytes, std::span<std::string_view> to) {
  std::vector<std::int64_t> lengths;
  bytes.remove_prefix(read_deltas(bytes, to.size(), lengths));
  cut_texts(bytes, lengths, to);
}

std::unique_ptr<char[]> read_prefix_texts(std::string_view bytes, std::span<std::string_view> to) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30U;
  std::vector<std::int64_t> prefixes;
  bytes.remove_prefix(read_deltas(bytes, to.size(), prefixes));
  read_length_texts(bytes, to);
  std::size_t size = 0;
  std::size_t before = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (prefixes[i] < 0 || static_cast<std::size_t>(prefixes[i]) > before) cannot_be();
    before = static_cast<std::size_t>(prefixes[i]) + to[i].size();
    size += before;
    if (size > most_bytes) throw Problem{"found a page with more than 1 GiB of texts"};
  }
  std::unique_ptr<char[]> memory(new char[size + 1]);
  char* at = memory.get();
  std::string_view last;
  for (std::size_t i = 0; i < to.size(); ++i) {
    char* const begin = at;
    at = std::ranges::copy(last.substr(0, static_cast<std::size_t>(prefixes[i])), at).out;
    at = std::ranges::copy(to[i], at).out;
    to[i] = last = {begin, static_cast<std::size_t>(at - begin)};
  }
  return memory;
}

void join_streams(std::string_view bytes, std::size_t width, std::size_t count, char* to) {
  expect_bytes(bytes, width * count);
  const char* const from = bytes.data();
  if (width == 4) {  // the usual one: floats
    for (std::size_t i = 0; i < count; ++i) {
      char* const value = to + 4 * i;
      value[0] = from[i];
      value[1] = from[count + i];
      value[2] = from[2 * count + i];
      value[3] = from[3 * count + i];
    }
    return;
  }
  for (std::size_t part = 0; part < width; ++part) {
    for (std::size_t i = 0; i < count; ++i) to[width * i + part] = from[part * count + i];
  }
}

}  // namespace podium::parquet
