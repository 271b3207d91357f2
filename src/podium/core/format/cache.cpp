#include "podium/core/format/cache.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/query_blocks.hpp"

namespace podium {

namespace {

// The first byte is not ASCII and the last ones show whether a transfer changed line ends.
constexpr std::string_view magic = "\x93PODIUM\r\n\x1a\n";
constexpr std::uint32_t dense_version = 1;
constexpr std::uint32_t sparse_version = 2;  ///< with the sections of sparse features
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::size_t section_alignment = 64;

struct Header {
  std::array<char, 12> magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t section_count;
  std::uint64_t file_bytes;
  std::uint64_t feature_count;
  std::uint32_t first_feature_id;
  std::uint32_t reserved;
  std::uint64_t checksum;  ///< of the header with this field 0, and of the section table
};
static_assert(sizeof(Header) == 56);

struct Section {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(Section) == 24);

/// The sections, in file order: every column of DatasetColumns. An absent column has no bytes.
enum SectionKind : std::uint32_t {
  query_end,
  feature_begin,
  features,
  label,
  level,
  strict,
  query_id_end,
  query_id_text,
  document_id_end,
  document_id_text,
  feature_name_end,
  feature_name_text,
  input_row,
  row_weight,
  query_weight,
  inc,
  prob,
  dense_section_kinds,
  row_end = dense_section_kinds,
  feature_column,
  section_kinds
};

std::uint32_t section_count(std::uint32_t version) {
  return version == sparse_version ? section_kinds : dense_section_kinds;
}

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::array<std::string_view, section_kinds> sections_of(const DatasetColumns& c) {
  return {bytes_of(c.query_end),
          bytes_of(c.feature_begin),
          bytes_of(c.features),
          bytes_of(c.label),
          bytes_of(c.level),
          bytes_of(c.strict),
          bytes_of(c.query_id.end),
          bytes_of(c.query_id.text),
          bytes_of(c.document_id.end),
          bytes_of(c.document_id.text),
          bytes_of(c.feature_name.end),
          bytes_of(c.feature_name.text),
          bytes_of(c.input_row),
          bytes_of(c.row_weight),
          bytes_of(c.query_weight),
          bytes_of(c.inc),
          bytes_of(c.prob),
          bytes_of(c.row_end),
          bytes_of(c.feature_column)};
}

std::uint64_t header_checksum(Header header, std::span<const Section> table) {
  header.checksum = 0;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += bytes_of(table);
  return checksum64(bytes);
}

std::uint64_t aligned(std::uint64_t at) {
  return (at + section_alignment - 1) / section_alignment * section_alignment;
}

// --- reading ---

/// Whether numbers never fall, by blocks in parallel.
bool never_fall(std::span<const std::uint64_t> numbers) {
  constexpr std::size_t block = std::size_t{1} << 16;
  std::vector<std::uint64_t> falls((numbers.size() + block - 1) / block);
  parallel_for(falls.size(), [&](std::size_t i) {
    // With the last of the block before; a sum and no early exit, which is faster.
    const std::size_t begin = i * block - (i > 0 ? 1 : 0);
    const auto own = numbers.subspan(begin, std::min(numbers.size(), (i + 1) * block) - begin);
    for (std::size_t k = 1; k < own.size(); ++k) falls[i] += own[k] < own[k - 1] ? 1U : 0U;
  });
  return std::ranges::all_of(falls, [](std::uint64_t count) { return count == 0; });
}

/// A mapped file whose header and section table have been found sound.
class CacheFile {
 public:
  CacheFile(const std::filesystem::path& path, CacheCheck check)
      : path_(path.string()), file_(path) {
    const std::string_view bytes = file_.bytes();
    if (!is_cache(bytes)) refuse("not a podium cache");
    OutOfCore::expect(path, bytes.size());
    if (bytes.size() < sizeof(Header)) refuse("the file is cut inside its header");
    std::memcpy(&header_, bytes.data(), sizeof header_);
    if (header_.byte_order != byte_order_mark) refuse("written on a machine of another byte order");
    if (header_.version != dense_version && header_.version != sparse_version) {
      refuse(fmt::format("found version {}, expected version {} or {}; convert the text file again",
                         header_.version, dense_version, sparse_version));
    }
    if (header_.file_bytes != bytes.size()) {
      refuse(fmt::format("found {} bytes, expected {}: the file is {}", bytes.size(),
                         header_.file_bytes,
                         bytes.size() < header_.file_bytes ? "cut" : "too long"));
    }
    const std::uint32_t count = section_count(header_.version);
    const std::size_t table_bytes = sizeof(Section) * count;
    if (header_.section_count != count || bytes.size() < sizeof(Header) + table_bytes) {
      refuse("the header is damaged");
    }
    std::memcpy(table_.data(), bytes.data() + sizeof(Header), table_bytes);
    if (header_.checksum != header_checksum(header_, std::span(table_).first(count))) {
      refuse("the header is damaged");
    }
    for (const Section& section : std::span(table_).first(count)) check_place(section);
    check_sums(count, check);
  }

