#include "podium/core/data/dataset_builder.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

void append(std::vector<std::uint64_t>& ends, std::string& text, std::string_view item) {
  text += item;
  ends.push_back(text.size());
}

bool is_identity(std::span<const std::uint64_t> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] != i) return false;
  }
  return true;
}

DatasetColumns columns_of(const DatasetMemory& memory) {
  DatasetColumns columns{.feature_count = memory.feature_count,
                         .first_feature_id = memory.first_feature_id,
                         .query_end = memory.query_end,
                         .label = memory.label,
                         .level = memory.level,
                         .strict = memory.strict,
                         .query_id = {memory.query_id_end, memory.query_id_text},
                         .document_id = {memory.document_id_end, memory.document_id_text},
                         .feature_name = {memory.feature_name_end, memory.feature_name_text},
                         .input_row = memory.input_row,
                         .row_weight = memory.row_weight,
                         .query_weight = memory.query_weight,
                         .inc = memory.inc,
                         .prob = memory.prob,
                         .second_label = memory.second_label,
                         .words = memory.words};
  columns.set_features(memory.features);
  return columns;
}

}  // namespace

void DatasetMemory::add_query_id(std::string_view id) {
  append(query_id_end, query_id_text, id);
}
void DatasetMemory::add_document_id(std::string_view id) {
  append(document_id_end, document_id_text, id);
}
void DatasetMemory::add_feature_name(std::string_view name) {
  append(feature_name_end, feature_name_text, name);
}

Dataset build_dataset(DatasetMemory memory) {
  auto owner = std::make_shared<DatasetMemory>(std::move(memory));
  if (is_identity(owner->input_row)) owner->input_row = {};
  for (double& label : owner->label) label += 0.0;  // -0 becomes 0
  if (owner->level.empty()) {
    owner->level.resize(owner->label.size());
    parallel_for(owner->query_end.size(), [&](std::size_t query) {
      const std::size_t begin = query == 0 ? 0 : owner->query_end[query - 1];
      const std::size_t count = owner->query_end[query] - begin;
      levels_of_labels(std::span(owner->label).subspan(begin, count),
                       std::span(owner->level).subspan(begin, count));
    });
  }
  const DatasetColumns columns = columns_of(*owner);
  return {columns, std::move(owner)};
}

DatasetBuilder::DatasetBuilder(std::size_t feature_count) {
  memory_.feature_count = feature_count;
}

DatasetBuilder& DatasetBuilder::add_query(std::string_view id, const GroundTruth& truth,
                                          std::span<const float> features,
                                          std::span<const std::string> document_ids) {
  const WeakOrder order = weak_order(truth);
  expects(features.size() == order.label.size() * memory_.feature_count, "one row per document");
  expects(document_ids.empty() || document_ids.size() == order.label.size(),
          "one id per document, or none");
  memory_.add_query_id(id);
  memory_.label.insert(memory_.label.end(), order.label.begin(), order.label.end());
  memory_.level.insert(memory_.level.end(), order.level.begin(), order.level.end());
  memory_.strict.push_back(static_cast<std::uint32_t>(order.strict));
  for (const std::string& document : document_ids) memory_.add_document_id(document);
  memory_.query_end.push_back(memory_.label.size());
  values_.insert(values_.end(), features.begin(), features.end());
  return *this;
}

Dataset DatasetBuilder::build() && {
  FeatureMatrix matrix(memory_.query_end, memory_.feature_count, default_memory_limit());
  std::size_t from = 0;
  for (std::size_t query = 0; query < memory_.query_end.size(); ++query) {
    const std::size_t to = memory_.query_end[query] * memory_.feature_count;
    std::copy(values_.begin() + static_cast<std::ptrdiff_t>(from),
              values_.begin() + static_cast<std::ptrdiff_t>(to),
              matrix.values().begin() + static_cast<std::ptrdiff_t>(matrix.begins()[query]));
    from = to;
  }
  memory_.features.dense = std::move(matrix);
  if (std::ranges::all_of(memory_.strict, [](auto k) { return k == 0; })) memory_.strict.clear();
  return build_dataset(std::move(memory_));
}

}  // namespace podium
