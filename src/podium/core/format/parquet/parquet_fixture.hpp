#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/test_paths.hpp"
#include "podium/core/format/reading/read_fixture.hpp"

namespace podium {

/// A file that another program wrote; tests/golden/parquet/make.py tells which.
inline std::filesystem::path golden_parquet(const std::string& name) {
  return golden_path("parquet/" + name);
}

/// For tests of metadata that no other program writes: Thrift's compact protocol, field by field.
class ThriftWriter {
 public:
  ThriftWriter& number(int field, std::int64_t value, int type = 6) {
    head(field, type);
    add_number(value);
    return *this;
  }
  ThriftWriter& text(int field, const std::string& value) {
    head(field, 8);
    add_varint(value.size());
    out_ += value;
    return *this;
  }
  ThriftWriter& structure(int field, const ThriftWriter& value) {
    head(field, 12);
    out_ += value.ended();
    return *this;
  }
  ThriftWriter& list(int field, const std::vector<ThriftWriter>& values) {
    head(field, 9);
    out_ += static_cast<char>(0xFC);
    add_varint(values.size());
    for (const ThriftWriter& value : values) out_ += value.ended();
    return *this;
  }

  /// The bytes of the struct.
  std::string ended() const { return out_ + '\0'; }

 private:
  void head(int field, int type) {
    out_ += static_cast<char>(((field - last_) << 4) | type);
    last_ = field;
  }
  void add_number(std::int64_t value) {
    add_varint(value < 0 ? static_cast<std::uint64_t>(-2 * value - 1)
                         : static_cast<std::uint64_t>(2 * value));
  }
  void add_varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) out_ += static_cast<char>((value & 127U) | 128U);
    out_ += static_cast<char>(value);
  }

  std::string out_;
  int last_ = 0;
};

/// The bytes of a page of plain values, with changes to what its head says.
struct MadePage {
  std::string values;
  std::int64_t count = 0;
  std::int64_t unpacked = -1;  ///< bytes; -1: as they are
  int type = 0;                ///< 2: a dictionary
  int encoding = 0;

  std::string bytes() const {
    ThriftWriter data;
    data.number(1, count, 5).number(2, encoding, 5);
    if (type == 0) data.number(3, 3, 5).number(4, 3, 5);
    const auto size = static_cast<std::int64_t>(values.size());
    ThriftWriter head;
    head.number(1, type, 5).number(2, unpacked < 0 ? size : unpacked, 5).number(3, size, 5);
    head.structure(type == 2 ? 7 : 5, data);
    return head.ended() + values;
  }
};

struct MadeColumn {
  std::string name;
  int physical = 4;  ///< 1: 32 bits, 2: 64 bits, 4: float, 6: bytes
  std::string pages;
  int codec = 0;
  int converted = -1;
  int logical = -1;  ///< a type without parameters; 11: nothing
};

template <class Value>
std::string bytes_of(std::initializer_list<Value> values) {
  std::string bytes;
  for (const Value value : values) {
    bytes.append(sizeof value, '\0');
    std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
  }
  return bytes;
}

/// A file of one row group, in which each row has all values.
inline std::string made_parquet(const std::vector<MadeColumn>& columns, std::int64_t rows) {
  std::string file = "PAR1";
  std::vector<ThriftWriter> schema = {
      ThriftWriter().text(4, "schema").number(5, static_cast<std::int64_t>(columns.size()), 5)};
  std::vector<ThriftWriter> chunks;
  for (const MadeColumn& column : columns) {
    ThriftWriter node;
    node.number(1, column.physical, 5).number(3, 0, 5).text(4, column.name);
    if (column.converted >= 0) node.number(6, column.converted, 5);
    if (column.logical >= 0) {
      node.structure(10, ThriftWriter().structure(column.logical, ThriftWriter()));
    }
    schema.push_back(node);
    ThriftWriter meta;
    meta.number(1, column.physical, 5).number(4, column.codec, 5).number(5, rows);
    meta.number(7, static_cast<std::int64_t>(column.pages.size()));
    meta.number(9, static_cast<std::int64_t>(file.size()));
    chunks.push_back(ThriftWriter().structure(3, meta));
    file += column.pages;
  }
  ThriftWriter footer;
  footer.number(1, 1, 5).list(2, schema).number(3, rows);
  footer.list(4, {ThriftWriter().list(1, chunks).number(3, rows)});
  const std::string bytes = footer.ended();
  return file + bytes + bytes_of({static_cast<std::uint32_t>(bytes.size())}) + "PAR1";
}

/// Query 7 in all rows, labels 0, 1, ...
inline std::vector<MadeColumn> made_rows(std::size_t rows) {
  std::string ids;
  std::string labels;
  for (std::size_t row = 0; row < rows; ++row) {
    ids += bytes_of({7});
    labels += bytes_of({static_cast<float>(row)});
  }
  const auto count = static_cast<std::int64_t>(rows);
  return {{"qid", 1, MadePage{ids, count}.bytes()}, {"label", 4, MadePage{labels, count}.bytes()}};
}

}  // namespace podium
