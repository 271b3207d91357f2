#include "podium/research/theory/order_sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace podium::research {

namespace {

/// log probability that the Plackett-Luce model gives to the first `places` of an order.
double log_probability(const std::vector<double>& s, const Order& order, std::size_t places) {
  double log_p = 0.0;
  for (std::size_t place = 0; place < places; ++place) {
    double sum = 0.0;
    for (std::size_t i = place; i < order.size(); ++i) sum += std::exp(s[order[i]]);
    log_p += s[order[place]] - std::log(sum);
  }
  return log_p;
}

}  // namespace

double slope(const OrderLoss& phi, std::vector<double> g, const Order& y, DocIndex doc) {
  constexpr double step = 1e-6;
  g[doc] += step;
  const double above = phi(g, y);
  g[doc] -= 2.0 * step;
  return (above - phi(g, y)) / (2.0 * step);
}

Sensitivity sensitivity_at(const OrderLoss& phi, const std::vector<double>& g, DocIndex i,
                           DocIndex j, std::size_t k) {
  std::vector<double> g_exchanged = g;
  std::swap(g_exchanged[i], g_exchanged[j]);
  Sensitivity found{.has_slope = false};
  bool is_strict = false;
  std::vector<double> g_equal = g;
  g_equal[i] = g_equal[j];
  for (const Order& y : all_orders(g.size())) {
    if (!is_before(y, i, j)) continue;
    const Order other = exchanged(y, i, j);
    const double rise = phi(g, y) - phi(g, other);
    if (std::abs(phi(g, y) - phi(g_exchanged, other)) > 1e-9) found.is_symmetric = false;
    if (first_places(y, k) == first_places(other, k)) {
      if (std::abs(rise) > 1e-9) found.is_ordered = false;
      continue;
    }
    if (rise < -1e-10) found.is_ordered = false;
    if (rise > 1e-10) is_strict = true;
    if (!found.has_slope) {
      found.has_slope = slope(phi, g_equal, other, i) > slope(phi, g_equal, y, i) + 1e-7;
    }
  }
  if (!is_strict) found.is_ordered = false;
  return found;
}

OrderLoss luce_cross_entropy(std::size_t k, std::size_t places) {
  return [k, places](const std::vector<double>& g, const Order& y) {
    std::vector<double> psi(y.size(), 0.0);
    for (std::size_t place = 0; place < std::min(k, y.size()); ++place) {
      psi[y[place]] = static_cast<double>(k - place);
    }
    std::map<Order, double> terms;  // orders that differ only below `places` are the same outcome
    for (const Order& order : all_orders(y.size())) {
      const auto [term, is_new] = terms.try_emplace(first_places(order, places), 0.0);
      if (!is_new) continue;
      term->second =
          std::exp(log_probability(psi, order, places)) * log_probability(g, order, places);
    }
    double value = 0.0;
    for (const auto& [outcome, term] : terms) value -= term;
    return value;
  };
}

}  // namespace podium::research
