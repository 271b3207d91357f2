#include "podium/loss/structural/order_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "podium/kernels/argsort.hpp"
#include "podium/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr double beyond_rounding = 1.0 + 1e-13;

}  // namespace

OrderSearch::OrderSearch(const TopQuery& query, double lambda, Workspace& workspace)
    : query_(query),
      lambda_(lambda),
      by_value_(workspace.take<std::uint32_t>(query.size())),
      twin_(workspace.take<std::uint32_t>(query.size())),
      is_used_(workspace.zeros<bool>(query.size())),
      beginning_(workspace.zeros<Beginning>(query.cutoff() + 1)),
      chosen_(workspace.take<std::uint32_t>(query.cutoff())),
      found_(workspace.take<std::uint32_t>(query.cutoff())) {
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
  largest_ = std::max(0.0, query_.violation(known));
  has_found_ = false;
  beginning_[0] = {.shortfall = 1.0 - query_.ideal_score()};
  for (std::size_t place = 0;;) {
    if (place == query_.cutoff()) {
      keep_if_better(beginning_[place]);
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

bool OrderSearch::fill(std::size_t place) noexcept {
  Beginning& here = beginning_[place];
  while (here.next < by_value_.size() && !is_free(here.next)) ++here.next;
  if (here.next == by_value_.size()) return false;
  const std::uint32_t doc = here.next++;
  const double weight = query_.weight()[place];
  const std::uint32_t at = by_value_[doc];
  Beginning& longer = beginning_[place + 1];
  longer = {.loss = here.loss + weight * (query_.gain()[place] - query_.gain()[at]),
            .shortfall = here.shortfall + weight * query_.score()[at]};
  is_used_[doc] = true;
  chosen_[place] = doc;
  // Later documents have smaller values and no larger bounds: the first that fails is the last.
  const double needed = 2.0 * std::sqrt(lambda_ * largest_) * beyond_rounding;
  is_used_[doc] = bound(longer, place + 1) > needed;
  return is_used_[doc];
}

bool OrderSearch::is_free(std::uint32_t doc) const noexcept {
  return !is_used_[doc] && (twin_[doc] == none || is_used_[twin_[doc]]);
}

double OrderSearch::bound(const Beginning& beginning, std::size_t place) const noexcept {
  double sum = lambda_ * beginning.loss + beginning.shortfall;
  for (std::uint32_t doc = 0; place < query_.cutoff(); ++doc) {
    if (is_used_[doc]) continue;
    sum += query_.weight()[place] * (lambda_ * query_.gain()[place] + value_[doc]);
    ++place;
  }
  return sum;
}

void OrderSearch::keep_if_better(const Beginning& whole) noexcept {
  const double value = whole.loss * whole.shortfall;
  if (!(whole.shortfall > 0.0 && value > largest_)) return;
  largest_ = value;
  has_found_ = true;
  std::ranges::copy(chosen_, found_.begin());
}

}  // namespace podium
