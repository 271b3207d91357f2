#include "podium/core/format/parquet/footer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"

namespace podium::parquet {

namespace {

constexpr std::string_view mark = "PAR1";
constexpr std::string_view encrypted_mark = "PARE";

/// The types of values that have a meaning beyond that of their bytes, by their numbers in the
/// format; the older of its two lists is translated.
enum class Logical {
  none = 0,
  string = 1,
  map = 2,
  list = 3,
  enumeration = 4,
  decimal = 5,
  date = 6,
  time = 7,
  timestamp = 8,
  integer = 10,
  nothing = 11,
  json = 12,
  bson = 13,
  uuid = 14,
  half = 15,
  interval = 100,  // only in the older list
  unknown = 101
};

/// A node of the schema.
struct Node {
  std::string name;
  std::optional<std::int32_t> physical;  ///< groups have none
  std::int32_t length = 0;
  std::int32_t repetition = 0;
  std::int32_t children = 0;
  std::int32_t scale = 0;
  Logical logical = Logical::none;
  bool is_unsigned = false;
};

/// The older list of types.
void take_converted(Node& node, std::int32_t type) {
  constexpr std::array<Logical, 22> known = {
      Logical::string,      Logical::map,       Logical::map,       Logical::list,
      Logical::enumeration, Logical::decimal,   Logical::date,      Logical::time,
      Logical::time,        Logical::timestamp, Logical::timestamp, Logical::integer,
      Logical::integer,     Logical::integer,   Logical::integer,   Logical::integer,
      Logical::integer,     Logical::integer,   Logical::integer,   Logical::json,
      Logical::bson,        Logical::interval};
  if (node.logical != Logical::none) return;
  const bool is_known = type >= 0 && static_cast<std::size_t>(type) < known.size();
  node.logical = is_known ? known[static_cast<std::size_t>(type)] : Logical::unknown;
  node.is_unsigned = type >= 11 && type <= 14;
}

void read_logical(ThriftReader& in, Node& node) {
  in.fields([&](std::int64_t kind, int type) {
    const bool is_known = kind >= 1 && kind <= 15 && kind != 9;
    node.logical = is_known ? static_cast<Logical>(kind) : Logical::unknown;
    node.is_unsigned = false;
    if (type != ThriftReader::structure) return in.skip(type);
    in.fields([&](std::int64_t field, int t) {
      if (node.logical == Logical::integer && field == 2) node.is_unsigned = t == ThriftReader::no;
      if (node.logical == Logical::decimal && field == 1) {
        node.scale = in.small_number();
      } else {
        in.skip(t);
      }
    });
  });
}

Node read_node(ThriftReader& in) {
  Node node;
  in.fields([&](std::int64_t field, int type) {
    switch (field) {
      case 1:
        node.physical = in.small_number();
        break;
      case 2:
        node.length = in.small_number();
        break;
      case 3:
        node.repetition = in.small_number();
        break;
      case 4:
        node.name = in.text();
        break;
      case 5:
        node.children = in.small_number();
        break;
      case 6:
        take_converted(node, in.small_number());
        break;
      case 7:
        node.scale = in.small_number();
        break;
      case 10:
        read_logical(in, node);
        break;
      default:
        in.skip(type);
    }
  });
  return node;
}

constexpr std::string_view nested = "lists or groups";

/// What a flat column is that cannot be a feature.
std::string_view other_kind(const Node& node) {
  switch (node.logical) {
    case Logical::date:
      return "dates";
    case Logical::time:
    case Logical::timestamp:
      return "times";
    case Logical::interval:
      return "intervals";
    case Logical::uuid:
      return "UUIDs";
    case Logical::bson:
      return "BSON";
    case Logical::map:
    case Logical::list:
      return nested;
    default:
      return node.physical == static_cast<std::int32_t>(Physical::int96)
                 ? "times of the outdated type INT96"
                 : "bytes of a type that is no number and no text";
  }
}

Meaning meaning_of(const Node& node, Physical physical) {
  const bool is_whole = physical == Physical::int32 || physical == Physical::int64;
  switch (node.logical) {
    case Logical::nothing:
      return Meaning::nothing;
    case Logical::decimal:
      return is_whole || physical == Physical::bytes || physical == Physical::fixed
                 ? Meaning::decimal
                 : Meaning::other;
    case Logical::half:
      return physical == Physical::fixed && node.length == 2 ? Meaning::half : Meaning::other;
    case Logical::integer:
      if (!is_whole) return Meaning::other;
      return node.is_unsigned ? Meaning::unsigned_whole : Meaning::whole;
    case Logical::string:
    case Logical::enumeration:
    case Logical::json:
      return physical == Physical::bytes ? Meaning::text : Meaning::other;
    case Logical::none:
      break;
    default:
      return Meaning::other;
  }
  if (physical == Physical::boolean) return Meaning::truth;
  if (is_whole) return Meaning::whole;
  if (physical == Physical::real32 || physical == Physical::real64) return Meaning::real;
  return physical == Physical::bytes ? Meaning::text : Meaning::other;  // older writers say no more
}

Column column_of(const Node& node, std::size_t leaf) {
  Column column{.name = node.name, .leaf = leaf};
  column.is_optional = node.repetition == 1;
  if (!node.physical || node.repetition == 2) {
    column.other = nested;
    return column;
  }
  if (*node.physical < 0 || *node.physical > static_cast<std::int32_t>(Physical::fixed)) {
    throw Problem{fmt::format("found column {} of an unknown type", in_quotes(node.name))};
  }
  column.physical = static_cast<Physical>(*node.physical);
  constexpr std::array<std::size_t, 8> widths = {0, 4, 8, 12, 4, 8, 0, 0};
  column.width = widths[static_cast<std::size_t>(column.physical)];
  column.meaning = meaning_of(node, column.physical);
  column.scale = node.scale;
  if (column.physical == Physical::fixed) {
    constexpr std::int32_t most = 1 << 16;
    if (node.length <= 0 || node.length > most) {
      throw Problem{fmt::format("found column {} with values of {} bytes, expected 1 to {}",
                                in_quotes(node.name), node.length, most)};
    }
    column.width = static_cast<std::size_t>(node.length);
  }
  if (column.meaning == Meaning::other) column.other = other_kind(node);
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
    for (std::int64_t open = 1; open > 0; ++at) {
      if (at == nodes.size()) throw Problem{"found a schema that ends too early"};
      if (nodes[at].children < 0) throw Problem{"found a schema that cannot be"};
      open += nodes[at].children - 1;
      if (nodes[at].physical) ++leaves;
    }
  }
  return columns;
}

void read_chunk_metadata(ThriftReader& in, Chunk& chunk) {
  std::int64_t dictionary = 0;
  in.fields([&](std::int64_t field, int type) {
    switch (field) {
      case 1:
        chunk.physical = static_cast<Physical>(in.small_number());
        break;
      case 4:
        chunk.codec = in.small_number();
        break;
      case 5:
        chunk.values = in.number();
        break;
      case 7:
        chunk.size = in.number();
        break;
      case 9:
        chunk.begin = in.number();
        break;
      case 11:
        dictionary = in.number();
        break;
      default:
        in.skip(type);
    }
  });
  if (dictionary > 0) chunk.begin = std::min(chunk.begin, dictionary);
}

Chunk read_chunk(ThriftReader& in) {
  Chunk chunk;
  in.fields([&](std::int64_t field, int type) {
    chunk.is_elsewhere |= field == 1;
    chunk.is_encrypted |= field == 8;
    if (field == 3) {
      read_chunk_metadata(in, chunk);
    } else {
      in.skip(type);
    }
  });
  return chunk;
}

RowGroup read_group(ThriftReader& in) {
  RowGroup group;
  in.fields([&](std::int64_t field, int type) {
    if (field == 1) {
      in.elements([&](int) { group.chunks.push_back(read_chunk(in)); });
    } else if (field == 3) {
      const std::int64_t rows = in.number();
      if (rows < 0) throw Problem{"found a row group with less than no rows"};
      group.rows = static_cast<std::size_t>(rows);
    } else {
      in.skip(type);
    }
  });
  return group;
}

[[noreturn]] void refuse_encrypted() {
  throw Problem{
      "found an encrypted Parquet file, expected one that is not; write it without "
      "encryption properties"};
}

}  // namespace

