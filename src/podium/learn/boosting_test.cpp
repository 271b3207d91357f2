#include "podium/learn/boosting.hpp"

#include <cmath>
#include <optional>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/base/random.hpp"
#include "podium/boost/list_part.hpp"
#include "podium/boost/top_documents.hpp"
#include "podium/data/dataset_builder.hpp"
#include "podium/data/random_dataset.hpp"
#include "podium/data/relabel.hpp"
#include "podium/learn/frank.hpp"
#include "podium/learn/pair_part.hpp"
#include "podium/learn/train.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Measure measure_of(const char* name) {
  return parse_measure(name, find_profile("standard"));
}

Dataset one_feature(const std::vector<double>& labels, const std::vector<float>& values) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{labels}, values);
  return std::move(builder).build();
}

const WeakRankerSum& sum_of(const TrainingResult& result) {
  return std::get<WeakRankerSum>(result.kind);
}

// --- the specification's worked examples ---

struct GoldenRound {
  double threshold;
  double alpha;
};

void expect_rounds(const WeakRankerSum& model, const std::vector<GoldenRound>& rounds) {
  ASSERT_EQ(model.terms.size(), rounds.size());
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    EXPECT_EQ(model.terms[t].ranker.threshold, rounds[t].threshold) << t;
    EXPECT_NEAR(model.terms[t].weight, rounds[t].alpha, 1e-9) << t;
  }
}

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

TEST(Frank, ReachesTheGoldenRounds) {
  const Dataset data = one_feature({0, 2, 1, 0, 2, 1}, {.8F, .7F, .2F, .4F, .6F, .9F});
  const std::vector<GoldenRound> golden = {{.5, .759912877}, {.75, -.903990517}, {.5, .677966863}};
  const std::vector<double> loss = {.255475378, .208009372, .184447549};
  for (std::size_t rounds = 1; rounds <= 3; ++rounds) {
    const TrainingResult result =
        train_frank({.train = data}, {{.3, .5, .65, .75, .85}}, {}, {.rounds = rounds});
    expect_rounds(sum_of(result), {golden.begin(), golden.begin() + static_cast<long>(rounds)});
    EXPECT_NEAR(result.summary.objective, loss[rounds - 1], 1e-9);
  }
}

TEST(AdaRank, HasTheGoldenAlphaAndDistribution) {
  const std::vector<double> e = {.9, .2, .5};
  const std::vector<double> p(3, 1.0 / 3.0);
  EXPECT_NEAR(bound_alpha((.9 + .2 + .5) / 3.0), .594792033, 1e-9);
  const std::vector<double> next = dwelling_on_bad(p, e);
  EXPECT_NEAR(next[0], .221947136, 1e-9);
  EXPECT_NEAR(next[1], .446946646, 1e-9);
  EXPECT_NEAR(next[2], .331106219, 1e-9);
}

/// lambda sum P e^(-alpha E) + (1 - lambda) sum D e^(-alpha d) and the gain r that gives alpha.
struct JointStep {
  double lambda = 0.0;
  std::vector<double> p;
  std::vector<double> e;
  std::vector<double> d;
  std::vector<double> step;

  double gain() const {
    double r = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) r += lambda * p[q] * e[q];
    for (std::size_t i = 0; i < d.size(); ++i) r += (1.0 - lambda) * d[i] * step[i];
    return r;
  }
  double loss_after(double alpha) const {
    double z = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) z += lambda * p[q] * std::exp(-alpha * e[q]);
    for (std::size_t i = 0; i < d.size(); ++i) {
      z += (1.0 - lambda) * d[i] * std::exp(-alpha * step[i]);
    }
    return z;
  }
};

