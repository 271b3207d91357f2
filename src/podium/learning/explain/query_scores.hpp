#pragma once

#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// One query as a model sees it.
struct QueryScores {
  Dataset raw;                        ///< the query alone, with the features of the model
  Dataset ready;                      ///< the same, prepared
  std::vector<std::string> document;  ///< ids, or numbers of the rows in the whole data
  std::vector<double> score;
  Ranking ranking;

  std::string id() const { return std::string(raw[0].id); }
  std::size_t size() const { return score.size(); }
  FeatureRows features() const { return ready[0].features; }
  double value(DocIndex doc, std::size_t feature) const { return raw[0].features[doc][feature]; }

  /// The document's place in the ranking, from 1.
  std::size_t rank(DocIndex doc) const;
};

/// Scores a query; the other queries of the data need not be fit to be scored. Throws UsageError
/// when there is no such query. `path` is what the model is called.
QueryScores scored_query(const RankingModel& model, const std::string& path, const Dataset& data,
                         const std::string& query);

/// The value of a feature as the data has it: a word or a number.
Cell value_cell(const QueryScores& query, DocIndex doc, std::size_t feature, TableFormat format);

/// A document is found by its id, in data without ids by the number of its row. Throws UsageError
/// when there is none.
DocIndex find_document(const QueryScores& query, const std::string& id);

}  // namespace podium
