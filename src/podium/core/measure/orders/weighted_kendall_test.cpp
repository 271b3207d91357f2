#include "podium/core/measure/orders/weighted_kendall.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

TEST(WeightedKendall, GivesTheValuesOfTheSpecification) {  // SPEC C.7, golden.json "wkt"
  const std::vector<double> gain = {124.0,
                                    133.46394630357187,
                                    136.96394630357187,
                                    139.54800565201222,
                                    139.54800565201222,
                                    139.54800565201222};
  const std::vector<double> one = {4, 5, 6, 8, 8, 8};
  for (std::size_t k = 1; k <= 6; ++k) {
    const std::string cutoff = "@" + to_text(k);
    EXPECT_NEAR(measure("wkt" + cutoff, sample::full, sample::scores), gain[k - 1], 1e-9) << k;
    EXPECT_EQ(measure("wkt(weights=one)" + cutoff, sample::full, sample::scores), one[k - 1]) << k;
  }
  EXPECT_NEAR(measure("wkt", sample::full, sample::scores), gain[5], 1e-9);
  EXPECT_NEAR(measure("wkt", sample::top3, sample::scores), gain[2], 1e-9);
}

TEST(WeightedKendall, DividesByTheSumOfItsWeights) {  // SPEC E.1: N_3 = 43.963946304
  EXPECT_NEAR(measure("wkt(normalised=true)@3", sample::full, sample::scores),
              136.96394630357187 / 43.963946304, 1e-9);
}

/// The formula of the header as it stands there, O(n^2).
double slow_twin(std::span<const DocIndex> y, std::span<const double> s, std::size_t k,
                 const WeightedKendallOptions& options) {
  using Weights = WeightedKendallOptions::Weights;
  const std::size_t n = y.size();
  k = std::min(k, n);
  double loss = 0.0;
  double all = 0.0;
  for (std::size_t j = 1; j <= k; ++j) {
    double m = 0.0;
    for (std::size_t l = j + 1; l <= n; ++l) {
      const double mine = s[y[j - 1]];
      const double other = s[y[l - 1]];
      const bool counts = options.ties == WeightedKendallOptions::Ties::count;
      if (mine < other || (counts && mine == other)) m += 1.0;
    }
    if (options.capped) m = std::min(m, 1.0);
    const auto label = static_cast<double>(n - j);  // of a full order, also that of `kappa`
    const double alpha =
        options.weights == Weights::one
            ? 1.0
            : (std::pow(2.0, label) - 1.0) / std::log2(1.0 + static_cast<double>(j));
    loss += alpha * m;
    all += alpha;
  }
  if (!options.normalised) return loss;
  return all > 0.0 ? loss / all : 0.0;
}

TEST(WeightedKendall, AgreesWithItsSlowTwinForAllOptions) {
  RandomStream stream(1, "", "wkt");
  for (const char* weights : {"gain", "one", "kappa"}) {
    for (const char* ties : {"strict", "count"}) {
      for (const char* capped : {"false", "true"}) {
        for (const char* normalised : {"false", "true"}) {
          const OptionText text = {
              {"weights", weights}, {"ties", ties}, {"capped", capped}, {"normalised", normalised}};
          const auto options = parse_options<WeightedKendallOptions>(text);
          for (int round = 0; round < 30; ++round) {
            const std::size_t n = 1 + stream.below(12);
            const std::size_t k = 1 + stream.below(n + 2);
            const auto y = sample::random_order(stream, n);
            const auto s = sample::random_scores(stream, n, 6);
            const Measure wkt(find_measure("wkt"), text, k, find_profile("standard"));
            const WeakOrder truth = weak_order(OrderTruth{y});
            const TruthView view = truth.view();
            const Ranking ranking = rank_by_score(s);
            EXPECT_NEAR(wkt(JudgedRanking(view, ranking)).value(), slow_twin(y, s, k, options),
                        1e-9)
                << wkt.name();
          }
        }
      }
    }
  }
}

