#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The size and the contents of a data set in numbers.
struct DatasetInfo {
  std::size_t queries = 0;
  std::size_t rows = 0;
  std::size_t features = 0;
  std::map<double, std::size_t> labels;  ///< value -> rows
  std::size_t unjudged = 0;              ///< rows with a label below 0
  struct {
    std::size_t min = 0;
    double median = 0.0;  ///< mean of the two middle sizes when the number of queries is even
    std::size_t max = 0;
  } documents_per_query;
  std::size_t missing = 0;        ///< cells without a value
  std::size_t blank_queries = 0;  ///< queries without a label above 0
  std::size_t tied_queries = 0;   ///< queries in which all judged documents have the same label
  std::size_t short_queries = 0;  ///< queries with fewer than 10 documents
  std::size_t memory_bytes = 0;   ///< of all columns
  bool is_sparse = false;         ///< only values other than 0 are stored
  std::size_t stored = 0;         ///< how many of them, if sparse
  bool has_document_ids = false;
  bool has_feature_names = false;
  bool has_row_weights = false;
  bool has_query_weights = false;
  bool is_ordered = false;  ///< some query has a top-k truth or a full order
};

DatasetInfo describe(const Dataset& data);

/// How features are stored: "dense" or "sparse: 15000 values other than 0, 1.00 %".
std::string stored_text(const DatasetInfo& info);

}  // namespace podium