TEST(FocusedBoost, HasTheGoldenStepAndBound) {
  const JointStep golden{.4, {.5, .5}, {.8, .4}, {.25, .25, .25, .25}, {1, 1, 0, -1}};
  const double r = golden.gain();
  EXPECT_NEAR(r, .39, 1e-12);
  EXPECT_NEAR(bound_alpha(r), .411800034, 1e-9);
  EXPECT_NEAR(std::sqrt(1.0 - r * r), .920814857, 1e-9);
  EXPECT_NEAR(golden.loss_after(bound_alpha(r)), .888658414, 1e-9);
}

// --- RankBoost ---

TEST(PairPart, HasThePotentialsOfBruteForceOnTiedData) {
  RandomStream random(1, "", "potentials");
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data = random_dataset(seed, 6, 3);
    const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 5}));
    const WeakPool pool = threshold_pool(binned, Directions::both);
    PairPart part(data, {}, 1, pool, &binned);
    std::vector<double> scores(data.row_count());
    for (double& score : scores) score = 0.5 * static_cast<double>(random.below(5));
    part.weigh(scores);
    std::vector<double> potential(data.row_count());
    double total = 0.0;
    std::vector<double> gain(pool.size());
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const QueryView view = data[q];
      for (DocIndex i = 0; i < view.size(); ++i) {
        for (DocIndex j = 0; j < view.size(); ++j) {
          if (!(view.truth.label[i] > view.truth.label[j])) continue;
          const double weight = std::exp(scores[view.first_row + j] - scores[view.first_row + i]);
          potential[view.first_row + i] += weight;
          potential[view.first_row + j] -= weight;
          total += weight;
          for (std::size_t c = 0; c < pool.size(); ++c) {
            const WeakRanker& h = pool[c].ranker;
            gain[c] += pool[c].sign * weight *
                       (h(view.features[i][h.feature]) - h(view.features[j][h.feature]));
          }
        }
      }
    }
    EXPECT_NEAR(part.total(), total, 1e-12 * total);
    for (std::size_t row = 0; row < potential.size(); ++row) {
      ASSERT_NEAR(part.potentials()[row], potential[row], 1e-12 * total);
    }
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
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const QueryView view = data[q];
      for (DocIndex i = 0; i < view.size(); ++i) {
        for (DocIndex j = 0; j < view.size(); ++j) {
          if (!(view.truth.label[i] > view.truth.label[j])) continue;
          const double weight = std::exp(scores[view.first_row + j] - scores[view.first_row + i]);
          const double step = ranker(view.features[i][1]) - ranker(view.features[j][1]);
          (step > 0.0 ? right : wrong) += std::abs(step) * weight;
        }
      }
    }
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

// --- AdaRank ---

TEST(AdaRank, FollowsThePaperRoundByRound) {
  const Dataset data = random_dataset(3, 25, 4);
  const BoostPlan plan{
      .list = ListGoal{data, measure_of("map")}, .repeats = RepeatRule::allow, .window = 100};
  const TrainingResult result =
      boost({.train = data}, plan, {.rounds = 6, .keep = KeptIteration::last});
  const QueryMeasure measure(data, measure_of("map"));
  std::vector<double> p(measure.size(), 1.0 / static_cast<double>(measure.size()));
  RunningScores ensemble(data);
  for (const WeakTerm& term : sum_of(result).terms) {
    std::size_t best = 0;
    double best_gain = 0.0;
    for (std::uint32_t f = 0; f < 4; ++f) {
      RunningScores own(data);
      own.add({{WeakRanker::Kind::feature, f}, 1.0});
      const std::vector<double> e = measure.values(own.values());
      double gain = 0.0;
      for (std::size_t q = 0; q < p.size(); ++q) gain += p[q] * e[q];
      if (gain > best_gain + 1e-15) {
        best = f;
        best_gain = gain;
      }
    }
    EXPECT_EQ(term.ranker.feature, best);
    EXPECT_NEAR(term.weight, 0.5 * std::log((1.0 + best_gain) / (1.0 - best_gain)), 1e-12);
    ensemble.add(term);
    const std::vector<double> e = measure.values(ensemble.values());
    double sum = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) sum += p[q] = std::exp(-e[q]);
    for (double& value : p) value /= sum;
  }
}

