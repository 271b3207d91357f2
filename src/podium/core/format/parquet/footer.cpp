#include "podium/core/format/parquet/footer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"

namespace podium::parquet {

namespace {

constexpr std::string_view mark = "PAR1";
constexpr std::string_view encrypted_mark = "PARE";
constexpr std::string_view not_encrypted =
    ", expected one that is not; write the file without encryption properties";

/// Walks over bytes in Thrift's compact protocol: structs of numbered fields, and lists.
class ThriftReader {
 public:
  enum Type {
    yes = 1,
    no = 2,
    byte = 3,
    last_number = 6,
    real = 7,
    text = 8,
    list = 9,
    set = 10,
    structure = 12
  };

  explicit ThriftReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view rest() const noexcept { return rest_; }

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) throw Problem{"found metadata that end too early"};
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const unsigned next = raw_byte();
      value |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
      if (next < 0x80U) return value;
    }
    throw Problem{"found a number in the metadata that is too large"};
  }

  /// Reads the numbers and truth values of a struct to their places, and calls visit(field, type)
  /// for its other fields, which are skipped unless it returns true.
  template <class Visit>
  void fields(std::initializer_list<std::pair<std::int64_t, std::int64_t*>> places,
              const Visit& visit) {
    enter();
    std::int64_t field = 0;
    while (const unsigned head = raw_byte()) {
      const int type = static_cast<int>(head & 15U);
      field = head >> 4U != 0 ? field + (head >> 4U) : number();
      const auto* const place =
          std::ranges::find(places, field, &std::pair<std::int64_t, std::int64_t*>::first);
      if (place != places.end() && type <= last_number) {
        *place->second = type == byte ? raw_byte() : type < byte ? type == yes : number();
      } else if (!visit(field, type)) {
        skip(type);
      }
    }
    --depth_;
  }
  void fields(std::initializer_list<std::pair<std::int64_t, std::int64_t*>> places) {
    fields(places, [](std::int64_t, int) { return false; });
  }

  /// Calls visit(type) for each element of a list.
  template <class Visit>
  bool elements(const Visit& visit) {
    enter();
    const unsigned head = raw_byte();
    const std::uint64_t size = head >> 4U == 15U ? varint() : head >> 4U;
    for (std::uint64_t i = 0; i < size; ++i) {
      if (rest_.empty()) take(1);
      visit(static_cast<int>(head & 15U));
    }
    --depth_;
    return true;
  }

 private:
  unsigned raw_byte() { return static_cast<unsigned char>(take(1).front()); }

  std::int64_t number() {
    const std::uint64_t folded = varint();  // 0, -1, 1, -2, ...
    return static_cast<std::int64_t>(folded >> 1U ^ (~(folded & 1U) + 1U));
  }

  /// Bytes that nest without end would take the stack.
  void enter() {
    if (++depth_ > 32) throw Problem{"found metadata that nest too deeply"};
  }

  void skip(int type) {
    if (type <= no) return;
    if (type <= last_number) {
      type == byte ? take(1).size() : varint();
    } else if (type == real) {
      take(8);
    } else if (type == text) {
      take(varint());
    } else if (type == list || type == set) {
      elements([&](int of) { of <= no ? void(raw_byte()) : skip(of); });
    } else if (type == structure) {
      fields({});
    } else {
      throw Problem{"found metadata of an unknown type"};  // maps: Parquet has none
    }
  }

  std::string_view rest_;
  int depth_ = 0;
};

/// A node of the schema. A group has no physical type.
struct Node {
  std::string name;
  std::int64_t physical = -1, length = 0, repetition = 0, children = 0, scale = 0;
  std::int64_t converted = -1;  ///< the older list of types
  std::int64_t logical = 0;
  bool is_unsigned = false;
};

Node read_node(ThriftReader& in) {
  Node node;
  const auto visit_type = [&](std::int64_t kind, int type) {
    std::int64_t first = 0;
    std::int64_t second = 1;
    node.logical = kind;
    if (type != ThriftReader::structure) return false;
    in.fields({{1, &first}, {2, &second}});
    if (kind == 5) node.scale = first;
    node.is_unsigned = kind == 10 && second == 0;
    return true;
  };
  in.fields({{1, &node.physical},
             {2, &node.length},
             {3, &node.repetition},
             {5, &node.children},
             {6, &node.converted},
             {7, &node.scale}},
            [&](std::int64_t field, int type) {
              if (field == 4 && type == ThriftReader::text) {
                node.name = in.take(in.varint());
                return true;
              }
              if (field != 10 || type != ThriftReader::structure) return false;
              in.fields({}, visit_type);
              return true;
            });
  if (node.logical == 0 && node.converted >= 0) {
    constexpr std::array<int, 22> known = {1,  2,  2,  3,  4,  5,  6,  7,  7,  8,  8,
                                           10, 10, 10, 10, 10, 10, 10, 10, 12, 13, 9};
    const auto type = static_cast<std::size_t>(node.converted);
    node.logical = type < known.size() ? known[type] : -1;
    node.is_unsigned = type >= 11 && type <= 14;
  }
  return node;
}

