#include "podium/learning/experiment/tuning/tune_folds.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Queries "u0", ... with preferences, then "e0", ... without.
Dataset queries(int useful, int useless) {
  DatasetBuilder builder(1);
  const std::vector<float> values = {1, 2};
  for (int q = 0; q < useful; ++q) {
    builder.add_query("u" + std::to_string(q), GradedTruth{{1.0, 0.0}}, values);
  }
  for (int q = 0; q < useless; ++q) {
    builder.add_query("e" + std::to_string(q), GradedTruth{{1.0, 1.0}}, values);
  }
  return std::move(builder).build();
}

std::vector<std::vector<std::string>> ids(const Dataset& data, char kind,
                                          const std::vector<QueryList>& parts) {
  std::vector<std::vector<std::string>> all;
  for (const QueryList& part : parts) {
    auto& own = all.emplace_back();
    for (const std::size_t q : part) {
      if (data[q].id.front() == kind) own.emplace_back(data[q].id);
    }
  }
  return all;
}

TEST(InnerFolds, HaveEachQueryOnceAndTheirShareOfThoseWithPreferences) {
  const Dataset data = queries(13, 7);
  const std::vector<QueryList> parts = inner_folds(data, 5, 1);
  std::vector<int> seen(data.query_count());
  for (const QueryList& part : parts) {
    for (const std::size_t q : part) ++seen[q];
    EXPECT_EQ(part.size() + other_queries(data, part).size(), data.query_count());
  }
  EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count == 1; }));
  for (const auto& own : ids(data, 'u', parts)) {
    EXPECT_GE(own.size(), 2U);
    EXPECT_LE(own.size(), 3U);
  }
}

TEST(InnerFolds, DoNotDependOnQueriesWithoutPreferences) {
  const Dataset few = queries(13, 0);
  const Dataset many = queries(13, 9);
  EXPECT_EQ(ids(few, 'u', inner_folds(few, 5, 1)), ids(many, 'u', inner_folds(many, 5, 1)));
  EXPECT_NE(ids(few, 'u', inner_folds(few, 5, 1)), ids(few, 'u', inner_folds(few, 5, 2)));
}

TEST(InnerFolds, KeepQueriesOfOneIdTogether) {
  DatasetBuilder builder(1);
  const std::vector<float> values = {1, 2};
  for (int q = 0; q < 20; ++q) {
    builder.add_query("q" + std::to_string(q % 10), GradedTruth{{1.0, 0.0}}, values);
  }
  const Dataset data = std::move(builder).build();
  for (const QueryList& part : inner_folds(data, 5, 1)) {
    for (const std::size_t q : part) {
      EXPECT_TRUE(std::ranges::find(part, (q + 10) % 20) != part.end());
    }
  }
}

TEST(InnerFolds, DoNotTakeUnjudgedDocumentsForWorse) {
  DatasetBuilder builder(1);
  const std::vector<float> values = {1, 2};
  builder.add_query("q", GradedTruth{{0.0, -1.0}}, values);
  EXPECT_TRUE(queries_with_preferences(std::move(builder).build()).empty());
}

TEST(InnerFolds, RefuseTooFewQueries) {
  EXPECT_THAT([] { inner_folds(queries(4, 9), 5, 1); },
              ThrowsMessage<UsageError>(HasSubstr("found 4")));
}

}  // namespace
}  // namespace podium
