#include "podium/core/measure/rbp.hpp"

#include "podium/core/measure/terms.hpp"

namespace podium {

MeasureFunction make_rbp(const OptionText& options, std::size_t cutoff, const Profile& profile) {
  const auto parsed = parse_options<RbpOptions>(options);
  const double from = parsed.from > 0.0 ? parsed.from : profile.relevant_from;
  return [cutoff, from, p = parsed.p](const JudgedRanking& judged,
                                      Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "(1 - p) * sum of p^(rank - 1) at relevant ranks",
                        {"relevant", "weight", "sum"});
    const auto values =
        judged.values_by_rank(cutoff, [&](double label) { return label >= from ? 1.0 : 0.0; });
    double weight = 1.0 - p;
    double sum = 0.0;
    for (std::size_t rank = 0; rank < values.size(); ++rank) {
      sum += values[rank] * weight;
      detail::add_term(explanation, judged, rank, {values[rank], weight, sum});
      weight *= p;
    }
    return sum;
  };
}

}  // namespace podium