bool has_mark(std::string_view file) noexcept {
  return file.starts_with(mark) || file.starts_with(encrypted_mark);
}

Footer read_footer(std::string_view file) {
  constexpr std::size_t end_bytes = 8;  // the length of the footer, and the mark again
  if (!has_mark(file)) {
    throw Problem{
        "found a file that does not begin with PAR1, expected Parquet; --input-format "
        "names another format"};
  }
  if (file.starts_with(encrypted_mark)) refuse_encrypted();
  if (file.size() < mark.size() + end_bytes || !file.ends_with(mark)) {
    throw Problem{
        "found a Parquet file that is cut off: it does not end with PAR1; copy or write "
        "it again"};
  }
  std::uint32_t size = 0;
  std::memcpy(&size, file.data() + file.size() - end_bytes, sizeof size);
  if (size > file.size() - mark.size() - end_bytes) {
    throw Problem{
        "found a Parquet file that is cut off: its metadata are longer than the file; "
        "copy or write it again"};
  }
  ThriftReader in(file.substr(file.size() - end_bytes - size, size));
  Footer footer;
  std::vector<Node> nodes;
  in.fields([&](std::int64_t field, int type) {
    if (field == 2) {
      in.elements([&](int) { nodes.push_back(read_node(in)); });
    } else if (field == 4) {
      in.elements([&](int) { footer.groups.push_back(read_group(in)); });
    } else {
      in.skip(type);
    }
  });
  footer.columns = columns_of(nodes);
  return footer;
}

