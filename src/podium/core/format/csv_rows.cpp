#include "podium/core/format/csv_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>
#include <unordered_set>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/decimal.hpp"

namespace podium {

namespace {

/// What pandas, R and spreadsheets write for a missing number, in lower case.
constexpr std::array<std::string_view, 9> missing_words = {"",     "null", "nan",  "na",  "n/a",
                                                           "none", "<na>", "#n/a", "-nan"};

bool is_missing(std::string_view text) {
  constexpr std::size_t longest = 4;
  return text.size() <= longest &&
         std::ranges::find(missing_words, lower_case(text)) != missing_words.end();
}

/// Blanks around a value do not count; an empty one keeps its place, for messages.
std::string_view without_blanks(std::string_view field) {
  const std::string_view text = trimmed(field);
  return text.empty() ? field.substr(field.size()) : text;
}

[[noreturn]] void wrong(std::string_view field, std::string_view what) {
  throw RowProblem{field.data(), fmt::format("found {}, expected {}", in_quotes(field), what)};
}

RowId id_of(const CsvValue& value) {
  check_id(value.text);
  if (!value.has_quotes) return without_blanks(value.text);
  return RowId::copied(std::string(trimmed(unquoted(value))));
}

/// A name in one line: spreadsheets break long ones.
std::string name_of(const CsvValue& value) {
  std::string name = unquoted(value);
  std::ranges::replace(name, '\n', ' ');
  std::erase(name, '\r');
  return std::string(trimmed(name));
}

template <class Number>
Decimal<Number> read_point(std::string_view text) {
  const char* const end = text.data() + text.size();
  if constexpr (std::is_same_v<Number, float>) {
    return read_float(text.data(), end);
  } else {
    return read_double(text.data(), end);
  }
}

/// The whole of `text` as a number: decimal, or True and False as 1 and 0. Text behind a number
/// makes it none.
template <class Number>
Decimal<Number> read_whole(std::string_view text, bool decimal_comma) {
  auto value = read_point<Number>(text);
  if (value.end == text.data() + text.size()) return value;
  const std::size_t mark = text.find_first_of(",.");
  const bool has_comma = mark != std::string_view::npos && text[mark] == ',' &&
                         mark == text.find_last_of(",.");  // no thousands are marked
  if (decimal_comma && has_comma) {
    std::string with_point(text);
    with_point[mark] = '.';
    value = read_point<Number>(with_point);
    if (value.end == with_point.data() + with_point.size()) return value;
  } else if (const std::string word = lower_case(text.substr(0, 6));
             word == "true" || word == "false") {
    return {text.data(), DecimalError::none, word == "true" ? Number{1} : Number{0}};
  }
  return {text.data(), DecimalError::not_a_number, Number{0}};
}

/// Whether "1,234" may be one thousand or one and a part. "0,125" and "1,23" have only one meaning.
bool may_mark_thousands(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t comma = text.find(',');
  return comma >= 1 && comma <= 3 && text.size() == comma + 4 && text.front() != '0' &&
         std::ranges::all_of(text, [](char c) { return c == ',' || (c >= '0' && c <= '9'); });
}

/// Whether a text that is no number was meant as one: it would have another mark for decimals or
/// for thousands.
bool has_other_marks(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.find(',') != std::string_view::npos &&
         text.find_first_not_of("0123456789,.") == std::string_view::npos &&
         text.find_first_of("0123456789") == 0;
}

std::vector<std::string> names_of_header(std::string_view header, char separator) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known_names;  // a table may have a million columns
  CsvCursor cursor(header, separator);
  while (!cursor.at_row_end()) {
    const char* const at = cursor.position();
    std::string name = name_of(cursor.next());
    const bool is_index = names.empty();  // pandas and R give it no name
    if (name.empty() && !is_index && cursor.at_row_end()) {
      names.emplace_back();  // a separator ends each line
      break;
    }
    if (name.empty() && !is_index) {
      throw RowProblem{at, "found a column without a name, expected a name"};
    }
    if (const std::size_t known = utf8_prefix(name); known < name.size()) {
      throw RowProblem{at, fmt::format("found a name that is not UTF-8 after {}, expected UTF-8; "
                                       "'iconv -f latin1 -t utf-8' converts a file in Latin-1",
                                       in_quotes(name.substr(0, known)))};
    }
    if (!known_names.insert(name).second) {
      throw RowProblem{
          at, fmt::format("found a second column {}, expected each name once", in_quotes(name))};
    }
    names.push_back(std::move(name));
  }
  return names;
}

/// Whether a column has this name if the header is cut at `separator`.
bool has_column(std::string_view header, char separator, std::string_view name) {
  try {
    CsvCursor cursor(header, separator);
    while (!cursor.at_row_end()) {
      if (name_of(cursor.next()) == name) return true;
    }
  } catch (const RowProblem&) {  // reported when the header is read
  }
  return false;
}

char separator_of(std::string_view header, std::string_view separators, std::string_view column) {
  const auto* const found = std::ranges::find_if(
      separators, [&](char separator) { return has_column(header, separator, column); });
  return found == separators.end() ? separators.front() : *found;
}

}  // namespace

