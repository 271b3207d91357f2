#include "podium/serving/query_message.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/kernels/row_values.hpp"
#include "podium/serving/body_scanner.hpp"

namespace podium::serving {

namespace {

static_assert(std::endian::native == std::endian::little, "the binary form is that of memory");

constexpr float missing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t most_others = 100'000;  ///< features in a list that the model does not have

/// Sorts the names; returns one that comes twice, null if there is none.
const std::string* repeated(std::vector<std::string>& names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  return twice == names.end() ? nullptr : &*twice;
}

/// The members of a query while they are read. Values that do not name their features are kept as
/// they come, since the list of features may stand behind them.
class QueryReader {
 public:
  QueryReader(std::string_view body, const FeatureColumns& columns, const QueryLimits& limits,
              std::vector<float> memory)
      : json_(body), body_bytes_(body.size()), columns_(columns), limits_(limits) {
    values_.width = columns.count();
    values_.listed = std::move(memory);
    values_.listed.clear();
  }

  QueryMessage read() {
    json_.distinct_object([&](const std::string& key) { read_member(key); });
    json_.end();
    if (!has_documents_) throw UsageError("found no documents, expected the member 'documents'");
    arrange_columns();
    replace_listed_words();
    message_.values = std::move(values_);
    return std::move(message_);
  }

 private:
  void read_member(const std::string& key) {
    if (key == "query") {
      message_.query = json_.text();
    } else if (key == "documents") {
      has_documents_ = true;
      json_.array([&] { read_document(); });
    } else if (key == "features") {
      features_.emplace();
      json_.array([&] {
        if (features_->size() == columns_.count() + most_others) fail_too_many_others();
        features_->push_back(json_.text());
      });
    } else if (key == "top") {
      message_.top = json_.whole();
    } else if (key == "extra") {
      const std::string rule = json_.text();
      if (rule != "ignore") json_.fail("found 'extra': " + in_quotes(rule) + ", expected 'ignore'");
      ignores_extra_ = true;
    } else {
      json_.fail("found the member " + in_quotes(key) +
                 ", expected query, features, documents, top or extra");
    }
  }

  void read_document() {
    if (message_.documents == limits_.documents) {
      json_.fail(fmt::format("found more than {} documents, which is the limit of a request",
                             limits_.documents));
    }
    bool has_values = false;
    bool has_id = false;
    json_.object([&](const std::string& key) {
      if (key == "id" && !has_id) {
        message_.ids.push_back(json_.text());
        if (message_.ids.back().empty()) json_.fail("found an empty id, expected a name");
        has_id = true;
      } else if (key == "values" && !has_values) {
        has_values = true;
        json_.next_is_object() ? read_named() : read_listed();
      } else {
        json_.fail("found the member " + in_quotes(key) + ", expected id and values, each once");
      }
    });
    if (!has_values) json_.fail("found a document without values");
    ++message_.documents;
    if (message_.ids.size() != (has_id ? message_.documents : 0)) {
      json_.fail("found an id for some documents only, expected one for all or for none");
    }
  }

  void read_listed() {
    if (is_named_.value_or(false)) json_.fail("found a list of values behind values by name");
    is_named_ = false;
    const std::size_t before = values_.listed.size();
    json_.append_numbers(values_.listed, texts_);
    const std::size_t count = values_.listed.size() - before;
    if (message_.documents == 0) values_.list_width = count;
    if (count != values_.list_width) {
      json_.fail(fmt::format("found {} values, expected {} as of the documents before", count,
                             values_.list_width));
    }
  }

  void read_named() {
    if (!is_named_.value_or(true)) json_.fail("found values by name behind a list of values");
    is_named_ = true;
    if (has_too_many_values(message_.documents + 1)) json_.fail(too_many_values());
    last_document_.resize(columns_.count());
    std::vector<std::string> others;
    json_.object([&](const std::string& name) {
      const std::size_t column = columns_.find(name);
      const float value = named_value(column);
      if (column != FeatureColumns::none) {
        note_given(column);
        values_.named.push_back({static_cast<std::uint32_t>(column), value});
        return;
      }
      if (others.size() == most_others) fail_too_many_others();
      others.push_back(name);
    });
    values_.end.push_back(values_.named.size());
    if (values_.end.size() == 1) {  // the others are probably alike
      values_.named.reserve(values_.named.size() * (body_bytes_ / json_.place() + 1));
    }
    if (others.empty()) return;
    if (!first_unknown_) first_unknown_ = others.front();
    if (const std::string* twice = repeated(others)) {
      json_.fail("found the feature " + in_quotes(*twice) + " twice in a document");
    }
  }

  float named_value(std::size_t column) {
    const bool is_known = column != FeatureColumns::none;
    if (json_.next_is_text()) {
      const std::string text = json_.text();
      if (is_known && !columns_.has_words(column)) json_.fail(found_text(column, text));
      return is_known ? columns_.code_of(column, text) : missing;
    }
    const float number = json_.number_or_nan();
    return is_known && columns_.has_words(column) ? columns_.code_of(column, number) : number;
  }

