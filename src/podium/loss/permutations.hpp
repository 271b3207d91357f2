#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "podium/data/truth.hpp"

namespace podium::fixture {  // small orders, all of them

using Order = std::vector<DocIndex>;

inline std::vector<Order> permutations(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), DocIndex{0});
  std::vector<Order> all;
  do {
    all.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return all;
}

inline Order first(const Order& order, std::size_t k) {
  return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()))};
}

inline bool is_before(const Order& order, DocIndex a, DocIndex b) {
  return std::ranges::find(order, a) < std::ranges::find(order, b);
}

inline Order swapped(Order order, DocIndex a, DocIndex b) {
  for (DocIndex& doc : order) doc = doc == a ? b : doc == b ? a : doc;
  return order;
}

}  // namespace podium::fixture
