#include "podium/learning/loss/pairs/pair_set.hpp"

#include "podium/core/base/chunks.hpp"

namespace podium {

bool write_first_worse(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> first_worse) {
  for (std::size_t place = 0; place < order.size(); ++place) {
    first_worse[place] = static_cast<double>(truth.level[order[place]]);
  }
  become_first_worse(first_worse);
  return !order.empty() && first_worse[0] < static_cast<double>(order.size());
}

void become_first_worse(std::span<double> descending) {
  auto end = static_cast<double>(descending.size());
  for (std::size_t place = descending.size(); place > 0;) {
    const double value = descending[place - 1];
    for (; place > 0 && descending[place - 1] == value; --place) descending[place - 1] = end;
    end = static_cast<double>(place);
  }
}

PlacedQuery placed(const LossQuery& query, std::span<const double> scores, Workspace& workspace) {
  PlacedQuery known{.score = gathered(query.order, scores, workspace), .weight = {}};
  if (query.row_weight.empty()) return known;
  const std::span<double> weight = workspace.take<double>(query.order.size());
  for (std::size_t place = 0; place < weight.size(); ++place) {
    weight[place] = double{query.row_weight[query.order[place]]};
  }
  known.weight = weight;
  return known;
}

std::span<double> gathered(std::span<const DocIndex> order, std::span<const double> by_document,
                           Workspace& workspace) {
  const std::span<double> values = workspace.take<double>(order.size());
  for_each_chunk(order.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      values[place] = by_document[order[place]];
    }
  });
  return values;
}

void add_scattered(std::span<const DocIndex> order, std::span<const double> values,
                   std::span<double> by_document) {
  for (std::size_t place = 0; place < order.size(); ++place) {
    by_document[order[place]] += values[place];
  }
}

double pair_count(std::span<const double> first_worse) {
  const auto n = static_cast<double>(first_worse.size());
  double count = 0.0;
  for (const double first : first_worse) count += n - first;
  return count;
}

namespace {

double weighted_pair_count(const LossQuery& query, std::span<const double> first_worse) {
  double count = 0.0;
  double worse = 0.0;
  const auto weight = [&](std::size_t place) {
    return double{query.row_weight[query.order[place]]};
  };
  for_each_with_worse(
      first_worse, [&](std::size_t place) { worse += weight(place); },
      [&](std::size_t place) { count += weight(place) * worse; });
  return count;
}

}  // namespace

double pair_factor(PairScale scale, const LossQuery& query, std::span<const double> first_worse,
                   double weight) {
  if (scale == PairScale::sum) return weight;
  const double count =
      query.row_weight.empty() ? pair_count(first_worse) : weighted_pair_count(query, first_worse);
  return count > 0.0 ? weight / count : 0.0;
}

}  // namespace podium
