#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "podium/core/data/small_orders.hpp"
#include "podium/research/theory/loss_value.hpp"

namespace podium::research {

/// A loss of scores g and a true order y: phi(g, y) of [Xia09].
using OrderLoss = std::function<double(const std::vector<double>& g, const Order& y)>;

/// Top-k subgroup order sensitivity [Xia09, definition 3] at one g and for two documents i, j. Y
/// are the orders with i before j, and y' is y with i and j exchanged:
///
///   (1) phi(g, y) = phi(g', y') with i and j exchanged in g' too
///   (2) where g_i < g_j: phi(g, y) >= phi(g, y') for every y whose first k places are not those
///       of y', and > for at least one of them; phi(g, y) = phi(g, y') for every other y
///   (3) where g_i = g_j: d phi(g, y') / d g_i > d phi(g, y) / d g_i for some y whose first k
///   places
///       are not those of y'
struct Sensitivity {
  bool is_symmetric = true;
  bool is_ordered = true;
  bool has_slope = true;

  bool is_complete() const noexcept { return is_symmetric && is_ordered && has_slope; }
};

/// d phi(g, y) / d g(doc), as a central difference.
double slope(const OrderLoss& phi, std::vector<double> g, const Order& y, DocIndex doc);

/// Enumerates all n! orders. g must have g_i < g_j; for the third condition g_i is raised to g_j,
/// and derivatives are central differences.
Sensitivity sensitivity_at(const OrderLoss& phi, const std::vector<double>& g, DocIndex i,
                           DocIndex j, std::size_t k);

/// The loss of the library when it is shown the first k places only.
template <class L>
OrderLoss with_top_k_truth(std::size_t k) {
  return [k](const std::vector<double>& g, const Order& y) {
    return loss_value(L{}, weak_order(TopKTruth{first_places(y, k), y.size()}), y, g);
  };
}

/// The loss of the library when it is shown the whole order.
template <class L>
OrderLoss with_full_truth() {
  return [](const std::vector<double>& g, const Order& y) {
    return loss_value(L{}, weak_order(OrderTruth{y}), y, g);
  };
}

/// Cross entropy of the Plackett-Luce models of targets and scores over the first `places`, by
/// enumerating all orders: ListNet in its original, impractical form [Cao07]. The targets are k for
/// the best document, k-1, ..., 1, and 0 below place k.
OrderLoss luce_cross_entropy(std::size_t k, std::size_t places);

}  // namespace podium::research
