#include "podium/learning/loss/structural/gain_merge.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "podium/learning/loss/structural/select_first.hpp"

namespace podium {

GainMerge::GainMerge(const TopQuery& query, Workspace& workspace) : query_(query) {
  const std::span<const double> gain = query.gain();
  const std::span<const double> score = query.score();
  const auto places = workspace.take<std::uint32_t>(query.size());
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  std::size_t count = 0;
  for (std::size_t begin = 0, end = 0; begin < gain.size(); begin = end) {
    if (count == max_gains) return;
    while (end < gain.size() && gain[end] == gain[begin]) ++end;
    lists_[count++] =
        select_first(places.subspan(begin, end - begin), query.cutoff(),
                     [score](std::uint32_t one, std::uint32_t other) {
                       return score[one] != score[other] ? score[one] > score[other] : one < other;
                     });
  }
  count_ = count;
}

TopOrder GainMerge::best_order(double lambda, Workspace& workspace) const {
  if (count_ == 0) return query_.best_order(lambda, workspace);
  const auto places = workspace.take<std::uint32_t>(query_.cutoff());
  if (std::isinf(lambda)) {
    fill_by_loss(places);
    return query_.order_of(places);
  }
  std::array<std::size_t, max_gains> next{};
  std::array<double, max_gains> value{};
  const auto look_up = [&](std::size_t list) {
    if (next[list] == lists_[list].size()) return;
    const std::uint32_t place = lists_[list][next[list]];
    value[list] = query_.score()[place] - lambda * query_.gain()[place];
  };
  for (std::size_t list = 0; list < count_; ++list) look_up(list);
  for (std::uint32_t& place : places) {
    std::size_t best = count_;
    for (std::size_t list = 0; list < count_; ++list) {
      if (next[list] == lists_[list].size()) continue;
      // Of equal values the larger gain is first, as its places are.
      if (best == count_ || value[list] > value[best]) best = list;
    }
    place = lists_[best][next[best]++];
    look_up(best);
  }
  return query_.order_of(places);
}

void GainMerge::fill_by_loss(std::span<std::uint32_t> places) const noexcept {
  for (std::size_t list = count_; list-- > 0 && !places.empty();) {
    const std::size_t taken = std::min(places.size(), lists_[list].size());
    std::copy_n(lists_[list].begin(), taken, places.begin());
    places = places.subspan(taken);
  }
}

}  // namespace podium
