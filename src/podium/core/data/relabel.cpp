#include "podium/core/data/relabel.hpp"

#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium {

Dataset with_setting(const Dataset& data, const TruthSetting& setting, std::uint64_t seed,
                     const SettingRules& rules) {
  if (setting.kind == TruthSetting::Kind::graded) return data;
  std::vector<WeakOrder> truth(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const QueryView view = data[query];
    truth[query] = apply_setting(view.truth, setting, seed, view.id, rules);
  });
  return data.with_truth(truth);
}

Dataset without_labels(const Dataset& data) {
  std::vector<WeakOrder> truth;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    truth.push_back(weak_order(GradedTruth{std::vector<double>(data[q].size())}));
  }
  return data.with_truth(truth);
}

}  // namespace podium
