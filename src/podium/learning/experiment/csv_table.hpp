#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"

namespace podium {

/// One value of a comma-separated file and where it stands, counted from 1.
struct CsvField {
  std::string text;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// A small comma-separated file in memory: a header and rows of as many fields.
class CsvTable {
 public:
  /// Reads a file, plain or packed: fields separated by commas, lines ended by LF or CR LF, a field
  /// in double quotes may hold commas, line ends and doubled quotes. Blank lines are passed over.
  /// Throws DataError for an open quote, a row of another length, a column named twice or no
  /// header.
  static CsvTable read(const std::filesystem::path& path);

  /// The same of a text in memory; `source` is what errors call it.
  static CsvTable parse(std::string_view text, const std::string& source);

  const std::vector<CsvField>& header() const noexcept { return header_; }
  const std::vector<std::vector<CsvField>>& rows() const noexcept { return rows_; }

  /// The place of a column; DataError at the header when there is none of that name.
  std::size_t column(std::string_view name) const;

  /// The field as a finite number; DataError otherwise.
  double number(const CsvField& field) const;

  /// An error at the field.
  DataError error(const CsvField& field, const std::string& problem) const;

 private:
  void add(std::vector<CsvField> row);

  std::string path_;
  std::vector<CsvField> header_;
  std::vector<std::vector<CsvField>> rows_;
};

}  // namespace podium
