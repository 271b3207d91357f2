#include "podium/learning/loss/structural/order_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "podium/core/kernels/argsort.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

constexpr double beyond_rounding = 1.0 + 1e-13;
constexpr std::size_t max_swaps = 100;  // rounding must not keep us here

}  // namespace

OrderSearch::OrderSearch(const TopQuery& query, double lambda, Workspace& workspace)
    : query_(query),
      lambda_(lambda),
      by_value_(workspace.take<std::uint32_t>(query.size())),
      weight_(workspace.zeros<double>(query.size() + 1)),
      twin_(workspace.take<std::uint32_t>(query.size())),
      is_used_(workspace.zeros<bool>(query.size())),
      after_(workspace.take<std::uint32_t>(query.size() + 1)),
      before_(workspace.take<std::uint32_t>(query.size() + 1)),
      beginning_(workspace.zeros<Beginning>(query.cutoff() + 1)),
      chosen_(workspace.take<std::uint32_t>(query.cutoff())),
      found_(workspace.take<std::uint32_t>(query.cutoff())),
      swap_(workspace.take<Swap>(query.cutoff())) {
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
    std::uint32_t& before = latest[first_of_gain[by_value_[doc]]];
    twin_[doc] = before;
    before = doc;
  }
}

TopOrder OrderSearch::better_than(const TopOrder& known, std::size_t most) {
  raise(std::max(0.0, query_.violation(known)));
  has_found_ = false;
  climb();
  link_documents();
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
    free(chosen_[--place]);
  }
  if (!has_found_) return known;
  for (std::uint32_t& doc : found_) doc = by_value_[doc];
  return query_.order_of(found_);
}

void OrderSearch::raise(double value) noexcept {
  largest_ = value;
  needed_ = 2.0 * std::sqrt(lambda_ * value) * beyond_rounding;
}

// --- swaps ---

OrderSearch::Beginning OrderSearch::by_value() const noexcept {
  Beginning whole{.shortfall = 1.0 - query_.ideal_score()};
  for (std::size_t place = 0; place < query_.cutoff(); ++place) {
    const std::uint32_t at = by_value_[place];
    whole.loss += query_.weight()[place] * (query_.gain()[place] - query_.gain()[at]);
    whole.shortfall += query_.weight()[place] * query_.score()[at];
  }
  whole.bound = lambda_ * whole.loss + whole.shortfall;
  return whole;
}

void OrderSearch::climb() noexcept {
  // scratch that linking fills later
  const auto order = after_.first(by_value_.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  Beginning whole = by_value();
  keep_if_better(whole, order);
  for (std::size_t round = 0; round < max_swaps && swap_best(order, whole); ++round) {
    keep_if_better(whole, order);
  }
}

/// An exchange of the last place is one with the first document that has none.
OrderSearch::Swap OrderSearch::swap_at(std::span<const std::uint32_t> order,
                                       std::size_t place) const noexcept {
  const std::uint32_t one = by_value_[order[place]];
  const std::uint32_t other = by_value_[order[place + 1]];
  const double step = weight_[place] - weight_[place + 1];
  return {step * (query_.gain()[one] - query_.gain()[other]),
          step * (query_.score()[other] - query_.score()[one])};
}

bool OrderSearch::swap_best(std::span<std::uint32_t> order, Beginning& whole) noexcept {
  const auto swap = swap_.first(std::min(query_.cutoff(), order.size() - 1));
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

// --- depth first ---

void OrderSearch::link_documents() noexcept {
  const auto count = static_cast<std::uint32_t>(by_value_.size());
  for (std::uint32_t doc = 0; doc <= count; ++doc) {
    after_[doc] = doc == count ? 0 : doc + 1;
    before_[doc] = doc == 0 ? count : doc - 1;
  }
}

void OrderSearch::use(std::uint32_t doc) noexcept {
  is_used_[doc] = true;
  after_[before_[doc]] = after_[doc];
  before_[after_[doc]] = before_[doc];
}

/// Of the last document that was used and is not free again.
void OrderSearch::free(std::uint32_t doc) noexcept {
  is_used_[doc] = false;
  after_[before_[doc]] = doc;
  before_[after_[doc]] = doc;
}

/// To have a document at `place` before its turn, all before it move on by a place. The sum of
/// these moves, times the values, is what the bound loses; it never falls from one document to the
/// next.
bool OrderSearch::fill(std::size_t place) noexcept {
  Beginning& here = beginning_[place];
  const auto end = static_cast<std::uint32_t>(by_value_.size());
  double moved = 0.0;
  std::size_t turn = place;
  for (std::uint32_t doc = after_[end]; doc != end; doc = after_[doc], ++turn) {
    const double bound = here.bound - (moved - (weight_[place] - weight_[turn]) * value_[doc]);
    if (bound <= needed_) return false;
    moved += (weight_[turn] - weight_[turn + 1]) * value_[doc];
    if (doc < here.next || !is_first_of_gain(doc)) continue;
    const std::uint32_t at = by_value_[doc];
    beginning_[place + 1] = {
        .loss = here.loss + weight_[place] * (query_.gain()[place] - query_.gain()[at]),
        .shortfall = here.shortfall + weight_[place] * query_.score()[at],
        .bound = bound};
    here.next = doc + 1;
    chosen_[place] = doc;
    use(doc);
    return true;
  }
  return false;
}

void OrderSearch::keep_if_better(const Beginning& whole,
                                 std::span<const std::uint32_t> order) noexcept {
  const double value = whole.loss * whole.shortfall;
  if (!(whole.shortfall > 0.0 && value > largest_)) return;
  raise(value);
  has_found_ = true;
  std::copy_n(order.begin(), found_.size(), found_.begin());
}

}  // namespace podium
