#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/word_list.hpp"
#include "podium/core/format/read.hpp"

namespace podium {

/// What a column of a table is.
enum class ColumnRole {
  query_id,
  label,
  second_label,
  document_id,
  row_weight,
  query_weight,
  feature,
  word,
  empty,
  ignored
};

/// The roles of the columns of a table, by their names and the options; see docs/formats/csv.md.
class ColumnRoles {
 public:
  /// The last `keys` names are those of folders, which have a role only if the options name them.
  /// Throws RowProblem at `header` when a wanted column is missing, and UsageError for a choice of
  /// columns that the header does not have.
  ColumnRoles(std::vector<std::string> names, const ReadOptions& options, const char* header,
              std::size_t keys = 0);

  std::size_t size() const noexcept { return roles_.size(); }
  ColumnRole operator[](std::size_t column) const noexcept { return roles_[column]; }
  const std::string& name(std::size_t column) const noexcept { return names_[column]; }

  /// Names of the columns that are features, in file order.
  const std::vector<std::string>& feature_names() const noexcept { return feature_names_; }

  /// Names of the columns that were left out because they number the rows.
  const std::vector<std::string>& index_columns() const noexcept { return index_columns_; }

  /// Names of the keys of folders that no option names.
  const std::vector<std::string>& unused_keys() const noexcept { return unused_keys_; }

  /// The columns of words, as far as they are known.
  const std::vector<WordColumn>& word_columns() const noexcept { return word_columns_; }

  /// Features with these names are columns of words, too. Numbers of features change if words are
  /// left out. Throws UsageError for words in a column that the user wants as numbers.
  void set_words(const std::vector<std::string>& names);

 private:
  struct Choice;

  ColumnRole role_of(const std::string& name, const ReadOptions& options, const Choice& choice,
                     bool is_key);
  void expect_all(const ReadOptions& options, const char* header) const;

  std::vector<std::string> names_;
  std::vector<ColumnRole> roles_;
  std::vector<std::string> feature_names_;
  std::vector<std::string> index_columns_;
  std::vector<std::string> unused_keys_;
  std::vector<std::string> chosen_;       ///< columns that the user wants as features; empty: all
  std::vector<std::string> categorical_;  ///< columns of words that the user names
  std::vector<WordColumn> word_columns_;  ///< in file order
};

/// Throws RowProblem for a text that cannot be a word: too long, with NUL or not in UTF-8.
void check_word(std::string_view text);

/// The same for an id, which has no line ends.
void check_id(std::string_view text);

}  // namespace podium