BlockCodec codec_of(std::int32_t number) {
  constexpr std::array<std::pair<std::int32_t, BlockCodec>, 5> known = {{{0, BlockCodec::none},
                                                                         {1, BlockCodec::snappy},
                                                                         {2, BlockCodec::gzip},
                                                                         {6, BlockCodec::zstd},
                                                                         {7, BlockCodec::lz4}}};
  for (const auto& [own, codec] : known) {
    if (own == number) return codec;
  }
  constexpr std::array<std::pair<std::int32_t, std::string_view>, 3> others = {
      {{3, "LZO"}, {4, "brotli"}, {5, "the outdated LZ4"}}};
  const auto* const other = std::ranges::find(others, number, &decltype(others)::value_type::first);
  throw Problem{
      fmt::format("found values packed by {}, expected snappy, gzip, zstd, lz4_raw or "
                  "none; write the file with compression='zstd'",
                  other == others.end() ? "an unknown codec" : other->second)};
}

PageHead read_page_head(ThriftReader& in) {
  PageHead head;
  const auto read_data = [&](bool is_v2) {
    in.fields([&](std::int64_t field, int type) {
      if (field == 1) {
        head.values = in.small_number();
      } else if (field == (is_v2 ? 4 : 2)) {
        head.encoding = in.small_number();
      } else if (!is_v2 && field == 3 && type == 5) {
        head.level_encoding = in.small_number();
      } else if (is_v2 && field == 5) {
        head.definition_bytes = in.small_number();
      } else if (is_v2 && field == 6) {
        head.repetition_bytes = in.small_number();
      } else if (is_v2 && field == 7) {
        head.is_packed = type == ThriftReader::yes;
      } else {
        in.skip(type);
      }
    });
  };
  in.fields([&](std::int64_t field, int type) {
    switch (field) {
      case 1:
        head.type = in.small_number();
        break;
      case 2:
        head.unpacked = in.small_number();
        break;
      case 3:
        head.packed = in.small_number();
        break;
      case 5:
      case 7:
        read_data(false);
        break;
      case 8:
        read_data(true);
        break;
      default:
        in.skip(type);
    }
  });
  if (head.unpacked < 0 || head.packed < 0 || head.values < 0 || head.definition_bytes < 0 ||
      head.repetition_bytes < 0) {
    throw Problem{"found a page of negative size"};
  }
  return head;
}

}  // namespace podium::parquet
