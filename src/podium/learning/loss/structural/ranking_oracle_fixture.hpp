#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "podium/core/data/small_orders.hpp"

namespace podium::fixture {  // SVM-MAP, written as in the paper

/// Mean over the relevant documents of the share of relevant ones down to each.
inline double average_precision(const Order& order, const std::vector<bool>& is_relevant) {
  double relevant = 0.0;
  double sum = 0.0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    if (!is_relevant[order[rank]]) continue;
    relevant += 1.0;
    sum += relevant / static_cast<double>(rank + 1);
  }
  return sum / relevant;
}

/// w.Psi = (1 / RN) * sum over relevant i, other j of  y_ij (s_i - s_j).
inline double joint_score(const Order& order, const std::vector<bool>& is_relevant,
                          std::span<const double> s) {
  double pairs = 0.0;
  double sum = 0.0;
  for (std::size_t above = 0; above < order.size(); ++above) {
    for (std::size_t below = above + 1; below < order.size(); ++below) {
      const DocIndex a = order[above];
      const DocIndex b = order[below];
      if (is_relevant[a] == is_relevant[b]) continue;
      pairs += 1.0;
      sum += s[a] - s[b];  // y_ij (s_i - s_j), whichever of the two is relevant
    }
  }
  return sum / pairs;
}

/// An order that has all relevant documents first.
inline Order right_order(const std::vector<bool>& is_relevant) {
  Order order;
  for (const bool wanted : {true, false}) {
    for (DocIndex doc = 0; doc < is_relevant.size(); ++doc) {
      if (is_relevant[doc] == wanted) order.push_back(doc);
    }
  }
  return order;
}

/// 1 - AP(y) + w.Psi(y) - w.Psi(y*).
inline double violation(const Order& order, const std::vector<bool>& is_relevant,
                        std::span<const double> s) {
  return 1.0 - average_precision(order, is_relevant) + joint_score(order, is_relevant, s) -
         joint_score(right_order(is_relevant), is_relevant, s);
}

/// Its maximum over all orders.
inline double largest_violation(const std::vector<bool>& is_relevant, std::span<const double> s) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Order& order : all_orders(s.size())) {
    largest = std::max(largest, violation(order, is_relevant, s));
  }
  return largest;
}

}  // namespace podium::fixture
