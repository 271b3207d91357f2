#include "podium/core/measure/judged_ranking.hpp"

#include <algorithm>

#include "podium/core/base/error.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

/// The labels of the judged documents, descending. Levels are dense, so counting them sorts the
/// labels in O(n).
std::vector<double> descending_labels(const TruthView& truth) {
  std::vector<std::uint32_t> count;
  std::vector<double> label;
  for (std::size_t doc = 0; doc < truth.size(); ++doc) {
    if (!is_judged(truth.label[doc])) continue;
    const std::size_t level = truth.level[doc];
    expects(level < truth.size(), "dense levels");
    if (level >= count.size()) {
      count.resize(level + 1, 0);
      label.resize(level + 1, 0.0);
    }
    ++count[level];
    label[level] = truth.label[doc];
  }
  std::vector<double> descending;
  descending.reserve(truth.size());
  for (std::size_t level = count.size(); level-- > 0;) {
    descending.insert(descending.end(), count[level], label[level]);
  }
  return descending;
}

}  // namespace

JudgedRanking::JudgedRanking(const TruthView& truth, const Ranking& ranking, bool average_ties)
    : truth_(truth),
      ranking_(&ranking),
      average_ties_(average_ties),
      ideal_(descending_labels(truth)) {
  ranked_.reserve(ranking.size());
  for (const DocIndex doc : ranking.order) {
    expects(doc < truth.size(), "every ranked document to be in the truth");
    ranked_.push_back(truth.label[doc]);
  }
}

}  // namespace podium
