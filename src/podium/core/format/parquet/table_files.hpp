#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/io/file.hpp"
#include "podium/core/format/parquet/column_reader.hpp"
#include "podium/core/format/parquet/footer.hpp"

namespace podium::parquet {

/// The parts of a folder, and folders in it that cannot be such, by their names; of a file itself.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& folder);

/// A file of a table.
struct Part {
  std::string path;
  MappedFile file;
  Footer footer;                                          ///< columns as in the first part
  std::vector<std::pair<std::string, std::string>> keys;  ///< of its folders, and their values
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
  const std::vector<Part>& parts() const noexcept { return parts_; }
  const std::vector<Column>& columns() const noexcept { return columns_; }
  const std::vector<GroupPlace>& groups() const noexcept { return groups_; }

  /// Reads a column of a row group; see read_column().
  template <class Value>
  void read(const GroupPlace& group, std::size_t column, std::span<Value> to,
            TextMemory& memory) const;

  /// Throws DataError with the place of a row, counted from 0 in its group, or of a whole column.
  [[noreturn]] void refuse(const GroupPlace& group, std::size_t column, const std::string& problem,
                           std::optional<std::size_t> row = std::nullopt) const;

 private:
  void open(const std::filesystem::path& path);
  void match_columns(Part& part) const;
  void add_keys();

  std::string path_;
  std::vector<Part> parts_;
  std::vector<Column> columns_;
  std::vector<GroupPlace> groups_;
};

}  // namespace podium::parquet
