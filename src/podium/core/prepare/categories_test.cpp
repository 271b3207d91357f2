#include "podium/core/prepare/categories.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"
#include "podium/core/prepare/split.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::ThrowsMessage;

const float no_code = std::nanf("");
const std::vector<std::string> first_feature = {"1"};

/// Queries of one feature, of which the first has labels 1 above and 1 below its mean, the second
/// 2 above and twice 1 below.
Dataset coded_queries(const std::vector<double>& more_labels = {},
                      const std::vector<float>& more_codes = {}) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{2, 0}}, std::vector<float>{5, 7});
  GradedTruth truth{{3, 0, 0}};
  std::vector<float> codes = {5, 5, 9};
  truth.label.insert(truth.label.end(), more_labels.begin(), more_labels.end());
  codes.insert(codes.end(), more_codes.begin(), more_codes.end());
  builder.add_query("b", truth, codes);
  return std::move(builder).build();
}

TEST(Categories, AreReplacedByWhatTheirLabelsSay) {
  const FittedCategories fitted = fit_categories(first_feature, coded_queries(), 1);
  ASSERT_EQ(fitted.means.size(), 1U);
  EXPECT_EQ(fitted.means[0].feature, "1");
  EXPECT_THAT(fitted.means[0].value, ElementsAre(5, 7, 9));
  EXPECT_THAT(fitted.means[0].mean, ElementsAre(2.0 / 13, -1.0 / 11, -1.0 / 11));
}

TEST(Categories, OfTrainingRowsAreThoseOfTheQueriesBeforeTheirs) {
  std::size_t first_times = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Dataset train = fit_categories(first_feature, coded_queries(), seed).train;
    const std::vector<float> values = comparable_features(train);
    if (values[0] == 0.0F) {
      ++first_times;
      EXPECT_THAT(values, ElementsAre(0, 0, FloatEq(1.0F / 11), FloatEq(1.0F / 11), 0));
    } else {
      EXPECT_THAT(values, ElementsAre(FloatEq(1.0F / 12), 0, 0, 0, 0));
    }
  }
  EXPECT_GT(first_times, 0U);
  EXPECT_LT(first_times, 20U);
}

TEST(Categories, LearnNothingFromDocumentsThatAreNotJudged) {
  const FittedCategories less = fit_categories(first_feature, coded_queries(), 2);
  const FittedCategories more = fit_categories(first_feature, coded_queries({-1, -1}, {5, 4}), 2);
  EXPECT_EQ(more.means, less.means);
  // But they get what the others get.
  EXPECT_EQ(more.train[1].features[3][0], more.train[1].features[0][0]);
  EXPECT_EQ(more.train[1].features[4][0], 0.0F);
}

TEST(Categories, CountRowsByTheirWeight) {
  const Dataset once = coded_queries();
  const Dataset weighted = once.with_weights({1, 1, 1, 1, 2}, {});
  EXPECT_EQ(fit_categories(first_feature, weighted, 3).means,
            fit_categories(first_feature, coded_queries({0}, {9}), 3).means);
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{2, 0}}, std::vector<float>{5, 7});
  builder.add_query("a again", GradedTruth{{2, 0}}, std::vector<float>{5, 7});
  EXPECT_EQ(fit_categories(first_feature, once.with_weights({}, {2, 0}), 3).means,
            fit_categories(first_feature, std::move(builder).build(), 3).means);
}

TEST(Categories, ThatAreUnknownOrMissingBecome0) {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{2, 0, 1}}, std::vector<float>{0, 1, 1, 2, no_code, 3});
  const FittedCategories fitted = fit_categories(first_feature, std::move(builder).build(), 1);
  EXPECT_THAT(fitted.means[0].value, ElementsAre(0, 1));  // missing is no value
  DatasetBuilder other(2);
  other.add_query("b", GradedTruth{{0, 0, 0, 0}},
                  std::vector<float>{-0.0F, 7, 8, 7, no_code, 7, 1, no_code});
  EXPECT_EQ(comparable_features(with_category_means(std::move(other).build(), fitted.means)),
            (std::vector<float>{1.0F / 11, 7, 0, 7, 0, 7, -1.0F / 11, -999}));
}

