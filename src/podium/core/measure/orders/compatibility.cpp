#include "podium/core/measure/orders/compatibility.hpp"

#include <algorithm>

namespace podium {

namespace {

constexpr std::size_t default_depth = 1000;

/// What the depths beyond d are worth together, for d = 0 .. depth: sum of p^(i-1)/i over i > d.
std::vector<double> tails_of_weights(double p, std::size_t depth) {
  std::vector<double> tail(depth + 1, 0.0);
  double power = 1.0;
  for (std::size_t d = 0; d < depth; ++d, power *= p) {
    tail[d] = power / static_cast<double>(d + 1);
  }
  for (std::size_t d = depth; d-- > 0;) tail[d] += tail[d + 1];
  return tail;
}

/// Rank of each place of the best ideal list; documents that were not retrieved have rank
/// `no_cutoff`. Takes the ranked list level by level.
std::vector<std::size_t> ranks_of_ideal(const JudgedRanking& judged) {
  const TruthView& truth = judged.truth();
  const Level levels =
      truth.size() == 0 ? 0 : *std::max_element(truth.level.begin(), truth.level.end()) + 1;
  std::vector<std::size_t> next(levels + std::size_t{1}, 0);  // first place of a level, best first
  for (std::size_t doc = 0; doc < truth.size(); ++doc) {
    if (truth.label[doc] > 0.0) ++next[levels - truth.level[doc]];
  }
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::size_t> rank_of_place(next.back(), no_cutoff);
  for (std::size_t rank = 0; rank < judged.size(); ++rank) {
    const DocIndex doc = judged.order()[rank];
    if (!(truth.label[doc] > 0.0)) continue;
    rank_of_place[next[levels - 1 - truth.level[doc]]++] = rank;
  }
  return rank_of_place;
}

}  // namespace

MeasureFunction make_compatibility(const OptionText& options, std::size_t cutoff,
                                   const Profile& /*profile*/) {
  const std::size_t depth = cutoff == no_cutoff ? default_depth : cutoff;
  const double p = parse_options<CompatibilityOptions>(options).p;
  return [tail = tails_of_weights(p, depth), depth](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula =
          "overlap with the nearest ideal list / overlap of that list with itself";
      explanation->terms.columns = {"place", "rank", "in both from", "worth"};
    }
    const std::vector<std::size_t> ranks = ranks_of_ideal(judged);
    double overlap = 0.0;
    double best = 0.0;
    for (std::size_t place = 0; place < std::min(ranks.size(), depth); ++place) {
      best += tail[place];
      // A document is in both lists from the later of its two places on.
      const std::size_t both = std::max(place, ranks[place]);
      const double worth = both < depth ? tail[both] : 0.0;
      overlap += worth;
      if (explanation != nullptr && ranks[place] != no_cutoff) {
        explanation->terms.rows.push_back({place + 1, ranks[place] + 1, both + 1, Cell(worth, 6)});
      }
    }
    if (explanation != nullptr) explanation->totals = {{"overlap", overlap}, {"ideal", best}};
    if (best == 0.0) return std::nullopt;
    return overlap / best;
  };
}

}  // namespace podium
