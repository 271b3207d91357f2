#include "podium/core/aggregate/majority_sorts.hpp"

#include <utility>

namespace podium {

namespace {

void append_quick_sorted(std::span<const ItemIndex> start, const MajorityTable& table,
                         std::vector<ItemIndex>& sorted) {
  if (start.empty()) return;
  const std::size_t middle = start.size() / 2;
  const ItemIndex pivot = start[middle];
  std::vector<ItemIndex> above;
  std::vector<ItemIndex> below;
  for (std::size_t place = 0; place < start.size(); ++place) {
    if (place == middle) continue;
    const ItemIndex item = start[place];
    const bool is_above =
        table.prefers(item, pivot) || (place < middle && !table.prefers(pivot, item));
    (is_above ? above : below).push_back(item);
  }
  append_quick_sorted(above, table, sorted);
  sorted.push_back(pivot);
  append_quick_sorted(below, table, sorted);
}

}  // namespace

std::vector<ItemIndex> quick_sorted(std::span<const ItemIndex> start, const MajorityTable& table) {
  std::vector<ItemIndex> sorted;
  sorted.reserve(start.size());
  append_quick_sorted(start, table, sorted);
  return sorted;
}

std::vector<ItemIndex> merge_sorted(std::span<const ItemIndex> start, const MajorityTable& table) {
  if (start.size() <= 1) return {start.begin(), start.end()};
  const std::size_t middle = start.size() / 2;
  const std::vector<ItemIndex> first = merge_sorted(start.first(middle), table);
  const std::vector<ItemIndex> second = merge_sorted(start.subspan(middle), table);
  std::vector<ItemIndex> merged;
  merged.reserve(start.size());
  auto a = first.begin();
  auto b = second.begin();
  while (a != first.end() && b != second.end())
    merged.push_back(table.prefers(*b, *a) ? *b++ : *a++);
  merged.insert(merged.end(), a, first.end());
  merged.insert(merged.end(), b, second.end());
  return merged;
}

std::vector<ItemIndex> locally_sorted(std::span<const ItemIndex> start,
                                      const MajorityTable& table) {
  std::vector<ItemIndex> sorted;
  sorted.reserve(start.size());
  for (const ItemIndex item : start) {
    sorted.push_back(item);
    for (std::size_t rank = sorted.size() - 1;
         rank > 0 && table.prefers(sorted[rank], sorted[rank - 1]); --rank) {
      std::swap(sorted[rank], sorted[rank - 1]);
    }
  }
  return sorted;
}

}  // namespace podium
