#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/query_blocks.hpp"
#include "podium/core/measure/measure.hpp"

namespace podium {

/// A measure of rankings as boosting sees it: query by query, over the queries in which a document
/// is to be preferred to another. Equal scores stand in input order.
class QueryMeasure {
 public:
  /// The highest grade is that of the data, if the measure needs one and has none.
  /// Throws UsageError for a measure that leaves [-1, 1] or is better when smaller, and
  /// NumericError when no query has a document to be preferred to another.
  QueryMeasure(Dataset data, const Measure& measure);

  const Dataset& data() const noexcept { return data_; }

  /// Queries that count; "the i-th query" below is one of them.
  std::size_t size() const noexcept { return queries_.size(); }
  QueryView query(std::size_t i) const { return data_[queries_[i]]; }
  std::span<const double> weight() const noexcept { return weight_; }  ///< sum 1

  /// Of the queries that count, cut by the rows of all queries.
  const QueryBlocks& blocks() const noexcept { return blocks_; }

  /// Of the i-th query's documents under their scores.
  double value(std::size_t i, std::span<const double> scores) const;

  /// Of every query that counts, for scores of all rows.
  std::vector<double> values(std::span<const double> scores) const;

 private:
  Dataset data_;
  Measure measure_;
  std::vector<std::size_t> queries_;
  std::vector<double> weight_;
  QueryBlocks blocks_;
};

}  // namespace podium