struct Kind {
  Meaning meaning = Meaning::other;
  std::string_view other{};
};

constexpr std::string_view nested = "lists or groups";

/// Of columns whose type is that of their bytes, by it.
constexpr std::array<Kind, 8> plain_kinds = {{{Meaning::truth},
                                              {Meaning::whole},
                                              {Meaning::whole},
                                              {Meaning::other, "outdated times (INT96)"},
                                              {Meaning::real},
                                              {Meaning::real},
                                              {Meaning::text},
                                              {}}};

/// Of the others, by their logical types.
constexpr std::array<Kind, 16> kinds = {{{},
                                         {Meaning::text},
                                         {Meaning::other, nested},
                                         {Meaning::other, nested},
                                         {Meaning::text},
                                         {Meaning::decimal},
                                         {Meaning::other, "dates"},
                                         {Meaning::other, "times"},
                                         {Meaning::other, "times"},
                                         {Meaning::other, "intervals"},
                                         {Meaning::whole},
                                         {Meaning::nothing},
                                         {Meaning::text},
                                         {Meaning::other, "BSON"},
                                         {Meaning::other, "UUIDs"},
                                         {Meaning::half}}};

/// Whether values that are stored in this way can have the meaning.
bool fits(Physical physical, Meaning meaning, std::int64_t length) {
  const bool is_whole = physical == Physical::int32 || physical == Physical::int64;
  const bool is_bytes = physical == Physical::bytes;
  const bool is_fixed = physical == Physical::fixed;
  if (meaning == Meaning::whole) return is_whole;
  if (meaning == Meaning::decimal) return is_whole || is_bytes || is_fixed;
  if (meaning == Meaning::half) return is_fixed && length == 2;
  return meaning != Meaning::text || is_bytes;
}

Column column_of(const Node& node, std::size_t leaf) {
  Column column{.name = node.name,
                .scale = node.scale,
                .is_optional = node.repetition == 1,
                .leaf = leaf,
                .other = std::string(nested)};
  if (node.physical < 0 || node.repetition == 2) return column;
  constexpr std::array<std::size_t, 8> widths = {4, 4, 8, 12, 4, 8, 0, 0};
  const auto physical = static_cast<std::size_t>(node.physical);
  const bool is_fixed = node.physical == static_cast<std::int64_t>(Physical::fixed);
  if (physical >= widths.size() || (is_fixed && (node.length < 1 || node.length > 1 << 16))) {
    throw Problem{fmt::format("found column {} of an unknown type", in_quotes(node.name))};
  }
  column.physical = static_cast<Physical>(physical);
  column.width = is_fixed ? static_cast<std::size_t>(node.length) : widths[physical];
  const auto logical = static_cast<std::size_t>(node.logical);
  Kind kind = logical == 0             ? plain_kinds[physical]
              : logical < kinds.size() ? kinds[logical]
                                       : Kind();
  if (!fits(column.physical, kind.meaning, node.length)) kind = {};
  if (kind.meaning == Meaning::whole && node.is_unsigned) kind.meaning = Meaning::unsigned_whole;
  const bool is_known = kind.meaning != Meaning::other || !kind.other.empty();
  column.meaning = kind.meaning;
  column.other = is_known ? kind.other : "bytes of a type that is no number and no text";
  return column;
}

/// The columns are the children of the first node; the nodes of a tree stand parents first.
std::vector<Column> columns_of(const std::vector<Node>& nodes) {
  std::vector<Column> columns;
  std::unordered_set<std::string_view> known;
  std::size_t leaves = 0;
  for (std::size_t at = 1; at < nodes.size();) {
    columns.push_back(column_of(nodes[at], leaves));
    if (!known.insert(nodes[at].name).second) {
      throw Problem{fmt::format("found a second column {}, expected each name once",
                                in_quotes(nodes[at].name))};
    }
    for (std::size_t open = 1; open > 0; ++at) {
      if (at == nodes.size() || nodes[at].children < 0 || open > nodes.size()) {
        throw Problem{"found a schema that ends too early"};
      }
      open += static_cast<std::size_t>(nodes[at].children) - 1;
      if (nodes[at].physical >= 0) ++leaves;
    }
  }
  return columns;
}

