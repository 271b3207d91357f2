#include "podium/core/format/column_roles.hpp"

#include <algorithm>
#include <array>
#include <tuple>
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
  const std::array<std::tuple<std::string_view, ColumnRole, std::string_view>, 6> known = {
      {{options.qid_column, ColumnRole::query_id, "qid-column"},
       {options.label_column, ColumnRole::label, "label-column"},
       {options.second_label_column, ColumnRole::second_label, "also"},
       {options.docid_column, ColumnRole::document_id, "docid-column"},
       {options.row_weight_column, ColumnRole::row_weight, "row-weight-column"},
       {options.query_weight_column, ColumnRole::query_weight, "query-weight-column"}}};
  if (has(choice.ignored, name)) return ColumnRole::ignored;
  for (const auto& [column, role, flag] : known) {
    if (name != column || name.empty()) continue;
    if (has(choice.features, name)) {
      throw UsageError(
          fmt::format("--columns: found column {}, which --{} takes", in_quotes(name), flag));
    }
    return role;
  }
  if (has(choice.features, name) || (is_key && has(categorical_, name))) return ColumnRole::feature;
  if (is_key) unused_keys_.push_back(name);
  if (is_index(name)) index_columns_.push_back(name);
  return choice.features.empty() && !is_key && !is_index(name) ? ColumnRole::feature
                                                               : ColumnRole::ignored;
}

void ColumnRoles::expect(ColumnRole role, const std::string& name, std::string_view flag,
                         const char* header) const {
  if (std::ranges::find(roles_, role) != roles_.end()) return;
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  throw RowProblem{header, fmt::format("found no column {}, expected one (see --{}){}",
                                       in_quotes(name), flag, did_you_mean(name, known))};
}

void ColumnRoles::expect_all(const ReadOptions& options, const char* header) const {
  expect(ColumnRole::query_id, options.qid_column, "qid-column", header);
  if (options.needs_labels && !options.label_column.empty()) {
    expect(ColumnRole::label, options.label_column, "label-column", header);
  }
  if (!options.second_label_column.empty()) {
    expect(ColumnRole::second_label, options.second_label_column, "also", header);
  }
  const ReadOptions usual;
  const auto expect_named = [&](ColumnRole role, std::string ReadOptions::*name, bool is_named,
                                std::string_view flag) {
    const std::string& column = options.*name;
    if ((is_named || column != usual.*name) && !column.empty()) {
      expect(role, column, flag, header);
    }
  };
  expect_named(ColumnRole::document_id, &ReadOptions::docid_column, options.names_docid,
               "docid-column");
  if (!options.needs_weights) return;
  expect_named(ColumnRole::row_weight, &ReadOptions::row_weight_column, options.names_row_weight,
               "row-weight-column");
  expect_named(ColumnRole::query_weight, &ReadOptions::query_weight_column,
               options.names_query_weight, "query-weight-column");
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
