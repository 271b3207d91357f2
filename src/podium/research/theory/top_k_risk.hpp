#pragma once

#include "podium/research/theory/top_k_space.hpp"

namespace podium::research {

/// R_k [Xia09, eq. 6]: the expected top-k true loss of an order, by the measure topk-loss, where
/// `orders` has the probability of every true order.
double top_k_risk(const Order& order, const TopKSpace& orders, std::size_t k);

}  // namespace podium::research
