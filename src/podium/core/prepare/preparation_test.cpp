#include "podium/core/prepare/preparation.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const float missing = std::nanf("");

Preparation preparation_for(const Dataset& data, const std::string& policy) {
  return {.features = feature_set_of(data), .fill = parse_fill_policy(policy)};
}

template <class Error, class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Prepared, SharesTheFeaturesWhenThereIsNothingToDo) {
  const Dataset data = random_dataset(1, 5, 3);
  EXPECT_EQ(prepared(preparation_for(data, "min"), data).columns().features.data(),
            data.columns().features.data());
}

TEST(Prepared, FillsThenNormalises) {
  const Dataset data = random_dataset(2, 20, 4, 0.2);
  Preparation preparation = preparation_for(data, "mean,2=zero");
  const Dataset filled = fill_missing(data, preparation.fill).data;
  EXPECT_EQ(comparable_features(prepared(preparation, data)), comparable_features(filled));
  for (const NormaliserEntry& entry : normalisers()) {
    preparation.normaliser = Normaliser::fit(entry.kind, filled);
    EXPECT_EQ(comparable_features(prepared(preparation, data)),
              comparable_features(preparation.normaliser->apply(filled)));
  }
}

TEST(Prepared, NormalisesDataByPositionByTheNamesOfTheModel) {
  const Dataset data = random_dataset(3, 9, 2);
  const Dataset named = with_names(data, {"a", "b"});
  Preparation preparation = preparation_for(named, "min,b=max");
  preparation.normaliser = Normaliser::fit(NormaliserKind::zscore, named);
  EXPECT_EQ(comparable_features(prepared(preparation, by_position(data, preparation.features))),
            comparable_features(prepared(preparation, named)));
}

TEST(Prepared, LeavesMissingWhatThePolicyKeeps) {
  const Dataset data = random_dataset(7, 20, 3, 0.2);
  Preparation preparation = preparation_for(data, "zero,2=keep");
  for (const NormaliserEntry& entry : normalisers()) {
    preparation.normaliser = Normaliser::fit(entry.kind, fill_missing(data, preparation.fill).data);
    const Dataset ready = prepared(preparation, data);
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        const auto row = ready[query].features[doc];
        EXPECT_FALSE(std::isnan(row[0]) || std::isnan(row[2]));
        EXPECT_EQ(std::isnan(row[1]), std::isnan(data[query].features[doc][1]));
      }
    }
  }
}

TEST(RefuseMissing, NamesTheFirstValueThatIsMissing) {
  DatasetBuilder builder(2);
  const std::vector<std::string> ids = {"x", "y"};
  builder.add_query("q1", GradedTruth{{0, 0}}, std::vector<float>{1, 2, 3, 4}, ids);
  builder.add_query("q2", GradedTruth{{0, 0}}, std::vector<float>{1, 2, 3, missing}, ids);
  const Dataset data = std::move(builder).build();
  const std::string why =
      "feature '2': the value is missing, and the model's fill policy leaves it missing; expected "
      "a number";
  EXPECT_EQ(refusal<NumericError>([&] { refuse_missing(data); }),
            "query 'q2', document 'y', " + why);
  EXPECT_EQ(refusal<NumericError>([&] { refuse_missing(data, 0); }), "accepted");
  EXPECT_EQ(refusal<NumericError>([&] { refuse_missing(data, 1); }),
            "query 'q2', document 'y', " + why);
  EXPECT_EQ(refusal<NumericError>([&] {
              refuse_missing(std::vector<float>{1, missing}, feature_set_of(data));
            }),
            why);
  EXPECT_EQ(refusal<NumericError>([&] { refuse_missing(random_dataset(8, 5, 3)); }), "accepted");
}

TEST(FitPreparation, FitsOnTheFilledDataAndAppliesWhatItFitted) {
  const Dataset data = random_dataset(9, 20, 3, 0.2);
  for (const NormaliserEntry& entry : normalisers()) {
    const FittedPreparation fitted =
        fit_preparation({.fill = parse_fill_policy("mean"), .normaliser = entry.kind}, data);
    const Dataset filled = fill_missing(data, parse_fill_policy("mean")).data;
    EXPECT_EQ(fitted.preparation.normaliser, Normaliser::fit(entry.kind, filled)) << entry.name;
    EXPECT_EQ(comparable_features(fitted.train),
              comparable_features(prepared(fitted.preparation, data)))
        << entry.name;
  }
}

