#include "podium/core/format/parquet/encodings.hpp"

#include <algorithm>
#include <cstring>

#include "podium/core/format/parquet/footer.hpp"

namespace podium::parquet {

namespace {

void expect(bool can_be) {
  if (!can_be) throw Problem{"found values that cannot be"};
}

constexpr std::uint64_t low_bits(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// The number of `bits` bits that begins with bit `at`.
std::uint64_t bits_at(const char* bytes, std::size_t at, unsigned bits) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes + at / 8, sizeof word);
  const unsigned shift = at % 8;
  word >>= shift;
  if (bits > 56 && shift + bits > 64) {
    word |= std::uint64_t{static_cast<unsigned char>(bytes[at / 8 + 8])} << (64 - shift);
  }
  return word & low_bits(bits);
}

std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto next = static_cast<unsigned char>(take(bytes, 1).front());
    value |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
    if (next < 0x80U) break;
  }
  return value;
}

std::uint64_t take_signed(std::string_view& bytes) {
  const std::uint64_t folded = take_number(bytes);  // 0, -1, 1, -2, ...
  return folded >> 1U ^ (~(folded & 1U) + 1U);
}

/// With the width known, the copies of the bytes are a few instructions.
template <std::size_t known_width>
void join(const char* from, std::size_t width, std::size_t count, char* to) {
  const std::size_t own = known_width != 0 ? known_width : width;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t part = 0; part < own; ++part) to[i * own + part] = from[part * count + i];
  }
}

}  // namespace

std::string_view take(std::string_view& bytes, std::size_t size) {
  if (size > bytes.size()) throw Problem{"found values that end too early"};
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return part;
}

std::string_view take_sized(std::string_view& bytes) {
  std::uint32_t size = 0;
  std::memcpy(&size, take(bytes, sizeof size).data(), sizeof size);
  return take(bytes, size);
}

void read_runs(std::string_view bytes, unsigned bits, std::span<std::uint32_t> to) {
  expect(bits <= 32);
  while (!to.empty()) {
    const std::uint64_t head = take_number(bytes);
    const bool is_run = head % 2 == 0;
    const std::uint64_t most = std::min<std::uint64_t>(head / 2, to.size());
    const auto part = to.first(std::min<std::uint64_t>(is_run ? most : most * 8, to.size()));
    const unsigned run_bits = (bits + 7) / 8 * 8;
    const char* from = take(bytes, is_run ? run_bits / 8 : (part.size() * bits + 7) / 8).data();
    if (is_run) {
      const std::uint64_t value = bits_at(from, 0, run_bits);
      expect(value <= low_bits(bits));
      std::ranges::fill(part, static_cast<std::uint32_t>(value));
    } else {
      for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = static_cast<std::uint32_t>(bits_at(from, i * bits, bits));
      }
    }
    to = to.subspan(part.size());
  }
}

std::vector<std::int64_t> take_deltas(std::string_view& bytes, std::size_t count) {
  const std::uint64_t block = take_number(bytes);
  const std::uint64_t parts = take_number(bytes);
  expect(take_number(bytes) == count && parts > 0 && block > 0 && block <= 1U << 20U &&
         block % parts == 0 && block / parts % 32 == 0);
  std::uint64_t value = take_signed(bytes);
  std::vector<std::int64_t> values;
  values.reserve(count);
  if (count > 0) values.push_back(static_cast<std::int64_t>(value));
  while (values.size() < count) {
    const std::uint64_t least = take_signed(bytes);
    const std::string_view widths = take(bytes, parts);
    for (std::size_t part = 0; part < parts && values.size() < count; ++part) {
      const unsigned bits = static_cast<unsigned char>(widths[part]);
      expect(bits <= 64);
      const char* from = take(bytes, block / parts * bits / 8).data();
      for (std::size_t i = 0; i < block / parts && values.size() < count; ++i) {
        value += least + bits_at(from, i * bits, bits);
        values.push_back(static_cast<std::int64_t>(value));
      }
    }
  }
  return values;
}

void read_length_texts(std::string_view bytes, std::span<std::string_view> to) {
  const std::vector<std::int64_t> lengths = take_deltas(bytes, to.size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = take(bytes, static_cast<std::size_t>(lengths[i]));
  }
}

std::unique_ptr<char[]> read_prefix_texts(std::string_view bytes, std::span<std::string_view> to) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30U;
  const std::vector<std::int64_t> prefixes = take_deltas(bytes, to.size());
  read_length_texts(bytes, to);
  std::size_t size = 0;
  std::size_t before = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    expect(static_cast<std::size_t>(prefixes[i]) <= before);
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

void join_streams(const char* from, std::size_t width, std::size_t count, char* to) {
  if (width == 4) return join<4>(from, width, count, to);
  if (width == 8) return join<8>(from, width, count, to);
  join<0>(from, width, count, to);
}

}  // namespace podium::parquet
