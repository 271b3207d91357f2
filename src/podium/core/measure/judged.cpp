#include "podium/core/measure/judged.hpp"

#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

MeasureFunction make_judged(const OptionText& /*options*/, std::size_t cutoff,
                            const Profile& /*profile*/) {
  return [cutoff](const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "judged documents among the first k, divided by min(k, n)",
                        {"judged", "sum"});
    const auto values =
        judged.values_by_rank(cutoff, [](double label) { return is_judged(label) ? 1.0 : 0.0; });
    double sum = 0.0;
    for (std::size_t rank = 0; rank < values.size(); ++rank) {
      sum += values[rank];
      detail::add_term(explanation, judged, rank, {values[rank], sum});
    }
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
  };
}

}  // namespace podium
