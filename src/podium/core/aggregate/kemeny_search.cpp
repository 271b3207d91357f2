#include "podium/core/aggregate/kemeny_search.hpp"

#include <algorithm>
#include <limits>

#include "podium/core/aggregate/cycle_packing.hpp"
#include "podium/core/aggregate/kemeny_excess.hpp"
#include "podium/core/base/stop.hpp"

namespace podium {

namespace {

/// A beginning of an order, and of each item that is not in it, what placing it next would cost and
/// what the bound would lose.
struct Beginning {
  double excess = 0.0;            ///< of the beginning, against itself and against the rest
  double packed = 0.0;            ///< circles within the rest
  std::vector<double> against;    ///< of each item: margins of the rest against it
  std::vector<double> packed_of;  ///< of each item: circles within the rest that it is part of
};

class Search {
 public:
  Search(std::span<const ItemIndex> start, const MajorityTable& table,
         const KemenySearchLimits& limits)
      : count_(start.size()),
        limits_(limits),
        margin_(count_ * count_, 0.0),
        is_placed_(count_, false),
        cycles_of_(count_),
        best_(count_) {
    double largest = 0.0;
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = 0; b < count_; ++b) {
        margin_[a * count_ + b] = std::max(0.0, table.margin(start[a], start[b]));
        largest = std::max(largest, margin_[a * count_ + b]);
      }
      best_[a] = a;
    }
    tolerance_ = 1e-12 * largest;
    best_excess_ = excess_cost(start, table);
    cycles_ = packed_cycles(margin_, count_);
    for (std::size_t cycle = 0; cycle < cycles_.size(); ++cycle) {
      for (const std::size_t item : cycles_[cycle].items) cycles_of_[item].push_back(cycle);
    }
  }

  KemenySearchResult run(std::span<const ItemIndex> start) {
    extend(nothing_placed());
    KemenySearchResult result{.lower_bound = std::min(best_excess_, open_bound_),
                              .is_complete = open_bound_ >= best_excess_ - tolerance_,
                              .nodes = nodes_};
    for (const std::size_t place : best_) result.order.push_back(start[place]);
    return result;
  }

 private:
  struct Child {
    double bound;
    std::size_t item;
  };

  Beginning nothing_placed() const {
    Beginning nothing{.against = std::vector<double>(count_),
                      .packed_of = std::vector<double>(count_)};
    for (std::size_t item = 0; item < count_; ++item) {
      for (std::size_t other = 0; other < count_; ++other) {
        nothing.against[item] += margin_[other * count_ + item];
      }
    }
    for (const PackedCycle& cycle : cycles_) {
      nothing.packed += cycle.value;
      for (const std::size_t item : cycle.items) nothing.packed_of[item] += cycle.value;
    }
    return nothing;
  }

  /// `begun` with `item` at its end.
  Beginning with(const Beginning& begun, std::size_t item) const {
    Beginning next = begun;
    next.excess += begun.against[item];
    next.packed -= begun.packed_of[item];
    for (std::size_t other = 0; other < count_; ++other) {
      next.against[other] -= margin_[item * count_ + other];
    }
    for (const std::size_t index : cycles_of_[item]) {
      const auto& items = cycles_[index].items;
      if (std::any_of(items.begin(), items.end(), [&](std::size_t i) { return is_placed_[i]; })) {
        continue;
      }
      for (const std::size_t member : items) next.packed_of[member] -= cycles_[index].value;
    }
    return next;
  }

  std::vector<Child> children_of(const Beginning& begun) const {
    std::vector<Child> children;
    for (std::size_t item = 0; item < count_; ++item) {
      if (is_placed_[item]) continue;
      children.push_back(
          {begun.excess + begun.against[item] + begun.packed - begun.packed_of[item], item});
    }
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.item < b.item;
    });
    return children;
  }

  /// Whether the order would cost less with `item` some places before its end than at its end.
  bool belongs_further_up(std::size_t item) const {
    double gain = 0.0;
    for (std::size_t rank = order_.size(); rank-- > 0;) {
      gain += margin_[item * count_ + order_[rank]] - margin_[order_[rank] * count_ + item];
      if (gain > tolerance_) return true;
    }
    return false;
  }

  bool is_at_limit() const {
    using Clock = std::chrono::steady_clock;
    return nodes_ == limits_.nodes ||
           (limits_.deadline != Clock::time_point::max() && Clock::now() >= limits_.deadline);
  }

  void extend(const Beginning& begun) {
    if (order_.size() == count_) {
      best_ = order_;
      best_excess_ = begun.excess;
      return;
    }
    for (const Child& child : children_of(begun)) {
      if (child.bound >= best_excess_ - tolerance_) return;
      if (belongs_further_up(child.item)) continue;
      if (is_at_limit()) {
        open_bound_ = std::min(open_bound_, child.bound);
        return;
      }
      stop_if_told();
      ++nodes_;
      const Beginning next = with(begun, child.item);
      order_.push_back(child.item);
      is_placed_[child.item] = true;
      extend(next);
      is_placed_[child.item] = false;
      order_.pop_back();
    }
  }

  std::size_t count_;
  KemenySearchLimits limits_;
  std::vector<double> margin_;  ///< [a * count_ + b]: of a over b, 0 when there is none
  std::vector<bool> is_placed_;
  std::vector<PackedCycle> cycles_;
  std::vector<std::vector<std::size_t>> cycles_of_;
  std::vector<std::size_t> order_;  ///< the beginning, as places in the start order
  std::vector<std::size_t> best_;
  double best_excess_ = 0.0;
  double tolerance_ = 0.0;  ///< what rounding may add up to
  double open_bound_ = std::numeric_limits<double>::infinity();
  std::size_t nodes_ = 0;
};

}  // namespace

KemenySearchResult search_kemeny_order(std::span<const ItemIndex> start, const MajorityTable& table,
                                       const KemenySearchLimits& limits) {
  return Search(start, table, limits).run(start);
}

}  // namespace podium
