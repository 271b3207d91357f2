#include "podium/learning/learn/boosting/candidate_measures.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/sums/whole_units.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/slow_sum_fixture.hpp"
#include "podium/learning/learn/boosting/list_part.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Measure measure_of(const char* name) {
  return parse_measure(name, find_profile("standard"));
}

/// Few levels of labels and features: everything ties.
Dataset tied_data(std::uint64_t seed) {
  RandomStream random(seed, "", "measures");
  DatasetBuilder builder(4);
  for (int q = 0; q < 30; ++q) {
    const std::size_t documents = random.below(7);
    std::vector<float> values(documents * 4);
    for (float& value : values) value = static_cast<float>(random.below(4));
    GradedTruth truth;
    for (std::size_t doc = 0; doc < documents; ++doc) {
      truth.label.push_back(static_cast<double>(random.below(3)));
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(QueryMeasure, CountsQueriesInWhichRankingsDiffer) {
  DatasetBuilder builder(1);
  builder.add_query("empty", GradedTruth{}, {});
  builder.add_query("one", GradedTruth{{1}}, std::vector<float>{1});
  builder.add_query("tied", GradedTruth{{2, 2}}, std::vector<float>{1, 2});
  builder.add_query("good", GradedTruth{{0, 2}}, std::vector<float>{1, 2});
  const QueryMeasure measure(std::move(builder).build(), measure_of("map"));
  ASSERT_EQ(measure.size(), 1U);
  EXPECT_EQ(measure.query(0).id, "good");
  EXPECT_EQ(measure.value(0, std::vector<double>{1, 2}), 1.0);
  EXPECT_EQ(measure.value(0, std::vector<double>{2, 2}), 0.5);  // input order
}

TEST(QueryMeasure, RefusesMeasuresThatItCannotFollowAndDataThatTeachesNothing) {
  EXPECT_THAT([] { QueryMeasure(tied_data(1), measure_of("dcg@10")); },
              ThrowsMessage<UsageError>(HasSubstr("dcg@10")));
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{2, 2}}, std::vector<float>{1, 2});
  EXPECT_THAT([&] { QueryMeasure(std::move(builder).build(), measure_of("map")); },
              ThrowsMessage<NumericError>(HasSubstr("can be used for training")));
}

TEST(CandidateMeasures, EqualRankingByEveryCandidate) {
  for (const char* name : {"map", "ndcg@3", "kendall"}) {
    const QueryMeasure measure(tied_data(2), measure_of(name));
    const BinnedFeatures binned(measure.data(),
                                choose_thresholds(measure.data(), {.thresholds = 9}));
    RandomStream random(3, "", "p");
    std::vector<double> p(measure.size());
    for (double& value : p) value = random.uniform();
    for (const Directions directions : {Directions::up, Directions::both}) {
      for (const bool by_threshold : {false, true}) {
        const WeakPool pool =
            by_threshold ? threshold_pool(binned, directions) : feature_pool(4, directions);
        const CandidateMeasures fast(measure, pool, by_threshold ? &binned : nullptr);
        std::vector<double> sums(pool.size(), 1.0);
        fast.add_means(p, 0.5, sums);
        for (std::size_t c = 0; c < pool.size(); ++c) {
          RunningScores scores(measure.data());
          scores.add(pool[c].times(1.0));
          const std::vector<double> value = measure.values(scores.values());
          double expected = 1.0;
          for (std::size_t q = 0; q < p.size(); ++q) expected += 0.5 * p[q] * value[q];
          ASSERT_NEAR(sums[c], expected, 1e-12) << name << " candidate " << c;
        }
      }
    }
  }
}

/// Several blocks, and weights of queries: the order of adding shows in the bits.
Dataset weighted_data(std::uint64_t seed) {
  const Dataset data = random_dataset(seed, 700, 4);
  RandomStream random(seed, "", "weights");
  std::vector<double> weights(data.query_count());
  for (double& weight : weights) weight = random.uniform();
  return data.with_weights({}, weights);
}

TEST(QueryMeasure, SumsTheWeightsOverBlocks) {
  const Dataset data = weighted_data(6);
  const QueryMeasure measure(data, measure_of("map"));
  ASSERT_GT(measure.blocks().ends().size(), 6U);
  const double sum = slow_sum(measure.blocks(),
                              [&](std::size_t i, double& all) { all += measure.query(i).weight; });
  for (std::size_t i = 0; i < measure.size(); ++i) {
    EXPECT_EQ(measure.weight()[i], measure.query(i).weight / sum);
  }
}

TEST(CandidateMeasures, SumMeasuresOfFeaturesOverBlocks) {
  const QueryMeasure measure(weighted_data(7), measure_of("map"));
  const WeakPool pool = feature_pool(4, Directions::both);
  std::vector<double> sums(pool.size());
  CandidateMeasures(measure, pool, nullptr).add_means(measure.weight(), 1.0, sums);
  for (std::size_t c = 0; c < pool.size(); ++c) {
    RunningScores scores(measure.data());
    scores.add(pool[c].times(1.0));
    const std::vector<double> value = measure.values(scores.values());
    EXPECT_EQ(sums[c], slow_sum(measure.blocks(), [&](std::size_t q, double& sum) {
                sum = std::fma(measure.weight()[q], value[q], sum);
              }));
  }
}

TEST(CandidateMeasures, SumMeasuresOfThresholdsExactly) {
  const QueryMeasure measure(weighted_data(8), measure_of("ndcg@3"));
  const std::span<const double> p = measure.weight();
  const BinnedFeatures binned(measure.data(), choose_thresholds(measure.data(), {}));
  const WeakPool pool = threshold_pool(binned, Directions::up);
  std::vector<double> sums(pool.size());
  CandidateMeasures(measure, pool, &binned).add_means(p, 0.5, sums);
  const double unit = exact_unit(2.0 * largest_size(p), measure.size());
  std::vector<double> before;
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < pool.size(); ++c) {
    RunningScores scores(measure.data());
    if (pool[c].place == 0) {
      before = measure.values(scores.values());
      sum = 0;
      for (std::size_t q = 0; q < p.size(); ++q) sum += in_units(p[q] * before[q], unit);
    }
    scores.add(pool[c].times(1.0));
    const std::vector<double> value = measure.values(scores.values());
    for (std::size_t q = p.size(); q-- > 0;) sum += in_units(p[q] * (value[q] - before[q]), unit);
    before = value;
    EXPECT_EQ(sums[c], 0.5 * unit * static_cast<double>(sum));
  }
}

