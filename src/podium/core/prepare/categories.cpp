#include "podium/core/prepare/categories.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

/// Documents of mean label that are added to those of each value.
constexpr double smoothing = 10.0;

/// From here on, 32-bit floats, as which features are stored, are not all whole numbers.
constexpr float first_merged = 16'777'216.0F;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// The place of a value among ascending ones. Of 0 and -0, which are equal, it finds either.
std::size_t place_of(std::span<const float> values, float value) {
  const auto found = std::ranges::lower_bound(values, value);  // NaN: the first, or none
  return found != values.end() && *found == value ? static_cast<std::size_t>(found - values.begin())
                                                  : none;
}

/// What the documents of a value say.
struct LabelSum {
  double above = 0.0;   ///< weighted sum of how far labels are above the mean of their query
  double weight = 0.0;  ///< of the documents

  double mean() const { return above / (weight + smoothing); }
};

/// Weights of the rows that are judged, 0 for others; and how far each is above its query's mean.
struct RowLabels {
  std::vector<double> weight;
  std::vector<double> above;
};

RowLabels row_labels(const Dataset& data) {
  RowLabels rows{std::vector<double>(data.row_count()), std::vector<double>(data.row_count())};
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView query = data[q];
    LabelSum sum;
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      const double label = query.truth.label[doc];
      if (!is_judged(label)) continue;
      const double own = query.row_weight.empty() ? 1.0 : double{query.row_weight[doc]};
      rows.weight[query.first_row + doc] = own * query.weight;
      sum.above += own * query.weight * label;
      sum.weight += own * query.weight;
    }
    if (sum.weight == 0.0) return;
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      rows.above[query.first_row + doc] = query.truth.label[doc] - sum.above / sum.weight;
    }
  });
  return rows;
}

/// One feature of all rows as places in the ascending list of the values of judged documents.
struct CodedColumn {
  std::vector<float> value;
  std::vector<std::size_t> place;  ///< per row; `none` for a value that no judged document has
};

CodedColumn coded_column(const Dataset& data, std::size_t feature, const RowLabels& labels) {
  CodedColumn column{.value = {}, .place = std::vector<std::size_t>(data.row_count())};
  std::vector<float> values(data.row_count());
  const auto for_each_row = [&](const auto& visit) {
    parallel_for(data.query_count(), [&](std::size_t q) {
      const QueryView query = data[q];
      for (DocIndex doc = 0; doc < query.size(); ++doc) visit(query, doc, query.first_row + doc);
    });
  };
  for_each_row([&](const QueryView& query, DocIndex doc, std::size_t row) {
    values[row] = query.features[doc][feature] + 0.0F;  // -0 becomes 0
  });
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (labels.weight[row] > 0.0 && std::isfinite(values[row])) column.value.push_back(values[row]);
  }
  std::ranges::sort(column.value);
  column.value.erase(std::unique(column.value.begin(), column.value.end()), column.value.end());
  for_each_row([&](const QueryView&, DocIndex, std::size_t row) {
    column.place[row] = place_of(column.value, values[row]);
  });
  return column;
}

/// The means of a column, and the number that each row of the training data gets.
struct FittedColumn {
  std::vector<double> mean;
  std::vector<double> row;
  std::vector<double> count;
};

/// One query after the other, in the order drawn: first its rows get the means so far, then its
/// labels count.
FittedColumn fitted_column(const Dataset& data, const CodedColumn& column, const RowLabels& labels,
                           std::span<const std::size_t> order) {
  FittedColumn fitted{.mean = {}, .row = std::vector<double>(data.row_count()), .count = {}};
  std::vector<LabelSum> sums(column.value.size());
  for (const std::size_t q : order) {
    const QueryView query = data[q];
    const std::size_t end = query.first_row + query.size();
    for (std::size_t row = query.first_row; row < end; ++row) {
      if (column.place[row] != none) fitted.row[row] = sums[column.place[row]].mean();
    }
    for (std::size_t row = query.first_row; row < end; ++row) {
      if (column.place[row] == none) continue;
      LabelSum& sum = sums[column.place[row]];
      sum.above += labels.weight[row] * labels.above[row];
      sum.weight += labels.weight[row];
    }
  }
  for (const LabelSum& sum : sums) {
    fitted.mean.push_back(sum.mean());
    fitted.count.push_back(sum.weight);
  }
  return fitted;
}

/// The words of a column of the data; null for numbers.
const Words* words_in(const Dataset& data, std::size_t column) {
  const auto found = data.columns().words.find(column);
  return found == data.columns().words.end() ? nullptr : found->second.get();
}

