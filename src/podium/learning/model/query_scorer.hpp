#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/model/model.hpp"
#include "podium/learning/model/tree_scorer.hpp"

namespace podium {

/// A model made ready to score one query after another, as a service does: the bits of score(), but
/// trees and the rules of the preparation are made ready once, and documents that can be prepared
/// alone are prepared in place. Safe to use from several threads.
class QueryScorer {
 public:
  /// Throws UsageError for a model whose baseline is a file, which no request has.
  explicit QueryScorer(RankingModel model);
  QueryScorer(const QueryScorer&) = delete;
  QueryScorer& operator=(const QueryScorer&) = delete;
  QueryScorer(QueryScorer&&) = delete;
  QueryScorer& operator=(QueryScorer&&) = delete;
  ~QueryScorer() = default;

  const RankingModel& model() const noexcept { return model_; }

  /// What documents must have, in this order: the features of the model, but for that of a baseline
  /// inside it.
  const FeatureSet& features() const noexcept { return features_; }

  /// One score for each document of a query. `rows` holds features() row by row, NaN where a value
  /// is missing, and is overwritten. Throws NumericError for a score that is not finite and for a
  /// missing value that the model does not accept; both name the document's place, counting from
  /// that of the first row in its query.
  void score(std::span<float> rows, std::span<double> scores, Workspace& workspace,
             std::size_t first = 0) const;

  /// Whether a part of a query's documents has the scores that it has among the others.
  bool takes_parts() const { return has_documents_ && serves_documents_; }

  /// The query as a data set with features(); documents are named by their places, from 1 on.
  Dataset query_of(std::span<const float> rows) const;

 private:
  void score_prepared(std::span<const float> rows, std::span<double> scores, Workspace& workspace,
                      std::size_t first) const;

  RankingModel model_;
  FeatureSet features_;
  WordTables words_;
  RowPreparation preparation_;
  std::optional<TreeScorer> trees_;
  bool has_documents_ = true;      ///< a document's score needs no other documents
  bool serves_documents_ = false;  ///< nor does its preparation, also if a value is missing
};

}  // namespace podium
