#include "podium/learning/loss/pairs/swap_measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/err.hpp"
#include "podium/core/measure/rbp.hpp"

namespace podium {

namespace {

/// Of the measures, in the order of SwapKind.
constexpr std::array<std::string_view, 13> swap_names = {
    "ndcg", "dcg", "meanndcg", "kappa-ndcg", "p",   "recall",   "rprec",
    "rbp",  "map", "rr",       "success",    "err", "kappa-err"};

/// The options in the canonical name of a measure.
OptionText options_in(std::string_view name) {
  OptionText options;
  const std::size_t open = name.find('(');
  if (open == std::string_view::npos) return options;
  const std::string_view inside = name.substr(open + 1, name.find(')') - open - 1);
  for (const std::string_view option : split_outside_brackets(inside, ',')) {
    const std::size_t equals = option.find('=');
    options.emplace(option.substr(0, equals), option.substr(equals + 1));
  }
  return options;
}

double reciprocal(std::size_t rank) {
  return 1.0 / static_cast<double>(rank + 1);
}

std::size_t count_relevant(std::span<const double> target) {
  return static_cast<std::size_t>(
      std::ranges::count_if(target, [](double value) { return value > 0.0; }));
}

/// d(r) times the sum over the cutoffs c > r of 1 / ideal DCG@c, over n.
void write_mean_discounts(std::span<const double> gain, std::span<double> discounts) {
  double ideal = 0.0;
  for (std::size_t r = 0; r < gain.size(); ++r) {
    ideal += gain[r] * discount(Discount::log2, r);
    discounts[r] = 1.0 / ideal;
  }
  double sum = 0.0;
  for (std::size_t r = gain.size(); r-- > 0;) {
    sum += discounts[r];
    discounts[r] = sum * discount(Discount::log2, r) / static_cast<double>(gain.size());
  }
}

}  // namespace

SwapMeasure parse_swap_measure(std::string_view text) {
  const Measure measure = parse_measure(text, find_profile("standard"));
  const auto* const name = std::ranges::find(swap_names, measure.entry().name);
  if (name == swap_names.end()) {
    throw UsageError(fmt::format("option 'objective': {} has no objective; nearest: map | ndcg",
                                 measure.name()));
  }
  SwapMeasure found{.kind = static_cast<SwapKind>(name - swap_names.begin()),
                    .cutoff = measure.cutoff() == no_cutoff ? 0 : measure.cutoff()};
  const OptionText options = options_in(measure.name());
  found.p = parse_known_options<RbpOptions>(options).p;
  found.max = parse_known_options<ErrOptions>(options).max;
  const double from = parse_known_options<RelevanceOptions>(options).from;
  if (from > 0.0) found.from = from;
  return found;
}

bool write_swap_targets(const SwapMeasure& measure, LabelGain gain, const TruthView& truth,
                        std::span<const DocIndex> order, std::span<double> target) {
  if (order.empty()) return false;
  const double best = std::max(0.0, truth.label[order.front()]);
  const auto write = [&](const auto& value) {
    for (std::size_t i = 0; i < order.size(); ++i) target[i] = value(truth.label[order[i]]);
  };
  switch (measure.kind) {
    case SwapKind::ndcg:
      return write_normalised_gains(gain, measure.cutoff, truth, order, target);
    case SwapKind::kappa_ndcg:
      return write_normalised_gains(LabelGain::exponential, measure.cutoff, truth, order, target);
    case SwapKind::dcg:
    case SwapKind::mean_ndcg:
      write(ScaledGain(gain_kind(gain, truth), measure.kind == SwapKind::dcg ? 0.0 : best));
      break;
    case SwapKind::err:
    case SwapKind::kappa_err: {
      const double top = measure.max > 0.0 ? measure.max : best;
      if (best > top) {
        throw UsageError(fmt::format("option 'objective': label {} is above the highest grade {}",
                                     to_text(best), to_text(top)));
      }
      write([top](double label) {
        return label > 0.0 ? std::exp2(label - top) - std::exp2(-top) : 0.0;
      });
      break;
    }
    default: {
      write([&](double label) { return label >= measure.from ? 1.0 : 0.0; });
      const auto relevant = static_cast<double>(count_relevant(target));
      double norm = 1.0;
      if (measure.kind == SwapKind::precision) norm = static_cast<double>(measure.cutoff);
      if (measure.kind == SwapKind::recall || measure.kind == SwapKind::r_precision)
        norm = relevant;
      for (double& value : target) value = value > 0.0 ? value / norm : 0.0;
    }
  }
  return target.front() > target.back();
}

std::size_t ranks_that_count(const SwapMeasure& measure, std::span<const double> target) {
  if (measure.kind == SwapKind::r_precision) return count_relevant(target);
  return places_counted(measure.cutoff, target.size());
}

void write_discounts(const SwapMeasure& measure, std::span<const double> target,
                     std::span<double> discounts) {
  if (measure.kind == SwapKind::mean_ndcg) return write_mean_discounts(target, discounts);
  const std::size_t top = ranks_that_count(measure, target);
  double patience = 1.0 - measure.p;
  for (std::size_t rank = 0; rank < discounts.size(); ++rank) {
    if (rank >= top) {
      discounts[rank] = 0.0;
    } else if (measure.kind == SwapKind::rbp) {
      discounts[rank] = patience;
      patience *= measure.p;
    } else {
      discounts[rank] = measure.is_binary() ? 1.0 : discount(Discount::log2, rank);
    }
  }
}

SwapChanges::SwapChanges(const SwapMeasure& measure, std::size_t cutoff, const TiedCells& cells,
                         Workspace& workspace)
    : kind_(measure.kind), cells_(cells), has_ties_(cells.has_ties()) {
  best_first_ = table_of(true, cutoff, workspace);
  if (has_ties_) worst_first_ = table_of(false, cutoff, workspace);
}

SwapChanges::Table SwapChanges::table_of(bool best_first, std::size_t cutoff,
                                         Workspace& workspace) const {
  const std::size_t cells = cells_.size();
  const std::size_t n = cells_.document.size();
  // The targets by rank.
  const auto rank = workspace.take<double>(cells);
  const auto next = workspace.take<std::uint32_t>(cells_.group_count());
  std::copy_n(cells_.group_begin.begin(), next.size(), next.begin());
  const auto target = workspace.take<double>(n);
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t cell = best_first ? i : cells - 1 - i;
    std::uint32_t& first = next[cells_.group[cell]];
    rank[cell] = first;
    std::fill_n(target.begin() + first, cells_.document_count(cell), cells_.target[cell]);
    first += static_cast<std::uint32_t>(cells_.document_count(cell));
  }

