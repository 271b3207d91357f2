#include "podium/data/relabel.hpp"

#include <algorithm>
#include <vector>

#include "podium/base/parallel.hpp"

namespace podium {

Dataset with_setting(const Dataset& data, const TruthSetting& setting, std::uint64_t seed,
                     KappaBase base) {
  if (setting == TruthSetting{}) return data;
  std::vector<WeakOrder> truth(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const QueryView view = data[query];
    TruthSetting own = setting;
    if (base == KappaBase::kprime) own.k = std::min(own.k, view.size());
    truth[query] = apply_setting(view.truth, own, seed, view.id);
  });
  return data.with_truth(truth);
}

}  // namespace podium
