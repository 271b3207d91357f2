#include "podium/learning/loss/pairs/expanded_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/kernels/argsort.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/pairs/split_sum.hpp"

namespace podium {

namespace {

constexpr std::size_t fewest_to_split = 96;  ///< documents; fewer are looked at pair by pair

/// The same columns by place and by rank.
struct Columns {
  Columns(std::size_t n, Workspace& workspace)
      : score(workspace.take<double>(n)),
        weight(workspace.take<double>(n)),
        gain(workspace.take<double>(n)),
        discount(workspace.take<double>(n)) {}

  std::span<double> score;
  std::span<double> weight;
  std::span<double> gain;
  std::span<double> discount;
};

/// Adds up the pairs of one query.
class ExpandedSum {
 public:
  ExpandedSum(const LossQuery& query, std::span<const double> scores,
              std::span<const double> first_worse, const PairGains* gains, bool is_curved,
              Workspace& workspace)
      : n_(scores.size()),
        first_worse_(first_worse),
        has_gains_(gains != nullptr),
        is_curved_(is_curved),
        by_place_(n_, workspace),
        by_rank_(n_, workspace),
        place_(workspace.take<std::uint32_t>(n_)),
        document_(workspace.take<DocIndex>(n_)),
        ranks_(workspace.take<std::uint32_t>(n_)),
        other_ranks_(workspace.take<std::uint32_t>(n_)),
        slope_by_place_(workspace.zeros<double>(n_)),
        slope_by_rank_(workspace.zeros<double>(n_)),
        hessian_by_place_(workspace.zeros<double>(is_curved ? n_ : 0)),
        hessian_by_rank_(workspace.zeros<double>(is_curved ? n_ : 0)) {
    argsort_descending(scores, document_, workspace);
    const auto place_of = workspace.take<std::uint32_t>(n_);
    for_each_chunk(n_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) {
        place_of[query.order[p]] = static_cast<std::uint32_t>(p);
      }
    });
    // The weights of pairs know the discounts by their differences alone: those of a middle of 0
    // lose the fewest digits.
    const double middle = has_gains_ ? gains->discount[n_ / 2] : 0.0;
    for_each_chunk(n_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t rank = begin; rank < end; ++rank) {
        const DocIndex doc = document_[rank];
        const std::uint32_t place = place_of[doc];
        place_[rank] = place;
        ranks_[rank] = static_cast<std::uint32_t>(rank);
        by_rank_.score[rank] = by_place_.score[place] = scores[doc];
        by_rank_.weight[rank] = by_place_.weight[place] =
            query.row_weight.empty() ? 1.0 : double{query.row_weight[doc]};
        if (!has_gains_) continue;
        by_rank_.gain[rank] = by_place_.gain[place] = gains->gain[place];
        by_rank_.discount[rank] = by_place_.discount[place] = gains->discount[rank] - middle;
      }
    });
  }

  double run() {
    double value = 0.0;
    std::vector<Part> parts;
    if (has_pairs({0, n_})) parts.push_back({0, n_});
    while (!parts.empty()) {
      std::vector<std::array<Part, 2>> halves(parts.size());
      std::vector<double> sums(parts.size());
      parallel_for(parts.size(), [&](std::size_t i) { sums[i] = add_part(parts[i], halves[i]); });
      std::swap(ranks_, other_ranks_);
      parts.clear();
      for (std::size_t i = 0; i < sums.size(); ++i) {
        value += sums[i];
        for (const Part& half : halves[i]) {
          if (has_pairs(half)) parts.push_back(half);
        }
      }
    }
    return value;
  }

  void finish(std::span<const DocIndex> order, double factor, std::span<double> gradient) const {
    add_scaled_to(order, factor, slope_by_place_, gradient);
    add_scaled_to(document_, factor, slope_by_rank_, gradient);
  }

  /// Both parts of a document at once: what the expansions round below 0 is cut off.
  void finish_curvature(std::span<const DocIndex> order, double factor,
                        std::span<double> curvature) const {
    for_each_chunk(n_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t rank = begin; rank < end; ++rank) {
        const double hessian = hessian_by_rank_[rank] + hessian_by_place_[place_[rank]];
        curvature[order[place_[rank]]] += factor * std::max(0.0, hessian);
      }
    });
  }

 private:
  /// Places; the pairs inside it are still to be summed.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void add_scaled_to(std::span<const DocIndex> documents, double factor,
                     std::span<const double> values, std::span<double> gradient) const {
    for_each_chunk(n_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) gradient[documents[i]] += factor * values[i];
    });
  }

  std::size_t first_worse(std::size_t place) const {
    return static_cast<std::size_t>(first_worse_[place]);
  }

  bool has_pairs(const Part& part) const {
    return part.begin < part.end && first_worse(part.begin) < part.end;
  }

  /// The change of level that is closest to the middle of a part with pairs.
  std::size_t middle_of(const Part& part) const {
    const std::size_t half = part.begin + (part.end - part.begin) / 2;
    const std::size_t after = first_worse(half);
    // The first place of the level at `half`: the first whose next level begins as late.
    const auto from = first_worse_.begin() + static_cast<std::ptrdiff_t>(part.begin);
    const auto to = first_worse_.begin() + static_cast<std::ptrdiff_t>(half);
    const auto before = static_cast<std::size_t>(std::lower_bound(from, to, first_worse_[half]) -
                                                 first_worse_.begin());
    if (before == part.begin) return after;
    if (after >= part.end) return before;
    return half - before < after - half ? before : after;
  }

  /// The pairs between the halves of a part, or all pairs of a small one, which has no halves.
  double add_part(const Part& part, std::array<Part, 2>& halves) {
    if (part.end - part.begin < fewest_to_split) return add_rows(part);
    const std::size_t middle = middle_of(part);
    const SplitDocuments split{.ranks = ranks_.subspan(part.begin, part.end - part.begin),
                               .middle = static_cast<std::uint32_t>(middle),
                               .middle_gain = has_gains_ ? by_place_.gain[middle] : 0.0};
    const RankedDocuments documents{
        .score = by_rank_.score,
        .weight = by_rank_.weight,
        .gain = has_gains_ ? std::span<const double>(by_rank_.gain) : std::span<const double>(),
        .discount = by_rank_.discount,
        .place = place_};
    halves = {Part{part.begin, middle}, Part{middle, part.end}};
    if (has_pairs(halves[0]) || has_pairs(halves[1])) separate(part, middle);
    return add_split_sum(documents, split, slope_by_rank_, hessian_by_rank_);
  }

  /// The ranks of each half, still rising, into the other column.
  void separate(const Part& part, std::size_t middle) {
    const auto ranks = ranks_.subspan(part.begin, part.end - part.begin);
    const auto is_better = [&](std::uint32_t rank) { return place_[rank] < middle; };
    std::vector<std::size_t> first(chunk_count(ranks.size()));
    for_each_chunk(ranks.size(), [&](std::size_t begin, std::size_t end) {
      first[begin / chunk_size] = static_cast<std::size_t>(
          std::ranges::count_if(ranks.subspan(begin, end - begin), is_better));
    });
    std::size_t next = part.begin;
    for (std::size_t& count : first) next += std::exchange(count, next);
    for_each_chunk(ranks.size(), [&](std::size_t begin, std::size_t end) {
      std::size_t next_better = first[begin / chunk_size];
      std::size_t next_worse = middle + begin - (next_better - part.begin);
      for (const std::uint32_t rank : ranks.subspan(begin, end - begin)) {
        other_ranks_[is_better(rank) ? next_better++ : next_worse++] = rank;
      }
    });
  }

  double add_rows(const Part& part) {
    std::array<double, fewest_to_split> weights;
    double value = 0.0;
    for (std::size_t place = part.begin; place < part.end; ++place) {
      const std::size_t first = first_worse(place);
      if (first >= part.end) break;
      const std::size_t count = part.end - first;
      for (std::size_t i = 0; i < count; ++i) {
        weights[i] = by_place_.weight[place] * by_place_.weight[first + i];
        if (!has_gains_) continue;
        weights[i] *= (by_place_.gain[place] - by_place_.gain[first + i]) *
                      std::abs(by_place_.discount[place] - by_place_.discount[first + i]);
      }
      const CurvedPairRow row = logistic_row_if(
          is_curved_, by_place_.score[place], by_place_.score.subspan(first, count),
          std::span<const double>(weights).first(count), slope_by_place_.subspan(first, count),
          is_curved_ ? hessian_by_place_.subspan(first, count) : std::span<double>());
      value += row.value;
      slope_by_place_[place] += row.slope;
      if (is_curved_) hessian_by_place_[place] += row.hessian;
    }
    return value;
  }

  std::size_t n_;
  std::span<const double> first_worse_;
  bool has_gains_;
  bool is_curved_;
  Columns by_place_;
  Columns by_rank_;
  std::span<std::uint32_t> place_;  ///< by rank
  std::span<DocIndex> document_;    ///< by rank
  /// The ranks of the documents of each part, ascending, where the part has its places.
  std::span<std::uint32_t> ranks_;
  std::span<std::uint32_t> other_ranks_;  ///< those of its halves
  std::span<double> slope_by_place_;
  std::span<double> slope_by_rank_;
  std::span<double> hessian_by_place_;  ///< second derivatives, if they are wanted
  std::span<double> hessian_by_rank_;
};

}  // namespace

