#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace podium {

/// A message in the wire format of Protocol Buffers, written field by field. As much of it as ONNX
/// needs: whole numbers, floats, texts, messages, and packed lists.
class ProtobufMessage {
 public:
  ProtobufMessage& number(std::uint32_t field, std::uint64_t value) {
    tag(field, 0);
    varint(value);
    return *this;
  }

  ProtobufMessage& text(std::uint32_t field, std::string_view bytes) {
    tag(field, 2);
    varint(bytes.size());
    bytes_.append(bytes);
    return *this;
  }

  ProtobufMessage& message(std::uint32_t field, const ProtobufMessage& inner) {
    return text(field, inner.bytes_);
  }

  ProtobufMessage& numbers(std::uint32_t field, std::span<const std::int64_t> values) {
    ProtobufMessage packed;
    for (const std::int64_t value : values) packed.varint(static_cast<std::uint64_t>(value));
    return text(field, packed.bytes_);
  }

  ProtobufMessage& floats(std::uint32_t field, std::span<const float> values) {
    return text(field, little_endian(values));
  }

  const std::string& bytes() const noexcept { return bytes_; }

  /// The bytes of numbers, the least significant first, whatever the machine.
  template <class Number>
  static std::string little_endian(std::span<const Number> values) {
    std::string bytes;
    for (const Number& value : values) {
      char own[sizeof(Number)];
      std::memcpy(own, &value, sizeof(Number));
      if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(own);
      bytes.append(own, sizeof(Number));
    }
    return bytes;
  }

 private:
  void tag(std::uint32_t field, std::uint32_t kind) { varint(std::uint64_t{field} << 3U | kind); }

  void varint(std::uint64_t value) {
    while (value >= 0x80U) {
      bytes_ += static_cast<char>((value & 0x7fU) | 0x80U);
      value >>= 7U;
    }
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace podium
