#include "arrow_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "narrowed.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"

namespace podium::python {

namespace {

bool is_valid(const ArrowArray& array, std::size_t i) {
  if (array.null_count == 0 || array.buffers[0] == nullptr) return true;
  const auto* bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  return ((bits[i / 8] >> (i % 8)) & 1U) != 0;
}

template <class T>
T value_at(const ArrowArray& array, std::size_t i) {
  return static_cast<const T*>(array.buffers[1])[i];
}

bool bit_at(const ArrowArray& array, std::size_t i) {
  return ((value_at<std::uint8_t>(array, i / 8) >> (i % 8)) & 1U) != 0;
}

/// A number of 16 bits with a point, which C++20 has no type for.
double half_at(const ArrowArray& array, std::size_t i) {
  const auto bits = value_at<std::uint16_t>(array, i);
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  const int exponent = (bits >> 10U) & 0x1F;
  const double fraction = (bits & 0x3FFU) / 1024.0;
  if (exponent == 31) {
    return fraction == 0.0 ? sign * std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::quiet_NaN();
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -14)
                       : sign * std::ldexp(1.0 + fraction, exponent - 15);
}

/// Calls use(read) with the function that reads value i as a number; false: the type has none.
template <class Use>
bool with_number_reader(std::string_view format, Use&& use) {
  if (format.size() != 1) return false;
  const auto of = [&]<class T>(T /*type*/) {
    use([](const ArrowArray& array, std::size_t i) { return value_at<T>(array, i); });
    return true;
  };
  switch (format[0]) {
    case 'b':
      use([](const ArrowArray& array, std::size_t i) { return bit_at(array, i) ? 1.0F : 0.0F; });
      return true;
    case 'c':
      return of(std::int8_t{});
    case 'C':
      return of(std::uint8_t{});
    case 's':
      return of(std::int16_t{});
    case 'S':
      return of(std::uint16_t{});
    case 'i':
      return of(std::int32_t{});
    case 'I':
      return of(std::uint32_t{});
    case 'l':
      return of(std::int64_t{});
    case 'L':
      return of(std::uint64_t{});
    case 'e':
      use(half_at);
      return true;
    case 'f':
      return of(float{});
    case 'g':
      return of(double{});
    default:
      return false;
  }
}

bool has_numbers(const ArrowSchema& schema) {
  return schema.dictionary == nullptr && with_number_reader(schema.format, [](auto&&) {});
}

/// The elements of Arrow's view layout: short texts are inside, others name a buffer.
struct TextView {
  std::int32_t length;
  std::array<char, 4> prefix;
  std::int32_t buffer;
  std::int32_t offset;
};

/// The text at i of an array whose texts lie between offsets.
template <class Offset>
std::string_view text_between(const ArrowArray& array, std::size_t i) {
  const auto begin = value_at<Offset>(array, i);
  const auto end = value_at<Offset>(array, i + 1);
  return {static_cast<const char*>(array.buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

std::string_view viewed_text(const ArrowArray& array, std::size_t i) {
  const TextView& view = static_cast<const TextView*>(array.buffers[1])[i];
  const auto length = static_cast<std::size_t>(view.length);
  if (length <= 12) return {reinterpret_cast<const char*>(&view.prefix), length};
  return {static_cast<const char*>(array.buffers[2 + view.buffer]) + view.offset, length};
}

/// Calls use(read) with the function that reads text i; false: the type has none.
template <class Use>
bool with_text_reader(std::string_view format, Use&& use) {
  if (format == "u") {
    use(text_between<std::int32_t>);
  } else if (format == "U") {
    use(text_between<std::int64_t>);
  } else if (format == "vu") {
    use(viewed_text);
  } else {
    return false;
  }
  return true;
}

constexpr std::size_t rows_of_task = 1U << 14U;

/// Reads the texts of rows [offset, offset + out.size()) of an array of texts or of whole numbers,
/// whose digits `made` gets. False: the type has neither.
bool read_texts(std::string_view format, const ArrowArray& array, std::size_t offset,
                std::span<std::string_view> out, std::deque<std::string>& made) {
  const bool has_texts = with_text_reader(format, [&](auto read) {
    parallel_for((out.size() + rows_of_task - 1) / rows_of_task, [&](std::size_t task) {
      const std::size_t end = std::min(out.size(), (task + 1) * rows_of_task);
      for (std::size_t i = task * rows_of_task; i < end; ++i) out[i] = read(array, offset + i);
    });
  });
  if (has_texts) return true;
  bool has_whole_numbers = false;
  with_number_reader(format, [&](auto read) {
    using Number = decltype(read(array, offset));
    if constexpr (std::is_integral_v<Number>) {
      has_whole_numbers = true;
      for (std::size_t i = 0; i < out.size(); ++i) {
        const Number number = read(array, offset + i);
        // The rows of a query mostly follow each other.
        out[i] = i > 0 && number == read(array, offset + i - 1)
                     ? out[i - 1]
                     : std::string_view(made.emplace_back(to_text(number)));
      }
    }
  });
  return has_whole_numbers;
}

}  // namespace

ArrowTable::ArrowTable(ArrowArrayStream& stream) {
  const std::unique_ptr<ArrowArrayStream, ArrowRelease<ArrowArrayStream>> release(&stream);
  const auto check = [&](int failed) {
    if (failed == 0) return;
    const char* reason = stream.get_last_error(&stream);
    throw UsageError(std::string("the Arrow stream cannot be read: ") +
                     (reason == nullptr ? "no reason was given" : reason));
  };
  check(stream.get_schema(&stream, &schema_));
  for (;;) {
    auto chunk = std::make_unique<OwnedChunk>();
    check(stream.get_next(&stream, &chunk->array));
    if (chunk->array.release == nullptr) break;
    rows_ += static_cast<std::size_t>(chunk->array.length);
    chunks_.push_back(std::move(chunk));
  }
  if (std::string_view(schema_.format) != "+s") {
    throw UsageError("found an Arrow stream of a single column, expected that of a table");
  }
}

std::vector<std::string> ArrowTable::names() const {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < schema_.n_children; ++i) {
    const char* name = schema_.children[i]->name;
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
}

bool ArrowTable::is_numeric(std::size_t column) const {
  return has_numbers(*schema_.children[column]);
}

bool ArrowTable::is_whole(std::size_t column) const {
  const ArrowSchema& schema = *schema_.children[column];
  const std::string_view format =
      schema.dictionary == nullptr ? schema.format : schema.dictionary->format;
  return format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != format.npos;
}

std::string ArrowTable::about(std::size_t column) const {
  return "column " + in_quotes(names()[column]);
}

std::vector<ArrowTable::Chunk> ArrowTable::chunks_of(std::size_t column) const {
  std::vector<Chunk> chunks;
  std::size_t first = 0;
  for (const auto& chunk : chunks_) {
    const ArrowArray& whole = chunk->array;
    const ArrowArray* array = whole.children[column];
    chunks.push_back({array, first, static_cast<std::size_t>(whole.offset + array->offset),
                      static_cast<std::size_t>(whole.length)});
    first += static_cast<std::size_t>(whole.length);
  }
  return chunks;
}

std::size_t ArrowTable::copy_rows(const std::vector<std::size_t>& columns, float* out) const {
  for (const std::size_t column : columns) {
    if (is_numeric(column)) continue;
    throw UsageError(fmt::format(
        "{}: found {}, expected numbers; give categories as codes and name the column in "
        "categorical=, or leave the column out",
        about(column),
        schema_.children[column]->dictionary != nullptr ? "categories" : "texts or other values"));
  }
  constexpr std::size_t tile = 1024;  // rows that stay in the cache while their columns come
  struct Tile {
    std::size_t chunk;
    std::size_t begin;
  };
  std::vector<std::vector<Chunk>> parts;
  parts.reserve(columns.size());
  for (const std::size_t column : columns) parts.push_back(chunks_of(column));
  std::vector<Tile> tiles;
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    const auto rows = static_cast<std::size_t>(chunks_[c]->array.length);
    for (std::size_t begin = 0; begin < rows; begin += tile) tiles.push_back({c, begin});
  }
  std::vector<std::size_t> too_large(tiles.size());
  parallel_for(tiles.size(), [&](std::size_t t) {
    for (std::size_t f = 0; f < columns.size(); ++f) {
      const Chunk& chunk = parts[f][tiles[t].chunk];
      const std::size_t end = std::min(chunk.rows, tiles[t].begin + tile);
      with_number_reader(schema_.children[columns[f]]->format, [&](auto read) {
        for (std::size_t i = tiles[t].begin; i < end; ++i) {
          const std::size_t at = chunk.offset + i;
          out[(chunk.first_row + i) * columns.size() + f] =
              is_valid(*chunk.array, at) ? narrowed(read(*chunk.array, at), too_large[t])
                                         : std::numeric_limits<float>::quiet_NaN();
        }
      });
    }
  });
  return std::accumulate(too_large.begin(), too_large.end(), std::size_t{0});
}

std::vector<double> ArrowTable::numbers(std::size_t column) const {
  if (!is_numeric(column)) {
    throw UsageError(about(column) + ": found values that are no numbers, expected numbers");
  }
  std::vector<double> values(rows_);
  for (const Chunk& chunk : chunks_of(column)) {
    with_number_reader(schema_.children[column]->format, [&](auto read) {
      for (std::size_t i = 0; i < chunk.rows; ++i) {
        const std::size_t at = chunk.offset + i;
        values[chunk.first_row + i] = is_valid(*chunk.array, at)
                                          ? static_cast<double>(read(*chunk.array, at))
                                          : std::numeric_limits<double>::quiet_NaN();
      }
    });
  }
  return values;
}

TextColumn ArrowTable::texts(std::size_t column) const {
  const ArrowSchema& schema = *schema_.children[column];
  TextColumn texts;
  texts.value.resize(rows_);
  const auto read = [&](const ArrowSchema& type, const ArrowArray& array, std::size_t offset,
                        std::span<std::string_view> out) {
    if (read_texts(type.format, array, offset, out, texts.made)) return;
    throw UsageError(about(column) + ": found neither texts nor whole numbers, expected ids");
  };
  const auto no_value = [&](std::size_t row) {
    throw UsageError(fmt::format("{}: row {} has no value", about(column), row));
  };
  for (const Chunk& chunk : chunks_of(column)) {
    for (std::size_t i = 0; chunk.array->null_count != 0 && i < chunk.rows; ++i) {
      if (is_valid(*chunk.array, chunk.offset + i)) continue;
      no_value(chunk.first_row + i);
    }
    const auto out = std::span(texts.value).subspan(chunk.first_row, chunk.rows);
    const ArrowArray* words = chunk.array->dictionary;
    if (words == nullptr) {
      read(schema, *chunk.array, chunk.offset, out);
      continue;
    }
    std::vector<std::string_view> word(static_cast<std::size_t>(words->length));
    read(*schema.dictionary, *words, static_cast<std::size_t>(words->offset), word);
    with_number_reader(schema.format, [&](auto index) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        const auto code = static_cast<std::size_t>(index(*chunk.array, chunk.offset + i));
        out[i] = word.at(code);
        if (!is_valid(*words, static_cast<std::size_t>(words->offset) + code)) {
          no_value(chunk.first_row + i);
        }
      }
    });
  }
  return texts;
}

}  // namespace podium::python
