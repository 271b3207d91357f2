#include "podium/core/prepare/feature_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

/// One query of two documents.
Dataset two_documents(std::size_t features, const std::vector<float>& values) {
  DatasetBuilder builder(features);
  builder.add_query("q", GradedTruth{{1.0, 0.0}}, values);
  return std::move(builder).build();
}

std::string refusal(const Dataset& data, const FeatureSet& features) {
  try {
    with_feature_set(data, features);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FeatureSet, IsNamedByNumberOrByName) {
  EXPECT_EQ((FeatureSet{3, 1, {}}.name(2)), "3");
  EXPECT_EQ((FeatureSet{3, 0, {}}.name(2)), "2");
  EXPECT_EQ((FeatureSet{2, 1, {"a", "b"}}.name(1)), "b");
}

TEST(FeatureSet, OfADataSetComesBack) {
  const Dataset data = with_names(random_dataset(1, 3, 2), {"a", "b"});
  EXPECT_EQ(feature_set_of(data), (FeatureSet{2, 1, {"a", "b"}}));
  EXPECT_EQ(feature_set_of(by_position(random_dataset(1, 3, 2), feature_set_of(data))),
            feature_set_of(data));
}

TEST(WithFeatureSet, CopiesNothingWhenThereIsNothingToDo) {
  const Dataset data = random_dataset(1, 3, 4);
  EXPECT_EQ(with_feature_set(data, feature_set_of(data)).columns().features.data(),
            data.columns().features.data());
  EXPECT_EQ(with_names(data, {"a", "b", "c", "d"}).columns().features.data(),
            data.columns().features.data());
}

TEST(WithFeatureSet, KeepsExactFeaturesOnlyWhereItCopiesNothing) {
  const Dataset floats = with_names(two_documents(2, {1, 2, 3, 4}), {"a", "b"});
  const auto ends = floats.columns().query_end;
  FeatureMatrix matrix(ends, 2, default_memory_limit());
  const Dataset data =
      floats.with_features({matrix, ExactMatrix(ends, 2, default_memory_limit()), {}});
  EXPECT_EQ(with_feature_set(data, {2, 1, {"a", "b"}})[0].exact.stored().size(), 4U);
  EXPECT_TRUE(with_feature_set(data, {2, 1, {"b", "a"}})[0].exact.empty());
  EXPECT_TRUE(with_feature_set(data, {1, 1, {"a"}})[0].exact.empty());
}

TEST(WithFeatureSet, FindsColumnsByNameInAnyOrder) {
  const Dataset data = with_names(two_documents(3, {1, 2, 3, 4, 5, 6}), {"a", "b", "c"});
  const Dataset chosen = with_feature_set(data, {2, 1, {"c", "a"}});
  EXPECT_THAT(chosen[0].features.dense(), ElementsAre(3, 1, 6, 4));
  EXPECT_EQ(chosen.feature_name(0), "c");
  EXPECT_EQ(chosen.row_count(), 2U);
  EXPECT_EQ(refusal(data, {2, 1, {"a", "x"}}),
            "found no feature 'x' among the 3 of the data ('a', 'b', 'c'), expected the 2 of the "
            "model");
  EXPECT_EQ(
      refusal(data, {4, 1, {"b", "c", "price", "price (set)"}}),
      "found no feature 'price' among the 3 of the data ('a', 'b', 'c'), expected the 3 of the "
      "model; --by-position takes the columns in order, whatever their names");
}

TEST(WithFeatureSet, RefusesColumnsWithOtherNumbersThanTheModel) {
  const Dataset from_zero = with_names(two_documents(3, {1, 2, 3, 4, 5, 6}), {"f0", "f1", "f2"});
  EXPECT_THAT(
      refusal(from_zero, {2, 1, {}}),
      testing::HasSubstr("the data has the feature 'f0'; those of the model are numbered from 1"));
  const Dataset twice = with_names(two_documents(3, {1, 2, 3, 4, 5, 6}), {"1", "f1", "f2"});
  EXPECT_THAT(refusal(twice, {2, 1, {}}),
              testing::HasSubstr("the data has the features '1' and 'f1'"));
}

TEST(FindFeature, TakesANumberForTheFeatureOfThatNumber) {
  const Dataset turned = with_names(two_documents(2, {1, 2, 3, 4}), {"f2", "f1"});
  EXPECT_EQ(find_feature(turned, "1"), 1U);
  EXPECT_EQ(find_feature(turned, "f2"), 0U);
  try {
    find_feature(turned, "3");
    ADD_FAILURE() << "there is no such feature";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("where names have numbers, these are not places"));
  }
  const Dataset numbered = two_documents(2, {1, 2, 3, 4});
  EXPECT_EQ(find_feature(numbered, "f2"), 1U);
  const Dataset named = with_names(numbered, {"bm25", "price"});
  EXPECT_EQ(find_feature(named, "2"), 1U);
  EXPECT_THROW(find_feature(named, "f2"), UsageError);
  try {
    find_feature(named, "prize", "baseline");
    ADD_FAILURE() << "there is no such feature";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "baseline: found 'prize', expected a name or a number from 1 to 2");
  }
}