TEST(FitPreparation, ServesDocumentsOneByOneByDefault) {
  const Dataset data = random_dataset(10, 30, 4, 0.3);
  for (const NormaliserEntry& entry : normalisers()) {
    const FittedPreparation fitted = fit_preparation({.normaliser = entry.kind}, data);
    EXPECT_EQ(serving_of(fitted.preparation),
              entry.servable ? Serving::documents : Serving::queries)
        << entry.name;
    if (!entry.servable) {
      EXPECT_EQ(to_text(fitted.preparation.fill), "min") << entry.name;
      continue;
    }
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        const std::vector<float> row = fitted.train[query].features[doc].dense();
        EXPECT_EQ(prepared_document(fitted.preparation, data[query].features[doc].dense()),
                  std::vector<float>(row.begin(), row.end()));
      }
    }
  }
}

TEST(FitPreparation, LearnsFillRulesFromTheTrainingDataOnly) {
  DatasetBuilder builder(1);
  builder.add_query("first", GradedTruth{{0, 1}}, std::vector<float>{2, 5});
  builder.add_query("second", GradedTruth{{0, 1}}, std::vector<float>{7, 4});
  const FittedPreparation fitted = fit_preparation({}, std::move(builder).build());
  EXPECT_EQ(to_text(fitted.preparation.fill), "zero,1=constant:3");
  DatasetBuilder other(1);
  other.add_query("test", GradedTruth{{0, 1}}, std::vector<float>{1, missing});
  EXPECT_EQ(comparable_features(prepared(fitted.preparation, std::move(other).build())),
            (std::vector<float>{1, 3}));
}

TEST(FitPreparation, UsesAPreparationThatIsGiven) {
  const Dataset data = random_dataset(11, 20, 3, 0.2);
  const Dataset other = random_dataset(12, 20, 3, 0.2);
  for (const NormaliserEntry& entry : normalisers()) {
    const Preparation given = fit_preparation({.normaliser = entry.kind}, other).preparation;
    const FittedPreparation fitted =
        fit_preparation({.fill = parse_fill_policy("zero"), .given = given}, data);
    EXPECT_EQ(fitted.preparation, given) << entry.name;
    EXPECT_EQ(comparable_features(fitted.train), comparable_features(prepared(given, data)))
        << entry.name;
  }
}

TEST(FitPreparation, GivesCategoriesTheValuesOfTheTrainingBefore) {
  const Dataset data = random_dataset(13, 20, 3, 0.2);
  const PreparationPlan plan{.categorical = {"2"}, .seed = 4};
  const FittedPreparation fitted = fit_preparation(plan, data);
  const FittedPreparation again = fit_preparation({.seed = 4, .given = fitted.preparation}, data);
  EXPECT_EQ(again.preparation, fitted.preparation);
  EXPECT_EQ(comparable_features(again.train), comparable_features(fitted.train));
  EXPECT_NE(comparable_features(again.train),
            comparable_features(prepared(fitted.preparation, data)))
      << "means that know the labels of the row";
}

TEST(FitPreparation, OrdersNothingInAQueryOfEqualLabels) {
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{1, 1, 1}}, std::vector<float>{1, 2, 3});
  builder.add_query("judged", GradedTruth{{0, 1, 0}}, std::vector<float>{1, 2, 3});
  const Dataset data = std::move(builder).build();
  for (const char* setting : {"full", "topk:2", "top-vs-rest:2"}) {
    const Dataset train = fit_preparation({.truth = parse_truth_setting(setting)}, data).train;
    EXPECT_THAT(train[0].truth.level, testing::Each(0U)) << setting;
    EXPECT_THAT(train[1].truth.level, testing::Contains(testing::Gt(0U))) << setting;
  }
}

TEST(RefuseLarge, NamesTheFirstValueThatIsTooLarge) {
  DatasetBuilder builder(2);
  builder.add_query("q", GradedTruth{{0, 0}}, std::vector<float>{1, -1e15F, 3, -1.1e15F});
  EXPECT_EQ(
      refusal<NumericError>([&] { refuse_large(std::move(builder).build()); }),
      "query 'q', document '2', feature '2': found -1.1e+15, expected a value within 1e+15 "
      "of 0; normalise the features, leave this one out, or train trees, which take any value");
}

