#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/format/parquet/footer.hpp"

namespace podium::parquet {

/// The memory of texts that are not in the file as they are.
struct TextMemory {
  std::vector<std::unique_ptr<char[]>> pages;
  std::deque<std::string> made;
};

/// Reads the values of a column in a row group, one for each row: NaN where there is none. Throws
/// Problem when the column is not as the metadata say.
void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<float> to);
void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<double> to);

/// The same as texts, whole numbers as their digits; a row without a value has none: its text has
/// no address. They borrow the file and `memory`.
void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<std::string_view> to, TextMemory& memory);

}  // namespace podium::parquet
