#include "podium/core/format/parquet/table_files.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::parquet {

namespace {

namespace fs = std::filesystem;

/// What Hive and Spark call the folder of rows without a value.
constexpr std::string_view no_value = "__HIVE_DEFAULT_PARTITION__";

/// Files that no writer means as rows: _SUCCESS, _metadata, .part-0.crc.
bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('_') || name.starts_with('.');
}

/// Whether a folder has the rows with a value of a key, KEY=VALUE.
bool is_key(const fs::path& folder) {
  return folder.filename().string().find('=') != std::string::npos && !is_hidden(folder);
}

bool is_table(const fs::path& path) {
  return !fs::is_directory(path) && has_mark(MappedFile(path).bytes());
}

/// The parts of a folder and folders that cannot be such, by their names.
std::vector<fs::path> parts_of(const fs::path& folder) {
  std::vector<fs::path> parts;
  try {
    for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
      const bool is_folder = entry->is_directory();
      if (is_folder && !is_key(entry->path())) entry.disable_recursion_pending();
      if (is_hidden(entry->path()) || (is_folder && is_key(entry->path()))) continue;
      if (is_folder || entry->file_size() > 0) parts.push_back(entry->path());
    }
  } catch (const fs::filesystem_error& error) {
    throw DataError({error.path1().string()}, "cannot read: " + error.code().message());
  }
  std::ranges::sort(parts);
  return parts;
}

/// The keys of the folders between `folder` and a part, and their values.
std::map<std::string, std::string> keys_of(const fs::path& part, const fs::path& folder) {
  std::map<std::string, std::string> keys;
  for (const fs::path& step : part.lexically_relative(folder).parent_path()) {
    const std::string name = step.string();
    const std::size_t equals = name.find('=');
    if (equals != std::string::npos) keys[name.substr(0, equals)] = name.substr(equals + 1);
  }
  return keys;
}

/// Whether the values of two parts can be in one column. Numbers may have different types.
bool fit(const Column& a, const Column& b) {
  const auto has_none = [](const Column& column) { return column.meaning == Meaning::nothing; };
  return has_none(a) || has_none(b) || (a.has_numbers() && b.has_numbers()) ||
         (a.meaning == b.meaning && a.other == b.other);
}

std::string kind_of(const Column& column) {
  if (column.meaning == Meaning::other) return column.other;
  return column.has_numbers() ? "numbers" : "texts";
}

std::optional<double> number_of(const std::optional<std::string>& text) {
  return text ? parse_number<double>(*text) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

TableFiles::TableFiles(const fs::path& path) : path_(path.string()) {
  if (!fs::is_directory(path)) {
    open(path);
  } else {
    const std::vector<fs::path> parts = parts_of(path);
    if (std::ranges::none_of(parts, is_table)) {
      throw DataError({path_}, "found a folder, expected a file, or a folder of Parquet files");
    }
    for (const fs::path& part : parts) open(part);
  }
  // A part whose rows all lack a value does not say what the others have.
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
          "found a folder among the parts of a table, expected files, or folders called "
          "KEY=VALUE"};
    }
    Part part{.path = path.string(), .file = MappedFile(path), .footer = {}, .key = {}};
    part.footer = read_footer(part.file.bytes());
    if (!parts_.empty()) match_columns(part);
    const std::size_t number = parts_.size();
    for (std::size_t g = 0; g < part.footer.groups.size(); ++g) {
      const std::size_t rows = part.footer.groups[g].rows;
      if (rows > 0) groups_.push_back({number, g, rows});
    }
    parts_.push_back(std::move(part));
  } catch (const Problem& problem) {
    throw DataError({path.string()}, problem.message);
  }
}

