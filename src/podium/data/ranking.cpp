#include "podium/data/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "podium/base/error.hpp"

namespace podium {

namespace {

/// Score and document side by side: the sort then reads one array instead of jumping through two.
struct Scored {
  double score;
  DocIndex doc;
};

bool better(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score > b.score : a.doc < b.doc;
}

std::vector<Scored> scored_documents(std::span<const double> scores) {
  expects(scores.size() <= std::numeric_limits<DocIndex>::max(), "fewer than 2^32 documents");
  std::vector<Scored> documents(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) {
      throw NumericError(fmt::format("the score of document {} is not a number", i + 1));
    }
    documents[i] = {scores[i], static_cast<DocIndex>(i)};
  }
  return documents;
}

}  // namespace

Ranking rank_by_score(std::span<const double> scores, const TieBreak& before) {
  std::vector<Scored> documents = scored_documents(scores);
  std::sort(documents.begin(), documents.end(), better);

  Ranking ranking;
  ranking.order.resize(documents.size());
  ranking.tie_end.resize(documents.size());
  for (std::size_t rank = 0; rank < documents.size(); ++rank) {
    ranking.order[rank] = documents[rank].doc;
  }
  for (std::size_t begin = 0; begin < documents.size();) {
    std::size_t end = begin + 1;
    while (end < documents.size() && documents[end].score == documents[begin].score) ++end;
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
  std::vector<Scored> documents = scored_documents(scores);
  const auto middle = documents.begin() + static_cast<std::ptrdiff_t>(std::min(k, scores.size()));
  std::partial_sort(documents.begin(), middle, documents.end(), better);
  std::vector<DocIndex> order;
  order.reserve(std::min(k, scores.size()));
  std::for_each(documents.begin(), middle, [&](const Scored& d) { order.push_back(d.doc); });
  return order;
}

}  // namespace podium
