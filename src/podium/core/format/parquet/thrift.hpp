#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podium::parquet {

/// What is wrong with a file: thrown by the parts of the reader, caught where the file, the row
/// group and the column are known.
struct Problem {
  std::string message;
};

/// Walks over bytes in Thrift's compact protocol, in which Parquet has its metadata: structs of
/// numbered fields, and lists. Borrows the bytes. Throws Problem where they end early or cannot be.
class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  /// The types of fields that are told apart; a truth value is its own type.
  enum Type { yes = 1, no = 2, byte = 3, list = 9, set = 10, map = 11, structure = 12 };

  std::size_t position() const noexcept { return at_; }

  /// A whole number of any size; what does not fit into 64 bits is a Problem.
  std::int64_t number();
  std::int32_t small_number();
  std::string_view text();
  unsigned char raw_byte();

  /// Calls visit(number, type) for each field of a struct. It reads the field or skips it.
  template <class Visit>
  void fields(const Visit& visit) {
    const Level level(*this);
    std::int64_t field = 0;
    while (const unsigned head = raw_byte()) {
      const unsigned step = head >> 4U;
      field = step != 0 ? field + step : number();
      visit(field, static_cast<int>(head & 15U));
    }
  }

  /// Calls visit(type) for each element of a list.
  template <class Visit>
  void elements(const Visit& visit) {
    const Level level(*this);
    const unsigned head = raw_byte();
    const std::uint64_t size = (head >> 4U) == 15U ? varint() : head >> 4U;
    check_size(size);
    for (std::uint64_t i = 0; i < size; ++i) visit(static_cast<int>(head & 15U));
  }

  void skip(int type);

 private:
  /// Bytes that nest without end would take the stack.
  struct Level {
    explicit Level(ThriftReader& of);
    ~Level() { --reader.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    Level(Level&&) = delete;
    Level& operator=(Level&&) = delete;

    ThriftReader& reader;
  };

  std::uint64_t varint();
  void check_size(std::uint64_t size) const;
  void skip_element(int type);

  std::string_view bytes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace podium::parquet