void TableFiles::match_columns(Part& part) const {
  const Part& first = parts_.front();
  const auto differ = [&](const std::string& problem) {
    throw DataError({part.path}, problem + "; write all parts with the same columns");
  };
  std::map<std::string_view, const Column*> own;
  for (const Column& column : part.footer.columns) own[column.name] = &column;
  std::vector<Column> ordered;
  for (const Column& column : first.footer.columns) {
    const auto found = own.find(column.name);
    if (found == own.end()) {
      differ(fmt::format("found no column {}, which {} has", in_quotes(column.name), first.path));
    }
    if (!fit(column, *found->second)) {
      differ(fmt::format("found {} in column {}, but {} in that of {}", kind_of(*found->second),
                         in_quotes(column.name), kind_of(column), first.path));
    }
    ordered.push_back(*found->second);
    own.erase(found);
  }
  if (!own.empty()) {
    differ(fmt::format("found column {}, which {} does not have", in_quotes(own.begin()->first),
                       first.path));
  }
  part.footer.columns = std::move(ordered);
}

void TableFiles::add_keys() {
  std::vector<std::map<std::string, std::string>> keys;
  for (const Part& part : parts_) keys.push_back(keys_of(part.path, path_));
  for (const auto& [name, value] : keys.front()) key_names_.push_back(name);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (const std::string& name : key_names_) {
      const auto found = keys[p].find(name);
      if (found == keys[p].end() || keys[p].size() != key_names_.size()) {
        throw DataError({parts_[p].path},
                        fmt::format("found other keys of folders than in {}, expected the same",
                                    parts_.front().path));
      }
      const bool has_value = found->second != no_value;
      parts_[p].key.push_back(has_value ? std::optional(found->second) : std::nullopt);
    }
  }
  for (std::size_t k = 0; k < key_names_.size(); ++k) {
    if (std::ranges::find(columns_, key_names_[k], &Column::name) != columns_.end()) {
      throw DataError({path_}, fmt::format("found {} as a column and as a key of folders, expected "
                                           "one of them",
                                           in_quotes(key_names_[k])));
    }
    const bool has_numbers = std::ranges::all_of(
        parts_, [&](const Part& part) { return number_of(part.key[k]).has_value(); });
    columns_.push_back({.name = key_names_[k],
                        .meaning = has_numbers ? Meaning::whole : Meaning::text,
                        .is_optional = true});
  }
}

std::size_t TableFiles::byte_count() const noexcept {
  std::size_t bytes = 0;
  for (const Part& part : parts_) bytes += part.file.bytes().size();
  return bytes;
}

void TableFiles::refuse(const GroupPlace& group, std::size_t column, const std::string& problem,
                        std::optional<std::size_t> row) const {
  throw DataError({parts_[group.part].path},
                  fmt::format("row group {}{}, column {}: {}", group.group + 1,
                              row ? fmt::format(", row {}", *row + 1) : "",
                              in_quotes(columns_[column].name), problem));
}

template <class Value, class... Memory>
void TableFiles::read_any(const GroupPlace& group, std::size_t column, std::span<Value> to,
                          Memory&... memory) const {
  const Part& part = parts_[group.part];
  if (column >= part.footer.columns.size()) {
    const auto& key = part.key[column - part.footer.columns.size()];
    Value value{};
    if constexpr (sizeof...(Memory) == 0) {
      value = static_cast<Value>(number_of(key).value());
    } else if (key) {
      value = *key;
    }
    std::ranges::fill(to, value);
    return;
  }
  const Column& own = part.footer.columns[column];
  const std::vector<Chunk>& chunks = part.footer.groups[group.group].chunks;
  try {
    if (own.leaf >= chunks.size()) throw Problem{"found a row group without this column"};
    const Chunk& chunk = chunks[own.leaf];
    read_column(part.file.bytes(), own, chunk, to, memory...);
    part.file.release(part.file.bytes().substr(static_cast<std::size_t>(chunk.begin),
                                               static_cast<std::size_t>(chunk.size)));
  } catch (const Problem& problem) {
    refuse(group, column, problem.message);
  }
}

void TableFiles::read(const GroupPlace& group, std::size_t column, std::span<float> to) const {
  read_any(group, column, to);
}

void TableFiles::read(const GroupPlace& group, std::size_t column, std::span<double> to) const {
  read_any(group, column, to);
}

void TableFiles::read(const GroupPlace& group, std::size_t column, std::span<std::string_view> to,
                      TextMemory& memory) const {
  read_any(group, column, to, memory);
}

}  // namespace podium::parquet
