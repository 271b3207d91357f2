#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/learn/boosting/boost_fixture.hpp"
#include "podium/learning/learn/boosting/boosting.hpp"
#include "podium/learning/learn/boosting/pair_part.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct RankBoostGolden {
  const char* name;
  std::vector<double> labels;
  std::vector<GoldenRound> rounds;
};

class RankBoostGoldens : public testing::TestWithParam<RankBoostGolden> {};

TEST_P(RankBoostGoldens, AreReached) {
  const Dataset data = one_feature(GetParam().labels, {0.1F, 0.9F, 0.5F, 0.3F, 0.6F, 0.2F});
  for (const PairScale scale : {PairScale::sum, PairScale::mean}) {  // one query: no difference
    const BoostPlan plan{.pairs = PairGoal{data, {.pairs = scale}},
                         .thresholds = Thresholds{{.15, .25, .4, .55, .75}}};
    const TrainingResult result = boost({.train = data}, plan, {.rounds = 3});
    expect_rounds(sum_of(result), GetParam().rounds);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, RankBoostGoldens,
    testing::Values(RankBoostGolden{"graded",
                                    {0, 2, 1, 0, 2, 1},
                                    {{.4, .804718956}, {.55, .721817738}, {.55, .472400756}}},
                    RankBoostGolden{"top_3",
                                    {0, 2, 1, 0, 3, 0},
                                    {{.4, .972955075}, {.55, .804718956}, {.4, .592056474}}},
                    RankBoostGolden{"bipartite",
                                    {0, 1, 1, 0, 1, 1},
                                    {{.4, .972955075}, {.4, .592056474}, {.15, .549306144}}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RankBoost, HasTheGoldenSumOfWeightsBeforeEachRound) {
  const Dataset data = one_feature({0, 2, 1, 0, 2, 1}, {0.1F, 0.9F, 0.5F, 0.3F, 0.6F, 0.2F});
  const BoostPlan plan{.pairs = PairGoal{data, {}},
                       .thresholds = Thresholds{{.15, .25, .4, .55, .75}}};
  const std::vector<double> golden = {7.577708764 / 12.0, 5.169885115 / 12.0};
  for (std::size_t rounds = 1; rounds <= 2; ++rounds) {
    EXPECT_NEAR(boost({.train = data}, plan, {.rounds = rounds}).summary.objective,
                golden[rounds - 1], 1e-9);
  }
}

/// The same feature so often that the candidates are searched in several parts.
TEST(RankBoost, TakesTheFirstOfEquallyGoodCandidates) {
  constexpr std::size_t copies = 120;
  RandomStream random(1, "", "copies");
  std::vector<float> values;
  GradedTruth truth;
  for (std::size_t doc = 0; doc < 300; ++doc) {
    const auto value = static_cast<float>(random.uniform());
    values.insert(values.end(), copies, value);
    truth.label.push_back(double{value} + 0.2 * random.uniform() > 0.5 ? 1.0 : 0.0);
  }
  DatasetBuilder builder(copies);
  builder.add_query("q", truth, values);
  const Dataset data = std::move(builder).build();
  const BoostPlan plan{.pairs = PairGoal{data, {}}, .thresholds = choose_thresholds(data, {})};
  const TrainingResult result = boost({.train = data}, plan, {.rounds = 10});
  for (const WeakTerm& term : sum_of(result).terms) EXPECT_EQ(term.ranker.feature, 0U);
}

/// Calls visit(query, better, worse, e^-(f_better - f_worse)) for every pair.
template <class Visit>
void for_each_pair(const Dataset& data, std::span<const double> scores, const Visit& visit) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (DocIndex i = 0; i < view.size(); ++i) {
      for (DocIndex j = 0; j < view.size(); ++j) {
        if (!(view.truth.label[i] > view.truth.label[j])) continue;
        visit(view, i, j, std::exp(scores[view.first_row + j] - scores[view.first_row + i]));
      }
    }
  }
}

TEST(PairPart, HasTheGainsOfBruteForceOnTiedData) {
  RandomStream random(1, "", "potentials");
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data = random_dataset(seed, 6, 3);
    const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 5}));
    const WeakPool pool = threshold_pool(binned, Directions::both);
    PairPart part(data, {}, 1, pool, &binned);
    std::vector<double> scores(data.row_count());
    for (double& score : scores) score = 0.5 * static_cast<double>(random.below(5));
    part.weigh(scores);
    double total = 0.0;
    std::vector<double> gain(pool.size());
    for_each_pair(data, scores, [&](const QueryView& view, DocIndex i, DocIndex j, double weight) {
      total += weight;
      for (std::size_t c = 0; c < pool.size(); ++c) {
        const WeakRanker& h = pool[c].ranker;
        gain[c] += pool[c].sign * weight *
                   (h(view.features[i][h.feature]) - h(view.features[j][h.feature]));
      }
    });
    EXPECT_NEAR(part.total(), total, 1e-12 * total);
    std::vector<double> gains(pool.size());
    part.add_gains(1.0, gains);
    for (std::size_t c = 0; c < pool.size(); ++c) ASSERT_NEAR(gains[c], gain[c] / total, 1e-12);
  }
}

