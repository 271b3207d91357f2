#include "podium/core/data/joined_data.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_fixture.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

TEST(JoinedData, HasTheRowsOfBoth) {
  const Dataset first = random_dataset(1, 5, 3);
  const Dataset second = random_dataset(2, 4, 3, 0.2);
  const Dataset both = joined_data(first, second);
  ASSERT_EQ(both.query_count(), 9U);
  ASSERT_EQ(both.row_count(), first.row_count() + second.row_count());
  std::vector<float> features = comparable_features(first);
  for (const float value : comparable_features(second)) features.push_back(value);
  EXPECT_EQ(comparable_features(both), features);
  for (std::size_t q = 0; q < both.query_count(); ++q) {
    const Dataset& part = q < 5 ? first : second;
    const QueryView own = part[q < 5 ? q : q - 5];
    EXPECT_EQ(both[q].id, own.id);
    EXPECT_TRUE(std::ranges::equal(both[q].truth.label, own.truth.label));
    EXPECT_TRUE(std::ranges::equal(both[q].truth.level, own.truth.level));
    EXPECT_EQ(both.document_id(both[q].first_row), part.document_id(own.first_row));
  }
}

TEST(JoinedData, KeepsStrictPlacesAndGivesOthersTheWeightOne) {
  const Dataset first = two_queries();  // top-k truths
  const Dataset second = random_dataset(2, 2, 3).with_weights({}, {3.0, 4.0});
  const Dataset both = joined_data(first, second);
  EXPECT_EQ(both[1].truth.strict, first[1].truth.strict);
  EXPECT_EQ(both[2].truth.strict, 0U);
  EXPECT_EQ(both[0].weight, 1.0);
  EXPECT_EQ(both[3].weight, 4.0);
  EXPECT_TRUE(both.columns().row_weight.empty());
}

TEST(JoinedData, GivesWordsTheirPlacesAmongThoseOfBoth) {
  const auto data = [](const Words& words) {
    DatasetMemory memory;
    memory.feature_count = 2;
    memory.add_query_id("q");
    memory.query_end = {words.size()};
    memory.label.resize(words.size());
    memory.features.dense = FeatureMatrix(memory.query_end, 2, default_memory_limit());
    for (std::size_t row = 0; row < words.size(); ++row) {
      memory.features.dense.values()[2 * row + 1] = static_cast<float>(row);
    }
    memory.words.emplace(1, std::make_shared<Words>(words));
    return build_dataset(std::move(memory));
  };
  const Dataset both = joined_data(data({"b", "d"}), data({"a", "b", "c"}));
  EXPECT_THAT(*both.columns().words.at(1), testing::ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(comparable_features(both), testing::ElementsAre(0, 1, 0, 3, 0, 0, 0, 1, 0, 2));
  for (const bool is_first : {true, false}) {
    const Dataset words = data({"b", "d"});
    const Dataset numbers = random_dataset(1, 2, 2);
    EXPECT_THAT(
        [&] { is_first ? joined_data(words, numbers) : joined_data(numbers, words); },
        testing::ThrowsMessage<UsageError>(testing::HasSubstr("feature '2': one of two files")));
  }
}

TEST(JoinedData, RefusesAnotherNumberOfFeatures) {
  EXPECT_THROW(joined_data(random_dataset(1, 2, 3), random_dataset(1, 2, 4)), ContractError);
}

TEST(JoinedData, IsSparseWhereOneOfThemIs) {
  const Dataset a = sparse_data({.has_signs = true}, 1);
  const Dataset b = sparse_data({.queries = 7, .missing = 0.2}, 2);
  const Dataset expected = joined_data(a, b);
  const std::vector<std::pair<Dataset, Dataset>> twins = {
      {as_sparse(a), as_sparse(b)}, {a, as_sparse(b)}, {as_sparse(a), b}};
  for (const auto& [first, second] : twins) {
    const Dataset joined = joined_data(first, second);
    EXPECT_TRUE(joined.is_sparse());
    EXPECT_EQ(feature_bits(joined), feature_bits(expected));
  }
}

}  // namespace
}  // namespace podium
