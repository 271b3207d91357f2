#include "podium/core/measure/binary/r_precision.hpp"

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

MeasureFunction make_r_precision(const OptionText& options, std::size_t /*cutoff*/,
                                 const Profile& profile) {
  return [relevant = Relevance(options, profile)](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation,
                        "relevant documents among the first R, divided by R, the number of all "
                        "relevant documents",
                        {"relevant", "sum"});
    const std::size_t all = relevant.count(judged);
    const auto values =
        judged.values_by_rank(all, [&](double label) { return relevant(label) ? 1.0 : 0.0; });
    double sum = 0.0;
    for (std::size_t rank = 0; rank < values.size(); ++rank) {
      sum += values[rank];
      detail::add_term(explanation, judged, rank, {values[rank], sum});
    }
    if (explanation != nullptr) {
      explanation->totals = {{"found", sum}, {"relevant R", static_cast<double>(all)}};
    }
    if (all == 0) return std::nullopt;
    return sum / static_cast<double>(all);
  };
}

}  // namespace podium