void expect_bounds(const WeakOrder& truth, std::span<const double> s, std::size_t k,
                   const std::string& weights) {
  const std::string cutoff = ",normalised=true,ties=count)@" + to_text(k);
  const double missing = 1.0 - measure("kappa-ndcg@" + to_text(k), truth, s);
  const double capped = measure("wkt(capped=true,weights=" + weights + cutoff, truth, s);
  EXPECT_LE(missing, capped + 1e-12);
  EXPECT_LE(capped, measure("wkt(weights=" + weights + cutoff, truth, s) + 1e-12);
}

TEST(WeightedKendall, BoundsOneMinusNdcgFromAbove) {  // SPEC E.2: with ties counted, and capped too
  RandomStream stream(1, "", "bound");
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 2 + stream.below(8);
    const std::size_t k = 1 + stream.below(n);
    auto best = sample::random_order(stream, n);
    const auto s = sample::random_scores(stream, n, 6);
    expect_bounds(weak_order(OrderTruth{best}), s, k, "gain");
    best.resize(k);
    // kappa-NDCG takes its labels from the k of the truth, and so must the bound at any cutoff.
    for (std::size_t cutoff = 1; cutoff <= k; ++cutoff) {
      expect_bounds(weak_order(TopKTruth{best, n}), s, cutoff, "kappa");
    }
  }
}

TEST(WeightedKendall, TakesTheKOfKappaFromTheTruthAsKappaNdcgDoes) {
  // The best of two places comes second: one mistake of weight 2^2 - 1 at any cutoff.
  const WeakOrder truth = weak_order(TopKTruth{{1, 2}, 3});
  const std::vector<double> scores = {3, 2, 1};
  EXPECT_EQ(measure("wkt(weights=kappa)@1", truth, scores), 3.0);
  EXPECT_NEAR(measure("wkt(weights=kappa)", truth, scores), 3.0 + 1.0 / std::log2(3.0), 1e-12);
  const std::string bound = "wkt(capped=true,normalised=true,ties=count,weights=kappa)@1";
  EXPECT_EQ(measure(bound, truth, scores), 1.0 - measure("kappa-ndcg@1", truth, scores));
}

TEST(WeightedKendall, LeavesUnjudgedDocumentsOut) {
  const WeakOrder truth = apply_setting(weak_order(GradedTruth{{-1, 2, 1, 0}}).view(),
                                        parse_truth_setting("full"), 1, "q");
  const WeakOrder judged = weak_order(OrderTruth{{0, 1, 2}});
  for (const char* name : {"wkt", "wkt(weights=one)@2", "wkt(weights=kappa,normalised=true)@3"}) {
    EXPECT_EQ(measure(name, truth, std::vector<double>{9, 1, 2, 3}),
              measure(name, judged, std::vector<double>{1, 2, 3}))
        << name;
  }
}

TEST(WeightedKendall, TakesListsOfAnyLengthWhenNormalised) {
  const std::size_t n = 2000;
  std::vector<DocIndex> order(n);
  for (DocIndex doc = 0; doc < n; ++doc) order[doc] = doc;
  const WeakOrder truth = weak_order(OrderTruth{order});
  std::vector<double> scores = sample::falling_scores(n);
  EXPECT_EQ(measure("wkt(normalised=true)", truth, scores), 0.0);
  std::swap(scores[0],
            scores[1]);  // one mistake, at the first place: weight 1 of 1 + .5/log2(3) ...
  double weights = 0.0;
  for (std::size_t j = 1; j <= 60; ++j) {
    weights +=
        std::pow(2.0, 1.0 - static_cast<double>(j)) / std::log2(1.0 + static_cast<double>(j));
  }
  EXPECT_NEAR(measure("wkt(normalised=true)", truth, scores), 1.0 / weights, 1e-12);
  EXPECT_EQ(measure("wkt(weights=one)", truth, scores), 1.0);
  order.resize(10);
  EXPECT_EQ(measure("wkt(weights=kappa)", weak_order(TopKTruth{order, n}), scores), 1023.0);
  try {
    measure("wkt", truth, scores);
    ADD_FAILURE() << "2^1999 fits no double";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("wkt(normalised=true)"));
  }
}

TEST(WeightedKendall, RefusesMorePlacesThanTheTruthHas) {
  try {
    measure("wkt@5", sample::top3, sample::scores);
    ADD_FAILURE() << "place 4 and 5 are tied";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("--truth topk:5"));
  }
}

}  // namespace
}  // namespace podium
