#include "podium/learning/loss/structural/golden_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "podium/learning/loss/structural/gain_merge.hpp"

namespace podium {

namespace {

constexpr int max_sections = 60;
constexpr int max_restarts = 20;
constexpr double section_tolerance = 1e-9;
constexpr double least_growth = 1e-9;  // of a violation, relative

/// The smallest loss above 0, of the ideal order with two documents exchanged.
double least_loss(const TopQuery& query) {
  const auto weight = query.weight();
  const auto gain = query.gain();
  const auto first_below = [](std::span<const double> descending, double value) {
    const auto found =
        std::ranges::partition_point(descending, [value](double other) { return other >= value; });
    return static_cast<std::size_t>(found - descending.begin());
  };
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t place = 0; place < weight.size(); ++place) {
    const std::size_t other =
        std::max(first_below(weight, weight[place]), first_below(gain, gain[place]));
    if (other >= gain.size()) continue;
    const double below = other < weight.size() ? weight[other] : 0.0;
    least = std::min(least, (weight[place] - below) * (gain[place] - gain[other]));
  }
  return least;
}

/// Sorts for one lambda after the other and keeps the best order.
class MetOrders {
 public:
  MetOrders(const TopQuery& query, double xi, Workspace& workspace)
      : orders_(query, workspace), xi_(xi), workspace_(workspace) {}

  /// F(lambda)
  double operator()(double lambda) {
    const TopOrder order = orders_.best_order(lambda, workspace_);
    const double value = order.loss > 0.0 ? order.score - xi_ / order.loss
                                          : -std::numeric_limits<double>::infinity();
    if (best_.places.empty() || value > best_value_) {
      best_ = order;
      best_value_ = value;
    }
    return order.score + lambda * order.loss - 2.0 * std::sqrt(xi_ * lambda);
  }

  double largest_loss() {
    return orders_.best_order(std::numeric_limits<double>::infinity(), workspace_).loss;
  }
  const TopOrder& best() const noexcept { return best_; }

 private:
  GainMerge orders_;
  double xi_;
  Workspace& workspace_;
  TopOrder best_;
  double best_value_ = 0.0;
};

void search_sections(MetOrders& met, double low, double high) {
  constexpr double golden = 1.0 / std::numbers::phi;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  double at_left = met(left);
  double at_right = met(right);
  met(low);
  met(high);
  for (int section = 0; section < max_sections; ++section) {
    if (high - low < section_tolerance * (1.0 + high)) return;
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = met(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = met(right);
    }
  }
}

}  // namespace

TopOrder golden_order(const TopQuery& query, double xi, Workspace& workspace) {
  MetOrders met(query, xi, workspace);
  if (xi > 0.0) {
    const double most = met.largest_loss();
    const double least = std::min(most, least_loss(query));
    search_sections(met, xi / (most * most), xi / (least * least));
  } else {
    for (const double lambda : {0.0, 1.0, 1e3}) met(lambda);
  }
  return met.best();
}

TopOrder golden_violation(const TopQuery& query, Workspace& workspace) {
  TopOrder found = golden_order(query, 0.0, workspace);
  for (int restart = 0; restart < max_restarts && query.violation(found) > 0.0; ++restart) {
    const TopOrder next = golden_order(query, query.violation(found), workspace);
    if (query.violation(next) <= query.violation(found) * (1.0 + least_growth)) break;
    found = next;
  }
  return found;
}

}  // namespace podium
