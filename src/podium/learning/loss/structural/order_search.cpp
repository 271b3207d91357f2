#include "podium/learning/loss/structural/order_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "podium/core/kernels/argsort.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

constexpr double beyond_rounding = 1.0 + 1e-13;
constexpr std::size_t max_swaps = 100;  // rounding must not keep us here

/// Documents are known by their place in by_value_.
class OrderSearch {
 public:
  OrderSearch(const TopQuery& query, double lambda, Workspace& workspace)
      : query_(query),
        lambda_(lambda),
        by_value_(workspace.take<std::uint32_t>(query.size())),
        weight_(workspace.zeros<double>(query.size() + 1)),
        twin_(workspace.take<std::uint32_t>(query.size())),
        is_used_(workspace.zeros<bool>(query.size())),
        beginning_(workspace.zeros<Beginning>(query.cutoff() + 1)),
        chosen_(workspace.take<std::uint32_t>(query.cutoff())),
        found_(workspace.take<std::uint32_t>(query.cutoff())) {
    std::ranges::copy(query.weight(), weight_.begin());
    const std::size_t n = query.size();
    const std::span<const double> gain = query.gain();
    const auto value = workspace.take<double>(n);
    for (std::size_t place = 0; place < n; ++place) {
      value[place] = query.score()[place] - lambda * gain[place];
    }
    argsort_descending(value, by_value_, workspace);

    const auto first_of_gain = workspace.zeros<std::uint32_t>(n);
    for (std::uint32_t place = 1; place < n; ++place) {
      first_of_gain[place] = gain[place] == gain[place - 1] ? first_of_gain[place - 1] : place;
    }
    // No order has more than its first cutoff() documents of one gain.
    const auto count_of_gain = workspace.zeros<std::uint32_t>(n);
    const auto last = std::remove_if(by_value_.begin(), by_value_.end(), [&](std::uint32_t place) {
      return ++count_of_gain[first_of_gain[place]] > query.cutoff();
    });
    by_value_ = by_value_.first(static_cast<std::size_t>(last - by_value_.begin()));
    value_ = gathered(by_value_, value, workspace);

    const auto latest = workspace.take<std::uint32_t>(n);
    std::ranges::fill(latest, none);
    for (std::uint32_t doc = 0; doc < by_value_.size(); ++doc) {
      twin_[doc] = std::exchange(latest[first_of_gain[by_value_[doc]]], doc);
    }
  }