TEST(PreparedDocument, IsTheRowOfThePreparedData) {
  const Dataset data = random_dataset(4, 30, 5, 0.2);
  Preparation preparation = preparation_for(data, "constant:2.5,3=zero");
  preparation.normaliser =
      Normaliser::fit(NormaliserKind::zscore, fill_missing(data, preparation.fill).data);
  const Dataset all = prepared(preparation, data);
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
      const std::vector<float> row = all[query].features[doc].dense();
      EXPECT_EQ(prepared_document(preparation, data[query].features[doc].dense()),
                std::vector<float>(row.begin(), row.end()));
    }
  }
}

TEST(ServingOf, SaysWhatMustBeKnown) {
  const Dataset data = random_dataset(11, 5, 2, 0.5);
  const auto with = [&](const char* policy) { return serving_of(preparation_for(data, policy)); };
  EXPECT_EQ(with("zero"), Serving::documents);
  EXPECT_EQ(with("keep,1=constant:3"), Serving::documents);
  EXPECT_EQ(with("min"), Serving::complete_documents);
  EXPECT_EQ(with("zero,2=max"), Serving::complete_documents);
  EXPECT_EQ(with("mean,1=zero,2=zero"), Serving::documents);
  Preparation preparation = preparation_for(data, "zero");
  preparation.normaliser = Normaliser::fit(NormaliserKind::query_zscore, data);
  EXPECT_EQ(serving_of(preparation), Serving::queries);
}

TEST(FilledFromQuery, CountsMissingValuesByTheirRules) {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{missing, missing, 1, 2});
  builder.add_query("b", GradedTruth{{0}}, std::vector<float>{missing, 2});
  const Dataset data = std::move(builder).build();
  EXPECT_EQ(filled_from_query(preparation_for(data, "min"), data), 3U);
  EXPECT_EQ(filled_from_query(preparation_for(data, "zero,2=mean"), data), 1U);
  EXPECT_EQ(filled_from_query(preparation_for(data, "keep"), data), 0U);
}

TEST(PreparedDocument, RefusesWhatNeedsTheOtherDocuments) {
  const Dataset data = random_dataset(5, 3, 2);
  const auto message = [&](const std::string& policy, std::vector<float> values) {
    return refusal<Error>([&] { prepared_document(preparation_for(data, policy), values); });
  };
  EXPECT_EQ(message("zero", {missing, 1.0F}), "accepted");
  EXPECT_EQ(message("min", {1.0F, 2.0F}), "accepted");
  EXPECT_EQ(message("zero,2=min", {1.0F, missing}),
            "feature '2': the value is missing and its rule min needs all documents of a query, it "
            "cannot be applied to one document");
  EXPECT_EQ(message("keep", {missing, 1.0F}), "accepted");
  EXPECT_EQ(message("min", {1.0F}), "document: found 1 features, expected the 2 of the model");
  Preparation preparation = preparation_for(data, "zero");
  preparation.normaliser = Normaliser::fit(NormaliserKind::query_minmax, data);
  EXPECT_THAT(refusal<UsageError>([&] {
                prepared_document(preparation, std::vector<float>{1.0F, 2.0F});
              }),
              HasSubstr("needs all documents of a query"));
}

TEST(FitPreparation, ReplacesCategoriesFirst) {
  const Dataset data = random_dataset(12, 30, 3, 0.2);
  const PreparationPlan plan{
      .fill = parse_fill_policy("train-mean"), .normaliser = {}, .categorical = {"2"}, .seed = 4};
  const FittedCategories categories = fit_categories(plan.categorical, data, plan.seed);
  for (const NormaliserEntry& entry : normalisers()) {
    PreparationPlan own = plan;
    own.normaliser = entry.kind;
    const FittedPreparation fitted = fit_preparation(own, data);
    EXPECT_EQ(fitted.preparation.categories, categories.means);
    // Training goes on with what learners may know, scoring with all that is known.
    const FittedPreparation rest =
        fit_preparation({.fill = own.fill, .normaliser = entry.kind}, categories.train);
    EXPECT_EQ(comparable_features(fitted.train), comparable_features(rest.train)) << entry.name;
    const Dataset ready = prepared(fitted.preparation, data);
    EXPECT_EQ(comparable_features(ready),
              comparable_features(
                  prepared(rest.preparation, with_category_means(data, categories.means))))
        << entry.name;
    if (!entry.servable) continue;
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        EXPECT_EQ(prepared_document(fitted.preparation, data[query].features[doc].dense()),
                  ready[query].features[doc].dense());
      }
    }
  }
}