  const auto above = workspace.take<double>(n);
  const auto below = workspace.take<double>(n);
  const auto after = workspace.take<double>(n);
  if (kind_ == SwapKind::average_precision) {
    const auto relevant = static_cast<double>(count_relevant(target));
    double count = 0.0;
    double sum = 0.0;
    for (std::size_t r = 0; r < n; ++r) {
      const double share = r < cutoff ? reciprocal(r) : 0.0;
      above[r] = ((count + 1.0) * share - (sum + target[r] * share)) / relevant;
      below[r] = (sum - (count + target[r]) * share) / relevant;
      count += target[r];
      sum += target[r] * share;
    }
  } else if (kind_ == SwapKind::reciprocal_rank || kind_ == SwapKind::success) {
    const auto is_relevant = [](double value) { return value > 0.0; };
    const auto first = std::ranges::find_if(target, is_relevant);
    const auto f = static_cast<std::size_t>(first - target.begin());
    const auto f2 = static_cast<std::size_t>(std::find_if(first + 1, target.end(), is_relevant) -
                                             target.begin());
    const auto value = [&](std::size_t r) {
      if (r >= cutoff) return 0.0;
      return kind_ == SwapKind::success ? 1.0 : reciprocal(r);
    };
    for (std::size_t r = 0; r < n; ++r) {
      const bool relevant = is_relevant(target[r]);
      const double up = value(std::min(f, r)) - value(f);
      above[r] = relevant ? (r == f ? 1.0 : 0.0) : up;
      below[r] = relevant ? 1.0 : value(f) - value(std::min(f2, r));
    }
  } else {
    double come = 1.0;
    double sum = 0.0;
    for (std::size_t r = 0; r < n; ++r) {
      above[r] = r < cutoff ? come * reciprocal(r) : 0.0;
      below[r] = sum;
      sum += target[r] * above[r];
      after[r] = sum;
      come *= 1.0 - target[r];
    }
  }

  const auto mean = [&](std::span<const double> by_rank) {
    const auto by_cell = workspace.take<double>(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t count = cells_.document_count(cell);
      double sum = 0.0;
      for (const double value : by_rank.subspan(static_cast<std::size_t>(rank[cell]), count)) {
        sum += value;
      }
      by_cell[cell] = sum / static_cast<double>(count);
    }
    return by_cell;
  };
  const bool stops = kind_ == SwapKind::err || kind_ == SwapKind::kappa_err;
  return {rank, mean(above), mean(below), stops ? mean(after) : std::span<double>()};
}

void SwapChanges::add_row(const Table& table, std::size_t cell, std::size_t begin, double factor,
                          std::span<double> weights) const {
  const double rank = table.rank[cell];
  const double above = table.above[cell];
  const double below = table.below[cell];
  const auto ranks = table.rank.subspan(begin, weights.size());
  const auto others_above = table.above.subspan(begin, weights.size());
  const auto others_below = table.below.subspan(begin, weights.size());
  // One loop for each form, without branches for the first two.
  const auto add = [&](const auto& change) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const bool leads = rank < ranks[i];
      const double upper = leads ? above : others_above[i];
      const double lower = leads ? others_below[i] : below;
      weights[i] += factor * change(i, leads, upper, lower);
    }
  };
  if (kind_ == SwapKind::average_precision) {
    add([](std::size_t, bool, double upper, double lower) { return std::abs(upper + lower); });
  } else if (table.after.empty()) {
    add([](std::size_t, bool, double upper, double lower) { return upper * lower; });
  } else {
    add([&](std::size_t i, bool leads, double upper, double lower) {
      const std::size_t a = leads ? cell : begin + i;
      const std::size_t b = leads ? begin + i : cell;
      const double passes = 1.0 - cells_.target[a];
      const double rest = lower - table.after[a] + table.above[b];
      const double kept = passes > 0.0 ? std::clamp(rest / passes, 0.0, upper) : 0.0;
      return std::abs(cells_.target[a] - cells_.target[b]) * (upper - kept);
    });
  }
}

void SwapChanges::write_row(std::size_t cell, std::size_t begin, double factor,
                            std::span<double> weights) const {
  std::ranges::fill(weights, 0.0);
  add_row(best_first_, cell, begin, has_ties_ ? 0.5 * factor : factor, weights);
  if (has_ties_) add_row(worst_first_, cell, begin, 0.5 * factor, weights);
}

}  // namespace podium
