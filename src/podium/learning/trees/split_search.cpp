#include "podium/learning/trees/split_search.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "podium/core/kernels/split_gains.hpp"

namespace podium {

namespace {

/// Each threshold with missing values on either side, and missing against present.
constexpr std::size_t maximum_candidates = 2 * BinnedFeatures::bin_count;

LeafCuts cuts_of(const LeafRule& rule, const ValueLimits& limits) {
  const double any = std::numeric_limits<double>::infinity();
  return {.l2 = rule.l2,
          .l1 = rule.l1,
          .max_step = rule.max_step > 0.0 ? rule.max_step : any,
          .minimum = limits.minimum,
          .maximum = limits.maximum};
}

SplitTerms terms_of(const SplitRule& rule, const SplitLeaf& leaf) {
  return {.all = {.gradient = leaf.sums.gradient,
                  .curvature = leaf.sums.curvature,
                  .rows = static_cast<std::int64_t>(leaf.sums.rows),
                  .gradient_unit = leaf.units.gradient,
                  .curvature_unit = leaf.units.curvature},
          .minima = {.rows = static_cast<std::int64_t>(std::max<std::uint64_t>(rule.min_rows, 1)),
                     .curvature = rule.min_curvature},
          .cuts = cuts_of(rule.leaf, leaf.limits)};
}

/// The candidates of one feature, in the order in which they are tried.
class Candidates {
 public:
  /// Every threshold between `cells`, and with missing values on either side if there are any.
  /// A bin without rows separates the same rows as the bin before: the next candidate overwrites
  /// it. So it does where a side has less than `least` of `all` rows, unless some are missing.
  template <bool are_missing, class Cell>
  void add_thresholds(std::span<const Cell> cells, const GradientSums& missing, std::uint64_t least,
                      std::uint64_t all) {
    std::size_t count = 0;  // not the member: the compiler would expect writes to change it
    GradientSums left;
    for (std::size_t bin = 0; bin < cells.size(); ++bin) {
      left.add(cells[bin]);
      put(count, bin, false, left);
      if constexpr (are_missing) {
        GradientSums with_missing = left;
        with_missing.add(missing);
        put(count + 1, bin, true, with_missing);
      }
      const std::size_t has_rows = cells[bin].rows != 0 ? 1U : 0U;
      if constexpr (are_missing) {
        const std::size_t is_first = bin == 0 ? 1U : 0U;
        count += 2U * (has_rows | is_first);  // without a branch to predict
      } else {
        const std::size_t is_enough = left.rows >= least ? 1U : 0U;
        const std::size_t leaves_enough = left.rows + least <= all ? 1U : 0U;
        count += has_rows & is_enough & leaves_enough;
      }
    }
    count_ = count;
  }

  void add(std::size_t bin, bool missing_left, const GradientSums& left) {
    put(count_, bin, missing_left, left);
    ++count_;
  }

  SlotSearch best(const SplitRule& rule, const SplitLeaf& leaf, const BinSlot& slot, int sign,
                  double enough) {
    while (count_ % 8 != 0) add(0, false, {});  // without rows: never taken
    alignas(64) std::array<double, maximum_candidates> memory;
    const std::span<double> gain_of_sides = std::span(memory).first(count_);
    const auto first = [&](const Column& column) { return std::span(column).first(count_); };
    const double largest = find_split_gains(
        terms_of(rule, leaf), {first(gradient_), first(curvature_), first(rows_)}, gain_of_sides);
    if (largest == -std::numeric_limits<double>::infinity()) return {.is_divisible = false};
    const LeafSums all = leaf.units.of(leaf.sums);
    const double gain_of_leaf = rule.leaf.gain(all, rule.leaf.value(all, leaf.limits));
    if (!(largest - gain_of_leaf >= enough)) return {};
    std::optional<std::size_t> best;
    double best_gain = rule.min_gain;
    for (std::size_t i = 0; i < count_; ++i) {
      const double gain = gain_of_sides[i] - gain_of_leaf;
      if (!(gain > best_gain)) continue;
      constexpr double rounding = 1e-12;
      if (!(gain > rounding * gain_of_sides[i]) || !is_in_order(rule, leaf, i, sign)) continue;
      best = i;
      best_gain = gain;
    }
    if (!best) return {};
    const GradientSums left = left_at(*best);
    return {.best = FoundSplit{.gain = best_gain,
                               .slot = slot,
                               .bin = std::size_t{place_[*best]} / 2,
                               .missing_left = place_[*best] % 2 != 0,
                               .left = left,
                               .left_value = value_of(rule, leaf, left),
                               .right_value = value_of(rule, leaf, leaf.sums.minus(left))}};
  }