/// Labels that are the sum of two features, the first of which says more.
Dataset sum_of_two(std::uint64_t seed) {
  RandomStream random(seed, "", "two");
  DatasetBuilder builder(2);
  for (int q = 0; q < 40; ++q) {
    std::vector<float> values(24);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.uniform());
    for (std::size_t doc = 0; doc < 12; ++doc) {
      truth.label.push_back(double{values[2 * doc]} + 0.8 * double{values[2 * doc + 1]});
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(AdaRank, TakesOtherFeaturesWhenOneWinsAgainAndAgain) {
  const Dataset data = sum_of_two(5);
  const auto trained = [&](RepeatRule rule) {
    const BoostPlan plan{.list = ListGoal{data, measure_of("ndcg@10")}, .repeats = rule};
    return boost({.train = data}, plan, {.rounds = 60});
  };
  const auto features_of = [](const TrainingResult& result) {
    std::set<std::uint32_t> chosen;
    for (const WeakTerm& term : sum_of(result).terms) chosen.insert(term.ranker.feature);
    return chosen.size();
  };
  EXPECT_EQ(features_of(trained(RepeatRule::allow)), 1U);
  EXPECT_EQ(features_of(trained(RepeatRule::set_aside)), 2U);
  EXPECT_EQ(features_of(trained(RepeatRule::drop)), 2U);
}

TEST(AdaRank, KeepsTheRoundOfTheBestTrainingValue) {
  const Dataset data = random_dataset(6, 40, 5);
  const BoostPlan plan{.list = ListGoal{data, measure_of("map")}};
  std::vector<double> values;
  TrainingTask task{.train = data};
  task.progress = [&](const TrainingProgress& p) {
    values.push_back(p.objective);
    return true;
  };
  const TrainingResult result = boost(task, plan, {});
  const QueryMeasure measure(data, measure_of("map"));
  const std::vector<double> e = measure.values(score(result.kind, data));
  double mean = 0.0;
  for (const double value : e) mean += value / static_cast<double>(e.size());
  EXPECT_NEAR(1.0 - mean, *std::ranges::min_element(values), 1e-12);
  EXPECT_EQ(result.summary.best_iteration,
            static_cast<std::size_t>(std::ranges::min_element(values) - values.begin()) + 1);
}

// --- FocusedBoost ---

/// Top-k truths over features within [0, 1].
Dataset top_k_data(std::uint64_t seed) {
  RandomStream random(seed, "", "focused");
  DatasetBuilder builder(4);
  for (int q = 0; q < 30; ++q) {
    std::vector<float> values(12 * 4);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.below(11)) / 10.0F;
    for (std::size_t doc = 0; doc < 12; ++doc) {
      truth.label.push_back(double{values[4 * doc]} - double{values[4 * doc + 1]} +
                            0.3 * random.normal());
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return with_setting(std::move(builder).build(), parse_truth_setting("topk:4"), 1);
}

std::vector<WeakTerm> focused_terms(const Dataset& data, const OptionText& options) {
  const AlgorithmEntry& entry = find_algorithm("focusedboost");
  return sum_of(entry.train({.train = data}, entry.with_defaults(options))).terms;
}

TEST(FocusedBoost, IsRankBoostOfTheBestAgainstTheRestAtLambdaZero) {
  const AlgorithmEntry& rankboost = find_algorithm("rankboost");
  for (const char* weak : {"threshold", "feature"}) {
    for (const char* directions : {"up", "both"}) {
      const Dataset data = top_k_data(1);
      const OptionText options = {{"weak", weak}, {"directions", directions}, {"rounds", "25"}};
      OptionText parent = options;
      parent["tolerance"] = "0";
      OptionText own = options;
      own["lambda"] = "0";
      const std::vector<WeakTerm> terms = focused_terms(data, own);
      EXPECT_EQ(terms, sum_of(rankboost.train({.train = top_against_rest(data)}, parent)).terms);
      EXPECT_EQ(terms.size(), 25U);
    }
  }
}

TEST(FocusedBoost, IsAdaRankOfTheBestAtLambdaOne) {
  const AlgorithmEntry& adarank = find_algorithm("adarank-ndcg");
  for (const char* directions : {"up", "both"}) {
    const Dataset data = top_k_data(2);
    OptionText options = {
        {"directions", directions}, {"rounds", "25"}, {"measure", "ndcg"}, {"window", "10"}};
    const std::vector<WeakTerm> parent =
        sum_of(adarank.train({.train = top_documents(data)}, options)).terms;
    options["lambda"] = "1";
    EXPECT_EQ(focused_terms(data, options), parent);
    EXPECT_FALSE(parent.empty());
  }
}

TEST(FocusedBoost, LowersItsJointLossBelowTheBound) {
  RandomStream random(7, "", "bound");
  const auto distribution = [&](std::size_t size) {
    std::vector<double> p(size);
    double sum = 0.0;
    for (double& value : p) sum += value = random.uniform();
    for (double& value : p) value /= sum;
    return p;
  };
  for (int round = 0; round < 2000; ++round) {
    JointStep joint{random.uniform(),
                    distribution(1 + random.below(5)),
                    {},
                    distribution(1 + random.below(6)),
                    {}};
    for (std::size_t q = 0; q < joint.p.size(); ++q) joint.e.push_back(random.uniform());
    for (std::size_t i = 0; i < joint.d.size(); ++i) {
      joint.step.push_back(2.0 * random.uniform() - 1.0);
    }
    const double r = joint.gain();
    EXPECT_LE(joint.loss_after(bound_alpha(r)), std::sqrt(1.0 - r * r) + 1e-12);
  }
}

TEST(FocusedBoost, ChoosesByTheSumOfBothParts) {
  const Dataset data = top_k_data(3);
  const double lambda = 0.4;
  const WeakTerm first = focused_terms(data, {{"lambda", "0.4"}, {"rounds", "1"}}).front();
  const WeakPool pool = feature_pool(4, Directions::both);
  std::vector<double> gains(pool.size());
  ListPart list(QueryMeasure(top_documents(data), measure_of("ndcg")), pool, nullptr);
  list.add_gains(lambda, gains);
  PairPart pairs(top_against_rest(data), {}, 1, pool, nullptr);
  pairs.weigh(std::vector<double>(data.row_count()));
  pairs.add_gains(1.0 - lambda, gains);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(gains) - gains.begin());
  EXPECT_EQ(first.ranker, pool[best].ranker);
  EXPECT_NEAR(first.weight,
              pool[best].sign * 0.5 * std::log((1.0 + gains[best]) / (1.0 - gains[best])), 1e-12);
}

TEST(FocusedBoost, FollowsItsRuleRoundByRound) {
  const Dataset data = top_k_data(4);
  const double lambda = 0.3;
  const std::vector<WeakTerm> terms =
      focused_terms(data, {{"lambda", "0.3"}, {"rounds", "8"}, {"keep", "last"}});
  ASSERT_EQ(terms.size(), 8U);
  const QueryMeasure measure(top_documents(data), measure_of("ndcg"));
  RunningScores top(measure.data());
  RunningScores all(data);
  std::vector<double> p(measure.size(), 1.0 / static_cast<double>(measure.size()));
  for (const WeakTerm& term : terms) {
    // What the rule says of each feature, pair by pair and query by query.
    std::vector<JointStep> steps;
    for (std::uint32_t f = 0; f < 4; ++f) {
      for (const double sign : {1.0, -1.0}) {
        JointStep& step = steps.emplace_back();
        step.lambda = lambda;
        step.p = p;
        RunningScores own(measure.data());
        own.add({{WeakRanker::Kind::feature, f}, sign});
        step.e = measure.values(own.values());
        double sum = 0.0;
        for (std::size_t q = 0; q < data.query_count(); ++q) {
          const QueryView view = data[q];
          for (DocIndex u = 0; u < view.size(); ++u) {
            for (DocIndex v = 0; v < view.size(); ++v) {
              if (!(view.truth.label[u] > 0.0) || view.truth.label[v] > 0.0) continue;
              step.d.push_back(
                  std::exp(all.values()[view.first_row + v] - all.values()[view.first_row + u]));
              sum += step.d.back();
              step.step.push_back(sign *
                                  (double{view.features[u][f]} - double{view.features[v][f]}));
            }
          }
        }
        for (double& weight : step.d) weight /= sum;
      }
    }
    const auto best = std::ranges::max_element(steps, {}, &JointStep::gain);
    const auto place = static_cast<std::size_t>(best - steps.begin());
    EXPECT_EQ(term.ranker.feature, place / 2);
    const double alpha = bound_alpha(best->gain());
    EXPECT_NEAR(term.weight, place % 2 == 0 ? alpha : -alpha, 1e-10);
    EXPECT_LE(best->loss_after(alpha), std::sqrt(1.0 - best->gain() * best->gain()) + 1e-12);
    top.add(term);
    all.add(term);
    p = dwelling_on_bad(measure.weight(), measure.values(top.values()));
  }
}

TEST(FocusedBoost, LeavesOutAPartThatHasNothingToSay) {
  const Dataset data = top_k_data(5);
  const AlgorithmEntry& rankboost = find_algorithm("rankboost");
  const OptionText parent = {{"weak", "feature"}, {"rounds", "9"}, {"tolerance", "0"}};
  EXPECT_EQ(focused_terms(top_against_rest(data), {{"rounds", "9"}, {"keep", "last"}}),
            sum_of(rankboost.train({.train = top_against_rest(data)}, parent)).terms);
  const AlgorithmEntry& adarank = find_algorithm("adarank-ndcg");
  OptionText options = {{"rounds", "9"}, {"measure", "ndcg"}, {"directions", "both"}};
  EXPECT_EQ(focused_terms(top_documents(data), options),
            sum_of(adarank.train({.train = top_documents(data)}, options)).terms);
}

// --- starting points ---

TEST(Boosting, GoesOnFromAModelThatOtherDataGave) {
  const PreparedTraining first({}, random_dataset(8, 20, 3));
  const PreparedTraining second({}, random_dataset(9, 25, 3));
  const RankingModel start =
      train("rankboost", {{"rounds", "4"}, {"bins", "quantile"}}, first).model;
  for (const char* name : {"rankboost", "frank", "adarank-map"}) {
    const TrainedModel trained = train(name, {{"rounds", "3"}}, second, {.start = &start});
    const auto& terms = std::get<WeakRankerSum>(trained.model.kind).terms;
    const auto& before = std::get<WeakRankerSum>(start.kind).terms;
    ASSERT_GE(terms.size(), before.size()) << name;
    EXPECT_TRUE(std::equal(before.begin(), before.end(), terms.begin())) << name;
  }
}

TEST(AdaRank, GoesOnFromACheckpointWithoutValidationData) {
  const Dataset data = sum_of_two(6);
  const PreparedTraining prepared({}, data);
  for (const char* rule : {"set-aside", "drop"}) {
    const OptionText options = {{"rounds", "20"}, {"window", "3"}, {"repeats", rule}};
    const TrainedModel whole = train("adarank-ndcg", options, prepared);
    for (std::size_t stop_after = 1; stop_after < whole.summary.iterations; ++stop_after) {
      std::optional<Checkpoint> saved;
      const TrainingSeams killed{
          .progress = [&](const TrainingProgress& p) { return p.iteration < stop_after; },
          .checkpoint = {.save = [&](const Checkpoint& c) { saved = c; }, .seconds_between = 1e9}};
      train("adarank-ndcg", options, prepared, killed);
      ASSERT_TRUE(saved);
      EXPECT_EQ(
          train("adarank-ndcg", options, prepared, {.checkpoint = {.from = saved}}).model.kind,
          whole.model.kind)
          << rule << ", " << stop_after;
    }
  }
}

TEST(Boosting, RefusesACheckpointWithAFeatureThatThereIsNot) {
  const PreparedTraining data({}, random_dataset(8, 20, 3));
  BoostState state;
  state.terms = {{{WeakRanker::Kind::threshold, 3, 0.25, false}, 1.0}};
  const Checkpoint bad{.optimiser = to_snapshot(state, 1)};
  EXPECT_THROW(train("rankboost", {}, data, {.checkpoint = {.from = bad}}), DataError);
  const Checkpoint bad_best{.optimiser = to_snapshot({}, 1), .best = to_numbers(state.terms)};
  EXPECT_THROW(train("rankboost", {}, data, {.checkpoint = {.from = bad_best}}), DataError);
}

TEST(Boosting, HasNothingToLearnFromDocumentsOfWeightZero) {
  const Dataset plain = random_dataset(8, 20, 3);
  const Dataset data = plain.with_weights(std::vector<float>(plain.row_count(), 0.0F), {});
  EXPECT_THAT([&] { train("rankboost", {}, PreparedTraining({}, data)); },
              ThrowsMessage<NumericError>(HasSubstr("nothing to learn from")));
}

TEST(Boosting, GoesOnFromAModelOfWeakRankers) {
  const PreparedTraining data({}, random_dataset(8, 20, 3));
  const RankingModel half = train("rankboost", {{"rounds", "4"}}, data).model;
  const RankingModel whole = train("rankboost", {{"rounds", "9"}}, data).model;
  EXPECT_EQ(train("rankboost", {{"rounds", "5"}}, data, {.start = &half}).model.kind, whole.kind);
  const RankingModel linear = train("listnet", {}, data).model;
  EXPECT_THAT([&] { train("rankboost", {}, data, {.start = &linear}); },
              ThrowsMessage<UsageError>(HasSubstr("weak-rankers")));
  EXPECT_THAT([&] { train("listnet", {}, data, {.start = &half}); },
              ThrowsMessage<UsageError>(HasSubstr("weak-rankers")));
}

TEST(BoostState, ComesBackFromItsNumbersAndRefusesOthers) {
  BoostState state;
  state.terms = {{{WeakRanker::Kind::threshold, 3, 0.25, true}, -1.5},
                 {{WeakRanker::Kind::feature, 1, 0.0, false}, 0.5}};
  state.best_terms = {state.terms[1]};
  state.value = 0.25;
  state.fall = 0.375;
  state.best_value = 0.125;
  state.best_round = 7;
  state.window_start = 8;
  state.out = {2, 5};
  state.repeats = 3;
  state.is_second_chance = true;
  const Snapshot snapshot = to_snapshot(state, 9);
  EXPECT_EQ(from_snapshot(snapshot), state);
  for (std::size_t size = 0; size < snapshot.numbers.size(); ++size) {
    Snapshot part = snapshot;
    part.numbers.resize(size);
    EXPECT_THROW(from_snapshot(part), DataError) << size;
  }
  Snapshot longer = snapshot;
  longer.numbers.push_back(0.0);
  EXPECT_THROW(from_snapshot(longer), DataError);
  for (const std::size_t place : {3U, 4U, 5U, 7U, 8U}) {  // counts, and a feature
    for (const double bad : {-1.0, 0.5, 1e300}) {
      Snapshot wrong = snapshot;
      wrong.numbers[place] = bad;
      EXPECT_THROW(from_snapshot(wrong), DataError) << place << ", " << bad;
    }
  }
}

}  // namespace
}  // namespace podium
