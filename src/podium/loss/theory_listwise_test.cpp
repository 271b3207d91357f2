// What Statistical Consistency of Top-k Ranking [Xia09] says of listwise losses, by brute force
// over the permutations of few documents.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/loss/gradient_check.hpp"
#include "podium/loss/list_mle.hpp"
#include "podium/loss/list_net.hpp"
#include "podium/loss/rank_cosine.hpp"

namespace podium {
namespace {

using Order = std::vector<DocIndex>;
using Scores = std::vector<double>;

/// A loss of scores and a true order.
using Phi = std::function<double(const Scores&, const Order&)>;

std::vector<Order> permutations(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), DocIndex{0});
  std::vector<Order> all;
  do {
    all.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return all;
}

Order first(const Order& order, std::size_t k) {
  return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()))};
}

bool is_before(const Order& order, DocIndex a, DocIndex b) {
  return std::ranges::find(order, a) < std::ranges::find(order, b);
}

Order swapped(Order order, DocIndex a, DocIndex b) {
  for (DocIndex& doc : order) doc = doc == a ? b : doc == b ? a : doc;
  return order;
}

// --- losses as functions of a true order ---

Phi with_top_k_truth(const AnyLoss& loss, std::size_t k) {
  return [loss, k](const Scores& g, const Order& y) {
    return fixture::evaluated(loss, weak_order(TopKTruth{first(y, k), y.size()}), g).value;
  };
}

Phi with_full_truth(const AnyLoss& loss) {
  return [loss](const Scores& g, const Order& y) {
    return fixture::evaluated(loss, weak_order(OrderTruth{y}), g).value;
  };
}

/// log probability that the Plackett-Luce model gives to the first `places` of an order.
double log_probability(const Scores& s, const Order& order, std::size_t places) {
  double log_p = 0.0;
  for (std::size_t j = 0; j < places; ++j) {
    double sum = 0.0;
    for (std::size_t i = j; i < order.size(); ++i) sum += std::exp(s[order[i]]);
    log_p += s[order[j]] - std::log(sum);
  }
  return log_p;
}

/// Cross entropy of the Plackett-Luce models of psi and g over the first `places`: ListNet before
/// it is made practical. psi = k for the best, ..., 1, and 0 below.
Phi luce_cross_entropy(std::size_t k, std::size_t places) {
  return [k, places](const Scores& g, const Order& y) {
    Scores psi(y.size(), 0.0);
    for (std::size_t j = 0; j < std::min(k, y.size()); ++j) psi[y[j]] = static_cast<double>(k - j);
    std::map<Order, double> terms;  // orders that differ below `places` are one outcome
    for (const Order& order : permutations(y.size())) {
      terms[first(order, places)] =
          std::exp(log_probability(psi, order, places)) * log_probability(g, order, places);
    }
    double value = 0.0;
    for (const auto& [prefix, term] : terms) value -= term;
    return value;
  };
}

// --- top-k subgroup order sensitivity ---

/// The three conditions of the definition.
struct Sensitivity {
  bool is_symmetric = true;  ///< renaming two documents in scores and order changes nothing
  bool is_ordered = true;    ///< g_i < g_j: orders with i first cost more, if their top k differ
  bool has_slope = true;     ///< g_i = g_j: for some order, i before j pulls i up more

  bool operator==(const Sensitivity&) const = default;
};

double slope(const Phi& phi, Scores g, const Order& y, DocIndex doc) {
  constexpr double step = 1e-6;
  g[doc] += step;
  const double above = phi(g, y);
  g[doc] -= 2.0 * step;
  return (above - phi(g, y)) / (2.0 * step);
}

/// Looks at the documents i = 0 and j = 1: which two is a matter of names.
void check_order(const Phi& phi, const Scores& g, std::size_t k, Sensitivity& found) {
  Scores exchanged = g;
  std::swap(exchanged[0], exchanged[1]);
  bool is_strict = false;
  for (const Order& y : permutations(g.size())) {
    if (!is_before(y, 0, 1)) continue;
    const Order z = swapped(y, 0, 1);
    const double with_y = phi(g, y);
    const double with_z = phi(g, z);
    if (std::abs(with_y - phi(exchanged, z)) > 1e-9) found.is_symmetric = false;
    if (first(y, k) == first(z, k)) {
      if (std::abs(with_y - with_z) > 1e-9) found.is_ordered = false;
    } else {
      if (with_y < with_z - 1e-10) found.is_ordered = false;
      if (with_y > with_z + 1e-10) is_strict = true;
    }
  }
  if (!is_strict) found.is_ordered = false;
}

bool has_slope(const Phi& phi, const Scores& g, std::size_t k) {
  return std::ranges::any_of(permutations(g.size()), [&](const Order& y) {
    const Order z = swapped(y, 0, 1);
    return is_before(y, 0, 1) && first(y, k) != first(z, k) &&
           slope(phi, g, z, 0) > slope(phi, g, y, 0) + 1e-7;
  });
}

