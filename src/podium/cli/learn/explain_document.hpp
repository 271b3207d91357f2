#pragma once

#include <optional>
#include <string>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/cli/command.hpp"
#include "podium/data/dataset.hpp"
#include "podium/model/model.hpp"
#include "podium/report/document.hpp"

namespace podium {

/// The contribution of a feature to a document's score.
struct FeaturePart {
  std::string feature;
  double value = 0.0;     ///< in the data, NaN when missing
  double prepared = 0.0;  ///< what the scoring function sees
  double adds = 0.0;
};

/// The score of a document as a sum over features.
struct DocumentScore {
  std::string query;
  std::string document;
  std::vector<FeaturePart> parts;  ///< the largest come first, whatever their sign
  std::optional<double> bias;
  double score = 0.0;
};

/// Throws UsageError when there is no such query or document, and for a model whose score is not a
/// sum over features. A document is found by its id, in data without ids by the number of its row.
/// `path` is what the model is called.
DocumentScore explained_score(const RankingModel& model, const std::string& path,
                              const Dataset& data, const std::string& query,
                              const std::string& document);

/// The first `shown` parts, the bias and the sum of the other parts if there are any; for people
/// also the score that they add up to.
Table part_table(const DocumentScore& score, std::size_t shown, TableFormat format);

/// The same as bars, without the score.
BarsBlock part_bars(const DocumentScore& score, std::size_t shown);

}  // namespace podium
