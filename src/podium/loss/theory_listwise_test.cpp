// What Statistical Consistency of Top-k Ranking [Xia09] says of listwise losses, by brute force
// over the permutations of few documents.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "podium/loss/list_mle.hpp"
#include "podium/loss/list_net.hpp"
#include "podium/loss/loss_fixture.hpp"
#include "podium/loss/permutations.hpp"
#include "podium/loss/rank_cosine.hpp"

namespace podium {
namespace {

using fixture::first;
using fixture::is_before;
using fixture::Order;
using fixture::permutations;
using fixture::swapped;
using Scores = std::vector<double>;

/// A loss of scores and a true order.
using Phi = std::function<double(const Scores&, const Order&)>;

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

}  // namespace
}  // namespace podium