/// The category with the words of its values, which become their places.
void name_words(CategoryMeans& category, const Words& words, std::vector<double> count) {
  category.has_words = true;
  category.count = std::move(count);
  for (std::size_t i = 0; i < category.value.size(); ++i) {
    category.word.push_back(words[static_cast<std::size_t>(category.value[i])]);
    category.value[i] = static_cast<float>(i);
  }
}

/// The codes of the values that most documents have, as a table of their own.
CategoryMeans codes_of(const CategoryMeans& means, std::span<const double> count) {
  constexpr double least = 10.0;  // documents, for a code of its own
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < means.value.size(); ++i) {
    if (count[i] >= least) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return count[i]; });
  order.resize(std::min(order.size(), set_codes - 1));
  std::ranges::sort(order);
  CategoryMeans codes{.feature = means.feature + std::string(set_suffix),
                      .value = {},
                      .mean = {},
                      .has_words = means.has_words};
  for (const std::size_t i : order) {
    codes.value.push_back(means.has_words ? static_cast<float>(codes.value.size())
                                          : means.value[i]);
    codes.mean.push_back(static_cast<double>(codes.value.size()));
    if (!means.has_words) continue;
    codes.word.push_back(means.word[i]);
    codes.count.push_back(count[i]);
  }
  return codes;
}

/// For each word of the data its place among those of the category, or `none`. Both ascend.
std::vector<std::size_t> places_of(const Words& words, const CategoryMeans& category) {
  std::vector<std::size_t> places;
  std::size_t at = 0;
  for (const std::string& word : words) {
    while (at < category.word.size() && category.word[at] < word) ++at;
    places.push_back(at < category.word.size() && category.word[at] == word ? at : none);
  }
  return places;
}

/// Codes that were different numbers in a file may have become one.
void refuse_merged(const CategoryMeans& category) {
  if (category.value.empty()) return;
  const float largest = std::max(category.value.back(), -category.value.front());
  if (largest < first_merged) return;
  throw UsageError(fmt::format(
      "categorical feature {}: found the code {:.0f}, expected codes below {:.0f}, from which on "
      "neighbouring whole numbers are the same 32-bit float; number the categories from 0",
      in_quotes(category.feature), largest == category.value.back() ? largest : -largest,
      first_merged));
}

/// A quantity that is taken for codes would have a mean for nearly every document.
void refuse_fractions(const CategoryMeans& category, const Dataset& data, std::size_t column) {
  const auto is_whole = [](float code) { return std::trunc(code) == code; };
  if (std::ranges::all_of(category.value, is_whole)) return;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    for (DocIndex doc = 0; doc < data[q].size(); ++doc) {
      const float code = data[q].features[doc][column];
      if (!std::isfinite(code) || is_whole(code)) continue;
      throw UsageError(fmt::format(
          "categorical feature {}: found the code {} in query {}, expected whole numbers; number "
          "the categories from 0",
          in_quotes(category.feature), code, in_quotes(data.columns().query_id[q])));
    }
  }
}

/// The columns of the features, ascending.
std::vector<std::size_t> columns_of(std::span<const std::string> features, const Dataset& data) {
  std::vector<std::size_t> columns;
  for (const std::string& feature : features)
    columns.push_back(find_feature(data, feature, "categorical"));
  std::ranges::sort(columns);
  const auto twice = std::ranges::adjacent_find(columns);
  if (twice != columns.end()) {
    throw UsageError(fmt::format("categorical features: found {} twice, expected it once",
                                 in_quotes(data.feature_name(*twice))));
  }
  return columns;
}

/// The data set with other values of some columns, ascending, which are words no more:
/// value_of(i, row, value) is that of columns[i].
template <class ValueOf>
Dataset with_columns(const Dataset& data, const std::vector<std::size_t>& columns,
                     const ValueOf& value_of) {
  const auto apply = [&](std::size_t query, std::size_t feature, std::span<double> values) {
    const auto found = std::ranges::lower_bound(columns, feature);
    if (found == columns.end() || *found != feature) return;
    const auto i = static_cast<std::size_t>(found - columns.begin());
    const std::size_t first_row = query == 0 ? 0 : data.columns().query_end[query - 1];
    for (std::size_t doc = 0; doc < values.size(); ++doc) {
      values[doc] = value_of(i, first_row + doc, values[doc]);
    }
  };
  const Dataset changed = transform_features(data, {.apply = apply, .moved_zeros = columns});
  DatasetColumns numbers = changed.columns();
  for (const std::size_t column : columns) numbers.words.erase(column);
  return {numbers, std::make_shared<const Dataset>(changed)};
}

