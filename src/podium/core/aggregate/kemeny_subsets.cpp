#include "podium/core/aggregate/kemeny_subsets.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// Sums, over any subset of the items, of the margins against an item: those of the two halves of
/// the subset's bits are looked up and added.
class MarginSums {
 public:
  MarginSums(std::span<const ItemIndex> items, const MajorityTable& table)
      : low_bits_(items.size() / 2) {
    for (const ItemIndex item : items) {
      low_.push_back(sums(items.first(low_bits_), item, table));
      high_.push_back(sums(items.subspan(low_bits_), item, table));
    }
  }

  double operator()(std::uint32_t subset, std::size_t item) const noexcept {
    return low_[item][subset & ((1U << low_bits_) - 1)] + high_[item][subset >> low_bits_];
  }

 private:
  static std::vector<double> sums(std::span<const ItemIndex> others, ItemIndex item,
                                  const MajorityTable& table) {
    std::vector<double> of_subset{0.0};
    for (const ItemIndex other : others) {
      const double against = std::max(0.0, table.margin(other, item));
      const std::size_t half = of_subset.size();
      for (std::size_t subset = 0; subset < half; ++subset) {
        of_subset.push_back(of_subset[subset] + against);
      }
    }
    return of_subset;
  }

  std::size_t low_bits_;
  std::vector<std::vector<double>> low_;
  std::vector<std::vector<double>> high_;
};

/// For each subset, which of its items comes first in its best order.
std::vector<std::uint8_t> first_items(std::size_t count, const MarginSums& against) {
  const std::uint32_t end = 1U << count;
  std::vector<double> least(end, std::numeric_limits<double>::infinity());
  std::vector<std::uint8_t> first(end, 0);
  least[0] = 0.0;
  for (std::uint32_t subset = 1; subset < end; ++subset) {
    for (std::size_t item = 0; item < count; ++item) {
      const std::uint32_t bit = 1U << item;
      if ((subset & bit) == 0) continue;
      const double excess = least[subset ^ bit] + against(subset, item);
      if (excess < least[subset]) {
        least[subset] = excess;
        first[subset] = static_cast<std::uint8_t>(item);
      }
    }
  }
  return first;
}

}  // namespace

std::vector<ItemIndex> best_order_by_subsets(std::span<const ItemIndex> items,
                                             const MajorityTable& table) {
  expects(items.size() <= subset_items_limit, "few items");
  const std::vector<std::uint8_t> first = first_items(items.size(), MarginSums(items, table));
  std::vector<ItemIndex> order;
  for (std::uint32_t rest = (1U << items.size()) - 1; rest != 0; rest ^= 1U << first[rest]) {
    order.push_back(items[first[rest]]);
  }
  return order;
}

}  // namespace podium
