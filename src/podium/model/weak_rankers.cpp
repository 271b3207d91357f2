#include "podium/model/weak_rankers.hpp"

#include <algorithm>

namespace podium {

bool WeakRankerSum::is_whole() const noexcept {
  return std::ranges::all_of(terms,
                             [&](const WeakTerm& term) { return term.ranker.feature < features; });
}

void WeakRankerSum::score(const FeatureRows& rows, std::span<double> scores,
                          Workspace& /*workspace*/) const {
  for (DocIndex doc = 0; doc < scores.size(); ++doc) {
    const std::span<const float> x = rows[doc];
    double sum = 0.0;
    for (const WeakTerm& term : terms) sum += term.weight * term.ranker(x[term.ranker.feature]);
    scores[doc] = sum;
  }
}

}  // namespace podium
