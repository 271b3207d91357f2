#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/block_codec.hpp"

namespace podium::parquet {

/// What is wrong with a file: thrown by the parts of the reader, caught where the file, the row
/// group and the column are known.
struct Problem {
  std::string message;
};

/// How values are stored, by their numbers in the format.
enum class Physical { boolean, int32, int64, int96, real32, real64, bytes, fixed };

/// What values are; all up to `decimal` are numbers.
enum class Meaning { truth, whole, unsigned_whole, real, half, decimal, text, nothing, other };

/// A column; nested values are one.
struct Column {
  std::string name;
  Physical physical = Physical::bytes;
  Meaning meaning = Meaning::other;
  std::size_t width = 0;   ///< bytes of each value; 0: they differ
  std::int64_t scale = 0;  ///< of decimals: digits behind the point
  bool is_optional = false;
  std::size_t leaf = 0;  ///< its place in a row group
  std::string other{};   ///< what it is where its meaning does not say it: "dates"

  bool has_numbers() const noexcept { return meaning <= Meaning::decimal; }
};

/// The values of a column in a row group.
struct Chunk {
  std::int64_t physical = -1;
  std::int64_t codec = 0;
  std::int64_t begin = 0;  ///< in the file
  std::int64_t size = 0;   ///< bytes
  std::int64_t values = 0;
  bool is_encrypted = false;
  bool is_elsewhere = false;  ///< in another file
};

struct RowGroup {
  std::int64_t rows = 0;
  std::vector<Chunk> chunks;  ///< by leaf
};

/// The description at the end of a file.
struct Footer {
  std::vector<Column> columns;
  std::vector<RowGroup> groups;
};

/// Whether a file begins as Parquet does.
bool has_mark(std::string_view file) noexcept;

/// Throws Problem for what is no Parquet file, or one that is cut off or encrypted.
Footer read_footer(std::string_view file);

/// The codec of this number. Throws Problem for one that is not read.
BlockCodec codec_of(std::int64_t number);

/// What stands before the values of a page.
struct PageHead {
  enum Type { data = 0, dictionary = 2, data_v2 = 3 };

  std::int64_t type = -1;
  std::int64_t unpacked = 0;  ///< bytes
  std::int64_t packed = 0;
  std::int64_t values = 0;
  std::int64_t encoding = 0;
  std::int64_t level_encoding = 3;
  std::int64_t definition_bytes = 0;  ///< data_v2: of levels, which are never packed
  std::int64_t repetition_bytes = 0;
  std::int64_t is_packed = 1;
};

/// Takes the head of a page from the start of `bytes`.
PageHead take_page_head(std::string_view& bytes);

}  // namespace podium::parquet
