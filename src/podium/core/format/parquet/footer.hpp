#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/block_codec.hpp"
#include "podium/core/format/parquet/thrift.hpp"

namespace podium::parquet {

/// How values are stored, by their numbers in the format.
enum class Physical { boolean, int32, int64, int96, real32, real64, bytes, fixed };

/// What values are.
enum class Meaning {
  truth,
  whole,
  unsigned_whole,
  real,
  half,     ///< 16 bits with a point
  decimal,  ///< a whole number times a power of ten
  text,
  nothing,  ///< no row has a value
  other     ///< what no feature can be
};

/// A column, of which nested values are one.
struct Column {
  std::string name;
  Physical physical = Physical::bytes;
  Meaning meaning = Meaning::other;
  std::size_t width = 0;   ///< bytes of each value; 0: they differ
  std::int32_t scale = 0;  ///< of decimals: digits behind the point
  bool is_optional = false;
  std::size_t leaf = 0;  ///< its place in a row group
  std::string other{};   ///< what it is instead: "dates", "lists or groups"

  bool has_numbers() const noexcept { return meaning <= Meaning::decimal; }
};

/// The values of a column in a row group.
struct Chunk {
  Physical physical = Physical::bytes;
  std::int32_t codec = 0;
  std::int64_t begin = 0;  ///< in the file
  std::int64_t size = 0;   ///< bytes
  std::int64_t values = 0;
  bool is_encrypted = false;
  bool is_elsewhere = false;  ///< in another file
};

struct RowGroup {
  std::size_t rows = 0;
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
BlockCodec codec_of(std::int32_t number);

/// What stands before the values of a page.
struct PageHead {
  enum Type { data = 0, index = 1, dictionary = 2, data_v2 = 3 };

  std::int32_t type = -1;
  std::int32_t unpacked = 0;  ///< bytes
  std::int32_t packed = 0;
  std::int32_t values = 0;
  std::int32_t encoding = 0;
  std::int32_t level_encoding = 3;
  std::int32_t definition_bytes = 0;  ///< data_v2: of levels, which are never packed
  std::int32_t repetition_bytes = 0;
  bool is_packed = true;
};

PageHead read_page_head(ThriftReader& in);

}  // namespace podium::parquet
