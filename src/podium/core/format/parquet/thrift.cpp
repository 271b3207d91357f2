#include "podium/core/format/parquet/thrift.hpp"

#include <limits>

namespace podium::parquet {

ThriftReader::Level::Level(ThriftReader& of) : reader(of) {
  constexpr int deepest = 32;
  if (reader.depth_ >= deepest) throw Problem{"found metadata that nest too deeply"};
  ++reader.depth_;
}

unsigned char ThriftReader::raw_byte() {
  if (at_ >= bytes_.size()) throw Problem{"found metadata that end too early"};
  return static_cast<unsigned char>(bytes_[at_++]);
}

std::uint64_t ThriftReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const unsigned char next = raw_byte();
    value |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
    if (next < 0x80U) return value;
  }
  throw Problem{"found a number in the metadata that is too large"};
}

std::int64_t ThriftReader::number() {
  const std::uint64_t folded = varint();  // 0, -1, 1, -2, ...
  return static_cast<std::int64_t>((folded >> 1U) ^ (~(folded & 1U) + 1U));
}

std::int32_t ThriftReader::small_number() {
  const std::int64_t value = number();
  if (value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::int32_t>::max()) {
    throw Problem{"found a number in the metadata that is too large"};
  }
  return static_cast<std::int32_t>(value);
}

void ThriftReader::check_size(std::uint64_t size) const {
  if (size > bytes_.size() - at_) throw Problem{"found metadata that end too early"};
}

std::string_view ThriftReader::text() {
  const std::uint64_t size = varint();
  check_size(size);
  at_ += size;
  return bytes_.substr(at_ - size, size);
}

void ThriftReader::skip_element(int type) {
  if (type == yes || type == no) {
    raw_byte();  // in a list a truth value has a byte
  } else {
    skip(type);
  }
}

void ThriftReader::skip(int type) {
  constexpr std::size_t double_bytes = 8;
  switch (type) {
    case yes:
    case no:
      return;
    case byte:
      raw_byte();
      return;
    case 4:
    case 5:
    case 6:
      varint();
      return;
    case 7:
      check_size(double_bytes);
      at_ += double_bytes;
      return;
    case 8:
      text();
      return;
    case list:
    case set:
      return elements([this](int element) { skip_element(element); });
    case map: {
      const Level level(*this);
      const std::uint64_t size = varint();
      check_size(size);
      const unsigned types = size == 0 ? 0U : raw_byte();
      for (std::uint64_t i = 0; i < size; ++i) {
        skip_element(static_cast<int>(types >> 4U));
        skip_element(static_cast<int>(types & 15U));
      }
      return;
    }
    case structure:
      return fields([this](std::int64_t, int field) { skip(field); });
    default:
      throw Problem{"found metadata of an unknown type"};
  }
}

}  // namespace podium::parquet
