#include "podium/learning/learn/boosting/query_measure.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/learn/top_documents.hpp"

namespace podium {

QueryMeasure::QueryMeasure(Dataset data, const Measure& measure)
    : data_(std::move(data)), measure_(measure.with_top_grade(highest_label(data_))) {
  const MeasureEntry& entry = measure_.entry();
  if (entry.smaller_is_better || entry.minimum < -1.0 || entry.maximum > 1.0) {
    throw UsageError(fmt::format(
        "measure {}: boosting needs a measure with values from -1 to 1 where larger is better",
        measure_.name()));
  }
  for (std::size_t q = 0; q < data_.query_count(); ++q) {
    if (!has_preferences(data_[q])) continue;
    queries_.push_back(q);
    weight_.push_back(data_[q].weight);
  }
  if (queries_.empty()) {
    throw NumericError(
        fmt::format("no query can be used for training: each of the {} queries has one document, "
                    "equal labels only, or weight 0",
                    data_.query_count()));
  }
  blocks_ = QueryBlocks(data_).among(queries_);
  const double sum = blocks_.sum(
      0.0, [&](std::size_t i, double& all, Workspace& /*workspace*/) { all += weight_[i]; });
  for (double& weight : weight_) weight /= sum;
}

double QueryMeasure::value(std::size_t i, std::span<const double> scores) const {
  const Ranking ranking = rank_by_score(scores);
  return measure_(JudgedRanking(query(i).truth, ranking)).value_or(0.0);
}

std::vector<double> QueryMeasure::values(std::span<const double> scores) const {
  std::vector<double> values(size());
  parallel_for(size(), [&](std::size_t i) {
    const QueryView view = query(i);
    values[i] = value(i, scores.subspan(view.first_row, view.size()));
  });
  return values;
}

}  // namespace podium
