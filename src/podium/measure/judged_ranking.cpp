#include "podium/measure/judged_ranking.hpp"

#include <algorithm>
#include <functional>

#include "podium/base/error.hpp"

namespace podium {

JudgedRanking::JudgedRanking(const TruthView& truth, const Ranking& ranking, bool average_ties)
    : truth_(truth),
      ranking_(&ranking),
      average_ties_(average_ties),
      ideal_(truth.label.begin(), truth.label.end()) {
  ranked_.reserve(ranking.size());
  for (const DocIndex doc : ranking.order) {
    expects(doc < truth.size(), "every ranked document to be in the truth");
    ranked_.push_back(truth.label[doc]);
  }
  std::sort(ideal_.begin(), ideal_.end(), std::greater{});
}

}  // namespace podium