std::vector<std::size_t> columns_of(std::span<const CategoryMeans> categories,
                                    const Dataset& data) {
  std::vector<std::string> names;
  for (const CategoryMeans& category : categories) names.push_back(category.feature);
  return columns_of(names, data);
}

/// Words in a column that is none of these, which ascend, are no numbers.
void refuse_words(const Dataset& data, const std::vector<std::size_t>& columns,
                  std::string_view remedy) {
  for (const auto& [column, words] : data.columns().words) {
    const bool is_set = is_set_feature(data.feature_name(column));
    if (is_set || std::ranges::binary_search(columns, column)) continue;
    throw UsageError(fmt::format("feature {}: found words, expected numbers{}",
                                 in_quotes(data.feature_name(column)), remedy));
  }
}

}  // namespace

float CategoryMeans::code_of(std::string_view wanted) const {
  const auto found = std::ranges::lower_bound(word, wanted);
  return found != word.end() && *found == wanted ? static_cast<float>(found - word.begin())
                                                 : first_merged;
}

double CategoryMeans::operator()(double code) const {
  const std::size_t place = place_of(value, static_cast<float>(code));
  return place == none ? 0.0 : mean[place];
}

Json CategoryMeans::json() const {
  if (has_words) {
    Json list = Json::array();
    for (std::size_t i = 0; i < word.size(); ++i) {
      list.push_back(Json::Array{word[i], count[i], mean[i]});
    }
    return list;
  }
  return {{"feature", feature}, {"values", value}, {"means", mean}};
}

CategoryMeans CategoryMeans::read(const JsonReader& json) {
  json.expect_keys({"feature", "values", "means"});
  CategoryMeans category{.feature = json.at("feature").text(), .value = {}, .mean = {}};
  for (const JsonReader& item : json.at("values").items()) {
    const double code = item.number();
    const auto value = static_cast<float>(code);
    if (!std::isfinite(value) || double{value} != code) {
      throw item.unexpected("a finite value that a 32-bit float holds");
    }
    if (!category.value.empty() && value <= category.value.back()) {
      throw item.unexpected("a value above the one before it");
    }
    category.value.push_back(value);
  }
  category.mean = json.at("means").numbers(category.value.size());
  return category;
}

CategoryMeans CategoryMeans::read_words(std::string feature, const JsonReader& json) {
  CategoryMeans category{.feature = std::move(feature), .value = {}, .mean = {}, .has_words = true};
  for (const JsonReader& item : json.items()) {
    const std::vector<JsonReader> parts = item.items();
    if (parts.size() != 3) throw item.unexpected("[word, count, value]");
    std::string word = parts[0].text();
    if (word.empty() || (!category.word.empty() && word <= category.word.back())) {
      throw item.unexpected("a word behind the one before it, in the order of their bytes");
    }
    category.value.push_back(static_cast<float>(category.word.size()));
    category.word.push_back(std::move(word));
    category.count.push_back(parts[1].number());
    category.mean.push_back(parts[2].number());
  }
  return category;
}

FittedCategories fit_categories(std::span<const std::string> features, const Dataset& train,
                                std::uint64_t seed) {
  const std::vector<std::size_t> columns = columns_of(features, train);
  refuse_words(train, columns, "; --categorical uses words");
  if (columns.empty()) return {{}, {}, train};
  QueryList order = all_queries(train.query_count());
  RandomStream(seed, "", "categories").shuffle(std::span(order));
  const RowLabels labels = row_labels(train);
  FittedCategories fitted{.means = std::vector<CategoryMeans>(columns.size()),
                          .sets = std::vector<CategoryMeans>(columns.size()),
                          .train = {}};
  std::vector<std::vector<double>> rows(columns.size());
  parallel_for(columns.size(), [&](std::size_t i) {
    CodedColumn coded = coded_column(train, columns[i], labels);
    FittedColumn own = fitted_column(train, coded, labels, order);
    fitted.means[i] = {train.feature_name(columns[i]), std::move(coded.value), std::move(own.mean)};
    if (const Words* words = words_in(train, columns[i])) {
      name_words(fitted.means[i], *words, own.count);
    }
    fitted.sets[i] = codes_of(fitted.means[i], own.count);
    rows[i] = std::move(own.row);
  });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (fitted.means[i].has_words) continue;
    refuse_merged(fitted.means[i]);
    refuse_fractions(fitted.means[i], train, columns[i]);
  }
  fitted.train = with_columns(train, columns, [&](std::size_t i, std::size_t row, double /*code*/) {
    return rows[i][row];
  });
  return fitted;
}

