#include "podium/learning/model/model.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Score, IsThatOfEveryDocumentAlone) {
  const Dataset data = random_dataset(1, 40, 6, 0.1);
  for (RankingModel& model : random_models(data, 2)) {
    if (std::holds_alternative<ReRanking>(model.kind)) continue;  // needs the whole query
    const Dataset filled = fill_missing(data, model.preparation.fill).data;
    model.preparation.normaliser = Normaliser::fit(NormaliserKind::robust, filled);
    const std::vector<double> scores = score(model, data);
    ASSERT_EQ(scores.size(), data.row_count());
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        EXPECT_THAT(score_document(model, data[query].features[doc].dense()),
                    DoubleEq(scores[data[query].first_row + doc]));
      }
    }
  }
}

TEST(Score, HasTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = random_dataset(3, 2000, 5);
  for (const RankingModel& model : random_models(data, 4)) {
    const std::vector<double> scores = score(model, data);
    const ThreadLimit limit(1);
    EXPECT_EQ(score(model, data), scores);
  }
}

TEST(Score, OfNothingIsNothing) {
  const Dataset data = random_dataset(5, 3, 4);
  for (const RankingModel& model : random_models(data, 6)) {
    EXPECT_TRUE(score(model, Dataset()).empty());
  }
}

TEST(Score, RefusesWhatIsNotFinite) {
  DatasetBuilder builder(2);
  builder.add_query("q", GradedTruth{{0, 0}}, std::vector<float>{0, 0, 1e38F, 1e38F});
  const Dataset data = std::move(builder).build();
  RankingModel model{.kind = LinearModel{{2}, {1e300, 1e300}},
                     .preparation = {.features = feature_set_of(data)}};
  try {
    score(model, data);
    FAIL();
  } catch (const NumericError& error) {
    EXPECT_STREQ(error.what(),
                 "query 'q', document '2': found the score inf, expected a finite one");
  }
  EXPECT_THROW(score_document(model, data[0].features[1].dense()), NumericError);
}

/// Two queries; a value of the second is missing, and the fill policy leaves it missing.
Dataset data_with_a_gap() {
  DatasetBuilder builder(2);
  const float missing = std::nanf("");
  builder.add_query("q1", GradedTruth{{0}}, std::vector<float>{1, 2});
  builder.add_query("q2", GradedTruth{{0, 0}}, std::vector<float>{1, 2, 3, missing});
  return std::move(builder).build();
}

TEST(Score, TakesMissingValuesWhereTheKindDoes) {
  const Dataset data = data_with_a_gap();
  RankingModel model{
      .kind = WeakRankerSum{2,
                            {{{.feature = 0, .threshold = 2.0}, 1.0},
                             {{.feature = 1, .threshold = 1.0, .missing_passes = true}, 0.5}}},
      .preparation = {.features = feature_set_of(data), .fill = parse_fill_policy("keep")}};
  EXPECT_THAT(score(model, data), ElementsAre(0.5, 0.5, 1.5));
  EXPECT_EQ(score_document(model, data[1].features[1].dense()), 1.5);
  model.preparation.normaliser = Normaliser::fit(NormaliserKind::log1p, data);
  EXPECT_THAT(score(model, data), ElementsAre(0.5, 0.5, 0.5));
  EXPECT_EQ(score_document(model, data[1].features[1].dense()), 0.5);
}

TEST(Score, RefusesMissingValuesWhereTheKindDoes) {
  const Dataset data = data_with_a_gap();
  const WeakRanker second{.kind = WeakRanker::Kind::feature, .feature = 1};
  const NetworkScorer network{2, 1};
  for (const ModelKind& kind :
       {ModelKind(LinearModel{{2}, {1.0, 0.0}}), ModelKind(WeakRankerSum{2, {{second, 1.0}}}),
        ModelKind(NetworkModel{network, std::vector<double>(network.dimension())})}) {
    const RankingModel model{
        .kind = kind,
        .preparation = {.features = feature_set_of(data), .fill = parse_fill_policy("keep")}};
    EXPECT_THAT([&] { score(model, data); },
                ThrowsMessage<NumericError>(HasSubstr(
                    "query 'q2', document '3', feature '2': the value is missing, and the")));
    EXPECT_THAT([&] { score_document(model, data[1].features[1].dense()); },
                ThrowsMessage<NumericError>(HasSubstr("feature '2': the value is missing, and")));
  }
}

TEST(Score, RefusesAModelWhosePartsDoNotFit) {
  const Dataset data = random_dataset(7, 3, 2);
  RankingModel model{.kind = LinearModel{{2}, {1.0}},
                     .preparation = {.features = feature_set_of(data)}};
  EXPECT_THROW(score(model, data), ContractError);
  EXPECT_THROW(score_document(model, data[0].features[0].dense()), ContractError);
  model.kind = LinearModel{{1}, {1.0}};
  EXPECT_THROW(score(model, data), ContractError);
}

TEST(FeatureWeights, OfALinearModelAreItsWeights) {
  const FeatureWeights weights = feature_weights(LinearModel{{2, true}, {3.0, -4.0, 5.0}});
  EXPECT_THAT(weights.value, ElementsAre(3.0, -4.0));
  EXPECT_THAT(std::string(weights.meaning), HasSubstr("change of the score"));
}

TEST(FeatureWeights, OfWeakRankersAddUpWithoutSigns) {
  const WeakRanker plain{.kind = WeakRanker::Kind::feature, .feature = 2};
  const WeakRankerSum sum{3,
                          {{{.feature = 0, .threshold = 1.0}, 0.5},
                           {plain, -2.0},
                           {{.feature = 0, .threshold = 2.0}, -0.25}}};
  const FeatureWeights weights = feature_weights(sum);
  EXPECT_THAT(weights.value, ElementsAre(0.75, 0.0, 2.0));
  EXPECT_THAT(std::string(weights.meaning), HasSubstr("absolute weights"));
}

TEST(FeatureWeights, OfANetworkBoundItsSlopes) {
  RandomStream random(8, "", "test");
  const NetworkScorer scorer{4, 3};
  RankingModel model{.kind = NetworkModel{scorer, random_parameters(scorer.dimension(), random)},
                     .preparation = {.features = {.count = 4}}};
  const FeatureWeights weights = feature_weights(model.kind);
  for (int i = 0; i < 100; ++i) {
    std::vector<float> x(4);
    for (float& value : x) value = static_cast<float>(random.normal());
    const double before = score_document(model, x);
    for (std::size_t f = 0; f < x.size(); ++f) {
      std::vector<float> moved = x;
      moved[f] += 0.25F;
      const double step = double{moved[f]} - double{x[f]};
      EXPECT_LE(std::abs(score_document(model, moved) - before), weights.value[f] * step + 1e-12);
    }
  }
}

TEST(Score, HasTheSameBitsForSparseData) {
  const Dataset dense = sparse_data({.missing = 0.1, .has_signs = true}, 2);
  for (const RankingModel& model : random_models(dense, 3)) {
    EXPECT_EQ(score(model, as_sparse(dense)), score(model, dense)) << kind_name(model.kind);
  }
}

}  // namespace
}  // namespace podium