Sensitivity sensitivity(const Phi& phi, std::size_t n, std::size_t k) {
  RandomStream stream(3, "sensitivity", "scores");
  Sensitivity found;
  for (int round = 0; round < 15; ++round) {
    Scores g = fixture::normal_scores(stream, n);
    if (g[0] > g[1]) std::swap(g[0], g[1]);
    check_order(phi, g, k, found);
    g[0] = g[1];
    if (!has_slope(phi, g, k)) found.has_slope = false;
  }
  return found;
}

constexpr Sensitivity sensitive{};
constexpr Sensitivity unordered{.is_ordered = false};

template <class MakePhi>
void expect_sensitive_for_every_k(const MakePhi& make) {
  for (const std::size_t n : {3U, 4U}) {
    for (std::size_t k = 1; k < n; ++k) {
      EXPECT_EQ(sensitivity(make(k), n, k), sensitive) << "n " << n << " k " << k;
    }
  }
}

/// Only k = n - 1 will do, where all orders differ in their top k.
template <class MakePhi>
void expect_sensitive_for_the_largest_k_only(const MakePhi& make) {
  for (const std::size_t n : {3U, 4U}) {
    for (std::size_t k = 1; k < n; ++k) {
      EXPECT_EQ(sensitivity(make(n), n, k), k + 1 == n ? sensitive : unordered)
          << "n " << n << " k " << k;
    }
  }
}

TEST(TopKOrderSensitivity, HoldsForTopKListMle) {
  expect_sensitive_for_every_k(
      [](std::size_t k) { return with_top_k_truth(AnyLoss(ListMle{}), k); });
}

TEST(TopKOrderSensitivity, HoldsForTopKRankCosine) {
  expect_sensitive_for_every_k(
      [](std::size_t k) { return with_top_k_truth(AnyLoss(RankCosine{}), k); });
}

TEST(TopKOrderSensitivity, HoldsForTopOneCrossEntropyWithTopKTargets) {
  expect_sensitive_for_every_k(
      [](std::size_t k) { return with_top_k_truth(AnyLoss(ListNet{}), k); });
}

TEST(TopKOrderSensitivity, HoldsForPermutationCrossEntropyWithTopKTargets) {
  for (std::size_t k = 1; k < 3; ++k) {
    EXPECT_EQ(sensitivity(luce_cross_entropy(k, 3), 3, k), sensitive) << k;
  }
  EXPECT_EQ(sensitivity(luce_cross_entropy(2, 4), 4, 2), sensitive);
}

TEST(TopKOrderSensitivity, FailsForFullListMle) {
  expect_sensitive_for_the_largest_k_only(
      [](std::size_t) { return with_full_truth(AnyLoss(ListMle{})); });
}

TEST(TopKOrderSensitivity, FailsForFullRankCosine) {
  expect_sensitive_for_the_largest_k_only(
      [](std::size_t) { return with_full_truth(AnyLoss(RankCosine{})); });
}

TEST(TopKOrderSensitivity, FailsForTheTopTwoLuceModelWithDistinctTargets) {
  EXPECT_EQ(sensitivity(luce_cross_entropy(3, 2), 3, 1), unordered);
  EXPECT_EQ(sensitivity(luce_cross_entropy(3, 2), 3, 2), sensitive);
  EXPECT_EQ(sensitivity(luce_cross_entropy(4, 2), 4, 2), unordered);
}

// Proposition 9.
TEST(TopKOrderSensitivity, ImpliesThatForALargerK) {
  const Phi top2 = with_top_k_truth(AnyLoss(ListMle{}), 2);
  EXPECT_EQ(sensitivity(top2, 4, 3), sensitive);
  EXPECT_EQ(sensitivity(top2, 4, 4), sensitive);
}

TEST(ListNetOracle, TopOneModelIsTheLossItself) {
  RandomStream stream(3, "oracle", "scores");
  for (int round = 0; round < 20; ++round) {
    const Scores g = fixture::normal_scores(stream, 5);
    const Order y = {3, 1, 0, 4, 2};
    EXPECT_NEAR(luce_cross_entropy(3, 1)(g, y), with_top_k_truth(AnyLoss(ListNet{}), 3)(g, y),
                1e-12);
  }
}

// --- order preservation ---

using Probability = std::map<Order, double>;  ///< of the first k places

/// Whether every top-k subgroup with i better than j is likelier than the one with them exchanged.
bool preserves_order(const Probability& p, std::size_t n, std::size_t k, DocIndex i, DocIndex j) {
  return std::ranges::all_of(permutations(n), [&](const Order& y) {
    if (!is_before(y, i, j)) return true;
    const Order ours = first(y, k);
    const Order theirs = first(swapped(y, i, j), k);
    return ours == theirs || p.at(ours) > p.at(theirs);
  });
}

