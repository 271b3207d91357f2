#include "podium/trees/split_search.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "podium/kernels/leaf_worth.hpp"

namespace podium {

namespace {

LeafCuts cuts_of(const LeafRule& rule, const ValueLimits& limits) {
  constexpr double any = std::numeric_limits<double>::infinity();
  return {.l2 = rule.l2,
          .l1 = rule.l1,
          .max_step = rule.max_step > 0.0 ? rule.max_step : any,
          .minimum = limits.minimum,
          .maximum = limits.maximum};
}

/// The candidates of one feature, in the order in which they are tried.
class Candidates {
 public:
  Candidates(const SplitRule& rule, const SplitLeaf& leaf) : rule_(rule), leaf_(leaf) {}

  /// Leaves out those with too few rows or too little curvature on a side.
  void add(std::size_t bin, bool missing_left, const PullSums& left) {
    const PullSums right = leaf_.sums.minus(left);
    const std::uint64_t min_rows = std::max<std::uint64_t>(rule_.min_rows, 1);
    if (left.rows < min_rows || right.rows < min_rows) return;
    const LeafSums a = leaf_.units.of(left);
    const LeafSums b = leaf_.units.of(right);
    if (a.curvature < rule_.min_curvature || b.curvature < rule_.min_curvature) return;
    left_.add(count_, a);
    right_.add(count_, b);
    place_[count_] = {bin, missing_left, left};
    ++count_;
  }

  std::optional<FoundSplit> best(const BinSlot& slot, int sign) {
    const LeafCuts cuts = cuts_of(rule_.leaf, leaf_.limits);
    const auto both = std::span(both_).first(count_);
    std::ranges::fill(both, 0.0);
    left_.add_worths(count_, cuts, both);
    right_.add_worths(count_, cuts, both);
    const LeafSums all = leaf_.units.of(leaf_.sums);
    const double worth_of_leaf = rule_.leaf.worth(all, rule_.leaf.value(all, leaf_.limits));
    std::optional<FoundSplit> best;
    for (std::size_t i = 0; i < count_; ++i) {
      const double gain = both[i] - worth_of_leaf;
      if (best && !(gain > best->gain)) continue;
      constexpr double rounding = 1e-12;
      if (!(gain > std::max(rule_.min_gain, rounding * both[i]))) continue;
      const double left_value = rule_.leaf.value(left_.at(i), leaf_.limits);
      const double right_value = rule_.leaf.value(right_.at(i), leaf_.limits);
      if (sign * (right_value - left_value) < 0.0) continue;
      best = {gain,           slot,       place_[i].bin, place_[i].missing_left,
              place_[i].left, left_value, right_value};
    }
    return best;
  }

 private:
  /// Each threshold with missing values on either side, and missing against present.
  static constexpr std::size_t most = 2 * BinnedFeatures::bin_count;

  /// Sums of one side, as columns.
  struct Side {
    std::array<double, most> gradient;
    std::array<double, most> curvature;

    void add(std::size_t place, const LeafSums& sums) {
      gradient[place] = sums.gradient;
      curvature[place] = sums.curvature;
    }
    LeafSums at(std::size_t place) const { return {gradient[place], curvature[place]}; }
    void add_worths(std::size_t count, const LeafCuts& cuts, std::span<double> worth) const {
      add_leaf_worths(std::span(gradient).first(count), std::span(curvature).first(count), cuts,
                      worth);
    }
  };

  struct Place {
    std::size_t bin;
    bool missing_left;
    PullSums left;
  };

  const SplitRule& rule_;
  const SplitLeaf& leaf_;
  std::size_t count_ = 0;
  Side left_;
  Side right_;
  std::array<double, most> both_;
  std::array<Place, most> place_;
};

}  // namespace

template <class Int>
std::optional<FoundSplit> best_split(const SplitRule& rule, const SplitLeaf& leaf,
                                     const BinSlot& slot, std::span<const PullCell<Int>> cells,
                                     int sign) {
  Candidates candidates(rule, leaf);
  PullSums missing;
  if (slot.has_missing) missing.add(cells[slot.missing_cell]);
  PullSums left;
  for (std::size_t bin = 0; bin < slot.thresholds; ++bin) {
    // A bin without rows parts the same rows as the one before.
    if (cells[bin].rows == 0 && bin > 0) continue;
    left.add(cells[bin]);
    candidates.add(bin, false, left);
    if (missing.rows == 0) continue;
    PullSums with_missing = left;
    with_missing.add(missing);
    candidates.add(bin, true, with_missing);
  }
  if (missing.rows > 0) candidates.add(slot.thresholds, false, leaf.sums.minus(missing));
  std::optional<FoundSplit> best = candidates.best(slot, sign);
  // What no row of the leaf says is decided by most rows.
  if (best && missing.rows == 0) best->missing_left = 2 * best->left.rows >= leaf.sums.rows;
  return best;
}

template std::optional<FoundSplit> best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                                              std::span<const PullCell<std::int32_t>>, int);
template std::optional<FoundSplit> best_split(const SplitRule&, const SplitLeaf&, const BinSlot&,
                                              std::span<const PullCell<std::int64_t>>, int);

}  // namespace podium
