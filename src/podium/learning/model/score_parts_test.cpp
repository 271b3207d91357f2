#include "podium/learning/model/score_parts.hpp"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ScoreParts, AddUpToTheScore) {
  const Dataset data = random_dataset(1, 10, 6);
  std::size_t additive = 0;
  for (const RankingModel& model : random_models(data, 2)) {
    if (!is_sum_of_parts(model.kind)) {
      const std::vector<float> x = data[0].features[0].dense();
      EXPECT_THROW(score_parts(model.kind, x), UsageError);
      continue;
    }
    ++additive;
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      const std::vector<float> x = data[query].features[0].dense();
      const ScoreParts parts = score_parts(model.kind, x);
      ASSERT_EQ(parts.feature.size(), 6U);
      const double sum =
          std::accumulate(parts.feature.begin(), parts.feature.end(), parts.bias.value_or(0.0));
      EXPECT_NEAR(sum, score_document(model, x), 1e-12);
    }
  }
  EXPECT_EQ(additive, 4U);
}

TEST(ScoreParts, OfALinearModelAreWeightTimesFeature) {
  const ScoreParts parts =
      score_parts(LinearModel{{2, true}, {3.0, -4.0, 5.0}}, std::vector<float>{0.5F, 2.0F});
  EXPECT_THAT(parts.feature, ElementsAre(1.5, -8.0));
  EXPECT_EQ(parts.bias, 5.0);
}

TEST(ScoreParts, OfWeakRankersAreTheTermsOfTheFeature) {
  const WeakRanker plain{.kind = WeakRanker::Kind::feature, .feature = 1};
  const WeakRankerSum sum{2,
                          {{{.feature = 0, .threshold = 0.0, .missing_passes = true}, 0.5},
                           {plain, -2.0},
                           {{.feature = 0, .threshold = 2.0}, 0.25}}};
  EXPECT_THAT(score_parts(sum, std::vector<float>{1.0F, 3.0F}).feature, ElementsAre(0.5, -6.0));
  EXPECT_THAT(score_parts(sum, std::vector<float>{3.0F, 3.0F}).feature, ElementsAre(0.75, -6.0));
  EXPECT_THAT(score_parts(sum, std::vector<float>{std::nanf(""), 3.0F}).feature,
              ElementsAre(0.5, -6.0));
  EXPECT_FALSE(score_parts(sum, std::vector<float>{1.0F, 3.0F}).bias.has_value());
}

TEST(ScoreParts, OfANetworkDoNotExist) {
  const NetworkScorer scorer{2, 1};
  const NetworkModel network{scorer, std::vector<double>(scorer.dimension())};
  EXPECT_THAT([&] { score_parts(network, std::vector<float>(2)); },
              ThrowsMessage<UsageError>(HasSubstr("not a sum over features")));
  EXPECT_THROW(score_parts(network, std::vector<float>(3)), ContractError);
}

TEST(ScoreParts, OfAReRankingDoNotExist) {
  const ReRanking model{NamedRanker{"linear", LinearModel{{1}, {1.0}}}};
  EXPECT_THAT([&] { score_parts(model, std::vector<float>(1)); },
              ThrowsMessage<UsageError>(HasSubstr("positions in the ranking of a query")));
}

}  // namespace
}  // namespace podium