  std::string found_text(std::size_t column, const std::string& text) const {
    return fmt::format("found the text {} for the feature {}, expected a number or null",
                       in_quotes(text), in_quotes(columns_.name(column)));
  }

  /// Only now it is known which features the values of a list are.
  void replace_listed_words() {
    if (is_named_.value_or(true) || (texts_.empty() && !columns_.has_words())) return;
    const std::size_t width = values_.list_width;
    std::vector<std::size_t> column_at(width, FeatureColumns::none);
    for (std::size_t column = 0; column < columns_.count(); ++column) {
      const std::size_t place = values_.place.empty() ? column : values_.place[column];
      if (place == DocumentValues::none) continue;
      column_at[place] = column;
      if (!columns_.has_words(column)) continue;
      for (std::size_t at = place; at < values_.listed.size(); at += width) {
        values_.listed[at] = columns_.code_of(column, values_.listed[at]);
      }
    }
    for (const auto& [at, text] : texts_) {
      const std::size_t column = column_at[at % width];
      if (column == FeatureColumns::none) continue;
      if (!columns_.has_words(column)) throw UsageError(found_text(column, text));
      values_.listed[at] = columns_.code_of(column, text);
    }
  }

  [[noreturn]] void fail_too_many_others() const {
    json_.fail(
        fmt::format("found more than {} features that the model does not have", most_others));
  }

  /// The values cannot tell whether one was given before: null is NaN, as what is not named.
  void note_given(std::size_t column) {
    const std::size_t document = message_.documents + 1;
    if (last_document_[column] == document) {
      json_.fail("found the feature " + in_quotes(columns_.name(column)) + " twice in a document");
    }
    last_document_[column] = document;
  }

  /// Finds where the model's features stand in lists.
  void arrange_columns() {
    if (first_unknown_ && !ignores_extra_) throw UsageError(columns_.unknown(*first_unknown_));
    if (is_named_.value_or(false) && features_) {
      throw UsageError(
          "found the member 'features' and values by name, expected 'features' only with lists of "
          "values");
    }
    if (is_named_.value_or(true)) return;
    const std::size_t width = values_.list_width;
    if (!features_) {
      if (width == columns_.count()) return;
      throw UsageError(
          fmt::format("found {} values in each document, expected the {} features of "
                      "the model, or their names in 'features'",
                      width, columns_.count()));
    }
    std::vector<std::size_t> places = places_in_lists();
    if (has_too_many_values(message_.documents)) throw UsageError(too_many_values());
    for (std::size_t column = 0; column < places.size(); ++column) {
      if (places[column] == column && width == places.size()) continue;
      values_.place = std::move(places);
      return;
    }
  }

  bool has_too_many_values(std::size_t documents) const {
    return columns_.count() > limits_.values / std::max<std::size_t>(documents, 1);
  }

  std::string too_many_values() const {
    return fmt::format(
        "found documents that have, with the {} features of the model, more than {} values, which "
        "is the limit of a request",
        columns_.count(), limits_.values);
  }

  /// For each feature of the model its place among the values.
  std::vector<std::size_t> places_in_lists() const {
    if (features_->size() != values_.list_width) {
      throw UsageError(fmt::format("found {} values in each document and {} names of features",
                                   values_.list_width, features_->size()));
    }
    std::vector<std::string> others;
    std::vector<std::size_t> places(columns_.count(), DocumentValues::none);
    for (std::size_t place = 0; place < features_->size(); ++place) {
      const std::string& name = (*features_)[place];
      const std::size_t column = columns_.find(name);
      if (column == FeatureColumns::none) {
        if (!ignores_extra_) throw UsageError(columns_.unknown(name));
        others.push_back(name);
        continue;
      }
      if (places[column] != DocumentValues::none) {
        throw UsageError("found the feature " + in_quotes(name) + " twice");
      }
      places[column] = place;
    }
    if (const std::string* twice = repeated(others)) {
      throw UsageError("found the feature " + in_quotes(*twice) + " twice");
    }
    return places;
  }