Chunk read_chunk(ThriftReader& in) {
  Chunk chunk;
  in.fields({}, [&](std::int64_t field, int) {
    chunk.is_elsewhere |= field == 1;
    chunk.is_encrypted |= field == 8;
    if (field != 3) return false;
    std::int64_t dictionary = 0;
    in.fields({{1, &chunk.physical},
               {4, &chunk.codec},
               {5, &chunk.values},
               {7, &chunk.size},
               {9, &chunk.begin},
               {11, &dictionary}});
    if (dictionary > 0) chunk.begin = std::min(chunk.begin, dictionary);
    return true;
  });
  return chunk;
}

RowGroup read_group(ThriftReader& in) {
  RowGroup group;
  in.fields({{3, &group.rows}}, [&](std::int64_t field, int) {
    return field == 1 && in.elements([&](int) { group.chunks.push_back(read_chunk(in)); });
  });
  if (group.rows < 0) throw Problem{"found a row group with less than no rows"};
  return group;
}

}  // namespace

bool has_mark(std::string_view file) noexcept {
  return file.starts_with(mark) || file.starts_with(encrypted_mark);
}

Footer read_footer(std::string_view file) {
  constexpr std::size_t end_bytes = 8;  // the length of the footer, and the mark again
  if (!has_mark(file)) {
    throw Problem{
        "found a file that does not begin with PAR1, expected "
        "Parquet; --input-format "
        "names another format"};
  }
  if (file.starts_with(encrypted_mark)) {
    throw Problem{fmt::format("found an encrypted file{}", not_encrypted)};
  }
  std::uint32_t size = 0;
  const bool has_end = file.size() >= mark.size() + end_bytes && file.ends_with(mark);
  if (has_end) std::memcpy(&size, file.data() + file.size() - end_bytes, sizeof size);
  if (!has_end || size > file.size() - mark.size() - end_bytes) {
    throw Problem{fmt::format(
        "found a Parquet file that is cut off: {}; copy or write it again",
        has_end ? "its metadata are longer than the file" : "it does not end with PAR1")};
  }
  ThriftReader in(file.substr(file.size() - end_bytes - size, size));
  Footer footer;
  std::vector<Node> nodes;
  in.fields({}, [&](std::int64_t field, int) {
    if (field == 2) return in.elements([&](int) { nodes.push_back(read_node(in)); });
    return field == 4 && in.elements([&](int) { footer.groups.push_back(read_group(in)); });
  });
  footer.columns = columns_of(nodes);
  return footer;
}

BlockCodec codec_of(std::int64_t number) {
  constexpr std::array<BlockCodec, 8> known = {
      BlockCodec::none, BlockCodec::snappy, BlockCodec::gzip, BlockCodec::none,
      BlockCodec::none, BlockCodec::none,   BlockCodec::zstd, BlockCodec::lz4};
  constexpr std::array<std::string_view, 4> refused = {"LZO", "brotli", "the outdated LZ4",
                                                       "an unknown codec"};
  const auto place = static_cast<std::size_t>(number);
  if (place < known.size() && (place == 0 || known[place] != BlockCodec::none)) return known[place];
  throw Problem{
      fmt::format("found values packed by {}, expected snappy, gzip, zstd, lz4_raw or "
                  "none; write the file with compression='zstd'",
                  refused[place < known.size() ? place - 3 : 3])};
}

PageHead take_page_head(std::string_view& bytes) {
  ThriftReader in(bytes);
  PageHead head;
  in.fields({{1, &head.type}, {2, &head.unpacked}, {3, &head.packed}},
            [&](std::int64_t field, int) {
              if (field == 5 || field == 7) {
                in.fields({{1, &head.values}, {2, &head.encoding}, {3, &head.level_encoding}});
              } else if (field == 8) {
                in.fields({{1, &head.values},
                           {4, &head.encoding},
                           {5, &head.definition_bytes},
                           {6, &head.repetition_bytes},
                           {7, &head.is_packed}});
              }
              return field == 5 || field == 7 || field == 8;
            });
  for (const std::int64_t size : {head.unpacked, head.packed, head.values, head.definition_bytes}) {
    if (size < 0) throw Problem{"found a page of negative size"};
  }
  bytes = in.rest();
  return head;
}

}  // namespace podium::parquet
