#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace podium::parquet {

/// How the values of a page are written, by the numbers of the format.
enum class Encoding {
  plain = 0,
  plain_dictionary = 2,
  runs = 3,
  delta = 5,
  delta_lengths = 6,
  delta_texts = 7,
  dictionary = 8,
  byte_streams = 9
};

/// Throws Problem when `bytes` has less than `count` bytes.
void expect_bytes(std::string_view bytes, std::size_t count);

/// Takes a number of four bytes and as many bytes from the start of `bytes`.
std::string_view take_sized(std::string_view& bytes);

/// Numbers of `bits` bits in runs and bit-packed groups of eight. Throws Problem, as all here do,
/// when the bytes end early or cannot be.
void read_runs(std::string_view bytes, unsigned bits, std::span<std::uint32_t> to);

/// All whole numbers of a DELTA_BINARY_PACKED page, `count` of them; returns the bytes that it has.
std::size_t read_deltas(std::string_view bytes, std::size_t count, std::vector<std::int64_t>& to);

/// Texts with their lengths before them, one by one. They borrow the bytes.
void read_plain_texts(std::string_view bytes, std::span<std::string_view> to);

/// Texts with all lengths before all of them. They borrow the bytes.
void read_length_texts(std::string_view bytes, std::span<std::string_view> to);

/// Texts of which each begins as the one before. They borrow the memory that is returned.
std::unique_ptr<char[]> read_prefix_texts(std::string_view bytes, std::span<std::string_view> to);

/// Values of `width` bytes whose first bytes come first, then the second ones.
void join_streams(std::string_view bytes, std::size_t width, std::size_t count, char* to);

}  // namespace podium::parquet
