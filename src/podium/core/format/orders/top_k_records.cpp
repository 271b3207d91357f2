#include "podium/core/format/orders/top_k_records.hpp"

#include <algorithm>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

std::vector<TopKRecord> top_k_records(const Dataset& data, std::size_t k, std::uint64_t seed) {
  std::vector<TopKRecord> records(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const QueryView view = data[query];
    TopKRecord& record = records[query];
    record.query_id = view.id;
    record.k = k;
    std::vector<DocIndex> order = total_order(view.truth, seed, view.id);
    std::erase_if(order, [&](DocIndex doc) { return !is_judged(view.truth.label[doc]); });
    const auto rest = order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()));
    std::sort(rest, order.end());
    for (auto doc = order.begin(); doc != order.end(); ++doc) {
      (doc < rest ? record.top : record.rest).push_back(data.document_id(view.first_row + *doc));
    }
  });
  return records;
}

}  // namespace podium