/// Labels of judged documents, read literally.
double above_mean(const QueryView& query, std::size_t doc) {
  double sum = 0.0;
  double count = 0.0;
  for (const double label : query.truth.label) {
    if (!is_judged(label)) continue;
    sum += label;
    count += 1.0;
  }
  return query.truth.label[doc] - sum / count;
}

/// What a code becomes after some queries, by the formula.
double literal_mean(const Dataset& data, std::span<const std::size_t> queries, std::size_t feature,
                    float code) {
  double sum = 0.0;
  double count = 0.0;
  for (const std::size_t q : queries) {
    for (DocIndex doc = 0; doc < data[q].size(); ++doc) {
      if (!is_judged(data[q].truth.label[doc]) || data[q].features[doc][feature] != code) continue;
      sum += above_mean(data[q], doc);
      count += 1.0;
    }
  }
  return sum / (count + 10.0);
}

/// Random data in which some labels say that a document is not judged.
Dataset half_judged(std::uint64_t seed) {
  const Dataset data = random_dataset(seed, 25, 3, 0.1);
  std::vector<WeakOrder> truths;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    GradedTruth truth;
    for (std::size_t doc = 0; doc < data[q].size(); ++doc) {
      truth.label.push_back((q + doc) % 4 == 0 ? -1.0 : data[q].truth.label[doc]);
    }
    truths.push_back(weak_order(truth));
  }
  return data.with_truth(truths);
}

TEST(Categories, AgreeWithTheFormula) {
  const Dataset data = half_judged(4);
  const std::vector<std::string> names = {"3", "1"};
  const FittedCategories fitted = fit_categories(names, data, 5);
  QueryList order = all_queries(data.query_count());
  RandomStream(5, "", "categories").shuffle(std::span(order));
  ASSERT_EQ(fitted.means[0].feature, "1");
  ASSERT_EQ(fitted.means[1].feature, "3");
  const Dataset scored = with_category_means(data, fitted.means);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t q = order[i];
    const auto before = std::span(order).first(i);
    for (DocIndex doc = 0; doc < data[q].size(); ++doc) {
      const auto raw = data[q].features[doc];
      for (const std::size_t f : {0U, 2U}) {
        EXPECT_NEAR(fitted.train[q].features[doc][f], literal_mean(data, before, f, raw[f]), 1e-6);
        EXPECT_NEAR(scored[q].features[doc][f], literal_mean(data, order, f, raw[f]), 1e-6);
      }
      if (!std::isnan(raw[1])) {
        EXPECT_EQ(scored[q].features[doc][1], raw[1]);
      }
    }
  }
}

TEST(Categories, OfARowDoNotDependOnTheLabelsOfItsQuery) {
  const Dataset data = random_dataset(6, 12, 1);
  const std::vector<float> before =
      comparable_features(fit_categories(first_feature, data, 7).train);
  std::size_t changed = 0;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    std::vector<WeakOrder> truths;
    for (std::size_t other = 0; other < data.query_count(); ++other) {
      GradedTruth truth{{data[other].truth.label.begin(), data[other].truth.label.end()}};
      if (other == q)
        std::ranges::transform(truth.label, truth.label.begin(),
                               [](double label) { return 2.0 - label; });
      truths.push_back(weak_order(truth));
    }
    const Dataset train = fit_categories(first_feature, data.with_truth(truths), 7).train;
    const QueryView own = train[q];
    for (DocIndex doc = 0; doc < own.size(); ++doc) {
      EXPECT_EQ(own.features[doc][0], before[own.first_row + doc]);
    }
    if (comparable_features(train) != before) ++changed;
  }
  EXPECT_GT(changed, 0U);  // labels do count elsewhere
}

/// The mean product of a feature with how far labels are above the mean of their query: above 0 if
/// the feature knows the labels.
double agreement(const Dataset& labels, const Dataset& values) {
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t q = 0; q < labels.query_count(); ++q) {
    for (DocIndex doc = 0; doc < labels[q].size(); ++doc) {
      const double value = double{values[q].features[doc][0]};
      sum += value * above_mean(labels[q], doc);
      squares += value * value;
    }
  }
  return sum / std::sqrt(squares * static_cast<double>(labels.row_count()));
}

