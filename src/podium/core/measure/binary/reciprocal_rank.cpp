#include "podium/core/measure/binary/reciprocal_rank.hpp"

#include <algorithm>

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// Mean of 1/rank of the first relevant document over the orders of the group [begin, end), which
/// has `relevant` of them.
double mean_reciprocal(const JudgedRanking& judged, std::size_t begin, std::size_t end,
                       std::size_t relevant, std::size_t cutoff, Explanation* explanation) {
  double sum = 0.0;
  double none_yet = 1.0;
  for (std::size_t rank = begin; rank < std::min(end, cutoff) && none_yet > 0.0; ++rank) {
    const auto left = static_cast<double>(end - rank);
    const double here = none_yet * static_cast<double>(relevant) / left;
    sum += here / static_cast<double>(rank + 1);
    none_yet *= std::max(0.0, left - static_cast<double>(relevant)) / left;
    detail::add_term(explanation, judged, rank, {here, here / static_cast<double>(rank + 1), sum});
  }
  return sum;
}

}  // namespace

MeasureFunction make_reciprocal_rank(const OptionText& options, std::size_t cutoff,
                                     const Profile& profile) {
  return [relevant = Relevance(options, profile), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "1 / rank of the first relevant document",
                        {"first relevant", "term", "sum"});
    if (relevant.count(judged) == 0) return std::nullopt;
    const auto label = judged.ranked_label();
    for (std::size_t begin = 0; begin < std::min(cutoff, judged.size());) {
      const std::size_t end = judged.group_end(begin);
      const auto found = static_cast<std::size_t>(
          std::count_if(label.begin() + static_cast<std::ptrdiff_t>(begin),
                        label.begin() + static_cast<std::ptrdiff_t>(end), relevant));
      if (found > 0) return mean_reciprocal(judged, begin, end, found, cutoff, explanation);
      for (std::size_t rank = begin; rank < std::min(end, cutoff); ++rank) {
        detail::add_term(explanation, judged, rank, {0.0, 0.0, 0.0});
      }
      begin = end;
    }
    return 0.0;
  };
}

}  // namespace podium