std::vector<std::string> csv_names(const std::string& list, const char* flag) {
  std::vector<std::string> names;
  if (list.empty()) return names;
  try {
    CsvCursor cursor(list, ',');
    while (!cursor.at_row_end()) names.push_back(name_of(cursor.next()));
  } catch (const RowProblem& problem) {
    throw UsageError(fmt::format("--{}: {}", flag, problem.message));
  }
  return names;
}

std::string_view separator_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  const bool is_one = end != std::string_view::npos && lower_case(line.substr(0, 4)) == "sep=" &&
                      line.size() > 4 && csv_separators.find(line[4]) != std::string_view::npos &&
                      trimmed(line.substr(5)).empty();
  return is_one ? text.substr(0, end + 1) : std::string_view();
}

std::string_view csv_header(std::string_view text, std::string_view separators,
                            std::string_view column) {
  for (const char separator : separators) {
    const std::string_view header = text.substr(0, csv_row_length(text, separator));
    if (has_column(header, separator, column)) return header;
  }
  return text.substr(0, csv_row_length(text, separators.front()));
}

CsvRows::CsvRows(std::string_view header, std::string_view separators, const ReadOptions& options)
    : separator_(separator_of(header, separators, options.qid_column)),
      decimal_comma_(options.decimal_comma || separator_ == ';'),
      guesses_comma_(decimal_comma_ && !options.decimal_comma),
      skip_features_(options.features == FeatureDetail::none),
      roles_(names_of_header(header, separator_), options, header.data()) {}

bool CsvRows::is_word(std::string_view text) const {
  return !has_other_marks(text) && !is_missing(text) &&
         read_whole<float>(text, decimal_comma_).error == DecimalError::not_a_number;
}

std::vector<std::pair<std::string, const char*>> CsvRows::find_words(std::string_view text,
                                                                     bool is_lenient) {
  constexpr std::size_t most_rows = 100;
  if (skip_features_) return {};
  std::vector<std::size_t> words(roles_.size());
  std::vector<const char*> first(roles_.size());  // words behind numbers
  std::vector<std::size_t> numbers(roles_.size());
  try {
    for (std::size_t row = 0; row < most_rows && !text.empty(); ++row) {
      const std::string_view line = text.substr(0, row_length(text));
      text.remove_prefix(line.size());
      CsvCursor cursor(line, separator_);
      for (std::size_t column = 0; !cursor.at_row_end() && column < roles_.size(); ++column) {
        const std::string_view value = without_blanks(cursor.next().text);
        if (roles_[column] != ColumnRole::feature || is_missing(value)) continue;
        const bool is_number = !is_word(value);
        if (!is_number && words[column] == 0 && numbers[column] > 0) first[column] = value.data();
        ++(is_number ? numbers : words)[column];
      }
    }
  } catch (const RowProblem&) {  // reported when the row is read
  }
  std::vector<std::string> found;
  std::vector<std::pair<std::string, const char*>> late;
  for (std::size_t column = 0; column < roles_.size(); ++column) {
    // A lenient reader takes a few words among numbers for faults of their rows.
    if (words[column] <= (is_lenient ? numbers[column] : 0)) continue;
    found.push_back(roles_.name(column));
    if (first[column] != nullptr) late.emplace_back(roles_.name(column), first[column]);
  }
  if (!found.empty()) set_words(found);
  return late;
}

void CsvRows::wrong_feature(std::string_view field, std::string_view what,
                            std::size_t feature) const {
  wrong(field, fmt::format("{}; a column that is no feature is left out by --ignore {}", what,
                           in_quotes(feature_names()[feature])));
}

void CsvRows::refuse_thousands(std::string_view text) const {
  if (!guesses_comma_ || !may_mark_thousands(text)) return;
  wrong(text,
        "a number of one meaning: the comma may mark thousands or decimals; --decimal-comma says "
        "decimals, and thousands must not be marked");
}

double CsvRows::number(std::string_view field, const char* what) const {
  refuse_thousands(without_blanks(field));
  const auto value = read_whole<double>(without_blanks(field), decimal_comma_);
  if (value.error != DecimalError::none) wrong(field, what);
  return value.value;
}

double CsvRows::weight(std::string_view field) const {
  const double value = number(field, "a weight (a number, 0 or more)");
  if (value < 0.0) wrong(field, "a weight of 0 or more");
  return value;
}

double CsvRows::row_weight(std::string_view field) const {
  const double value = weight(field);
  if (!std::isfinite(static_cast<float>(value))) wrong(field, "a weight that a 32-bit float holds");
  return value;
}