  TopOrder better_than(const TopOrder& known, std::size_t most, Workspace& workspace) {
    raise(std::max(0.0, query_.violation(known)));
    climb(workspace);
    beginning_[0] = {.shortfall = 1.0 - query_.ideal_score(), .bound = by_value().bound};
    for (std::size_t place = 0;;) {
      if (place == query_.cutoff()) {
        keep_if_better(beginning_[place], chosen_);
      } else if (most > 0) {
        --most;
        if (fill(place)) {
          ++place;
          continue;
        }
      }
      if (place == 0) break;
      is_used_[chosen_[--place]] = false;
    }
    if (!has_found_) return known;
    for (std::uint32_t& doc : found_) doc = by_value_[doc];
    return query_.order_of(found_);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Beginning {
    std::uint32_t next = 0;  ///< document to try at its end
    double loss = 0.0;
    double shortfall = 0.0;
    double bound = 0.0;  ///< the largest lambda * loss + shortfall of an order that begins so
    // What the documents before `next` that are not used leave: the place of the next one's turn,
    // and what the bound loses by their moves.
    std::size_t turn = 0;
    double moved = 0.0;
  };
  /// What an exchange of neighbours adds.
  struct Swap {
    double loss = 0.0;
    double score = 0.0;
  };

  void raise(double value) noexcept {
    largest_ = value;
    needed_ = 2.0 * std::sqrt(lambda_ * value) * beyond_rounding;
  }

  void keep_if_better(const Beginning& whole, std::span<const std::uint32_t> order) noexcept {
    const double value = whole.loss * whole.shortfall;
    if (!(whole.shortfall > 0.0 && value > largest_)) return;
    raise(value);
    has_found_ = true;
    std::copy_n(order.begin(), found_.size(), found_.begin());
  }

  /// The order by value as a whole, with its own value as the bound.
  Beginning by_value() const noexcept {
    Beginning whole{.shortfall = 1.0 - query_.ideal_score()};
    for (std::size_t place = 0; place < query_.cutoff(); ++place) {
      const std::uint32_t at = by_value_[place];
      whole.loss += query_.weight()[place] * (query_.gain()[place] - query_.gain()[at]);
      whole.shortfall += query_.weight()[place] * query_.score()[at];
    }
    whole.bound = lambda_ * whole.loss + whole.shortfall;
    return whole;
  }

  /// Climbs from the order by value, by one or two swaps of neighbours at a time.
  void climb(Workspace& workspace) {
    const auto order = workspace.take<std::uint32_t>(by_value_.size());
    const auto swap = workspace.take<Swap>(std::min(query_.cutoff(), order.size() - 1));
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    Beginning whole = by_value();
    keep_if_better(whole, order);
    for (std::size_t round = 0; round < max_swaps && swap_best(order, swap, whole); ++round) {
      keep_if_better(whole, order);
    }
  }

  /// An exchange of the last place is one with the first document that has none.
  Swap swap_at(std::span<const std::uint32_t> order, std::size_t place) const noexcept {
    const std::uint32_t one = by_value_[order[place]];
    const std::uint32_t other = by_value_[order[place + 1]];
    const double step = weight_[place] - weight_[place + 1];
    return {step * (query_.gain()[one] - query_.gain()[other]),
            step * (query_.score()[other] - query_.score()[one])};
  }

  bool swap_best(std::span<std::uint32_t> order, std::span<Swap> swap,
                 Beginning& whole) const noexcept {
    for (std::size_t place = 0; place < swap.size(); ++place) swap[place] = swap_at(order, place);
    const auto value = [](double loss, double shortfall) {
      return shortfall > 0.0 ? loss * shortfall : 0.0;
    };
    double best = value(whole.loss, whole.shortfall) * beyond_rounding;
    std::size_t first = none;
    std::size_t second = none;
    for (std::size_t one = 0; one < swap.size(); ++one) {
      // Documents of equal gain stand by score already.
      if (swap[one].loss == 0.0) continue;
      const double loss = whole.loss + swap[one].loss;
      const double shortfall = whole.shortfall + swap[one].score;
      if (const double alone = value(loss, shortfall); alone > best) {
        best = alone;
        first = one;
        second = none;
      }
      for (std::size_t other = one + 2; other < swap.size(); ++other) {
        const double both = value(loss + swap[other].loss, shortfall + swap[other].score);
        if (!(both > best)) continue;
        best = both;
        first = one;
        second = other;
      }
    }
    for (const std::size_t place : {first, second}) {
      if (place == none) continue;
      whole.loss += swap[place].loss;
      whole.shortfall += swap[place].score;
      std::swap(order[place], order[place + 1]);
    }
    return first != none;
  }

  /// Puts the next document that may lead to a better order at `place`. Returns whether there is
  /// one. To have a document there before its turn, all before it move on by a place. The sum of
  /// these moves, times the values, is what the bound loses; it never falls from one document to
  /// the next.
  bool fill(std::size_t place) noexcept {
    Beginning& here = beginning_[place];
    const Beginning before = here;  // the loop would read it again after each store
    const double own = weight_[place];
    double moved = before.moved;
    std::size_t turn = before.turn;
    for (std::uint32_t doc = before.next; doc < by_value_.size(); ++doc) {
      if (is_used_[doc]) continue;
      const double value = value_[doc];
      const double left = weight_[turn];
      const double bound = before.bound - (moved - (own - left) * value);
      if (bound <= needed_) return false;
      moved += (left - weight_[++turn]) * value;
      if (twin_[doc] != none && !is_used_[twin_[doc]]) continue;
      const std::uint32_t at = by_value_[doc];
      here.next = doc + 1;
      here.turn = turn;
      here.moved = moved;
      beginning_[place + 1] = {
          .loss = before.loss + own * (query_.gain()[place] - query_.gain()[at]),
          .shortfall = before.shortfall + own * query_.score()[at],
          .bound = bound,
          .turn = place + 1};
      chosen_[place] = doc;
      is_used_[doc] = true;
      return true;
    }
    return false;
  }

  const TopQuery& query_;
  double lambda_;
  std::span<std::uint32_t> by_value_;  ///< places of the query by descending score - lambda * gain,
                                       ///< of each gain no more than an order can have
  std::span<double> value_;
  std::span<double> weight_;       ///< of all places, 0 from cutoff() on
  std::span<std::uint32_t> twin_;  ///< the document before of the same gain
  std::span<bool> is_used_;
  std::span<Beginning> beginning_;  ///< by length
  std::span<std::uint32_t> chosen_;
  std::span<std::uint32_t> found_;
  double largest_ = 0.0;
  double needed_ = 0.0;  ///< bound of a beginning that may lead to more than largest_
  bool has_found_ = false;
};

}  // namespace

TopOrder better_order(const TopQuery& query, double lambda, const TopOrder& known, std::size_t most,
                      Workspace& workspace) {
  return OrderSearch(query, lambda, workspace).better_than(known, most, workspace);
}

}  // namespace podium
