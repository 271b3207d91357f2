#include "podium/core/measure/orders/rbo.hpp"

#include <algorithm>

#include "podium/core/measure/orders/strict_order.hpp"

namespace podium {

namespace {

/// For each document the first rank of its group of equal scores; no_cutoff: not retrieved.
std::vector<std::size_t> group_begins(const JudgedRanking& judged) {
  std::vector<std::size_t> begin_of(judged.truth().size(), no_cutoff);
  for (std::size_t begin = 0; begin < judged.size();) {
    const std::size_t end = judged.group_end(begin);
    for (std::size_t rank = begin; rank < end; ++rank) begin_of[judged.order()[rank]] = begin;
    begin = end;
  }
  return begin_of;
}

/// X_1 .. X_depth: how many documents the first d of `ranked_size` ranks share with the first d of
/// `truth`, or the mean of it over the orders of equal scores.
std::vector<double> overlaps(const JudgedRanking& judged, std::span<const DocIndex> truth,
                             std::size_t ranked_size, std::size_t depth) {
  const std::vector<std::size_t> begin_of = group_begins(judged);
  std::vector<double> seen(judged.size() + 1, 0.0);  // true documents so far, by group
  std::vector<double> overlap;
  double whole = 0.0;       // those in groups that end within the first d ranks
  std::size_t current = 0;  // the group after these
  for (std::size_t d = 1; d <= depth; ++d) {
    if (d <= truth.size() && begin_of[truth[d - 1]] != no_cutoff) {
      const std::size_t begin = begin_of[truth[d - 1]];
      begin < current ? whole += 1.0 : seen[begin] += 1.0;
    }
    const std::size_t ranks = std::min(d, ranked_size);
    while (current < ranks && judged.group_end(current) <= ranks) {
      whole += seen[current];
      current = judged.group_end(current);
    }
    double part = 0.0;
    if (current < ranks) {
      part = seen[current] * static_cast<double>(ranks - current) /
             static_cast<double>(judged.group_end(current) - current);
    }
    overlap.push_back(whole + part);
  }
  return overlap;
}

double overlap_sum(std::span<const double> overlap, std::size_t shorter, const RboOptions& options,
                   Explanation* explanation) {
  const double at_shorter = overlap[shorter - 1] / static_cast<double>(shorter);
  double weight = 1.0 - options.p;  // (1-p)/p * p^d
  double sum = 0.0;
  for (std::size_t d = 1; d <= overlap.size(); ++d) {
    const auto depth = static_cast<double>(d);
    double share = overlap[d - 1] / depth;
    if (!options.truncated && d > shorter) {
      share += at_shorter * static_cast<double>(d - shorter) / depth;
    }
    sum += share * weight;
    if (explanation != nullptr) {
      explanation->terms.rows.push_back(
          {d, Cell(overlap[d - 1], 6), Cell(share, 6), Cell(weight, 6), Cell(sum, 6)});
    }
    weight *= options.p;
  }
  if (options.truncated) return sum;
  const auto longer = static_cast<double>(overlap.size());
  const double beyond = (overlap.back() - overlap[shorter - 1]) / longer + at_shorter;
  const double tail = beyond * weight / (1.0 - options.p);  // weight is (1-p) p^l by now
  if (explanation != nullptr) explanation->totals = {{"sum", sum}, {"extrapolated", tail}};
  return sum + tail;
}

}  // namespace

MeasureFunction make_rbo(const OptionText& text, std::size_t cutoff, const Profile& /*profile*/) {
  return [options = parse_options<RboOptions>(text), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula = "sum of share * weight, share = overlap of the first d places / d";
      explanation->terms.columns = {"d", "overlap", "share", "weight", "sum"};
    }
    std::vector<DocIndex> truth = strict_order(judged, no_cutoff, "rbo");
    truth.resize(std::min(truth.size(), cutoff));
    const std::size_t ranked_size = std::min(judged.size(), cutoff);
    const std::size_t shorter = std::min(truth.size(), ranked_size);
    const std::size_t longer = std::max(truth.size(), ranked_size);
    if (shorter == 0) return 0.0;
    return overlap_sum(overlaps(judged, truth, ranked_size, longer), shorter, options, explanation);
  };
}

}  // namespace podium
