#include "podium/core/format/parquet/column_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/format/decimal.hpp"
#include "podium/core/format/parquet/encodings.hpp"

namespace podium::parquet {

namespace {

template <class Value>
constexpr bool is_text = std::is_same_v<Value, std::string_view>;

template <class Raw>
Raw raw_at(const char* from) {
  Raw raw;
  std::memcpy(&raw, from, sizeof raw);
  return raw;
}

/// A number of 16 bits with a point, which C++20 has no type for.
float from_half(std::uint16_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const int exponent = bits >> 10U & 0x1F;
  const auto fraction = static_cast<float>(bits & 0x3FFU) / 1024.0F;
  if (exponent == 0) return sign * std::ldexp(fraction, -14);
  if (exponent < 31) return sign * std::ldexp(1.0F + fraction, exponent - 15);
  return fraction == 0.0F ? sign * std::numeric_limits<float>::infinity()
                          : std::numeric_limits<float>::quiet_NaN();
}

/// A whole number whose highest byte comes first.
std::int64_t big_endian(std::string_view bytes) {
  const bool is_negative = !bytes.empty() && (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0;
  const std::uint64_t filler = is_negative ? ~std::uint64_t{0} : 0;
  std::uint64_t value = filler;
  for (const char byte : bytes) {
    if (value >> 55U != filler >> 55U) {
      throw Problem{
          "found a decimal of more than 64 bits, expected a smaller one; cast the column to double "
          "where the file is written"};
    }
    value = value << 8U | static_cast<unsigned char>(byte);
  }
  return static_cast<std::int64_t>(value);
}

/// Rounded once, as the same number in a text.
template <class Value>
Value decimal(std::int64_t digits, std::int64_t scale) {
  const std::string text = fmt::format("{}e{}", digits, -scale);
  const char* const end = text.data() + text.size();
  Decimal<Value> number;
  if constexpr (std::is_same_v<Value, float>) {
    number = read_float(text.data(), end);
  } else {
    number = read_double(text.data(), end);
  }
  return number.error == DecimalError::none ? number.value : std::numeric_limits<Value>::infinity();
}

/// Reads the pages of a chunk.
template <class Value>
class ChunkReader {
 public:
  ChunkReader(std::string_view chunk, BlockCodec codec, const Column& column, TextMemory& memory)
      : column_(column), codec_(codec), bytes_(chunk), memory_(memory) {}

  void read(std::span<Value> to) {
    while (!to.empty()) {
      const PageHead head = take_page_head(bytes_);
      const std::string_view body = take(bytes_, static_cast<std::size_t>(head.packed));
      const auto count = static_cast<std::size_t>(head.values);
      if (head.type == PageHead::dictionary) {
        read_dictionary(unpacked(body, static_cast<std::size_t>(head.unpacked)), count);
      } else if (head.type == PageHead::data || head.type == PageHead::data_v2) {
        if (count > to.size()) throw Problem{"found more values than rows"};
        read_values(head, body, to.first(count));
        to = to.subspan(count);
      }
    }
  }

 private:
  /// The bytes of a page, which texts borrow.
  std::string_view unpacked(std::string_view packed, std::size_t size) {
    constexpr std::size_t most_bytes = std::size_t{1} << 30U;
    constexpr std::size_t most_ratio = 1U << 15U;  // of zstd, the largest
    if (size > most_bytes) throw Problem{"found a page of more than 1 GiB"};
    if (codec_ == BlockCodec::none || size == 0) return packed;
    if (size / most_ratio > packed.size()) {
      throw Problem{"found a page that is larger than its packed bytes can be"};
    }
    if (memory_.pages.empty() || is_text<Value> || size > capacity_) {
      if (!is_text<Value>) memory_.pages.clear();
      memory_.pages.emplace_back(new char[size + page_slack]);
      capacity_ = size;
    }
    char* const page = memory_.pages.back().get();
    if (!unpack_block(codec_, packed, {page, size})) {
      throw Problem{"found a page that does not unpack; copy or write the file again"};
    }
    return {page, size};
  }

  void read_dictionary(std::string_view bytes, std::size_t count) {
    constexpr std::size_t most_values = std::size_t{1} << 26U;
    if (count > most_values) throw Problem{"found a dictionary of more than 2^26 values"};
    constexpr std::size_t length_bytes = 4;
    if (count > bytes.size() / (column_.width == 0 ? length_bytes : column_.width)) {
      throw Problem{"found values that end too early"};
    }
    dictionary_.resize(count);
    read_plain(bytes, dictionary_);
  }

  void read_values(const PageHead& head, std::string_view body, std::span<Value> to) {
    auto size = static_cast<std::size_t>(head.unpacked);
    std::string_view levels;
    if (head.type == PageHead::data_v2) {
      if (head.repetition_bytes != 0) throw Problem{"found levels of lists"};
      levels = take(body, static_cast<std::size_t>(head.definition_bytes));
      if (levels.size() > size) throw Problem{"found levels that are longer than their page"};
      size -= levels.size();
    }
    const bool is_packed = head.type == PageHead::data || head.is_packed != 0;
    std::string_view values = is_packed ? unpacked(body, size) : body;
    std::size_t present = to.size();
    if (column_.is_optional) {
      const bool is_known = head.level_encoding == static_cast<std::int64_t>(Encoding::runs);
      if (!is_known) throw Problem{"found levels in an outdated encoding"};
      if (head.type == PageHead::data) levels = take_sized(values);
      levels_.resize(to.size());
      read_runs(levels, 1, levels_);
      present = static_cast<std::size_t>(std::ranges::count(levels_, 1U));
    }
    if (present > 0) decode(static_cast<Encoding>(head.encoding), values, to.first(present));
    // From the end, so that no value is overwritten before it moves to its row.
    for (std::size_t row = to.size(); present < row; --row) {
      to[row - 1] = levels_[row - 1] == 0 ? missing() : to[--present];
    }
  }

  static Value missing() {
    if constexpr (is_text<Value>) {
      return {};
    } else {
      return std::numeric_limits<Value>::quiet_NaN();
    }
  }

  void decode(Encoding encoding, std::string_view bytes, std::span<Value> to) {
    const Physical type = column_.physical;
    const bool has_bytes = type == Physical::bytes || type == Physical::fixed;
    const bool is_truth = type == Physical::boolean;
    texts_.resize(has_bytes ? to.size() : 0);
    if (encoding == Encoding::plain) {
      read_plain(bytes, to);
    } else if (encoding == Encoding::plain_dictionary || encoding == Encoding::dictionary) {
      read_indices(bytes, to);
    } else if (encoding == Encoding::runs && is_truth) {
      indices_.resize(to.size());
      read_runs(take_sized(bytes), 1, indices_);
      convert_truths(to);
    } else if (encoding == Encoding::delta &&
               (type == Physical::int32 || type == Physical::int64)) {
      const std::vector<std::int64_t> numbers = take_deltas(bytes, to.size());
      joined_.resize(column_.width * to.size());
      for (std::size_t i = 0; i < to.size(); ++i) {  // the low bytes, which come first
        std::memcpy(joined_.data() + i * column_.width, &numbers[i], column_.width);
      }
      convert(joined_.data(), to);
    } else if (encoding == Encoding::delta_lengths && type == Physical::bytes) {
      read_length_texts(bytes, texts_);
      convert_texts(to);
    } else if (encoding == Encoding::delta_texts && has_bytes) {
      made_ = read_prefix_texts(bytes, texts_);
      convert_texts(to);
      if (is_text<Value>) memory_.pages.push_back(std::move(made_));
    } else if (encoding == Encoding::byte_streams && column_.width != 0 && !is_truth) {
      joined_.resize(column_.width * to.size());
      join_streams(take(bytes, joined_.size()).data(), column_.width, to.size(), joined_.data());
      convert(joined_.data(), to);
    } else {
      throw Problem{fmt::format("found values in encoding {}, which their type does not have",
                                static_cast<int>(encoding))};
    }
  }

  void read_plain(std::string_view bytes, std::span<Value> to) {
    if (column_.physical == Physical::boolean) {
      const std::string_view bits = take(bytes, (to.size() + 7) / 8);
      indices_.resize(to.size());
      for (std::size_t i = 0; i < to.size(); ++i) {
        indices_[i] = static_cast<unsigned char>(bits[i / 8]) >> (i % 8) & 1U;
      }
      convert_truths(to);
    } else if (column_.width == 0) {
      texts_.resize(to.size());
      for (std::string_view& text : texts_) text = take_sized(bytes);
      convert_texts(to);
    } else {
      convert(take(bytes, column_.width * to.size()).data(), to);
    }
  }

  void read_indices(std::string_view bytes, std::span<Value> to) {
    const unsigned bits = static_cast<unsigned char>(take(bytes, 1).front());
    indices_.resize(to.size());
    read_runs(bytes, bits, indices_);
    std::uint32_t largest = 0;
    for (const std::uint32_t index : indices_) largest = std::max(largest, index);
    if (largest >= dictionary_.size()) throw Problem{"found a value outside of the dictionary"};
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = dictionary_[indices_[i]];
  }

  void convert_truths(std::span<Value> to) {
    convert_as<std::uint32_t>(reinterpret_cast<const char*>(indices_.data()), to);
  }

  void convert_texts(std::span<Value> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (column_.width != 0 && texts_[i].size() != column_.width) {
        throw Problem{"found a value of another length than its type"};
      }
      if constexpr (is_text<Value>) {
        to[i] = texts_[i];
      } else if (column_.meaning == Meaning::half) {
        to[i] = static_cast<Value>(from_half(raw_at<std::uint16_t>(texts_[i].data())));
      } else {
        to[i] = decimal<Value>(big_endian(texts_[i]), column_.scale);
      }
    }
  }

  /// Values of the width of the column.
  void convert(const char* from, std::span<Value> to) {
    const bool is_long = column_.width == sizeof(std::int64_t);
    if (column_.physical == Physical::fixed) {
      texts_.resize(to.size());
      for (std::size_t i = 0; i < to.size(); ++i, from += column_.width) {
        texts_[i] = {from, column_.width};
      }
      convert_texts(to);
    } else if (column_.meaning == Meaning::real) {
      is_long ? convert_as<double>(from, to) : convert_as<float>(from, to);
    } else if (column_.meaning == Meaning::unsigned_whole) {
      is_long ? convert_as<std::uint64_t>(from, to) : convert_as<std::uint32_t>(from, to);
    } else {
      is_long ? convert_as<std::int64_t>(from, to) : convert_as<std::int32_t>(from, to);
    }
  }

  template <class Raw>
  void convert_as(const char* from, std::span<Value> to) {
    if constexpr (is_text<Value>) {
      for (std::size_t i = 0; i < to.size(); ++i) {  // the rows of a query mostly follow each other
        const auto number = raw_at<Raw>(from + i * sizeof(Raw));
        const bool is_again = i > 0 && number == raw_at<Raw>(from + (i - 1) * sizeof(Raw));
        to[i] = is_again ? to[i - 1] : memory_.made.emplace_back(to_text(number));
      }
    } else if (column_.meaning == Meaning::decimal) {
      for (Value& value : to) {
        value = decimal<Value>(static_cast<std::int64_t>(raw_at<Raw>(from)), column_.scale);
        from += sizeof(Raw);
      }
    } else {
      for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = static_cast<Value>(raw_at<Raw>(from + i * sizeof(Raw)));
      }
    }
  }

