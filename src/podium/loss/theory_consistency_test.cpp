// Propositions 8 and 10 of Statistical Consistency of Top-k Ranking [Xia09], on three and four
// documents.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "podium/loss/expect_near.hpp"
#include "podium/loss/list_mle.hpp"
#include "podium/loss/loss_fixture.hpp"
#include "podium/loss/permutations.hpp"

namespace podium {
namespace {

using fixture::first;
using fixture::is_before;
using fixture::Order;
using fixture::permutations;
using fixture::swapped;
using Scores = std::vector<double>;

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