TEST(Categories, ThatAreNoiseTellLearnersNothing) {
  RandomStream random(8, "", "test data");
  DatasetBuilder builder(1);
  for (int q = 0; q < 300; ++q) {
    GradedTruth truth;
    std::vector<float> codes;
    for (int doc = 0; doc < 10; ++doc) {
      truth.label.push_back(static_cast<double>(random.below(3)));
      codes.push_back(static_cast<float>(random.below(1500)));  // about two documents for each
    }
    builder.add_query("q" + to_text(q), truth, codes);
  }
  const Dataset data = std::move(builder).build();
  const FittedCategories fitted = fit_categories(first_feature, data, 1);
  // With its own label in its mean, a row nearly has its label as a feature.
  EXPECT_GT(agreement(data, with_category_means(data, fitted.means)), 0.4);
  EXPECT_LT(std::abs(agreement(data, fitted.train)), 0.04);
}

TEST(Categories, AreTheSameForSparseDataAndAnyNumberOfThreads) {
  const Dataset dense = half_judged(9);
  const std::vector<std::string> names = {"2", "3"};
  const FittedCategories fitted = fit_categories(names, dense, 1);
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    for (const Dataset& data : {dense, as_sparse(dense)}) {
      const FittedCategories again = fit_categories(names, data, 1);
      EXPECT_EQ(again.means, fitted.means);
      EXPECT_EQ(comparable_features(again.train), comparable_features(fitted.train));
      EXPECT_EQ(comparable_features(with_category_means(data, fitted.means)),
                comparable_features(with_category_means(dense, fitted.means)));
    }
  }
}

TEST(Categories, AreRefusedWhereFloatsDoNotTellCodesApart) {
  const auto fit = [](float code) {
    return [code] {
      fit_categories(std::vector<std::string>{"site"},
                     with_names(coded_queries({1}, {code}), {"site"}), 1);
    };
  };
  EXPECT_NO_THROW(fit(16'777'215.0F)());
  for (const float code : {16'777'216.0F, -33'554'432.0F}) {
    EXPECT_THAT(fit(code), ThrowsMessage<UsageError>(fmt::format(
                               "categorical feature 'site': found the code {:.0f}, expected codes "
                               "below 16777216, from which on neighbouring whole numbers are the "
                               "same 32-bit float; number the categories from 0",
                               code)));
  }
}

TEST(Categories, AreWholeNumbers) {
  EXPECT_NO_THROW(fit_categories(first_feature, coded_queries({1}, {-1}), 1));
  EXPECT_NO_THROW(fit_categories(first_feature, coded_queries({-1}, {1.5F}), 1)) << "not judged";
  EXPECT_THAT([] { fit_categories(first_feature, coded_queries({1}, {1.5F}), 1); },
              ThrowsMessage<UsageError>("categorical feature '1': found the code 1.5 in query 'b', "
                                        "expected whole numbers; number the categories from 0"));
}

/// Nine rows of brands, one of them without.
Dataset branded_queries() {
  DatasetMemory memory;
  memory.feature_count = 1;
  memory.add_feature_name("brand");
  for (const char* id : {"q1", "q2", "q3"}) memory.add_query_id(id);
  memory.query_end = {3, 6, 9};
  memory.label = {2, 0, 1, 1, 0, 0, 1, 0, 2};
  memory.features.dense = FeatureMatrix(memory.query_end, 1, default_memory_limit());
  const std::vector<float> places = {1, 2, 1, 2, 1, 0, 1, no_code, 2};
  for (std::size_t row = 0; row < places.size(); ++row) {
    memory.features.dense.values()[memory.features.dense.begins()[row / 3] + row % 3] = places[row];
  }
  memory.words.emplace(0, std::make_shared<Words>(Words{"Zoë, Ltd", "acme", "bolt"}));
  return build_dataset(std::move(memory));
}

