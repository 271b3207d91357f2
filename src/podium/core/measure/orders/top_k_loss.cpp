#include "podium/core/measure/orders/top_k_loss.hpp"

#include <algorithm>

#include "podium/core/measure/orders/strict_order.hpp"

namespace podium {

namespace {

/// The share of the orders of equal scores that put `truth` on the first ranks.
double share_right(const JudgedRanking& judged, std::span<const DocIndex> truth,
                   Explanation* explanation) {
  if (judged.size() < truth.size()) return 0.0;
  double share = 1.0;
  for (std::size_t begin = 0; begin < truth.size();) {
    const std::size_t end = judged.group_end(begin);
    const auto group = judged.order().subspan(begin, end - begin);
    for (std::size_t rank = begin; rank < std::min(end, truth.size()); ++rank) {
      const bool is_there = std::find(group.begin(), group.end(), truth[rank]) != group.end();
      const double chance = is_there ? 1.0 / static_cast<double>(end - rank) : 0.0;
      share *= chance;
      if (explanation != nullptr) {
        explanation->terms.rows.push_back({rank + 1, judged.order()[rank] + std::size_t{1},
                                           truth[rank] + std::size_t{1}, Cell(chance, 6)});
      }
      if (share == 0.0) return 0.0;
    }
    begin = end;
  }
  return share;
}

MeasureFunction loss_of_places(std::size_t cutoff, std::string_view name) {
  return [cutoff, name](const JudgedRanking& judged,
                        Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula = "0 when every true place is right, else 1; stops at the first error";
      explanation->terms.columns = {"rank", "document", "true document", "right"};
    }
    return 1.0 - share_right(judged, strict_order(judged, cutoff, name), explanation);
  };
}

}  // namespace

MeasureFunction make_top_k_loss(const OptionText& /*options*/, std::size_t cutoff,
                                const Profile& /*profile*/) {
  return loss_of_places(cutoff, "topk-loss");
}

MeasureFunction make_permutation_loss(const OptionText& /*options*/, std::size_t cutoff,
                                      const Profile& /*profile*/) {
  return loss_of_places(cutoff, "permutation-loss");
}

}  // namespace podium
