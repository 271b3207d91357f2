#include "podium/learning/learn/ranks_nothing.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <variant>
#include <vector>

#include "podium/learning/model/re_ranking.hpp"

namespace podium {

namespace {

bool has_two_scores(const Dataset& data, const std::vector<double>& scores) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (std::size_t row = 1; row < view.size(); ++row) {
      if (scores[view.first_row + row] != scores[view.first_row]) return true;
    }
  }
  return false;
}

/// The rankers that give scores.
std::vector<ModelKind> scorers_of(const ModelKind& kind) {
  const auto* two_stages = std::get_if<ReRanking>(&kind);
  if (two_stages == nullptr) return {kind};
  std::vector<ModelKind> scorers = {two_stages->first->kind};
  for (const Voter& voter : two_stages->voters) scorers.push_back(voter.ranker.kind);
  return scorers;
}

bool has_one_score(const Dataset& data,
                   const std::function<std::vector<double>(const Dataset&)>& score) {
  // Few queries first: nearly always they are enough.
  std::vector<std::size_t> queries;
  for (std::size_t next = 0; next < data.query_count(); next += queries.size()) {
    queries.resize(std::min(4 * queries.size() + 16, data.query_count() - next));
    std::iota(queries.begin(), queries.end(), next);
    const Dataset part = data.subset(queries);
    if (has_two_scores(part, score(part))) return false;
  }
  return true;
}

}  // namespace

bool ranks_nothing(const RankingModel& model, const Dataset& data) {
  return std::ranges::all_of(scorers_of(model.kind), [&](const ModelKind& kind) {
    RankingModel ranker = model;
    ranker.kind = kind;
    return has_one_score(data, [&](const Dataset& part) { return score(ranker, part); });
  });
}

bool ranks_nothing(const ModelKind& kind, const Dataset& prepared) {
  return std::ranges::all_of(scorers_of(kind), [&](const ModelKind& scorer) {
    return has_one_score(prepared, [&](const Dataset& part) { return score(scorer, part); });
  });
}

}  // namespace podium
