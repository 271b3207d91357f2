#include "podium/core/format/parquet/table_files.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::parquet {

namespace {

namespace fs = std::filesystem;

/// What Hive and Spark call the folder of rows without a value.
constexpr std::string_view no_value = "__HIVE_DEFAULT_PARTITION__";

/// Whether a folder has the rows with a value of a key.
bool is_key(const fs::path& folder) {
  const std::size_t end = folder.filename().string().find('=');
  return end != 0 && end != std::string::npos;
}

/// Whether the values of two parts can be in one column. Numbers may have different types.
bool fit(const Column& a, const Column& b) {
  return b.meaning == Meaning::nothing || (a.has_numbers() && b.has_numbers()) ||
         (a.meaning == b.meaning && a.other == b.other);
}

std::string kind_of(const Column& column) {
  return column.has_numbers() ? "numbers" : column.other.empty() ? "texts" : column.other;
}

std::optional<double> number_of(const std::string& key) {
  return key == no_value ? std::numeric_limits<double>::quiet_NaN() : parse_number<double>(key);
}

}  // namespace

/// The parts of a folder, and folders that cannot be such, by their names. Hidden files are those
/// that no writer means as rows: _SUCCESS, _metadata, .part-0.crc.
std::vector<fs::path> parts_of(const fs::path& folder) {
  if (!fs::is_directory(folder)) return {folder};
  std::vector<fs::path> parts;
  try {
    constexpr auto links = fs::directory_options::follow_directory_symlink;
    for (fs::recursive_directory_iterator entry(folder, links), end; entry != end; ++entry) {
      const bool is_folder = entry->is_directory();
      const char start = entry->path().filename().string().front();
      // No writer means these as rows: _SUCCESS, _metadata, .part-0.crc.
      const bool is_hidden = start == '_' || start == '.';
      const bool is_entered = is_folder && !is_hidden && is_key(entry->path());
      if (is_folder && !is_entered) entry.disable_recursion_pending();
      if (is_hidden || is_entered) continue;
      if (is_folder || entry->file_size() > 0) parts.push_back(entry->path());
    }
  } catch (const fs::filesystem_error& error) {
    throw DataError({error.path1().string()}, "cannot read: " + error.code().message());
  }
  std::ranges::sort(parts);
  const auto is_table = [](const fs::path& part) {
    return !fs::is_directory(part) && has_mark(MappedFile(part).bytes());
  };
  if (std::ranges::any_of(parts, is_table)) return parts;
  throw DataError({folder.string()},
                  "found a folder, expected a file, or a folder of Parquet files");
}

TableFiles::TableFiles(const fs::path& path) : path_(path.string()) {
  for (const fs::path& part : parts_of(path)) open(part);
  columns_ = parts_.front().footer.columns;
  for (const Part& part : parts_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].meaning == Meaning::nothing) columns_[c] = part.footer.columns[c];
    }
  }
  add_keys();
}

void TableFiles::open(const fs::path& path) {
  try {
    if (fs::is_directory(path)) {
      throw Problem{
          "found a folder among the parts of a table, expected "
          "files, or folders called "
          "KEY=VALUE"};
    }
    Part part{path.string(), MappedFile(path), {}, {}};
    part.footer = read_footer(part.file.bytes());
    for (const fs::path& step : path.lexically_relative(path_).parent_path()) {
      const std::string name = step.string();
      if (is_key(step)) {
        part.keys.emplace_back(name.substr(0, name.find('=')), name.substr(name.find('=') + 1));
      }
    }
    if (!parts_.empty()) match_columns(part);
    for (std::size_t g = 0; g < part.footer.groups.size(); ++g) {
      const auto rows = static_cast<std::size_t>(part.footer.groups[g].rows);
      if (rows > 0) groups_.push_back({parts_.size(), g, rows});
    }
    parts_.push_back(std::move(part));
  } catch (const Problem& problem) {
    throw DataError({path.string()}, problem.message);
  }
}