TEST(Categories, OfWordsHaveTheirCountsAndValues) {
  const std::vector<std::string> brand = {"brand"};
  std::uint64_t seed = 1;  // of the order q2, q3, q1
  for (QueryList order; order != QueryList{1, 2, 0}; ++seed) {
    order = all_queries(3);
    RandomStream(seed, "", "categories").shuffle(std::span(order));
  }
  const FittedCategories fitted = fit_categories(brand, branded_queries(), seed - 1);
  const CategoryMeans& category = fitted.means[0];
  EXPECT_THAT(category.word, ElementsAre("Zoë, Ltd", "acme", "bolt"));
  EXPECT_THAT(category.count, ElementsAre(1, 4, 3));
  const std::vector<double> table = {-0.0303030303030303, 0.04761904761904762, 0.05128205128205131};
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_NEAR(category.mean[i], table[i], 1e-12);
  const std::vector<double> column = {-0.027777777777777773,
                                      0.13888888888888892,
                                      -0.027777777777777773,
                                      0.0,
                                      0.0,
                                      0.0,
                                      -0.0303030303030303,
                                      0.0,
                                      0.060606060606060615};
  const std::vector<float> values = comparable_features(fitted.train);
  for (std::size_t row = 0; row < column.size(); ++row) {
    EXPECT_FLOAT_EQ(values[row], static_cast<float>(column[row]));
  }
  const CategoryMeans again =
      CategoryMeans::read_words("brand", JsonReader(category.json(), {"m"}));
  EXPECT_EQ(again, category);
}

TEST(Categories, OfWordsAreFoundByTheWordAndNotByItsPlace) {
  const std::vector<std::string> brand = {"brand"};
  const FittedCategories fitted = fit_categories(brand, branded_queries(), 1);
  const auto with_codes = [](const std::vector<float>& codes) {
    DatasetMemory memory;
    memory.feature_count = 1;
    memory.add_feature_name("brand");
    memory.add_query_id("q");
    memory.query_end = {codes.size()};
    memory.label.assign(codes.size(), 0);
    memory.features.dense = FeatureMatrix(memory.query_end, 1, default_memory_limit());
    std::ranges::copy(codes, memory.features.dense.values().begin());
    memory.words.emplace(0, std::make_shared<Words>(Words{"aaa", "acme", "zzz"}));
    return build_dataset(std::move(memory));
  };
  const Dataset data = with_codes({0, 1, 2, no_code});
  EXPECT_THAT(comparable_features(with_category_means(data, fitted.means)),
              ElementsAre(0, FloatEq(1.0F / 21), 0, 0));
  EXPECT_THAT(unseen_categories(data, fitted.means), ElementsAre(2));
  // A service scores any numbers before it takes requests.
  EXPECT_THAT(comparable_features(with_category_means(with_codes({-1.5F, 3, 1e9F}), fitted.means)),
              ElementsAre(0, 0, 0));
  EXPECT_EQ(fitted.means[0].code_of("acme"), 1.0F);
  EXPECT_EQ(fitted.means[0](double{fitted.means[0].code_of("acne")}), 0.0);
  const Dataset numbers = with_names(random_dataset(10, 5, 1), {"brand"});
  EXPECT_THAT([&] { with_category_means(numbers, fitted.means); },
              ThrowsMessage<UsageError>(testing::HasSubstr("found numbers, expected words")));
  EXPECT_THAT([&] { fit_categories({}, data, 1); },
              ThrowsMessage<UsageError>(testing::HasSubstr("--categorical uses words")));
}

TEST(Categories, OfNoFeaturesChangeNothing) {
  const Dataset data = random_dataset(10, 5, 2);
  const FittedCategories fitted = fit_categories({}, data, 1);
  EXPECT_TRUE(fitted.means.empty());
  EXPECT_EQ(fitted.train.columns().features.data(), data.columns().features.data());
}

TEST(Categories, AreOfFeaturesThatAreThereAndOfEachOnce) {
  const Dataset data = with_names(random_dataset(11, 5, 2), {"site", "lang"});
  const auto fit = [&](std::vector<std::string> names) {
    return [&data, names] { fit_categories(names, data, 1); };
  };
  EXPECT_THAT(fit({"host"}),
              ThrowsMessage<UsageError>(
                  "categorical: found 'host', expected a name or a number from 1 to 2"));
  EXPECT_THAT(
      fit({"lang", "2"}),
      ThrowsMessage<UsageError>("categorical features: found 'lang' twice, expected it once"));
}

}  // namespace
}  // namespace podium
