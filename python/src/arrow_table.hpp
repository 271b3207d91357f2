#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace podium::python {

// The two structs of the Arrow C data interface, and that of a stream of arrays, as
// https://arrow.apache.org/docs/format/CDataInterface.html lays them down.

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

/// Releases a struct of the interface as its producer wants it.
template <class Struct>
struct ArrowRelease {
  void operator()(Struct* held) const {
    if (held->release != nullptr) held->release(held);
  }
};

/// The texts of a column, borrowed from a table or from memory of their own.
struct TextColumn {
  std::vector<std::string_view> value;
  std::deque<std::string> made;  ///< of columns of numbers
};

/// A frame of pandas, polars or pyarrow as it comes through the Arrow stream interface: columns in
/// chunks. Nothing is copied until a column is asked for.
class ArrowTable {
 public:
  /// Takes all chunks out of the stream, which is released. Throws UsageError for a stream that
  /// fails or that is not a table.
  explicit ArrowTable(ArrowArrayStream& stream);

  std::size_t row_count() const noexcept { return rows_; }
  std::vector<std::string> names() const;

  /// Whether the column holds numbers or truth values.
  bool is_numeric(std::size_t column) const;

  /// Whether the column holds whole numbers, or categories that are.
  bool is_whole(std::size_t column) const;

  /// The columns as rows of floats; a null is NaN. Returns how many values are finite and too large
  /// for 32 bits. Throws UsageError naming a column that does not hold numbers.
  std::size_t copy_rows(const std::vector<std::size_t>& columns, float* out) const;

  std::vector<double> numbers(std::size_t column) const;

  /// The texts of a column of texts, whole numbers or categories of them. Throws UsageError naming
  /// the column and the row of a null, and for a column of another type.
  TextColumn texts(std::size_t column) const;

 private:
  struct Chunk {
    const ArrowArray* array;
    std::size_t first_row;  ///< of the table
    std::size_t offset;     ///< of its first row in the array
    std::size_t rows;
  };
  std::vector<Chunk> chunks_of(std::size_t column) const;
  std::string about(std::size_t column) const;

  /// A chunk in a struct of our own, which its producer filled.
  struct OwnedChunk {
    ArrowArray array{};
    std::unique_ptr<ArrowArray, ArrowRelease<ArrowArray>> release{&array};
  };

  ArrowSchema schema_{};
  std::unique_ptr<ArrowSchema, ArrowRelease<ArrowSchema>> release_schema_{&schema_};
  std::vector<std::unique_ptr<OwnedChunk>> chunks_;
  std::size_t rows_ = 0;
};

}  // namespace podium::python
