#include "podium/core/measure/binary/bpref.hpp"

#include <algorithm>

#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

std::size_t judged_irrelevant(std::span<const double> labels, const Relevance& relevant) {
  return static_cast<std::size_t>(std::ranges::count_if(
      labels, [&](double label) { return is_judged(label) && !relevant(label); }));
}

/// The value of a relevant document below `above` irrelevant ones and among `beside` tied ones:
/// its mean over the places that it can take.
double value_of(std::size_t above, std::size_t beside, std::size_t all_relevant,
                std::size_t all_irrelevant) {
  if (all_irrelevant == 0) return 1.0;
  double counted = 0.0;
  for (std::size_t place = 0; place <= beside; ++place) {
    counted += static_cast<double>(std::min(above + place, all_relevant));
  }
  const auto limit = static_cast<double>(std::min(all_relevant, all_irrelevant));
  return 1.0 - counted / static_cast<double>(beside + 1) / limit;
}

}  // namespace

MeasureFunction make_bpref(const OptionText& options, std::size_t /*cutoff*/,
                           const Profile& profile) {
  return [relevant = Relevance(options, profile)](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation,
                        "sum over relevant documents of 1 - min(judged irrelevant above it, R) / "
                        "min(R, N), divided by R",
                        {"irrelevant above", "term", "sum"});
    const std::size_t all_relevant = relevant.count(judged);
    const std::size_t all_irrelevant = judged_irrelevant(judged.ideal_label(), relevant);
    const auto label = judged.ranked_label();
    std::size_t above = 0;
    double sum = 0.0;
    for (std::size_t begin = 0; begin < label.size();) {
      const std::size_t end = judged.group_end(begin);
      const std::size_t beside = judged_irrelevant(label.subspan(begin, end - begin), relevant);
      for (std::size_t rank = begin; rank < end; ++rank) {
        if (!relevant(label[rank])) continue;
        const double term = value_of(above, beside, all_relevant, all_irrelevant);
        sum += term;
        detail::add_term(
            explanation, judged, rank,
            {static_cast<double>(above) + static_cast<double>(beside) / 2.0, term, sum});
      }
      above += beside;
      begin = end;
    }
    if (explanation != nullptr) {
      explanation->totals = {{"sum", sum},
                             {"relevant R", static_cast<double>(all_relevant)},
                             {"judged irrelevant N", static_cast<double>(all_irrelevant)}};
    }
    if (all_relevant == 0) return std::nullopt;
    return sum / static_cast<double>(all_relevant);
  };
}

}  // namespace podium
