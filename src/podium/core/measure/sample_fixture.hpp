#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/measure/measure.hpp"

namespace podium::sample {  // what the tests of this room share

// The running example of the specification, SPEC 0.5.
inline const std::vector<double> scores = {0.9, 0.8, 0.8, 0.4, 0.3, 0.1};
inline const WeakOrder graded = weak_order(GradedTruth{{0, 2, 1, 0, 2, 1}});
inline const std::vector<DocIndex> true_order = {4, 1, 2, 5, 0, 3};
inline const WeakOrder full = weak_order(OrderTruth{true_order});
inline const WeakOrder top3 = weak_order(TopKTruth{{4, 1, 2}, 6});

inline std::optional<double> try_measure(std::string_view name, const WeakOrder& truth,
                                         std::span<const double> s,
                                         std::string_view profile = "standard",
                                         bool average_ties = false) {
  const Ranking ranking = rank_by_score(s);
  const TruthView view = truth.view();
  return parse_measure(name, find_profile(profile))(JudgedRanking(view, ranking, average_ties));
}

/// The value under a profile, or NaN where the query is to be skipped.
inline double measure(std::string_view name, const WeakOrder& truth, std::span<const double> s,
                      std::string_view profile = "standard", bool average_ties = false) {
  return try_measure(name, truth, s, profile, average_ties).value_or(std::nan(""));
}

/// Scores n, n-1, ... that keep documents in the order of their labels given here.
inline std::vector<double> falling_scores(std::size_t count) {
  std::vector<double> descending(count);
  for (std::size_t i = 0; i < count; ++i) descending[i] = static_cast<double>(count - i);
  return descending;
}

/// The value of labels that stand in ranked order already.
inline double measure_ranked(std::string_view name, const std::vector<double>& ranked_labels,
                             std::string_view profile = "standard") {
  return measure(name, weak_order(GradedTruth{ranked_labels}), falling_scores(ranked_labels.size()),
                 profile);
}

/// The mean of f(scores without ties) over all orders of documents that agree with `s`.
template <class Function>
double mean_over_orders(std::span<const double> s, Function&& f) {
  std::vector<std::size_t> order(s.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0.0;
  double count = 0.0;
  do {
    const auto rises = [&](std::size_t a, std::size_t b) { return s[a] < s[b]; };
    if (std::adjacent_find(order.begin(), order.end(), rises) != order.end()) continue;
    std::vector<double> distinct(s.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      distinct[order[rank]] = static_cast<double>(s.size() - rank);
    }
    sum += f(distinct);
    count += 1.0;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / count;
}

/// Scores 0 .. values-1 at random; few values make ties common.
inline std::vector<double> random_scores(RandomStream& stream, std::size_t count,
                                         std::uint64_t values) {
  std::vector<double> s(count);
  for (double& score : s) score = static_cast<double>(stream.below(values));
  return s;
}

inline std::vector<DocIndex> random_order(RandomStream& stream, std::size_t count) {
  std::vector<DocIndex> order(count);
  std::iota(order.begin(), order.end(), DocIndex{0});
  stream.shuffle(std::span(order));
  return order;
}

}  // namespace podium::sample
