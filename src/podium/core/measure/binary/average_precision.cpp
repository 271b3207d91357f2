#include "podium/core/measure/binary/average_precision.hpp"

#include <algorithm>

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// Sum of the precisions at relevant ranks. Documents that share no score are groups of one.
double precision_sum(const JudgedRanking& judged, std::size_t cutoff, const Relevance& relevant,
                     Explanation* explanation) {
  const auto label = judged.ranked_label();
  const std::size_t limit = std::min(cutoff, judged.size());
  double sum = 0.0;
  double before = 0.0;
  for (std::size_t begin = 0; begin < limit;) {
    const std::size_t end = judged.group_end(begin);
    const auto inside = static_cast<double>(
        std::count_if(label.begin() + static_cast<std::ptrdiff_t>(begin),
                      label.begin() + static_cast<std::ptrdiff_t>(end), relevant));
    const auto size = static_cast<double>(end - begin);
    const double share = inside / size;
    const double growth = size > 1.0 ? (inside - 1.0) / (size - 1.0) : 0.0;
    for (std::size_t rank = begin; rank < std::min(end, limit); ++rank) {
      const double found = before + 1.0 + static_cast<double>(rank - begin) * growth;
      const double precision = found / static_cast<double>(rank + 1);
      sum += share * precision;
      detail::add_term(explanation, judged, rank, {share, share * precision, sum});
    }
    before += inside;
    begin = end;
  }
  return sum;
}

}  // namespace

MeasureFunction make_average_precision(const OptionText& options, std::size_t cutoff,
                                       const Profile& profile) {
  const bool is_cut = profile.cuts_relevant && cutoff != no_cutoff;
  return [relevant = Relevance(options, profile), cutoff, is_cut](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(
        explanation,
        is_cut ? "sum of the precisions at relevant ranks, divided by the number of relevant "
                 "documents, at most k"
               : "sum of the precisions at relevant ranks, divided by all relevant documents",
        {"relevant", "term", "sum"});
    const double sum = precision_sum(judged, cutoff, relevant, explanation);
    const std::size_t all = std::min(relevant.count(judged), is_cut ? cutoff : no_cutoff);
    if (explanation != nullptr) {
      explanation->totals = {{"sum", sum}, {"relevant", static_cast<double>(all)}};
    }
    if (all == 0) return std::nullopt;
    return sum / static_cast<double>(all);
  };
}

}  // namespace podium