  const Header& header() const noexcept { return header_; }

  template <class Value>
  std::span<const Value> column(SectionKind kind) const {
    if (table_[kind].bytes % sizeof(Value) != 0) refuse("a section has a wrong length");
    return {reinterpret_cast<const Value*>(file_.bytes().data() + table_[kind].begin),
            table_[kind].bytes / sizeof(Value)};
  }

  StringColumn strings(SectionKind end, SectionKind text) const {
    StringColumn column{this->column<std::uint64_t>(end), this->column<char>(text)};
    check_ascending(column.end, column.text.size());
    return column;
  }

  /// Ends of consecutive ranges: they never fall, and the last is `total`.
  void check_ascending(std::span<const std::uint64_t> ends, std::uint64_t total) const {
    if (!never_fall(ends) || (ends.empty() ? total != 0 : ends.back() != total)) {
      refuse("the offsets of a section are damaged");
    }
  }

  [[noreturn]] void refuse(const std::string& why) const { throw DataError({path_}, why); }

 private:
  void check_place(const Section& section) const {
    const std::uint64_t size = file_.bytes().size();
    if (section.begin % section_alignment != 0 || section.begin > size ||
        section.bytes > size - section.begin) {
      refuse("the header is damaged");
    }
  }

  void check_sums(std::uint32_t count, CacheCheck check) const {
    std::vector<std::uint32_t> kinds;
    std::vector<std::string_view> sections;
    for (std::uint32_t kind = 0; kind < count; ++kind) {
      if (kind == features && check == CacheCheck::structure) continue;
      kinds.push_back(kind);
      sections.push_back(file_.bytes().substr(table_[kind].begin, table_[kind].bytes));
    }
    const std::vector<std::uint64_t> sums = checksums64(sections);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (sums[i] == table_[kinds[i]].checksum) continue;
      refuse(fmt::format("section {} is damaged: its checksum is wrong", kinds[i]));
    }
  }

  std::string path_;
  MappedFile file_;
  Header header_{};
  std::array<Section, section_kinds> table_{};
};

/// Rows that cover the stored values, with columns that ascend and exist.
void check_sparse(const CacheFile& file, const DatasetColumns& c) {
  if (c.feature_count > std::numeric_limits<std::uint32_t>::max()) {
    file.refuse("the number of features is out of range");
  }
  if (c.row_end.size() != c.label.size() || c.feature_column.size() != c.features.size()) {
    file.refuse("a section has a wrong length");
  }
  file.check_ascending(c.row_end, c.features.size());
  std::uint64_t at = 0;
  for (const std::uint64_t end : c.row_end) {
    const auto own = c.feature_column.subspan(at, end - at);
    const bool ascends = std::ranges::adjacent_find(own, std::greater_equal{}) == own.end();
    if (!ascends || (!own.empty() && own.back() >= c.feature_count)) {
      file.refuse("a column of a sparse value is out of range");
    }
    at = end;
  }
}

void check_block(const CacheFile& file, const DatasetColumns& c, std::size_t query,
                 std::uint64_t rows) {
  const std::uint64_t begin = c.feature_begin[query];
  if (begin % FeatureMatrix::alignment != 0 || begin > c.features.size() ||
      (c.feature_count > 0 && rows > (c.features.size() - begin) / c.feature_count)) {
    file.refuse("a block of features is out of range");
  }
}

/// What the rest of the program takes for granted about row numbers, blocks of features and truths.
/// Checksums tell damage, not malice.
void check_indices(const CacheFile& file, const DatasetColumns& c) {
  const std::size_t rows = c.label.size();
  file.check_ascending(c.query_end, rows);
  if (std::ranges::any_of(c.input_row, [&](std::uint64_t row) { return row >= rows; })) {
    file.refuse("an input row is out of range");
  }
  const std::size_t blocks = c.is_sparse() ? 0 : c.query_end.size();
  if (c.feature_begin.size() != blocks || c.level.size() != rows ||
      (!c.strict.empty() && c.strict.size() != c.query_end.size())) {
    file.refuse("a section has a wrong length");
  }
  if (c.is_sparse()) check_sparse(file, c);
  QueryBlocks(c.query_end).for_each([&](std::size_t query, Workspace& /*unused*/) {
    const std::uint64_t begin = query == 0 ? 0 : c.query_end[query - 1];
    const std::uint64_t count = c.query_end[query] - begin;
    if (!c.is_sparse()) check_block(file, c, query, count);
    const auto levels = c.level.subspan(begin, count);
    if (std::ranges::any_of(levels, [&](Level level) { return level >= count; }) ||
        (!c.strict.empty() && c.strict[query] > count)) {
      file.refuse("a truth is out of range");
    }
  });
}

/// The data with every block of features at a begin that files may have: borrowed memory may have
/// them anywhere.
Dataset in_blocks(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  if (std::ranges::all_of(columns.feature_begin, [](std::uint64_t begin) {
        return begin % FeatureMatrix::alignment == 0;
      })) {
    return data;
  }
  FeatureMatrix made(columns.query_end, columns.feature_count, default_memory_limit());
  parallel_for(data.query_count(), [&](std::size_t query) {
    std::ranges::copy(data[query].features.stored(),
                      made.values().subspan(made.begins()[query]).begin());
  });
  return data.with_features({std::move(made), {}, {}});
}

}  // namespace

