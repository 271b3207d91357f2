#include "podium/learning/model/attribution.hpp"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The query of `data` that has the most documents.
QueryView largest_query(const Dataset& data) {
  QueryView largest = data[0];
  for (std::size_t query = 1; query < data.query_count(); ++query) {
    if (data[query].size() > largest.size()) largest = data[query];
  }
  return largest;
}

/// v(S) of the header: bit f of `own` says that feature f is the document's.
double value_of(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                std::span<const float> reference, unsigned own) {
  std::vector<float> rows = query.dense();
  for (std::size_t f = 0; f < query.columns(); ++f) {
    if ((own >> f & 1U) == 0) rows[doc * query.columns() + f] = reference[f];
  }
  std::vector<double> scores(rows.size() / query.columns());
  Workspace workspace;
  std::visit([&](const auto& one) { one.score({rows, query.columns()}, scores, workspace); }, kind);
  return scores[doc];
}

/// Shapley's formula, over all coalitions.
std::vector<double> shapley_values(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                                   std::span<const float> reference) {
  const auto n = static_cast<unsigned>(query.columns());
  std::vector<double> values(n);
  for (unsigned f = 0; f < n; ++f) {
    for (unsigned own = 0; own < (1U << n); ++own) {
      if ((own >> f & 1U) != 0) continue;
      const auto size = static_cast<double>(__builtin_popcount(own));
      const double weight = std::tgamma(size + 1.0) * std::tgamma(n - size) / std::tgamma(n + 1.0);
      values[f] += weight * (value_of(kind, query, doc, reference, own | 1U << f) -
                             value_of(kind, query, doc, reference, own));
    }
  }
  return values;
}

TEST(Attribution, AddsUpToTheDifferenceForEveryKind) {
  const Dataset data = random_dataset(1, 10, 5);
  const FeatureRows rows = largest_query(data).features;
  const std::vector<float> other = rows[0].dense();
  for (const RankingModel& model : random_models(data, 2)) {
    const Attribution found = attribution(model.kind, rows, 1, other);
    EXPECT_NEAR(sum_of(found.feature), found.score - found.reference, 1e-12);
    EXPECT_NEAR(found.score, value_of(model.kind, rows, 1, other, ~0U), 1e-12);
    EXPECT_NEAR(found.reference, value_of(model.kind, rows, 1, other, 0), 1e-12);
    const std::vector<float> all = reference_documents(model.kind, rows);
    const Attribution mean = attribution(model.kind, rows, 1, all);
    EXPECT_NEAR(sum_of(mean.feature), mean.score - mean.reference, 1e-12);
  }
}

TEST(Attribution, IsTheShapleyValueOfEachFeature) {
  const Dataset data = random_dataset(3, 10, 3);
  const FeatureRows rows = largest_query(data).features;
  for (const RankingModel& model : random_models(data, 4)) {
    const bool is_sampled = std::holds_alternative<NetworkModel>(model.kind) ||
                            std::holds_alternative<ReRanking>(model.kind);
    const Attribution found = attribution(model.kind, rows, 2, rows[0].dense(), {.orders = 2000});
    const std::vector<double> expected = shapley_values(model.kind, rows, 2, rows[0].dense());
    for (std::size_t f = 0; f < 3; ++f) {
      EXPECT_NEAR(found.feature[f], expected[f], is_sampled ? 0.2 : 1e-12)
          << model.kind.index() << " " << f;
    }
  }
}

TEST(Attribution, GivesNothingToAFeatureThatIsTheSame) {
  const NetworkScorer shape{3, 2};
  std::vector<double> w(shape.dimension());
  std::iota(w.begin(), w.end(), -3.0);
  const std::vector<float> rows = {1, 2, 3, -1, 2, 0};
  const FeatureRows query{rows, 3};
  const Attribution found = attribution(NetworkModel{shape, w}, query, 0, query[1].stored());
  EXPECT_EQ(found.feature[1], 0.0);
  const Attribution same = attribution(NetworkModel{shape, w}, query, 0, query[0].stored());
  EXPECT_THAT(same.feature, ElementsAre(0.0, 0.0, 0.0));
  EXPECT_EQ(same.score, same.reference);
}

TEST(Attribution, IsTheSameForAnyNumberOfThreads) {
  const Dataset data = random_dataset(5, 10, 6);
  const FeatureRows rows = largest_query(data).features;
  for (const RankingModel& model : random_models(data, 6)) {
    const auto with = [&](std::size_t threads) {
      const ThreadLimit limit(threads);
      return attribution(model.kind, rows, 0, reference_documents(model.kind, rows), {.seed = 7})
          .feature;
    };
    EXPECT_EQ(with(1), with(3));
  }
}

TEST(ReferenceDocuments, MakeTheMeanScoreTheReference) {
  // A step function: the score of the mean features is 1, that of the mean score 1 / 4.
  const std::vector<float> values = {0, 0, 0, 4};
  const FeatureRows query{values, 1};
  RegressionTree step;
  step.splits = {{.feature = 0, .threshold = 0.5, .left = -1, .right = -2}};
  step.value = {0.0, 1.0};
  step.rows = {4, 3, 1};
  step.curvature = {4, 3, 1};
  const ModelKind kind = TreeEnsemble{.features = 1, .rate = 1.0, .trees = {step}};
  const std::vector<float> all = reference_documents(kind, query);
  EXPECT_EQ(all, values);
  EXPECT_DOUBLE_EQ(attribution(kind, query, 0, all).reference, 0.25);
  EXPECT_THAT(attribution(kind, query, 0, all).feature, ElementsAre(-0.25));
  EXPECT_THAT(attribution(kind, query, 3, all).feature, ElementsAre(0.75));
}

TEST(ReferenceDocuments, AreSpreadOverALongRanking) {
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7) % 1000);
  const FeatureRows query{values, 1};
  const ModelKind kind = LinearModel{{.features = 1}, {1.0}};
  const std::vector<float> some = reference_documents(kind, query);
  ASSERT_EQ(some.size(), 100U);
  EXPECT_NEAR(attribution(kind, query, 0, some).reference, 499.5, 1.0);
}

}  // namespace
}  // namespace podium