TEST(PairPart, PartsPairsAsBruteForceDoes) {
  RandomStream random(2, "", "parted");
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data = random_dataset(seed, 4, 2);
    const WeakPool pool = feature_pool(2, Directions::up);
    PairPart part(data, {}, 1, pool, nullptr);
    std::vector<double> scores(data.row_count());
    for (double& score : scores) score = 400.0 * random.normal();  // also beyond plain exponentials
    for (double& score : scores) score *= seed % 2 == 0 ? 1e-3 : 1e-1;
    part.weigh(scores);
    const WeakRanker ranker{WeakRanker::Kind::threshold, 1, 0.5, false};
    double right = 0.0;
    double wrong = 0.0;
    for_each_pair(data, scores, [&](const QueryView& view, DocIndex i, DocIndex j, double weight) {
      const double step = ranker(view.features[i][1]) - ranker(view.features[j][1]);
      (step > 0.0 ? right : wrong) += std::abs(step) * weight;
    });
    const PartedPairs parted = part.parted(ranker, scores);
    EXPECT_NEAR(parted.right * part.total(), right, 1e-11 * part.total());
    EXPECT_NEAR(parted.wrong * part.total(), wrong, 1e-11 * part.total());
  }
}

TEST(RankBoost, LowersItsLossBelowTheBoundInEveryRound) {
  // Z(alpha) <= sqrt(1 - r^2), and alpha = 1/2 ln((1 + r) / (1 - r)) means r = tanh(alpha).
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Dataset data = random_dataset(seed, 12, 4);
    const BoostPlan plan{.pairs = PairGoal{data, {}},
                         .thresholds = choose_thresholds(data, {}),
                         .directions = Directions::both};
    double before = 1.0;
    TrainingTask task{.train = data};
    std::vector<double> values;
    task.progress = [&](const TrainingProgress& p) {
      values.push_back(p.objective);
      return true;
    };
    const TrainingResult result = boost(task, plan, {.rounds = 20});
    for (std::size_t t = 0; t < values.size(); ++t) {
      const double r = std::tanh(std::abs(sum_of(result).terms[t].weight));
      EXPECT_LE(values[t], before * std::sqrt(1.0 - r * r) * (1.0 + 1e-12));
      before = values[t];
    }
  }
}

TEST(RankBoost, GainsAtLeastAsMuchWithTheExactWeight) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Dataset data = random_dataset(seed, 30, 4);
    const auto after_one = [&](AlphaRule alpha) {
      const BoostPlan plan{
          .pairs = PairGoal{data, {}}, .thresholds = choose_thresholds(data, {}), .alpha = alpha};
      return boost({.train = data}, plan, {.rounds = 1}).summary.objective;
    };
    // Smoothing costs a little where no pair is put wrong.
    EXPECT_LE(after_one(AlphaRule::exact), after_one(AlphaRule::bound) * (1.0 + 1e-4));
  }
}

TEST(RankBoost, LearnsFromMissingValues) {
  // The better document of each query lacks the feature.
  DatasetBuilder builder(1);
  for (int q = 0; q < 5; ++q) {
    builder.add_query(std::to_string(q), GradedTruth{{1, 0, 0}},
                      std::vector<float>{NAN, 1.0F, static_cast<float>(q) + 2.0F});
  }
  const PreparedTraining data({.fill = parse_fill_policy("keep")}, std::move(builder).build());
  const TrainedModel trained = train("rankboost", {{"rounds", "5"}}, data);
  const std::vector<double> scores = score(trained.model, data.train());
  for (std::size_t q = 0; q < 5; ++q) {
    EXPECT_GT(scores[3 * q], scores[3 * q + 1]);
    EXPECT_GT(scores[3 * q], scores[3 * q + 2]);
  }
  EXPECT_THAT([&] { train("adarank-map", {}, data); },
              ThrowsMessage<NumericError>(HasSubstr("missing")));
  EXPECT_THAT(
      [&] {
        train("rankboost", {{"weak", "feature"}}, data);
      },
      ThrowsMessage<NumericError>(HasSubstr("missing")));
}

}  // namespace
}  // namespace podium