TEST(WithFeatureSet, RefusesFewerFeaturesThanTheModelHas) {
  const Dataset data = two_documents(2, {1, 2, 3, 4});
  EXPECT_EQ(refusal(data, {3, 1, {}}),
            "the data has 2 features; the model needs 3; first missing: '3'; if the file omits "
            "zeros, give --feature-count 3");
  EXPECT_EQ(refusal(data, {3, 1, {"f1", "f2", "f3"}}),
            "the data has 2 features; the model needs 3; first missing: 'f3'; if the file omits "
            "zeros, give --feature-count 3");
}

TEST(WithFeatureSet, TakesDataWithoutRowsForAnyFeatures) {
  EXPECT_EQ(with_feature_set(Dataset(), {3, 0, {"a", "b", "c"}}).feature_count(), 3U);
}

TEST(WithFeatureSet, RefusesOtherFeatures) {
  const Dataset data = two_documents(3, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(refusal(data, {2, 1, {}}),
            "the data has 3 features; the model needs 2; first surplus: '3'");
  EXPECT_EQ(refusal(data, {3, 1, {"1", "2", "2 (set)"}}),
            "the data has 3 features; the model needs 2; first surplus: '3'");
  EXPECT_EQ(refusal(data, {3, 0, {}}),
            "the features of the data are numbered from 1; those of the model from 0");
  const Dataset named = with_names(data, {"a", "b", "c"});
  EXPECT_EQ(
      refusal(named, {3, 1, {}}),
      "found no feature 1 ('1' or 'f1') among the 3 of the data ('a', 'b', 'c'), expected the "
      "3 of the model; --by-position takes the columns in order, whatever their names");
  EXPECT_EQ(refusal(data, {3, 1, {"a", "b", "c"}}),
            "the features of the data have numbers, those of the model names ('a', 'b', 'c'); "
            "--by-position takes the columns in order, whatever their names");
}

TEST(WithFeatureSet, FindsColumnsOfSparseData) {
  std::vector<std::string> names;
  for (int f = 0; f < 60; ++f) names.push_back("f" + std::to_string(f));
  const Dataset dense = with_names(sparse_data({}, 3), names);
  const FeatureSet some{3, 1, {"f41", "f0", "f12"}};
  const Dataset sparse = with_feature_set(as_sparse(dense), some);
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(feature_bits(sparse), feature_bits(with_feature_set(dense, some)));
}

TEST(FeatureNumber, IsThatOfANameMadeOfItAlone) {
  EXPECT_EQ(feature_number("7"), 7U);
  EXPECT_EQ(feature_number("f7"), 7U);
  EXPECT_EQ(feature_number("f0"), 0U);
  for (const char* name : {"", "f", "07", "f07", "-7", "7.5", "F7", "f7a", "Column_7"}) {
    EXPECT_EQ(feature_number(name), std::nullopt) << name;
  }
}

TEST(WithFeatureSet, FindsNumberedFeaturesByTheNumbersInNames) {
  const Dataset numbered = two_documents(3, {1, 2, 3, 4, 5, 6});
  for (const auto& names : {std::vector<std::string>{"f3", "f2", "f1"}, {"3", "2", "1"}}) {
    const Dataset turned = with_names(numbered, names);
    EXPECT_THAT(with_feature_set(turned, {3, 1, {}})[0].features.dense(),
                ElementsAre(3, 2, 1, 6, 5, 4));
    EXPECT_THAT(with_feature_set(numbered, {3, 1, names})[0].features.dense(),
                ElementsAre(3, 2, 1, 6, 5, 4));
  }
  const Dataset more = with_names(numbered, {"price", "2", "f1"});
  EXPECT_THAT(with_feature_set(more, {2, 1, {}})[0].features.dense(), ElementsAre(3, 2, 6, 5));
  EXPECT_THAT(with_feature_set(numbered, {2, 1, {"f3", "f1"}})[0].features.dense(),
              ElementsAre(3, 1, 6, 4));
}

TEST(WithFeatureSet, SaysWhenNumbersBeginElsewhere) {
  EXPECT_THAT(refusal(two_documents(2, {1, 2, 3, 4}), {2, 1, {"f0", "f1"}}),
              testing::HasSubstr("numbered from 1; the model needs 'f0'; --first-feature-id 0"));
}

TEST(ByPosition, GivesColumnsOtherNamesInOrder) {
  const Dataset data = with_names(two_documents(2, {1, 2, 3, 4}), {"f2", "f1"});
  const Dataset renamed = by_position(data, {2, 0, {"a", "b"}});
  EXPECT_EQ(feature_set_of(renamed), (FeatureSet{2, 0, {"a", "b"}}));
  EXPECT_EQ(renamed.columns().features.data(), data.columns().features.data());
  EXPECT_EQ(feature_set_of(by_position(data, {2, 1, {}})), (FeatureSet{2, 1, {}}));
  EXPECT_THROW(by_position(data, {3, 1, {}}), UsageError);
}

}  // namespace
}  // namespace podium
