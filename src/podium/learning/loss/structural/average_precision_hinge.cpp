#include "podium/learning/loss/structural/average_precision_hinge.hpp"

#include <cstddef>

#include "podium/core/kernels/argsort.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/structural/violated_ranking.hpp"

namespace podium {

AveragePrecisionHinge::AveragePrecisionHinge(std::span<const DocIndex> docs,
                                             std::span<const double> labels,
                                             std::span<const double> scores, Workspace& workspace)
    : docs_(workspace.take<DocIndex>(docs.size())),
      gradient_(workspace.zeros<double>(docs.size())),
      relevant_scores_(workspace.take<double>(docs.size())),
      other_scores_(workspace.take<double>(docs.size())),
      relevant_above_(workspace.take<std::uint32_t>(docs.size())) {
  argsort_descending(gathered(docs, scores, workspace), docs_, workspace);
  for (DocIndex& doc : docs_) doc = docs[doc];
  label_ = gathered(docs_, labels, workspace);
  score_ = gathered(docs_, scores, workspace);
}

AveragePrecisionHinge::Violated AveragePrecisionHinge::violated(double relevant) {
  std::size_t relevant_count = 0;
  std::size_t other_count = 0;
  for (std::size_t rank = 0; rank < docs_.size(); ++rank) {
    if (label_[rank] >= relevant) {
      relevant_scores_[relevant_count++] = score_[rank];
    } else {
      other_scores_[other_count++] = score_[rank];
    }
  }
  const auto relevant_above = relevant_above_.first(other_count);
  find_violated_ranking(relevant_scores_.first(relevant_count), other_scores_.first(other_count),
                        relevant_above);
  return {relevant_count, relevant_above};
}

double AveragePrecisionHinge::add(double relevant, double weight) {
  const auto [relevant_count, relevant_above] = violated(relevant);
  const std::size_t other_count = relevant_above.size();
  if (relevant_count == 0 || other_count == 0) return 0.0;
  const double step =
      2.0 * weight / (static_cast<double>(relevant_count) * static_cast<double>(other_count));
  double lost_precision = 0.0;
  double violation = 0.0;
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t others_above = 0;
  for (std::size_t rank = 0; rank < docs_.size(); ++rank) {
    double moves = 0.0;
    if (label_[rank] >= relevant) {
      while (others_above < other_count && relevant_above[others_above] <= i) ++others_above;
      ++i;
      moves = -static_cast<double>(others_above);
      lost_precision += static_cast<double>(others_above) / static_cast<double>(i + others_above);
    } else {
      moves = static_cast<double>(relevant_count - relevant_above[j++]);
    }
    // the moves sum to 0, so any score may be subtracted: the middle one keeps most digits
    violation += moves * (score_[rank] - score_[docs_.size() / 2]);
    gradient_[rank] += step * moves;
  }
  return weight * lost_precision / static_cast<double>(relevant_count) + step * violation;
}

void AveragePrecisionHinge::finish(std::span<double> gradient) const {
  add_scattered(docs_, gradient_, gradient);
}

}  // namespace podium