bool is_cache(std::string_view bytes) noexcept {
  return bytes.starts_with(magic);
}

Dataset read_cache(const std::filesystem::path& path, CacheCheck check) {
  auto file = std::make_shared<const CacheFile>(path, check);
  const DatasetColumns columns{
      .feature_count = file->header().feature_count,
      .first_feature_id = file->header().first_feature_id,
      .query_end = file->column<std::uint64_t>(query_end),
      .feature_begin = file->column<std::uint64_t>(feature_begin),
      .features = file->column<float>(features),
      .row_end = file->column<std::uint64_t>(row_end),
      .feature_column = file->column<std::uint32_t>(feature_column),
      .label = file->column<double>(label),
      .level = file->column<Level>(level),
      .strict = file->column<std::uint32_t>(strict),
      .query_id = file->strings(query_id_end, query_id_text),
      .document_id = file->strings(document_id_end, document_id_text),
      .feature_name = file->strings(feature_name_end, feature_name_text),
      .input_row = file->column<std::uint64_t>(input_row),
      .row_weight = file->column<float>(row_weight),
      .query_weight = file->column<double>(query_weight),
      .inc = file->column<double>(inc),
      .prob = file->column<double>(prob),
  };
  check_indices(*file, columns);
  try {
    return {columns, file};
  } catch (const ContractError&) {
    file->refuse("the sections do not fit together");
  }
}

void write_cache(const Dataset& given, const std::filesystem::path& path) {
  if (without_packing(path) != path) {
    throw UsageError(path.string() + ": a cache is mapped and cannot be packed");
  }
  const Dataset data = in_blocks(given);
  const std::uint32_t version = data.is_sparse() ? sparse_version : dense_version;
  const std::uint32_t count = section_count(version);
  const auto sections = sections_of(data.columns());
  const std::vector<std::uint64_t> sums = checksums64(std::span(sections).first(count));
  std::vector<Section> table(count);
  std::uint64_t at = aligned(sizeof(Header) + sizeof(Section) * count);
  for (std::size_t kind = 0; kind < count; ++kind) {
    table[kind] = {at, sections[kind].size(), sums[kind]};
    at = aligned(at + sections[kind].size());
  }
  Header header{.magic = {},
                .version = version,
                .byte_order = byte_order_mark,
                .section_count = count,
                .file_bytes = at,
                .feature_count = data.feature_count(),
                .first_feature_id = data.columns().first_feature_id};
  std::ranges::copy(magic, header.magic.begin());
  header.checksum = header_checksum(header, table);

  OutputFile file(path);
  std::uint64_t written = 0;
  const auto put = [&](std::string_view bytes) {
    file.write(bytes);
    written += bytes.size();
  };
  put({reinterpret_cast<const char*>(&header), sizeof header});
  put(bytes_of(std::span<const Section>(table)));
  for (std::size_t kind = 0; kind < count; ++kind) {
    put(std::string(table[kind].begin - written, '\0'));
    put(sections[kind]);
  }
  put(std::string(at - written, '\0'));
  file.commit();
}

}  // namespace podium
