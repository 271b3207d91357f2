#include "podium/core/data/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/kernels/argsort.hpp"

namespace podium {

namespace {

void check_scores(std::span<const double> scores) {
  expects(scores.size() < std::numeric_limits<DocIndex>::max(), "fewer than 2^32 - 1 documents");
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) {
      throw NumericError(fmt::format("the score of document {} is not a number", i + 1));
    }
  }
}

/// A document with its score, so that the sort reads one array instead of two.
struct Scored {
  double score;
  DocIndex doc;

  bool operator<(const Scored& other) const noexcept {
    return score != other.score ? score > other.score : doc < other.doc;
  }
};

}  // namespace

Ranking rank_by_score(std::span<const double> scores, const TieBreak& before) {
  check_scores(scores);
  Ranking ranking;
  ranking.order.resize(scores.size());
  ranking.tie_end.resize(scores.size());
  Workspace workspace;
  argsort_descending(scores, ranking.order, workspace);
  for (std::size_t begin = 0; begin < scores.size();) {
    std::size_t end = begin + 1;
    while (end < scores.size() && scores[ranking.order[end]] == scores[ranking.order[begin]]) ++end;
    std::fill(ranking.tie_end.begin() + static_cast<std::ptrdiff_t>(begin),
              ranking.tie_end.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<std::uint32_t>(end));
    if (before && end - begin > 1) {
      std::stable_sort(ranking.order.begin() + static_cast<std::ptrdiff_t>(begin),
                       ranking.order.begin() + static_cast<std::ptrdiff_t>(end), before);
    }
    begin = end;
  }
  return ranking;
}

std::vector<DocIndex> top_k_by_score(std::span<const double> scores, std::size_t k) {
  check_scores(scores);
  std::vector<Scored> documents(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    documents[i] = {scores[i], static_cast<DocIndex>(i)};
  }
  const auto middle = documents.begin() + static_cast<std::ptrdiff_t>(std::min(k, scores.size()));
  std::partial_sort(documents.begin(), middle, documents.end());
  std::vector<DocIndex> order;
  order.reserve(std::min(k, scores.size()));
  std::for_each(documents.begin(), middle, [&](const Scored& d) { order.push_back(d.doc); });
  return order;
}

}  // namespace podium