TEST(FilledFromQuery, LeavesOutCategories) {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{0, 1}}, std::vector<float>{missing, missing, 1, 2});
  const Dataset data = std::move(builder).build();
  Preparation preparation = preparation_for(data, "min");
  preparation.categories = {{"2", {2.0F}, {0.5}}};
  EXPECT_EQ(filled_from_query(preparation, data), 1U);
}

TEST(PreparationCheck, RefusesCategoriesOfOtherFeatures) {
  Preparation preparation = preparation_for(random_dataset(6, 3, 2), "min");
  preparation.categories = {{"2", {1.0F}, {0.5}}, {"1", {1.0F}, {0.5}}};
  EXPECT_EQ(refusal<UsageError>([&] { check(preparation); }),
            "categories: found '2' at place 1, expected the order of features");
  preparation.categories = {{"3", {1.0F}, {0.5}}};
  EXPECT_THAT(refusal<UsageError>([&] { check(preparation); }), HasSubstr("found '3'"));
}

TEST(PreparationCheck, RefusesPartsThatSpeakOfOtherFeatures) {
  const Dataset data = random_dataset(6, 3, 2);
  Preparation preparation = preparation_for(data, "min,3=zero");
  EXPECT_THAT(refusal<UsageError>([&] { check(preparation); }), HasSubstr("found '3'"));
  preparation = preparation_for(data, "min");
  preparation.normaliser = Normaliser::fit(NormaliserKind::log1p, random_dataset(6, 3, 3));
  EXPECT_THAT(refusal<UsageError>([&] { check(preparation); }), HasSubstr("found 2 features"));
  EXPECT_EQ(refusal<UsageError>([&] { check(preparation_for(data, "min,2=train-max")); }),
            "fill rule: found train-max in a model, expected the number that was learned");
}

TEST(FitPreparation, ShowsLearnersOnlyWhatIsJudged) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{1, -1, 0}}, std::vector<float>{2, 10, 0});
  builder.add_query("b", GradedTruth{{-1, -1}}, std::vector<float>{7, 8});
  const Dataset data = std::move(builder).build();
  const Dataset plain = fit_preparation({}, data).train;
  ASSERT_EQ(plain.query_count(), 1U);
  EXPECT_THAT(plain[0].features.dense(), ElementsAre(2, 0));
  EXPECT_THAT(plain[0].truth.label, ElementsAre(1, 0));
  // A query is normalised whole, as it will be when the model is used ...
  const Dataset by_query =
      fit_preparation({.normaliser = NormaliserKind::query_minmax}, data).train;
  EXPECT_THAT(by_query[0].features.dense(), ElementsAre(0.2F, 0));
  // ... but what is fitted is fitted on judged documents.
  const auto fitted = fit_preparation({.normaliser = NormaliserKind::minmax}, data);
  EXPECT_THAT(fitted.train[0].features.dense(), ElementsAre(1, 0));
}

TEST(FitPreparation, RefusesDataWithoutJudgements) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{-1, -2}}, std::vector<float>{2, 10});
  const Dataset data = std::move(builder).build();
  EXPECT_THROW(fit_preparation({.normaliser = NormaliserKind::zscore}, data), NumericError);
}

TEST(Refuse, NamesTheSameValueOfSparseData) {
  DatasetBuilder builder(3);
  builder.add_query("a", GradedTruth{{1, 0}}, std::vector<float>{0, 0, 0, 0, 0, 0});
  builder.add_query("b", GradedTruth{{1, 0}}, std::vector<float>{0, 0, 0, 0, 1e20F, std::nanf("")});
  const Dataset dense = std::move(builder).build();
  const auto words_of = [](auto&& refuse, const Dataset& data) {
    try {
      refuse(data);
    } catch (const NumericError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto as_large = [&](const Dataset& data) { refuse_large(data); };
  const auto as_missing = [&](const Dataset& data) { refuse_missing(data); };
  EXPECT_THAT(words_of(as_large, dense), HasSubstr("query 'b', document '4', feature '2'"));
  EXPECT_EQ(words_of(as_large, as_sparse(dense)), words_of(as_large, dense));
  EXPECT_EQ(words_of(as_missing, as_sparse(dense)), words_of(as_missing, dense));
  const Preparation preparation = preparation_for(dense, "min");
  EXPECT_EQ(filled_from_query(preparation, as_sparse(dense)), 1U);
}

}  // namespace
}  // namespace podium