void TableFiles::match_columns(Part& part) const {
  const Part& first = parts_.front();
  constexpr std::string_view remedy = "; write all parts with the same columns";
  std::vector<Column> own = std::move(part.footer.columns);
  part.footer.columns.clear();
  for (std::size_t c = 0; c < first.footer.columns.size(); ++c) {
    const std::string& wanted = first.footer.columns[c].name;
    const auto found = std::ranges::find(own, wanted, &Column::name);
    const std::string name = in_quotes(wanted);
    if (found == own.end()) {
      throw Problem{fmt::format("found no column {}, which {} has{}", name, first.path, remedy)};
    }
    // A part in which all rows lack a value does not say what values are.
    const auto known = std::ranges::find_if(parts_, [&](const Part& other) {
      return other.footer.columns[c].meaning != Meaning::nothing;
    });
    if (known != parts_.end() && !fit(known->footer.columns[c], *found)) {
      throw Problem{fmt::format("found {} in column {}, but {} in that of {}{}", kind_of(*found),
                                name, kind_of(known->footer.columns[c]), known->path, remedy)};
    }
    part.footer.columns.push_back(std::move(*found));
    own.erase(found);
  }
  if (!own.empty()) {
    throw Problem{fmt::format("found column {}, which {} does not have{}",
                              in_quotes(own.front().name), first.path, remedy)};
  }
  if (!std::ranges::equal(part.keys, first.keys, {}, &decltype(part.keys)::value_type::first,
                          &decltype(part.keys)::value_type::first)) {
    throw Problem{
        fmt::format("found other keys of folders than in {}, expected the same", first.path)};
  }
}

void TableFiles::add_keys() {
  for (std::size_t k = 0; k < parts_.front().keys.size(); ++k) {
    const std::string& name = parts_.front().keys[k].first;
    if (std::ranges::find(columns_, name, &Column::name) != columns_.end()) {
      throw DataError({path_}, fmt::format("found {} as a column and as a key of folders, expected "
                                           "one of them",
                                           in_quotes(name)));
    }
    const bool has_numbers = std::ranges::all_of(
        parts_, [&](const Part& part) { return number_of(part.keys[k].second).has_value(); });
    columns_.push_back({.name = name, .meaning = has_numbers ? Meaning::whole : Meaning::text});
  }
}

void TableFiles::refuse(const GroupPlace& group, std::size_t column, const std::string& problem,
                        std::optional<std::size_t> row) const {
  throw DataError({parts_[group.part].path},
                  fmt::format("row group {}{}, column {}: {}", group.group + 1,
                              row ? fmt::format(", row {}", *row + 1) : "",
                              in_quotes(columns_[column].name), problem));
}

template <class Value>
void TableFiles::read(const GroupPlace& group, std::size_t column, std::span<Value> to,
                      TextMemory& memory) const {
  const Part& part = parts_[group.part];
  const std::size_t own = part.footer.columns.size();
  if (column >= own) {
    const std::string& key = part.keys[column - own].second;
    if constexpr (std::is_same_v<Value, std::string_view>) {
      std::ranges::fill(to, key == no_value ? Value() : Value(key));
    } else {
      std::ranges::fill(to, static_cast<Value>(number_of(key).value()));
    }
    return;
  }
  const std::vector<Chunk>& chunks = part.footer.groups[group.group].chunks;
  const Column& as = part.footer.columns[column];
  try {
    if (as.leaf >= chunks.size()) throw Problem{"found a row group without this column"};
    const Chunk& chunk = chunks[as.leaf];
    const std::string_view file = part.file.bytes();
    read_column(file, as, chunk, to, memory);
    part.file.release(
        file.substr(static_cast<std::size_t>(chunk.begin), static_cast<std::size_t>(chunk.size)));
  } catch (const Problem& problem) {
    refuse(group, column, problem.message);
  }
}

template void TableFiles::read(const GroupPlace&, std::size_t, std::span<float>, TextMemory&) const;
template void TableFiles::read(const GroupPlace&, std::size_t, std::span<double>,
                               TextMemory&) const;
template void TableFiles::read(const GroupPlace&, std::size_t, std::span<std::string_view>,
                               TextMemory&) const;

}  // namespace podium::parquet
