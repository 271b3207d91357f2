#include "podium/core/data/dataset.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/gathered_rows.hpp"

namespace podium {

namespace {

struct RowRange {
  std::size_t begin;
  std::size_t end;
};

RowRange rows_of(const DatasetColumns& columns, std::size_t query) {
  return {query == 0 ? 0 : static_cast<std::size_t>(columns.query_end[query - 1]),
          static_cast<std::size_t>(columns.query_end[query])};
}

bool absent_or(std::size_t size, std::size_t wanted) {
  return size == 0 || size == wanted;
}

/// The rows of a query in one of the two matrices of features.
template <class Value>
ValueRows<Value> rows_in(const DatasetColumns& columns, std::span<const Value> values,
                         std::size_t query) {
  const auto [begin, end] = rows_of(columns, query);
  const std::size_t count = end - begin;
  if (!columns.is_sparse()) {
    return {values.subspan(columns.feature_begin[query], count * columns.feature_count),
            columns.feature_count, count};
  }
  return {{.end = columns.row_end.subspan(begin, count),
           .begin = begin == 0 ? 0 : columns.row_end[begin - 1],
           .column = columns.feature_column,
           .value = values},
          columns.feature_count};
}

}  // namespace

void DatasetColumns::set_features(const FeatureMemory& memory) {
  row_end = memory.sparse.row_end();
  feature_column = memory.sparse.column();
  feature_begin = memory.dense.begins();
  features = is_sparse() ? memory.sparse.value() : memory.dense.values();
  exact_features = is_sparse() ? memory.sparse.exact() : memory.exact.values();
}

Dataset::Dataset(const DatasetColumns& columns, std::shared_ptr<const void> owner)
    : columns_(columns), owner_(std::move(owner)) {
  const std::size_t queries = columns.query_end.size();
  const std::size_t rows = columns.label.size();
  expects((queries == 0 ? 0 : columns.query_end.back()) == rows, "the queries to cover all rows");
  expects(columns.level.size() == rows, "one level per row");
  expects(columns.feature_begin.size() == (columns.is_sparse() ? 0 : queries),
          "one block of features per query");
  expects(absent_or(columns.row_end.size(), rows), "sparse features for each row, or none");
  expects(columns.feature_column.size() == (columns.is_sparse() ? columns.features.size() : 0),
          "a column for each sparse value");
  expects(absent_or(columns.exact_features.size(), columns.features.size()),
          "exact features laid out as the others, or none");
  expects(columns.query_id.size() == queries, "one id per query");
  expects(absent_or(columns.strict.size(), queries), "one truth depth per query, or none");
  expects(absent_or(columns.document_id.size(), rows), "one id per document, or none");
  expects(absent_or(columns.feature_name.size(), columns.feature_count),
          "one name per feature, or none");
  expects(absent_or(columns.input_row.size(), rows), "one input row per row, or none");
  expects(absent_or(columns.row_weight.size(), rows), "one weight per row, or none");
  expects(absent_or(columns.query_weight.size(), queries), "one weight per query, or none");
  expects(absent_or(columns.inc.size(), rows) && absent_or(columns.prob.size(), rows),
          "one inc and prob per row, or none");
  expects(absent_or(columns.second_label.size(), rows), "one second label per row, or none");
}

QueryView Dataset::operator[](std::size_t query) const {
  expects(query < query_count(), "a query of this data set");
  OutOfCore::keep_limit();
  const auto [begin, end] = rows_of(columns_, query);
  const std::size_t count = end - begin;
  return {.id = columns_.query_id[query],
          .features = rows_in(columns_, columns_.features, query),
          .truth = {columns_.level.subspan(begin, count), columns_.label.subspan(begin, count),
                    columns_.strict.empty() ? 0 : columns_.strict[query]},
          .first_row = begin,
          .weight = columns_.query_weight.empty() ? 1.0 : columns_.query_weight[query],
          .row_weight = columns_.row_weight.empty() ? columns_.row_weight
                                                    : columns_.row_weight.subspan(begin, count),
          .exact = columns_.exact_features.empty()
                       ? ValueRows<double>()
                       : rows_in(columns_, columns_.exact_features, query)};
}

std::string Dataset::document_id(std::size_t row) const {
  if (columns_.document_id.empty()) return to_text(input_row(row) + 1);
  return std::string(columns_.document_id[row]);
}

std::string Dataset::feature_name(std::size_t feature) const {
  if (columns_.feature_name.empty()) return to_text(feature + columns_.first_feature_id);
  return std::string(columns_.feature_name[feature]);
}

Dataset Dataset::with_features(FeatureMemory features) const {
  struct Features {
    std::shared_ptr<const void> rest;
    FeatureMemory features;
  };
  auto owner = std::make_shared<Features>(Features{owner_, std::move(features)});
  DatasetColumns columns = columns_;
  columns.set_features(owner->features);
  if (!columns.is_sparse() && query_count() > 0) {
    const auto [begin, end] = rows_of(columns, query_count() - 1);
    expects(columns.feature_begin.size() == query_count() &&
                columns.features.size() >=
                    columns.feature_begin.back() + (end - begin) * columns.feature_count,
            "as many features as those they replace");
  }
  return {columns, std::move(owner)};
}

Dataset Dataset::with_truth(std::span<const WeakOrder> truth) const {
  expects(truth.size() == query_count(), "one truth per query");
  struct Truths {
    std::shared_ptr<const void> rest;
    std::vector<double> label;
    std::vector<Level> level;
    std::vector<std::uint32_t> strict;
  };
  auto owner = std::make_shared<Truths>();
  owner->rest = owner_;
  for (std::size_t query = 0; query < truth.size(); ++query) {
    expects(truth[query].label.size() == (*this)[query].size(), "a truth for all documents");
    owner->label.insert(owner->label.end(), truth[query].label.begin(), truth[query].label.end());
    owner->level.insert(owner->level.end(), truth[query].level.begin(), truth[query].level.end());
    owner->strict.push_back(static_cast<std::uint32_t>(truth[query].strict));
  }
  if (std::ranges::all_of(owner->strict, [](auto k) { return k == 0; })) owner->strict.clear();
  DatasetColumns columns = columns_;
  columns.label = owner->label;
  columns.level = owner->level;
  columns.strict = owner->strict;
  return {columns, std::move(owner)};
}

Dataset Dataset::with_weights(std::vector<float> row_weight,
                              std::vector<double> query_weight) const {
  struct Weights {
    std::shared_ptr<const void> rest;
    std::vector<float> row;
    std::vector<double> query;
  };
  auto owner =
      std::make_shared<Weights>(Weights{owner_, std::move(row_weight), std::move(query_weight)});
  DatasetColumns columns = columns_;
  if (!owner->row.empty()) columns.row_weight = owner->row;
  if (!owner->query.empty()) columns.query_weight = owner->query;
  return {columns, std::move(owner)};
}

Dataset Dataset::with_second_label(std::vector<double> label) const {
  struct SecondLabels {
    std::shared_ptr<const void> rest;
    std::vector<double> label;
  };
  auto owner = std::make_shared<SecondLabels>(SecondLabels{owner_, std::move(label)});
  DatasetColumns columns = columns_;
  columns.second_label = owner->label;
  return {columns, std::move(owner)};
}

Dataset Dataset::without_input_rows() const {
  DatasetColumns columns = columns_;
  columns.input_row = {};
  return {columns, owner_};
}

Dataset Dataset::subset(std::span<const std::size_t> queries) const {
  std::vector<QueryRows> parts;
  for (const std::size_t query : queries) {
    const QueryView view = (*this)[query];
    QueryRows& part = parts.emplace_back();
    part.query = query;
    part.row.resize(view.size());
    std::iota(part.row.begin(), part.row.end(), view.first_row);
  }
  return gathered_rows(*this, parts);
}

std::vector<double> scores_by_row(const Dataset& data, std::span<const double> by_input_row) {
  if (by_input_row.size() != data.row_count()) {
    throw UsageError(fmt::format("found {}, expected {}: one for each row",
                                 counted(by_input_row.size(), "score"), data.row_count()));
  }
  std::vector<double> by_row(by_input_row.size());
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    by_row[row] = by_input_row[data.input_row(row)];
  }
  return by_row;
}

std::vector<double> scores_by_input(const Dataset& data, std::span<const double> by_row) {
  expects(by_row.size() == data.row_count(), "one value per row");
  std::vector<double> by_input(by_row.size());
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    by_input[data.input_row(row)] = by_row[row];
  }
  return by_input;
}

}  // namespace podium
