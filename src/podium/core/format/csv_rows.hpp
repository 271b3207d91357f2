#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/format/column_roles.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/row_reader.hpp"

namespace podium {

/// The names in a list "a,b" or "a,\"b,c\"", which is the value of a flag; none in an empty list.
std::vector<std::string> csv_names(const std::string& list, const char* flag);

/// The separators of tables, by falling priority.
inline constexpr std::string_view csv_separators = ",;\t|";

/// The line "sep=;" before the header that tells spreadsheets the separator; empty: there is none.
std::string_view separator_line(std::string_view text);

/// The header of a table with its line end, which its names may hold: cut at the first of the
/// separators under which there is a column of this name, else at the first of them.
std::string_view csv_header(std::string_view text, std::string_view separators,
                            std::string_view column);

/// Rows of separated values under a header; see docs/formats/csv.md.
class CsvRows {
 public:
  /// Reads the header line. Of the separators, the first counts under which there is a column of
  /// query ids. Throws RowProblem when a wanted column is missing or named twice, and UsageError
  /// for a choice of columns that the header does not have.
  CsvRows(std::string_view header, std::string_view separators, const ReadOptions& options);

  /// Names of the columns that are features, in file order.
  const std::vector<std::string>& feature_names() const noexcept { return roles_.feature_names(); }

  /// Names of the columns that were left out because they number the rows.
  const std::vector<std::string>& index_columns() const noexcept { return roles_.index_columns(); }

  /// The columns of words, as far as they are known.
  const std::vector<WordColumn>& word_columns() const noexcept { return roles_.word_columns(); }

  /// Looks at the first rows of the text for columns of words that the options do not name. A
  /// lenient reader skips rows with words in a column of numbers, so it takes only columns with
  /// fewer numbers for words. Gives the first words of those that begin with numbers.
  std::vector<std::pair<std::string, const char*>> find_words(std::string_view text,
                                                              bool is_lenient);

  /// A feature is a column of words, too. Numbers of features change if words are left out.
  void set_words(const std::vector<std::string>& names) { roles_.set_words(names); }

  /// Of the first row of `text` with its line end: values in quotes may hold line ends.
  std::size_t row_length(std::string_view text, bool* fits = nullptr) const {
    return csv_row_length(text, separator_, roles_.size(), fits);
  }

  bool is_row(std::string_view line) const noexcept;
  std::optional<RowHead> head(std::string_view line) const;
  void fill(std::string_view line, RowContent& content) const;

 private:
  /// "found FIELD, expected WHAT", and how to leave the column out.
  [[noreturn]] void wrong_feature(std::string_view field, std::string_view what,
                                  std::size_t feature) const;
  void refuse_thousands(std::string_view text) const;
  double number(std::string_view field, const char* what) const;
  double weight(std::string_view field) const;
  double row_weight(std::string_view field) const;
  bool is_word(std::string_view text) const;
  void read_feature(std::string_view field, std::size_t feature, RowContent& content) const;
  void read_word(const CsvValue& value, std::size_t column, RowContent& content) const;

  char separator_;
  bool decimal_comma_;
  bool guesses_comma_;  ///< the user does not say that commas mark decimals
  bool skip_features_;
  ColumnRoles roles_;
};

}  // namespace podium
