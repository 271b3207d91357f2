#include "podium/core/format/column_roles.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/core/format/row_problem.hpp"

namespace podium {

namespace {

/// Columns that pandas made of the numbers of rows: when it read its own CSV, and in Parquet.
constexpr std::array<std::string_view, 2> pandas_index = {"Unnamed: 0", "__index_level_"};

/// The columns that are no features, and the options that name them.
struct NamedRole {
  ColumnRole role;
  std::string ReadOptions::*column;
  std::string_view flag;
  bool ReadOptions::*is_named = nullptr;  ///< though it may be by its usual name
};
constexpr std::array<NamedRole, 6> named_roles = {
    {{ColumnRole::query_id, &ReadOptions::qid_column, "qid-column"},
     {ColumnRole::label, &ReadOptions::label_column, "label-column"},
     {ColumnRole::second_label, &ReadOptions::second_label_column, "also"},
     {ColumnRole::document_id, &ReadOptions::docid_column, "docid-column",
      &ReadOptions::names_docid},
     {ColumnRole::row_weight, &ReadOptions::row_weight_column, "row-weight-column",
      &ReadOptions::names_row_weight},
     {ColumnRole::query_weight, &ReadOptions::query_weight_column, "query-weight-column",
      &ReadOptions::names_query_weight}}};

/// Whether a table without the column is wrong.
bool is_expected(const NamedRole& own, const ReadOptions& options) {
  const std::string& name = options.*own.column;
  if (own.role == ColumnRole::query_id) return true;
  if (own.role == ColumnRole::label) return options.needs_labels && !name.empty();
  const bool is_weight = own.role == ColumnRole::row_weight || own.role == ColumnRole::query_weight;
  const bool is_named = own.is_named != nullptr && options.*own.is_named;
  return (is_named || name != ReadOptions().*own.column) && !name.empty() &&
         (options.needs_weights || !is_weight);
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_index(const std::string& name) {
  return name.empty() || std::ranges::any_of(pandas_index, [&](std::string_view start) {
           return name.starts_with(start);
         });
}

[[noreturn]] void wrong_text(std::string_view text, std::string_view what) {
  throw RowProblem{text.data(), fmt::format("found {}, expected {}", in_quotes(text), what)};
}

}  // namespace

/// The columns that the user chose, by name.
struct ColumnRoles::Choice {
  std::vector<std::string> features;  ///< empty: all
  std::vector<std::string> ignored;

  explicit Choice(const ReadOptions& options)
      : features(csv_names(options.columns, "columns")),
        ignored(csv_names(options.ignore, "ignore")) {}

  void check(const std::vector<std::string>& header) const {
    const std::vector<std::string_view> known(header.begin(), header.end());
    for (const auto& [names, flag] :
         {std::pair(&features, "columns"), std::pair(&ignored, "ignore")}) {
      for (const std::string& name : *names) {
        if (std::ranges::count(*names, name) > 1) {
          throw UsageError(
              fmt::format("--{}: found column {} twice, expected it once", flag, in_quotes(name)));
        }
        if (names == &ignored && has(features, name)) {
          throw UsageError(
              fmt::format("--ignore: found column {}, which --columns takes", in_quotes(name)));
        }
        if (has(header, name)) continue;
        throw UsageError(fmt::format("--{}: found no column {}{}", flag, in_quotes(name),
                                     did_you_mean(name, known)));
      }
    }
  }
};

ColumnRoles::ColumnRoles(std::vector<std::string> names, const ReadOptions& options,
                         const char* header, std::size_t keys)
    : names_(std::move(names)), categorical_(csv_names(options.categorical, "categorical")) {
  const Choice choice(options);
  choice.check(names_);
  chosen_ = choice.features;
  for (const std::string& name : names_) {
    const bool is_unnamed_end = name.empty() && !roles_.empty();
    const bool is_key = roles_.size() + keys >= names_.size();
    roles_.push_back(is_unnamed_end ? ColumnRole::empty : role_of(name, options, choice, is_key));
  }
  set_words(categorical_);
  expect_all(options, header);
}

void ColumnRoles::set_words(const std::vector<std::string>& names) {
  const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
  feature_names_.clear();
  word_columns_.clear();
  for (std::size_t column = 0; column < roles_.size(); ++column) {
    const std::string& name = names_[column];
    ColumnRole& role = roles_[column];
    if (role == ColumnRole::feature && wanted.contains(name)) role = ColumnRole::word;
    const bool is_used = has(categorical_, name);
    if (role == ColumnRole::word) {
      if (!is_used && has(chosen_, name)) {
        throw UsageError(fmt::format(
            "--columns: found words in column {}, expected numbers; training with --categorical {} "
            "takes words",
            in_quotes(name), name));
      }
      word_columns_.push_back({name, is_used ? feature_names_.size() : WordColumn::left_out});
      if (!is_used) continue;
    } else if (role != ColumnRole::feature) {
      continue;
    }
    feature_names_.push_back(name);
  }
}

ColumnRole ColumnRoles::role_of(const std::string& name, const ReadOptions& options,
                                const Choice& choice, bool is_key) {
  if (has(choice.ignored, name)) return ColumnRole::ignored;
  for (const NamedRole& own : named_roles) {
    if (name != options.*own.column || name.empty()) continue;
    if (has(choice.features, name)) {
      throw UsageError(
          fmt::format("--columns: found column {}, which --{} takes", in_quotes(name), own.flag));
    }
    return own.role;
  }
  if (has(choice.features, name) || (is_key && has(categorical_, name))) return ColumnRole::feature;
  if (is_key) unused_keys_.push_back(name);
  if (is_index(name)) index_columns_.push_back(name);
  return choice.features.empty() && !is_key && !is_index(name) ? ColumnRole::feature
                                                               : ColumnRole::ignored;
}

void ColumnRoles::expect_all(const ReadOptions& options, const char* header) const {
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  for (const NamedRole& own : named_roles) {
    const std::string& name = options.*own.column;
    if (!is_expected(own, options) || std::ranges::count(roles_, own.role) > 0) continue;
    throw RowProblem{header, fmt::format("found no column {}, expected one (see --{}){}",
                                         in_quotes(name), own.flag, did_you_mean(name, known))};
  }
}

void check_word(std::string_view text) {
  constexpr std::size_t longest = 256;
  if (text.size() > longest) {
    wrong_text(text.substr(0, 20),
               fmt::format("a word of at most {} bytes; this one has {}", longest, text.size()));
  }
  if (text.find('\0') != std::string_view::npos)
    wrong_text(text, "a word without the character NUL");
  if (utf8_prefix(text) != text.size()) {
    wrong_text(text, "a word in UTF-8; 'iconv -f latin1 -t utf-8' converts a file in Latin-1");
  }
}

void check_id(std::string_view text) {
  if (text.find('\n') != std::string_view::npos) wrong_text(text, "an id without line ends");
}

}  // namespace podium
