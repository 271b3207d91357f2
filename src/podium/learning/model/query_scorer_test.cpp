#include "podium/learning/model/query_scorer.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<double> scores_of(const QueryScorer& scorer, std::vector<float> rows) {
  std::vector<double> scores(rows.size() / scorer.features().count);
  Workspace workspace;
  scorer.score(rows, scores, workspace);
  return scores;
}

/// Every query of the data gets the bits that score() gives.
void expect_same_scores(const RankingModel& model, const Dataset& data) {
  const std::vector<double> expected = score(model, data);
  const QueryScorer scorer(model);
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    const auto first = expected.begin() + static_cast<std::ptrdiff_t>(view.first_row);
    const std::vector<double> own(first, first + static_cast<std::ptrdiff_t>(view.size()));
    EXPECT_EQ(scores_of(scorer, view.features.dense()), own) << kind_name(model.kind);
  }
}

TEST(QueryScorer, HasTheBitsOfScoreForEveryKindAndNormaliser) {
  const Dataset data = random_dataset(1, 25, 6, 0.1);
  for (RankingModel& model : random_models(data, 2)) {
    expect_same_scores(model, data);
    const Dataset filled = fill_missing(data, model.preparation.fill).data;
    for (const NormaliserEntry& entry : normalisers()) {
      model.preparation.normaliser = Normaliser::fit(entry.kind, filled);
      expect_same_scores(model, data);
    }
  }
}

TEST(QueryScorer, FillsFromTheQueryWhereTheRuleSaysSo) {
  const Dataset data = random_dataset(3, 25, 4, 0.2);
  for (RankingModel& model : random_models(data, 4)) {
    for (const char* policy : {"min", "mean", "max", "zero,2=mean"}) {
      model.preparation.fill = parse_fill_policy(policy);
      expect_same_scores(model, data);
    }
  }
}

TEST(QueryScorer, ScoresMoreDocumentsThanABlockOfTheKernel) {
  RandomStream random(5, "", "test");
  DatasetBuilder builder(3);
  const std::size_t documents = 1'000;
  builder.add_query("q", GradedTruth{std::vector<double>(documents)},
                    random_values(documents * 3, random));
  const Dataset data = std::move(builder).build();
  for (const RankingModel& model : random_models(data, 6)) expect_same_scores(model, data);
}

TEST(QueryScorer, ScoresWithAModelAsTheBaseline) {
  const Dataset data = random_dataset(7, 25, 3);
  const RankingModel inner = random_models(data, 8)[0];
  RankingModel model{.kind = LinearModel{{4}, {1.0, -2.0, 0.5, 3.0}}};
  model.preparation.features = {.count = 4, .first_id = 1, .names = {"1", "2", "3", "baseline"}};
  model.baseline = ModelBaseline{.kind = BaselineKind::model,
                                 .model = std::make_shared<const RankingModel>(inner)};
  EXPECT_EQ(QueryScorer(model).features().count, 3U);
  expect_same_scores(model, data);
  model.baseline = ModelBaseline{.kind = BaselineKind::run};
  EXPECT_THROW(QueryScorer{model}, UsageError);
}

TEST(QueryScorer, NamesTheDocumentThatCannotBeScored) {
  RankingModel model{.kind = LinearModel{{2}, {1e300, 1e300}},
                     .preparation = {.features = {.count = 2}}};
  const QueryScorer scorer(model);
  EXPECT_THAT(
      [&] {
        scores_of(scorer, {0, 0, 1e38F, 1e38F});
      },
      ThrowsMessage<NumericError>("document 2: found the score inf, expected a finite one"));
  model.preparation.fill = parse_fill_policy("keep");
  const QueryScorer strict(model);
  EXPECT_THAT(
      [&] {
        scores_of(strict, {0, 0, 1, std::nanf("")});
      },
      ThrowsMessage<NumericError>(HasSubstr("document 2: feature 2 is missing")));
}

TEST(QueryScorer, TakesAQueryWithoutDocuments) {
  const RankingModel model{.kind = LinearModel{{2}, {1.0, 1.0}},
                           .preparation = {.features = {.count = 2}}};
  EXPECT_TRUE(scores_of(QueryScorer(model), {}).empty());
}

}  // namespace
}  // namespace podium