  BodyScanner json_;
  std::size_t body_bytes_;
  const FeatureColumns& columns_;
  QueryLimits limits_;
  QueryMessage message_;
  DocumentValues values_;
  std::optional<std::vector<std::string>> features_;
  std::optional<bool> is_named_;
  std::optional<std::string> first_unknown_;
  std::vector<BodyScanner::ListedText> texts_;
  /// For each column the last document, counted from 1, that names it.
  std::vector<std::size_t> last_document_;
  bool has_documents_ = false;
  bool ignores_extra_ = false;
};

}  // namespace

FeatureColumns::FeatureColumns(FeatureSet features, std::span<const CategoryMeans> categories)
    : features_(std::move(features)) {
  for (std::size_t f = 0; f < features_.names.size(); ++f) column_.emplace(features_.names[f], f);
  for (const CategoryMeans& category : categories) {
    if (category.has_words && !is_set_feature(category.feature))
      words_.emplace(find(category.feature), &category);
  }
}

float FeatureColumns::code_of(std::size_t column, std::string_view word) const {
  const std::string_view text = trimmed(word);
  return text.empty() ? missing : words_.at(column)->code_of(text);
}

float FeatureColumns::code_of(std::size_t column, float number) const {
  return std::isnan(number) ? missing
                            : code_of(column, std::string_view(fmt::format("{}", number)));
}

std::size_t FeatureColumns::find(const std::string& name) const {
  if (!features_.names.empty()) {
    const auto found = column_.find(name);
    return found == column_.end() ? none : found->second;
  }
  const std::string_view digits = std::string_view(name).substr(name.starts_with('f') ? 1 : 0);
  const auto number = parse_number<std::size_t>(digits);
  if (!number || to_text(*number) != digits || *number < features_.first_id) return none;
  const std::size_t column = *number - features_.first_id;
  return column < features_.count ? column : none;
}

std::string FeatureColumns::unknown(const std::string& name) const {
  const std::vector<std::string_view> known(features_.names.begin(), features_.names.end());
  return "the model has no feature " + in_quotes(name) + did_you_mean(name, known) +
         R"( ("extra": "ignore" leaves such features out))";
}

void DocumentValues::write_row(std::size_t document, std::span<float> row) const {
  const float* const list = listed.data() + document * list_width;
  if (are_rows()) {
    std::copy_n(list, width, row.begin());
  } else if (!place.empty()) {
    for (std::size_t column = 0; column < width; ++column) {
      row[column] = place[column] == none ? missing : list[place[column]];
    }
  } else {
    std::ranges::fill(row, missing);
    for (std::size_t at = document == 0 ? 0 : end[document - 1]; at < end[document]; ++at) {
      row[named[at].column] = named[at].value;
    }
  }
}

std::span<float> DocumentValues::rows(std::size_t first, std::size_t count,
                                      std::vector<float>& memory) {
  if (are_rows()) return std::span(listed).subspan(first * width, count * width);
  memory.resize(count * width);
  for (std::size_t doc = 0; doc < count; ++doc) {
    write_row(first + doc, std::span(memory).subspan(doc * width, width));
  }
  return memory;
}

std::span<const float> DocumentValues::row(std::size_t document, std::vector<float>& memory) const {
  if (are_rows()) return std::span(listed).subspan(document * width, width);
  memory.resize(width);
  write_row(document, memory);
  return memory;
}

std::string QueryMessage::id(std::size_t document) const {
  return ids.empty() ? to_text(document + 1) : ids[document];
}

QueryMessage read_query_json(std::string_view body, const FeatureColumns& columns,
                             const QueryLimits& limits, std::vector<float> memory) {
  return QueryReader(body, columns, limits, std::move(memory)).read();
}

QueryMessage read_query_rows(std::string_view body, const FeatureColumns& columns,
                             const QueryLimits& limits, std::vector<float> memory) {
  constexpr std::string_view magic = "PDM1";
  constexpr std::size_t head_bytes = 16;
  if (body.size() < head_bytes || !body.starts_with(magic)) {
    throw UsageError("found no rows, expected PDM1 and three 32-bit numbers: columns, rows, 0");
  }
  std::array<std::uint32_t, 3> head{};
  std::memcpy(head.data(), body.data() + magic.size(), sizeof(head));
  const auto [width, rows, zero] = head;
  if (zero != 0) throw UsageError("found a head whose last number is not 0");
  if (columns.has_words()) {
    throw UsageError("found rows of numbers, expected JSON: the model has features that are words");
  }
  if (width != columns.count()) {
    throw UsageError(fmt::format("found {} columns, expected the {} features of the model", width,
                                 columns.count()));
  }
  if (rows > limits.documents) {
    throw UsageError(
        fmt::format("found {} rows, the limit of a request is {}", rows, limits.documents));
  }
  const std::size_t values = std::size_t{width} * rows;
  if (body.size() != head_bytes + values * sizeof(float)) {
    throw UsageError(fmt::format("found {} bytes, expected {} for {} rows of {} columns",
                                 body.size(), head_bytes + values * sizeof(float), rows, width));
  }
  QueryMessage message;
  message.documents = rows;
  message.values = {.width = width, .listed = std::move(memory), .list_width = width};
  std::vector<float>& listed = message.values.listed;
  listed.resize(values);
  if (values > 0) std::memcpy(listed.data(), body.data() + head_bytes, values * sizeof(float));
  if (has_infinite(listed)) {
    throw UsageError("found an infinite value, expected finite ones or NaN");
  }
  return message;
}

std::string scores_as_bytes(std::span<const double> scores) {
  return {reinterpret_cast<const char*>(scores.data()), scores.size_bytes()};
}

}  // namespace podium::serving
