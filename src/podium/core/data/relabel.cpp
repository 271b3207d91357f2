#include "podium/core/data/relabel.hpp"

#include <span>
#include <vector>

#include "podium/core/base/error.hpp"
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

Dataset with_second_truth(const Dataset& data) {
  const std::span<const double> label = data.columns().second_label;
  expects(label.size() == data.row_count(), "second labels");
  std::vector<WeakOrder> truth;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const auto own = label.subspan(data[q].first_row, data[q].size());
    truth.push_back(weak_order(GradedTruth{{own.begin(), own.end()}}));
  }
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
