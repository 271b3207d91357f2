#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium {

// All orders of a few documents, for exhaustive checks.

/// order[place] = document, best first.
using Order = std::vector<DocIndex>;

/// 0, 1, ..., n-1.
inline Order input_order(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), DocIndex{0});
  return order;
}

/// The n! orders of n documents.
inline std::vector<Order> all_orders(std::size_t n) {
  Order order = input_order(n);
  std::vector<Order> all;
  do {
    all.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return all;
}

inline Order first_places(const Order& order, std::size_t k) {
  return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()))};
}

inline bool is_before(const Order& order, DocIndex a, DocIndex b) {
  return std::ranges::find(order, a) < std::ranges::find(order, b);
}

/// The order with a and b exchanged.
inline Order exchanged(Order order, DocIndex a, DocIndex b) {
  for (DocIndex& doc : order) doc = doc == a ? b : doc == b ? a : doc;
  return order;
}

}  // namespace podium
