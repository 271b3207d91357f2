#include "podium/core/measure/binary/precision.hpp"

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// Relevant documents among the first `cutoff`, or their mean number over the orders of ties.
double relevant_found(const JudgedRanking& judged, std::size_t cutoff, const Relevance& relevant,
                      Explanation* explanation) {
  const auto values =
      judged.values_by_rank(cutoff, [&](double label) { return relevant(label) ? 1.0 : 0.0; });
  double sum = 0.0;
  for (std::size_t rank = 0; rank < values.size(); ++rank) {
    sum += values[rank];
    detail::add_term(explanation, judged, rank, {values[rank], sum});
  }
  return sum;
}

}  // namespace

MeasureFunction make_precision(const OptionText& options, std::size_t cutoff,
                               const Profile& profile) {
  return [relevant = Relevance(options, profile), cutoff, rule = profile.precision_short](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    const bool is_short = judged.size() < cutoff;
    const bool by_length = is_short && rule == ShortList::length;
    detail::start_terms(explanation,
                        by_length ? "relevant documents, divided by the length of the list"
                                  : "relevant documents among the first k, divided by k",
                        {"relevant", "sum"});
    const double found = relevant_found(judged, cutoff, relevant, explanation);
    if ((is_short && rule == ShortList::zero) || judged.size() == 0) return 0.0;
    return found / static_cast<double>(by_length ? judged.size() : cutoff);
  };
}

MeasureFunction make_recall(const OptionText& options, std::size_t cutoff, const Profile& profile) {
  return [relevant = Relevance(options, profile), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation,
                        "relevant documents among the first k, divided by all relevant documents",
                        {"relevant", "sum"});
    const double found = relevant_found(judged, cutoff, relevant, explanation);
    const std::size_t all = relevant.count(judged);
    if (explanation != nullptr) {
      explanation->totals = {{"found", found}, {"relevant", static_cast<double>(all)}};
    }
    if (all == 0) return std::nullopt;
    return found / static_cast<double>(all);
  };
}

}  // namespace podium
