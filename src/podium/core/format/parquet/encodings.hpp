#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace podium::parquet {

/// Bytes that may be read behind those of a page, so that numbers are taken from whole words.
inline constexpr std::size_t page_slack = 16;

/// Takes bytes from the start. Throws Problem, as all here do, when there are not so many.
std::string_view take(std::string_view& bytes, std::size_t size);

/// Takes a number of four bytes and then as many bytes.
std::string_view take_sized(std::string_view& bytes);

/// Numbers of `bits` bits in runs and bit-packed groups of eight.
void read_runs(std::string_view bytes, unsigned bits, std::span<std::uint32_t> to);

/// Takes whole numbers in DELTA_BINARY_PACKED, all of which are `count`.
std::vector<std::int64_t> take_deltas(std::string_view& bytes, std::size_t count);

/// Texts behind the lengths of all. They borrow the bytes.
void read_length_texts(std::string_view bytes, std::span<std::string_view> to);

/// Texts of which each begins as the one before. They borrow the memory that is returned.
std::unique_ptr<char[]> read_prefix_texts(std::string_view bytes, std::span<std::string_view> to);

/// Values of `width` bytes whose first bytes come first, then the second ones.
void join_streams(const char* from, std::size_t width, std::size_t count, char* to);

}  // namespace podium::parquet