Probability of_shorter(const Probability& p, std::size_t k) {
  Probability shorter;
  for (const auto& [order, mass] : p) shorter[first(order, k)] += mass;
  return shorter;
}

// Proposition 8.
TEST(OrderPreservation, OfTheTopThreeImpliesThatOfTheTopTwo) {
  RandomStream stream(3, "preservation", "mass");
  for (int round = 0; round < 100; ++round) {
    Probability p;
    for (const Order& y : permutations(4)) p[first(y, 3)] = stream.uniform();
    for (auto& [order, mass] : p) {
      const auto other = p.find(swapped(order, 0, 1));
      if (other->first != order && is_before(order, 0, 1) && mass <= other->second) {
        std::swap(mass, other->second);
        mass += 1e-6;
      }
    }
    ASSERT_TRUE(preserves_order(p, 4, 3, 0, 1));
    EXPECT_TRUE(preserves_order(of_shorter(p, 2), 4, 2, 0, 1));
  }
}

TEST(OrderPreservation, OfTheTopOneDoesNotImplyThatOfTheTopTwo) {
  const Probability p = {{{0, 1}, 0.05}, {{0, 2}, 0.35}, {{1, 0}, 0.20},
                         {{1, 2}, 0.15}, {{2, 0}, 0.05}, {{2, 1}, 0.20}};
  EXPECT_TRUE(preserves_order(of_shorter(p, 1), 3, 1, 0, 1));
  EXPECT_FALSE(preserves_order(p, 3, 2, 0, 1));
}

// --- Proposition 10: a loss that is sensitive to more places than asked for may be inconsistent
// ---

/// The scores of mean 0 with the least expected loss when the true order is 123 with probability p1
/// and 213 or 321 with (1 - p1) / 2 each.
Scores minimiser(const ListMle& options, double p1) {
  const AnyLoss loss(options);
  const double p2 = (1.0 - p1) / 2.0;
  const std::vector<std::pair<fixture::PreparedQuery, double>> cases = {
      {fixture::prepared(loss, weak_order(OrderTruth{{0, 1, 2}})), p1},
      {fixture::prepared(loss, weak_order(OrderTruth{{1, 0, 2}})), p2},
      {fixture::prepared(loss, weak_order(OrderTruth{{2, 1, 0}})), p2}};
  Scores g(3, 0.0);
  Scores gradient(3);
  Workspace workspace;
  double largest = 1.0;
  while (largest > 1e-11) {
    std::ranges::fill(gradient, 0.0);
    workspace.clear();
    for (const auto& [query, p] : cases) {
      loss.accumulate(query.query(), g, p, gradient, workspace);
    }
    largest = 0.0;
    for (std::size_t doc = 0; doc < 3; ++doc) {
      g[doc] -= gradient[doc];
      largest = std::max(largest, std::abs(gradient[doc]));
    }
  }
  return g;  // gradients sum to 0, so the mean stays 0
}

// The table is the specification's, to the digits it has.
TEST(Consistency, OfTheTopOneIsNotGuaranteedByFullListMle) {
  const std::map<double, Scores> table = {{0.34, {0.086328, 0.587878, -0.674206}},
                                          {0.40, {0.209883, 0.559685, -0.769568}},
                                          {0.50, {0.438638, 0.515268, -0.953906}},
                                          {0.60, {0.707858, 0.474824, -1.182682}}};
  for (const auto& [p1, expected] : table) {
    const Scores full = minimiser(ListMle{}, p1);
    fixture::expect_near(full, expected, 1e-6);
    EXPECT_EQ(full[0] > full[1], p1 == 0.60);
  }
}

TEST(Consistency, OfTheTopOneIsGuaranteedByTopOneListMle) {
  for (const double p1 : {0.34, 0.40, 0.50, 0.60}) {
    const Scores g = minimiser(ListMle{.k = 1}, p1);
    const double sum = std::exp(g[0]) + std::exp(g[1]) + std::exp(g[2]);
    EXPECT_NEAR(std::exp(g[0]) / sum, p1, 1e-9);
    EXPECT_NEAR(g[1], g[2], 1e-9);
  }
  fixture::expect_near(minimiser(ListMle{.k = 1}, 0.34), {0.019902, -0.009951, -0.009951}, 1e-6);
}

TEST(Consistency, OfFullListMleBeginsAtALargerShareOfTheBest) {
  double wrong = 0.5;
  double right = 0.6;
  while (right - wrong > 1e-7) {
    const double p1 = (wrong + right) / 2.0;
    const Scores g = minimiser(ListMle{}, p1);
    (g[0] > g[1] ? right : wrong) = p1;
  }
  EXPECT_NEAR(right, 0.526097, 1e-6);
}

}  // namespace
}  // namespace podium
