#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/file.hpp"
#include "podium/core/format/parquet/column_reader.hpp"
#include "podium/core/format/parquet/footer.hpp"

namespace podium::parquet {

/// A file of a table.
struct Part {
  std::string path;
  MappedFile file;
  Footer footer;                                ///< its columns in the order of the first part
  std::vector<std::optional<std::string>> key;  ///< values of the keys of its folders
};

/// Rows that are read as one.
struct GroupPlace {
  std::size_t part = 0;
  std::size_t group = 0;  ///< in the part
  std::size_t rows = 0;
};

/// A table in one file, or in the parts that a folder has, in the order of their names. The keys of
/// folders that are called KEY=VALUE are columns behind the others.
class TableFiles {
 public:
  /// Throws DataError for a file that cannot be read, and for parts whose columns differ.
  explicit TableFiles(const std::filesystem::path& path);

  const std::string& path() const noexcept { return path_; }
  const std::vector<Column>& columns() const noexcept { return columns_; }
  std::size_t key_count() const noexcept { return key_names_.size(); }
  const std::vector<GroupPlace>& groups() const noexcept { return groups_; }
  std::size_t byte_count() const noexcept;

  /// Reads a column of a row group; see read_column().
  void read(const GroupPlace& group, std::size_t column, std::span<float> to) const;
  void read(const GroupPlace& group, std::size_t column, std::span<double> to) const;
  void read(const GroupPlace& group, std::size_t column, std::span<std::string_view> to,
            TextMemory& memory) const;

  /// Throws DataError with the place of a row, counted from 0 in its group, or of a whole column.
  [[noreturn]] void refuse(const GroupPlace& group, std::size_t column, const std::string& problem,
                           std::optional<std::size_t> row = std::nullopt) const;

 private:
  void open(const std::filesystem::path& path);
  void match_columns(Part& part) const;
  void add_keys();

  template <class Value, class... Memory>
  void read_any(const GroupPlace& group, std::size_t column, std::span<Value> to,
                Memory&... memory) const;

  std::string path_;
  std::vector<Part> parts_;
  std::vector<std::string> key_names_;
  std::vector<Column> columns_;
  std::vector<GroupPlace> groups_;
};

}  // namespace podium::parquet
