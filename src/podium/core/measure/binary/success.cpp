#include "podium/core/measure/binary/success.hpp"

#include <algorithm>

#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// The probability that none of `relevant` documents is among the first `places` of `size`.
double all_missed(std::size_t relevant, std::size_t places, std::size_t size) {
  double probability = 1.0;
  for (std::size_t place = 0; place < places; ++place) {
    const auto left = static_cast<double>(size - place);
    probability *= std::max(0.0, left - static_cast<double>(relevant)) / left;
  }
  return probability;
}

}  // namespace

MeasureFunction make_success(const OptionText& options, std::size_t cutoff,
                             const Profile& profile) {
  return [relevant = Relevance(options, profile), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "1 if a relevant document is among the first k, else 0",
                        {"relevant", "success so far"});
    const auto label = judged.ranked_label();
    const std::size_t limit = std::min(cutoff, label.size());
    double missed = 1.0;
    for (std::size_t begin = 0; begin < limit && missed > 0.0;) {
      const std::size_t end = judged.group_end(begin);
      const auto inside = static_cast<std::size_t>(
          std::count_if(label.begin() + static_cast<std::ptrdiff_t>(begin),
                        label.begin() + static_cast<std::ptrdiff_t>(end), relevant));
      const std::size_t last = std::min(end, limit);
      missed = all_missed(inside, last - begin, end - begin);
      detail::add_term(explanation, judged, last - 1, {static_cast<double>(inside), 1.0 - missed});
      begin = end;
    }
    return 1.0 - missed;
  };
}

}  // namespace podium
