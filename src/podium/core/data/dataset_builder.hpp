#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Memory for the columns of a data set; filled by readers and passed to
/// build_dataset().
struct DatasetMemory {
  std::size_t feature_count = 0;
  std::uint32_t first_feature_id = 1;
  std::vector<std::uint64_t> query_end;
  FeatureMemory features;
  std::vector<double> label;
  std::vector<Level> level;  ///< left empty: derived from the labels
  std::vector<std::uint32_t> strict;
  std::vector<std::uint64_t> query_id_end;
  std::string query_id_text;
  std::vector<std::uint64_t> document_id_end;
  std::string document_id_text;
  std::vector<std::uint64_t> feature_name_end;
  std::string feature_name_text;
  std::vector<std::uint64_t> input_row;
  std::vector<float> row_weight;
  std::vector<double> query_weight;
  std::vector<double> inc;
  std::vector<double> prob;
  std::vector<double> second_label;
  WordTables words;

  void add_query_id(std::string_view id);
  void add_document_id(std::string_view id);
  void add_feature_name(std::string_view name);
};

/// The data set that owns `memory`. Missing levels are derived; a label of -0 becomes 0; an
/// input_row that is the identity is dropped.
Dataset build_dataset(DatasetMemory memory);

/// Collects queries one by one, for generators, conversions and tests. Rows keep their order.
class DatasetBuilder {
 public:
  explicit DatasetBuilder(std::size_t feature_count);

  /// Adds a query; `features` holds truth's documents row by row, `document_ids` names all of
  /// them or none. All queries must agree on whether documents have ids.
  DatasetBuilder& add_query(std::string_view id, const GroundTruth& truth,
                            std::span<const float> features,
                            std::span<const std::string> document_ids = {});

  Dataset build() &&;

 private:
  DatasetMemory memory_;
  std::vector<float> values_;
};

}  // namespace podium