TEST(ListPart, SumsOverBlocks) {
  const Dataset data = weighted_data(9);
  ListPart part(QueryMeasure(data, measure_of("map")), feature_pool(4, Directions::up), nullptr);
  RandomStream random(5, "", "scores");
  std::vector<double> scores(data.row_count());
  for (double& score : scores) score = random.normal();
  part.weigh(scores);
  const std::span<const double> weight = part.measure().weight();
  const QueryBlocks& blocks = part.measure().blocks();
  const std::vector<double> value = part.measure().values(scores);
  EXPECT_EQ(part.mean(),
            slow_sum(blocks, [&](std::size_t q, double& sum) { sum += weight[q] * value[q]; }));
  const double all =
      slow_sum(blocks, [&](std::size_t q, double& sum) { sum += weight[q] * std::exp(-value[q]); });
  for (std::size_t q = 0; q < value.size(); ++q) {
    EXPECT_EQ(part.distribution()[q], weight[q] * std::exp(-value[q]) / all);
  }
}

TEST(ListPart, DwellsOnTheQueriesThatAreRankedBadly) {
  const Dataset data = tied_data(4);
  ListPart part(QueryMeasure(data, measure_of("map")), feature_pool(4, Directions::up), nullptr);
  RandomStream random(5, "", "scores");
  std::vector<double> scores(data.row_count());
  for (double& score : scores) score = random.normal();
  part.weigh(scores);
  const std::vector<double> value = part.measure().values(scores);
  double sum = 0.0;
  for (const double v : value) sum += std::exp(-v);
  for (std::size_t q = 0; q < value.size(); ++q) {
    EXPECT_NEAR(part.distribution()[q], std::exp(-value[q]) / sum, 1e-15);
  }
  part.start();
  EXPECT_NEAR(part.distribution()[0], 1.0 / static_cast<double>(value.size()), 1e-15);
}

}  // namespace
}  // namespace podium
