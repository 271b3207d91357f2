#include "podium/core/format/parquet/column_reader.hpp"

#include <algorithm>
#include <bit>
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

template <class Value>
constexpr Value missing() {
  if constexpr (is_text<Value>) {
    return {};
  } else {
    return std::numeric_limits<Value>::quiet_NaN();
  }
}

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
  if (exponent == 31) {
    return fraction == 0.0F ? sign * std::numeric_limits<float>::infinity()
                            : std::numeric_limits<float>::quiet_NaN();
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -14)
                       : sign * std::ldexp(1.0F + fraction, exponent - 15);
}

/// A whole number whose highest byte comes first.
std::int64_t big_endian(std::string_view bytes) {
  const bool is_negative = !bytes.empty() && (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0;
  const std::uint64_t filler = is_negative ? ~std::uint64_t{0} : 0;
  std::uint64_t value = filler;
  for (const char byte : bytes) {
    if (value >> 55U != filler >> 55U) throw Problem{"found a decimal of more than 64 bits"};
    value = value << 8U | static_cast<unsigned char>(byte);
  }
  return static_cast<std::int64_t>(value);
}

/// Rounded once, as the same number in a text.
template <class Value>
Value decimal(std::int64_t digits, std::int32_t scale) {
  const std::string text = fmt::format("{}e{}", digits, -std::int64_t{scale});
  const char* const end = text.data() + text.size();
  const auto number = [&] {
    if constexpr (std::is_same_v<Value, float>) {
      return read_float(text.data(), end);
    } else {
      return read_double(text.data(), end);
    }
  }();
  return number.error == DecimalError::none ? number.value : std::numeric_limits<Value>::infinity();
}

/// Reads the pages of a chunk.
template <class Value>
class ChunkReader {
 public:
  ChunkReader(std::string_view chunk, BlockCodec codec, const Column& column, TextMemory* memory)
      : column_(column), codec_(codec), bytes_(chunk), memory_(memory) {}

  void read(std::span<Value> to) {
    while (!to.empty()) {
      ThriftReader in(bytes_);
      const PageHead head = read_page_head(in);
      bytes_.remove_prefix(in.position());
      const auto size = static_cast<std::size_t>(head.packed);
      expect_bytes(bytes_, size);
      const std::string_view body = bytes_.substr(0, size);
      bytes_.remove_prefix(size);
      if (head.type == PageHead::dictionary) {
        read_dictionary(head, body);
      } else if (head.type == PageHead::data || head.type == PageHead::data_v2) {
        const auto count = static_cast<std::size_t>(head.values);
        if (count > to.size()) throw Problem{"found more values than rows"};
        read_values(head, body, to.first(count));
        to = to.subspan(count);
      }
    }
  }

  /// Texts may lie in the last page.
  void keep_page() {
    if (page_) memory_->pages.push_back(std::move(page_));
  }

 private:
  std::string_view unpacked(std::string_view packed, std::size_t size) {
    constexpr std::size_t most_bytes = std::size_t{1} << 30U;
    if (size > most_bytes) throw Problem{"found a page of more than 1 GiB"};
    if (codec_ == BlockCodec::none || size == 0)
      return packed.substr(0, std::min(size, packed.size()));
    if (size > most_unpacked(codec_, packed.size())) {
      throw Problem{"found a page that is larger than its packed bytes can be"};
    }
    if (is_text<Value> || size > capacity_) {
      if (is_text<Value> && page_) memory_->pages.push_back(std::move(page_));
      page_.reset(new char[size]);
      capacity_ = size;
    }
    if (!unpack_block(codec_, packed, {page_.get(), size})) {
      throw Problem{"found a page that does not unpack; copy or write the file again"};
    }
    return {page_.get(), size};
  }

  void read_dictionary(const PageHead& head, std::string_view body) {
    constexpr std::size_t most_values = std::size_t{1} << 26U;
    const auto count = static_cast<std::size_t>(head.values);
    if (count > most_values) throw Problem{"found a dictionary of more than 2^26 values"};
    const std::string_view values = unpacked(body, static_cast<std::size_t>(head.unpacked));
    constexpr std::size_t length_bytes = 4;
    expect_bytes(values, count * (column_.width == 0 ? length_bytes : column_.width));
    dictionary_.resize(count);
    read_plain(values, dictionary_);
  }

  void read_values(const PageHead& head, std::string_view body, std::span<Value> to) {
    std::string_view levels;
    std::string_view values;
    const auto size = static_cast<std::size_t>(head.unpacked);
    if (head.type == PageHead::data_v2) {
      const auto before = static_cast<std::size_t>(head.definition_bytes);
      if (head.repetition_bytes != 0 || before > size) throw Problem{"found levels of lists"};
      expect_bytes(body, before);
      levels = body.substr(0, before);
      values = body.substr(before);
      if (head.is_packed) values = unpacked(values, size - before);
    } else {
      values = unpacked(body, size);
      if (column_.is_optional) {
        constexpr std::int32_t known = static_cast<std::int32_t>(Encoding::runs);
        if (head.level_encoding != known) throw Problem{"found levels in an outdated encoding"};
        levels = take_sized(values);
      }
    }
    std::size_t present = to.size();
    if (column_.is_optional) {
      levels_.resize(to.size());
      read_runs(levels, 1, levels_);
      present = static_cast<std::size_t>(std::ranges::count(levels_, 1U));
    }
    if (present > 0) decode(static_cast<Encoding>(head.encoding), values, to.first(present));
    // From the end, so that no value is overwritten before it moves to its row.
    for (std::size_t row = to.size(); present < row; --row) {
      to[row - 1] = levels_[row - 1] == 0 ? missing<Value>() : to[--present];
    }
  }

  void decode(Encoding encoding, std::string_view values, std::span<Value> to) {
    const bool is_whole =
        column_.physical == Physical::int32 || column_.physical == Physical::int64;
    const bool has_texts =
        column_.physical == Physical::bytes || column_.physical == Physical::fixed;
    switch (encoding) {
      case Encoding::plain:
        return read_plain(values, to);
      case Encoding::plain_dictionary:
      case Encoding::dictionary:
        return read_indices(values, to);
      case Encoding::runs:
        if (column_.physical != Physical::boolean) break;
        indices_.resize(to.size());
        read_runs(take_sized(values), 1, indices_);
        return take_truths(to);
      case Encoding::delta:
        if (!is_whole) break;
        return read_whole(values, to);
      case Encoding::delta_lengths:
        if (column_.physical != Physical::bytes) break;
        texts_.resize(to.size());
        read_length_texts(values, texts_);
        return take_texts(to);
      case Encoding::delta_texts: {
        if (!has_texts) break;
        texts_.resize(to.size());
        std::unique_ptr<char[]> made = read_prefix_texts(values, texts_);
        take_texts(to);
        if (memory_ != nullptr) memory_->pages.push_back(std::move(made));
        return;
      }
      case Encoding::byte_streams:
        if (column_.width == 0) break;
        expect_bytes(values, column_.width * to.size());
        joined_.resize(column_.width * to.size());
        join_streams(values, column_.width, to.size(), joined_.data());
        return take_fixed(joined_.data(), to);
    }
    throw Problem{fmt::format("found values in encoding {}, which its type does not have",
                              static_cast<int>(encoding))};
  }

  void read_plain(std::string_view values, std::span<Value> to) {
    if (column_.physical == Physical::boolean) {
      expect_bytes(values, (to.size() + 7) / 8);
      indices_.resize(to.size());
      for (std::size_t i = 0; i < to.size(); ++i) {
        indices_[i] = static_cast<unsigned char>(values[i / 8]) >> (i % 8) & 1U;
      }
      take_truths(to);
    } else if (column_.width == 0) {
      expect_bytes(values, 4 * to.size());
      texts_.resize(to.size());
      read_plain_texts(values, texts_);
      take_texts(to);
    } else {
      expect_bytes(values, column_.width * to.size());
      take_fixed(values.data(), to);
    }
  }

  void read_indices(std::string_view values, std::span<Value> to) {
    expect_bytes(values, 1);
    indices_.resize(to.size());
    read_runs(values.substr(1), static_cast<unsigned char>(values[0]), indices_);
    std::uint32_t largest = 0;
    for (const std::uint32_t index : indices_) largest = std::max(largest, index);
    if (largest >= dictionary_.size()) throw Problem{"found a value outside of the dictionary"};
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = dictionary_[indices_[i]];
  }

  void read_whole(std::string_view values, std::span<Value> to) {
    read_deltas(values, to.size(), numbers_);
    joined_.resize(column_.width * to.size());
    for (std::size_t i = 0; i < to.size(); ++i) {  // the low bytes of each, on any machine of ours
      std::memcpy(joined_.data() + i * column_.width, &numbers_[i], column_.width);
    }
    take_fixed(joined_.data(), to);
  }

  void take_truths(std::span<Value> to) {
    if constexpr (!is_text<Value>) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<Value>(indices_[i]);
    }
  }

  void take_texts(std::span<Value> to) {
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

  void take_fixed(const char* from, std::span<Value> to) {
    const bool is_long = column_.width == sizeof(std::int64_t);
    if (column_.physical == Physical::fixed) {
      texts_.resize(to.size());
      for (std::size_t i = 0; i < to.size(); ++i) {
        texts_[i] = {from + i * column_.width, column_.width};
      }
      take_texts(to);
    } else if (column_.meaning == Meaning::real) {
      is_long ? take<double>(from, to) : take<float>(from, to);
    } else if (column_.meaning == Meaning::unsigned_whole) {
      is_long ? take<std::uint64_t>(from, to) : take<std::uint32_t>(from, to);
    } else {
      is_long ? take<std::int64_t>(from, to) : take<std::int32_t>(from, to);
    }
  }

  template <class Raw>
  void take(const char* from, std::span<Value> to) {
    if constexpr (is_text<Value>) {
      for (std::size_t i = 0; i < to.size(); ++i) {
        const Raw number = raw_at<Raw>(from + i * sizeof(Raw));
        // The rows of a query mostly follow each other.
        const bool is_again = i > 0 && std::memcmp(from + i * sizeof(Raw),
                                                   from + (i - 1) * sizeof(Raw), sizeof(Raw)) == 0;
        if (!is_again) {
          memory_->made.push_back(to_text(number));
        }
        to[i] = memory_->made.back();
      }
    } else if (std::is_integral_v<Raw> && column_.meaning == Meaning::decimal) {
      for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = decimal<Value>(static_cast<std::int64_t>(raw_at<Raw>(from + i * sizeof(Raw))),
                               column_.scale);
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
  TextMemory* memory_;
  std::unique_ptr<char[]> page_;
  std::size_t capacity_ = 0;
  std::vector<Value> dictionary_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::string_view> texts_;
  std::vector<char> joined_;
};

/// The bytes of a chunk, which must lie in the file.
std::string_view bytes_of(std::string_view file, const Column& column, const Chunk& chunk,
                          std::size_t rows) {
  if (chunk.is_encrypted) {
    throw Problem{
        "found an encrypted column, expected one that is not; write the file without "
        "encryption properties"};
  }
  if (chunk.is_elsewhere) throw Problem{"found a column whose values are in another file"};
  const auto size = static_cast<std::int64_t>(file.size());
  if (chunk.begin < 4 || chunk.begin > size || chunk.size < 0 || chunk.size > size - chunk.begin) {
    throw Problem{"found a column that lies outside of the file; copy or write the file again"};
  }
  if (chunk.physical != column.physical || chunk.values != static_cast<std::int64_t>(rows)) {
    throw Problem{"found a column of another type or length than the metadata say"};
  }
  return file.substr(static_cast<std::size_t>(chunk.begin), static_cast<std::size_t>(chunk.size));
}

template <class Value>
void read_any(std::string_view file, const Column& column, const Chunk& chunk, std::span<Value> to,
              TextMemory* memory) {
  const std::string_view bytes = bytes_of(file, column, chunk, to.size());
  ChunkReader<Value> reader(bytes, codec_of(chunk.codec), column, memory);
  reader.read(to);
  if constexpr (is_text<Value>) reader.keep_page();
}

}  // namespace

void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<float> to) {
  read_any(file, column, chunk, to, nullptr);
}

void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<double> to) {
  read_any(file, column, chunk, to, nullptr);
}

void read_column(std::string_view file, const Column& column, const Chunk& chunk,
                 std::span<std::string_view> to, TextMemory& memory) {
  read_any(file, column, chunk, to, &memory);
}

}  // namespace podium::parquet
