#include "podium/core/measure/orders/strict_order.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/measure.hpp"

namespace podium {

std::vector<DocIndex> strict_order(const JudgedRanking& judged, std::size_t cutoff,
                                   std::string_view measure) {
  const TruthView& truth = judged.truth();
  const std::size_t judged_count = judged.ideal_label().size();
  const std::size_t places = cutoff == no_cutoff ? truth.strict : std::min(cutoff, judged_count);
  if (places > truth.strict) {
    throw UsageError(
        fmt::format("{}@{} needs the order of the first {} places; the truth orders {}; use "
                    "--truth topk:{} or --truth full",
                    measure, cutoff, places, truth.strict, cutoff));
  }
  std::vector<DocIndex> order(places);
  // Levels are dense and the strict ones on top, so the best level minus the level is the place.
  const Level top =
      truth.size() == 0 ? 0 : *std::max_element(truth.level.begin(), truth.level.end());
  for (DocIndex doc = 0; doc < truth.size(); ++doc) {
    const std::size_t place = top - truth.level[doc];
    if (place < places) order[place] = doc;
  }
  return order;
}

ScoreGroups::ScoreGroups(const JudgedRanking& judged) : of_document(judged.truth().size()) {
  std::uint32_t group = 0;
  for (std::size_t rank = 0; rank < judged.size(); ++rank) {
    of_document[judged.order()[rank]] = group;
    if (rank + 1 == judged.tie_end()[rank]) ++group;
  }
  count = group;
  if (judged.size() == judged.truth().size()) return;
  std::vector<bool> retrieved(of_document.size(), false);
  for (const DocIndex doc : judged.order()) retrieved[doc] = true;
  for (std::size_t doc = 0; doc < retrieved.size(); ++doc) {
    if (!retrieved[doc]) of_document[doc] = group;
  }
  count = group + 1;
}

}  // namespace podium