double accumulate_expanded_pairs(const LossQuery& query, std::span<const double> scores,
                                 std::span<const double> first_worse, const PairGains* gains,
                                 double factor, std::span<double> gradient, Workspace& workspace,
                                 const CurvatureSink& curvature) {
  ExpandedSum sum(query, scores, first_worse, gains, curvature.is_wanted(), workspace);
  const double value = sum.run();
  sum.finish(query.order, factor, gradient);
  if (curvature.is_wanted()) {
    sum.finish_curvature(query.order, factor * pair_curvature(curvature.kind), curvature.values);
  }
  return factor * value;
}

bool should_expand(std::size_t documents, double pairs, bool has_gains) {
  // Pairs for each document at which both ways take about the same time on one thread. Measured
  // for 100 to 600 documents, evenly of five levels, and for 1,000 to 30,000 of which 20 to 400
  // are relevant. Only the expansion runs in parallel, which long lists need: their number is no
  // measurement.
  constexpr std::size_t many = 1000;
  constexpr std::size_t long_list = std::size_t{1} << 16;
  const double few_even = has_gains ? 140.0 : 70.0;
  const double many_even = has_gains ? 40.0 : 25.0;
  const double even = documents >= long_list ? 8.0 : documents >= many ? many_even : few_even;
  return pairs > even * static_cast<double>(documents);
}

}  // namespace podium