Dataset with_set_features(const Dataset& data, std::span<const std::string> features) {
  FeatureSet wide{.count = 0, .first_id = data.columns().first_feature_id, .names = {}};
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    wide.names.push_back(data.feature_name(f));
  }
  for (const std::size_t column : columns_of(features, data)) {
    wide.names.push_back(data.feature_name(column) + std::string(set_suffix));
  }
  wide.count = wide.names.size();
  return with_feature_set(data, wide);
}

Dataset with_category_means(const Dataset& data, std::span<const CategoryMeans> categories) {
  if (categories.empty()) return data;
  const std::vector<std::size_t> columns = columns_of(categories, data);
  std::vector<std::vector<std::size_t>> places(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Words* words = words_in(data, columns[i]);
    if (words != nullptr) places[i] = places_of(*words, categories[i]);
    if (data.row_count() == 0 || categories[i].has_words == (words != nullptr)) continue;
    throw UsageError(fmt::format(
        "feature {}: found {}, expected {}", in_quotes(categories[i].feature),
        words == nullptr ? "numbers" : "words",
        words == nullptr ? "words, which the model was trained on: a column of a CSV file"
                         : "codes, which the model was trained on"));
  }
  return with_columns(data, columns, [&](std::size_t i, std::size_t /*row*/, double code) {
    if (!categories[i].has_words) return categories[i](code);
    const bool is_known = code >= 0.0 && code < static_cast<double>(places[i].size());
    const std::size_t place = is_known ? places[i][static_cast<std::size_t>(code)] : none;
    return place == none ? 0.0 : categories[i].mean[place];
  });
}

void refuse_other_words(const Dataset& data, std::span<const CategoryMeans> categories) {
  refuse_words(data, columns_of(categories, data),
               ", which the model was trained on; where another model of the command reads them as "
               "words, score the models one by one (podium score)");
}

std::vector<std::size_t> unseen_categories(const Dataset& data,
                                           std::span<const CategoryMeans> categories) {
  std::vector<std::size_t> unseen(categories.size());
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const CategoryMeans& category = categories[i];
    if (is_set_feature(category.feature)) continue;
    const std::size_t column = find_feature(data, category.feature);
    const Words* words = words_in(data, column);
    if ((words != nullptr) != category.has_words) continue;
    const std::vector<std::size_t> places =
        words == nullptr ? std::vector<std::size_t>() : places_of(*words, category);
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const QueryView query = data[q];
      for (DocIndex doc = 0; doc < query.size(); ++doc) {
        const float code = query.features[doc][column];
        if (std::isnan(code)) continue;
        const std::size_t place = words == nullptr ? place_of(category.value, code)
                                                   : places[static_cast<std::size_t>(code)];
        if (place == none) ++unseen[i];
      }
    }
  }
  return unseen;
}

std::string word_features(std::span<const CategoryMeans> categories) {
  std::string list;
  for (const CategoryMeans& category : categories) {
    if (!category.has_words || is_set_feature(category.feature)) continue;
    list += (list.empty() ? "" : ",") + quoted_field(category.feature);
  }
  return list;
}

WordTables words_of(std::span<const CategoryMeans> categories, const FeatureSet& features) {
  WordTables tables;
  const Dataset empty = with_feature_set(Dataset(), features);
  for (const CategoryMeans& category : categories) {
    if (!category.has_words || is_set_feature(category.feature)) continue;
    tables.emplace(find_feature(empty, category.feature),
                   std::make_shared<const Words>(category.word));
  }
  return tables;
}

void replace_categories(std::span<float> document, const FeatureSet& features,
                        std::span<const CategoryMeans> categories) {
  if (categories.empty()) return;
  const std::vector<std::size_t> columns =
      columns_of(categories, with_feature_set(Dataset(), features));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    float& value = document[columns[i]];
    value = static_cast<float>(categories[i](double{value}));
  }
}

void check(std::span<const CategoryMeans> categories, const FeatureSet& features) {
  const Dataset empty = with_feature_set(Dataset(), features);
  const std::vector<std::size_t> columns = columns_of(categories, empty);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (find_feature(empty, categories[i].feature) == columns[i]) continue;
    throw UsageError(fmt::format("categories: found {} at place {}, expected the order of features",
                                 in_quotes(categories[i].feature), i + 1));
  }
}

}  // namespace podium
