#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/format/parquet/footer.hpp"

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

/// The memory of pages and of texts that are not in the file as they are.
struct TextMemory {
  std::vector<std::unique_ptr<char[]>> pages;
  std::deque<std::string> made;
};

/// Reads the values of a column in a row group, one for each row, as float, double or text. A row
/// without a value is NaN or a text without an address. Texts are those of the file, or the digits
/// of whole numbers; they borrow the file and `memory`. Throws Problem when the column is not as
/// the metadata say.
template <class Value>
void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<Value> to, TextMemory& memory);

}  // namespace podium::parquet
