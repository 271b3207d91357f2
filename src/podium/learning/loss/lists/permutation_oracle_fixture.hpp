#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "podium/core/data/small_orders.hpp"

namespace podium::fixture {

/// The cross entropy of the Plackett-Luce probabilities of the first places, as [Cao07] prints it:
/// a sum over all of their orders.
inline double permutation_entropy(const std::vector<double>& psi, const std::vector<double>& s,
                                  std::size_t places) {
  const auto probability = [&](const std::vector<double>& x, const Order& order) {
    double p = 1.0;
    for (std::size_t place = 0; place < places; ++place) {
      double sum = 0.0;
      for (std::size_t i = place; i < order.size(); ++i) sum += std::exp(x[order[i]]);
      p *= std::exp(x[order[place]]) / sum;
    }
    return p;
  };
  std::map<Order, double> terms;
  for (const Order& order : all_orders(psi.size())) {
    terms[first_places(order, places)] = probability(psi, order) * std::log(probability(s, order));
  }
  double value = 0.0;
  for (const auto& [first, term] : terms) value -= term;
  return value;
}

}  // namespace podium::fixture