  const Column& column_;
  BlockCodec codec_;
  std::string_view bytes_;
  TextMemory& memory_;
  std::size_t capacity_ = 0;  ///< of the last page
  std::vector<Value> dictionary_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::string_view> texts_;
  std::vector<char> joined_;
  std::unique_ptr<char[]> made_;
};

/// The bytes of a chunk, which must lie in the file.
std::string_view bytes_of(std::string_view file, const Column& column, const Chunk& chunk,
                          std::size_t rows) {
  if (chunk.is_encrypted) {
    throw Problem{
        "found an encrypted column, expected one that is not; write "
        "the file without "
        "encryption properties"};
  }
  if (chunk.is_elsewhere) throw Problem{"found a column whose values are in another file"};
  const auto end = static_cast<std::int64_t>(file.size() - page_slack);  // the footer is longer
  if (chunk.begin < 4 || chunk.begin > end || chunk.size < 0 || chunk.size > end - chunk.begin) {
    throw Problem{
        "found a column that lies outside of the file; copy or write "
        "the file again"};
  }
  if (chunk.physical != static_cast<std::int64_t>(column.physical) ||
      chunk.values != static_cast<std::int64_t>(rows)) {
    throw Problem{"found a column of another type or length than the metadata say"};
  }
  return file.substr(static_cast<std::size_t>(chunk.begin), static_cast<std::size_t>(chunk.size));
}

}  // namespace

template <class Value>
void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<Value> to, TextMemory& memory) {
  const std::string_view bytes = bytes_of(file, column, chunk, to.size());
  ChunkReader<Value>(bytes, codec_of(chunk.codec), column, memory).read(to);
}

template void read_column(std::string_view, const Column&, const Chunk&, std::span<float>,
                          TextMemory&);
template void read_column(std::string_view, const Column&, const Chunk&, std::span<double>,
                          TextMemory&);
template void read_column(std::string_view, const Column&, const Chunk&,
                          std::span<std::string_view>, TextMemory&);

}  // namespace podium::parquet