 private:
  using Column = std::array<std::int64_t, maximum_candidates>;

  void put(std::size_t place, std::size_t bin, bool missing_left, const GradientSums& left) {
    gradient_[place] = left.gradient;
    curvature_[place] = left.curvature;
    rows_[place] = static_cast<std::int64_t>(left.rows);
    place_[place] = static_cast<std::uint16_t>(2 * bin + (missing_left ? 1 : 0));
  }

  GradientSums left_at(std::size_t place) const {
    return {gradient_[place], curvature_[place], static_cast<std::uint64_t>(rows_[place])};
  }

  static double value_of(const SplitRule& rule, const SplitLeaf& leaf, const GradientSums& side) {
    return rule.leaf.value(leaf.units.of(side), leaf.limits);
  }

  /// Whether the values of the sides are in the order of a monotone feature.
  bool is_in_order(const SplitRule& rule, const SplitLeaf& leaf, std::size_t place,
                   int sign) const {
    if (sign == 0) return true;
    const GradientSums left = left_at(place);
    const double step = value_of(rule, leaf, leaf.sums.minus(left)) - value_of(rule, leaf, left);
    return sign * step >= 0.0;
  }

  std::size_t count_ = 0;
  // The sums of the left sides as columns, which find_split_gains() reads eight at a time.
  alignas(64) Column gradient_;
  alignas(64) Column curvature_;
  alignas(64) Column rows_;
  std::array<std::uint16_t, maximum_candidates> place_;
};

template <class Cell>
SlotSearch best_set(SplitRule rule, const SplitLeaf& leaf, const BinSlot& slot,
                    std::span<const Cell> cells, double enough) {
  constexpr double smoothing = 10.0;
  constexpr std::uint32_t least = 10;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t bin = 0; bin <= slot.thresholds; ++bin) {
    if (cells[bin].rows < least) continue;
    GradientSums sums;
    sums.add(cells[bin]);
    const LeafSums own = leaf.units.of(sums);
    order.emplace_back(own.gradient / (own.curvature + smoothing), bin);
  }
  std::ranges::sort(order);
  const std::size_t count = order.size();
  Candidates candidates;
  for (const bool from_end : {false, true}) {
    GradientSums left;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const std::size_t place = from_end ? count - 1 - i : i;
      left.add(cells[order[place].second]);
      candidates.add(place, from_end, left);
    }
  }
  if (count < 2) return {};
  rule.leaf.l2 += smoothing;
  SlotSearch found = candidates.best(rule, leaf, slot, 0, enough);
  found.is_divisible = true;  // by another set
  if (!found.best) return found;
  FoundSplit& best = *found.best;
  const bool from_end = std::exchange(best.missing_left, false);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_left = from_end ? i >= best.bin : i <= best.bin;
    if (is_left) best.set |= std::uint64_t{1} << order[i].second;
  }
  return found;
}

}  // namespace

template <class Cell>
SlotSearch best_split(const SplitRule& rule, const SplitLeaf& leaf, const BinSlot& slot,
                      std::span<const Cell> cells, int sign, double enough) {
  if (sign == split_by_set) return best_set(rule, leaf, slot, cells, enough);
  Candidates candidates;
  GradientSums missing;
  if (slot.has_missing) missing.add(cells[slot.missing_cell()]);
  const bool are_missing = missing.rows != 0;
  const std::span<const Cell> present = cells.first(slot.thresholds);
  const std::uint64_t least = std::max<std::uint64_t>(rule.min_rows, 1);
  if (are_missing) {
    candidates.add_thresholds<true>(present, missing, least, leaf.sums.rows);
    candidates.add(slot.thresholds, false, leaf.sums.minus(missing));
  } else {
    candidates.add_thresholds<false>(present, missing, least, leaf.sums.rows);
  }
  SlotSearch found = candidates.best(rule, leaf, slot, sign, enough);
  // If no row of this leaf is missing, send missing values to the larger side.
  if (found.best && !are_missing) {
    found.best->missing_left = 2 * found.best->left.rows >= leaf.sums.rows;
  }
  return found;
}

template SlotSearch best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                               std::span<const GradientCell<std::int32_t>>, int, double);
template SlotSearch best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                               std::span<const GradientCell<std::int64_t>>, int, double);

}  // namespace podium