void CsvRows::read_feature(std::string_view field, std::size_t feature, RowContent& content) const {
  const std::string_view text = without_blanks(field);
  refuse_thousands(text);
  auto value = read_whole<float>(text, decimal_comma_);
  if (value.error != DecimalError::none && is_missing(text)) {
    value = {text.data(), DecimalError::none, std::numeric_limits<float>::quiet_NaN()};
  }
  if (value.error == DecimalError::not_finite) {
    wrong(field, "a finite value that a 32-bit float holds, or nothing");
  }
  if (value.error != DecimalError::none) {
    if (content.words == nullptr || !is_word(text)) {
      wrong_feature(field, "a value (a number, True, False, NA or nothing)", feature);
    }
    auto& found = content.words->found;
    if (std::ranges::find(found, feature, &std::pair<std::size_t, const char*>::first) ==
        found.end()) {
      found.emplace_back(feature, text.data());
    }
    value.value = std::numeric_limits<float>::quiet_NaN();
  }
  const bool wants_digits = content.features.wants_exact() && !std::isnan(value.value);
  content.features.set(
      feature, value.value,
      wants_digits ? read_whole<double>(text, decimal_comma_).value : double{value.value});
}

void CsvRows::read_word(const CsvValue& value, std::size_t column, RowContent& content) const {
  const std::size_t feature = word_columns()[column].feature;
  std::string copy;
  std::string_view word = without_blanks(value.text);
  if (value.has_quotes) word = trimmed(copy = unquoted(value));
  const bool is_used = feature != WordColumn::left_out;
  if (content.words == nullptr) {  // only checked
    if (is_used) check_word(without_blanks(value.text));
    if (is_used) content.features.set(feature, 1.0F, 1.0);
    return;
  }
  content.words->lists.resize(word_columns().size());
  WordList& list = content.words->lists[column];
  if (!is_used) {
    const std::size_t hash = std::hash<std::string_view>()(word);
    if (!word.empty()) list.number_of({reinterpret_cast<const char*>(&hash), sizeof(hash)});
    return;
  }
  auto code = std::numeric_limits<double>::quiet_NaN();
  if (!word.empty()) {
    const std::size_t before = list.size();
    code = static_cast<double>(list.number_of(word));
    if (list.size() > before) check_word(without_blanks(value.text));
  }
  content.features.set(feature, static_cast<float>(code), code);
}

bool CsvRows::is_row(std::string_view line) const noexcept {
  return !line.empty() && line != "\r";
}

std::optional<RowHead> CsvRows::head(std::string_view line) const {
  RowHead head{.feature_end = skip_features_ ? 0 : feature_names().size()};
  try {
    CsvCursor cursor(line, separator_);
    for (std::size_t column = 0; !cursor.at_row_end() && column < roles_.size(); ++column) {
      const CsvValue value = cursor.next();
      if (roles_[column] != ColumnRole::query_id) continue;
      head.query_id = id_of(value);
      break;
    }
  } catch (const RowProblem&) {
    return std::nullopt;
  }
  if (head.query_id.view().empty()) return std::nullopt;
  return head;
}

void CsvRows::fill(std::string_view line, RowContent& content) const {
  CsvCursor cursor(line, separator_);
  std::size_t column = 0;
  std::size_t next_feature = 0;
  std::size_t next_word = 0;
  for (; !cursor.at_row_end(); ++column) {
    const char* const at = cursor.position();
    const CsvValue value = cursor.next();
    if (column == roles_.size()) {
      throw RowProblem{at, fmt::format("found more fields, expected {}", roles_.size())};
    }
    switch (roles_[column]) {
      case ColumnRole::query_id:
        if (id_of(value).view().empty()) wrong(value.text, "a query id");
        break;
      case ColumnRole::label:
        content.label = number(value.text, "a label (a finite number)");
        break;
      case ColumnRole::second_label:
        content.second_label = is_missing(without_blanks(value.text))
                                   ? -1.0
                                   : number(value.text, "a label (a finite number) or nothing");
        break;
      case ColumnRole::document_id:
        content.document_id = id_of(value);
        break;
      case ColumnRole::row_weight:
        content.row_weight = row_weight(value.text);
        break;
      case ColumnRole::query_weight:
        content.query_weight = weight(value.text);
        break;
      case ColumnRole::feature:
        if (!skip_features_) read_feature(value.text, next_feature, content);
        ++next_feature;
        break;
      case ColumnRole::empty:
        if (!trimmed(value.text).empty()) wrong(value.text, "nothing in a column without a name");
        break;
      case ColumnRole::word:
        if (!skip_features_) read_word(value, next_word, content);
        if (word_columns()[next_word++].feature != WordColumn::left_out) ++next_feature;
        break;
      case ColumnRole::ignored:
        break;
    }
  }
  if (column < roles_.size()) {
    throw RowProblem{line.data() + line.size(),
                     fmt::format("found {} fields, expected {}", column, roles_.size())};
  }
}

}  // namespace podium
