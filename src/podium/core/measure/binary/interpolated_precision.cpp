#include "podium/core/measure/binary/interpolated_precision.hpp"

#include <algorithm>

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// The number of documents to find, rounded as trec_eval 10 does; trec_eval 9 added 0.9.
std::size_t needed(double recall, std::size_t relevant) {
  return static_cast<std::size_t>(recall * static_cast<double>(relevant) + 0.5);
}

}  // namespace

MeasureFunction make_interpolated_precision(const OptionText& options, std::size_t /*cutoff*/,
                                            const Profile& profile) {
  const auto parsed = parse_options<InterpolatedPrecisionOptions>(options);
  return [relevant = Relevance(parsed.from, profile), recall = parsed.recall](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "largest precision at a rank with the recall or more",
                        {"found", "precision", "largest so far"});
    const std::size_t all = relevant.count(judged);
    const std::size_t wanted = needed(recall, all);
    const auto label = judged.ranked_label();
    std::size_t found = 0;
    double best = 0.0;
    for (std::size_t rank = 0; rank < label.size(); ++rank) {
      if (relevant(label[rank])) ++found;
      const double precision = static_cast<double>(found) / static_cast<double>(rank + 1);
      if (found >= wanted) best = std::max(best, precision);
      detail::add_term(explanation, judged, rank, {static_cast<double>(found), precision, best});
    }
    if (explanation != nullptr) {
      explanation->totals = {{"relevant", static_cast<double>(all)},
                             {"to be found", static_cast<double>(wanted)}};
    }
    if (all == 0) return std::nullopt;
    return best;
  };
}

}  // namespace podium
