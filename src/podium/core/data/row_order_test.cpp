#include "podium/core/data/row_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/gathered_rows.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

constexpr RowOrder by_hash{.key = 1};

/// Everything that a data set holds, row by row, in its order.
std::vector<std::string> contents(const Dataset& data) {
  std::vector<std::string> rows;
  const DatasetColumns& columns = data.columns();
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      const std::size_t row = query.first_row + doc;
      std::string text = std::string(query.id) + " " + to_text(query.weight) + " " +
                         to_text(query.truth.label[doc]) + " " + to_text(query.truth.level[doc]);
      if (!columns.document_id.empty()) text += " " + std::string(columns.document_id[row]);
      if (!columns.row_weight.empty()) text += " w" + to_text(columns.row_weight[row]);
      if (!columns.second_label.empty()) text += " s" + to_text(columns.second_label[row]);
      for (const float value : query.features[static_cast<DocIndex>(doc)].dense()) {
        text += " " + to_text(std::bit_cast<std::uint32_t>(value));
      }
      if (!query.exact.empty()) {
        for (const double value : query.exact[static_cast<DocIndex>(doc)].dense()) {
          text += " " + to_text(value);
        }
      }
      rows.push_back(text);
    }
  }
  return rows;
}

/// Rows of which many are alike, in all but labels, weights or second labels, too.
Dataset alike(bool has_ids, std::uint64_t seed) {
  RandomStream random(seed, "", "alike");
  DatasetBuilder builder(2);
  for (std::size_t q = 0; q < 12; ++q) {
    GradedTruth truth;
    std::vector<float> values;
    std::vector<std::string> ids;
    for (std::size_t doc = 0; doc < 3 + 2 * q; ++doc) {
      truth.label.push_back(static_cast<double>(random.below(3)));
      for (int f = 0; f < 2; ++f) values.push_back(static_cast<float>(random.below(2)));
      if (has_ids) ids.push_back("d" + to_text(random.below(6)));
    }
    builder.add_query("q" + to_text(q), truth, values, ids);
  }
  Dataset data = std::move(builder).build();
  std::vector<float> weight(data.row_count());
  for (float& one : weight) one = static_cast<float>(1 + random.below(2));
  std::vector<double> query_weight(data.query_count());
  std::iota(query_weight.begin(), query_weight.end(), 1.0);
  std::vector<double> second(data.row_count());
  for (double& one : second) one = static_cast<double>(random.below(2));
  data = data.with_weights(weight, query_weight).with_second_label(second);
  ExactMatrix exact(data.columns().query_end, 2, default_memory_limit());
  FeatureMatrix features(data.columns().query_end, 2, default_memory_limit());
  for (std::size_t i = 0; i < exact.values().size(); ++i) {
    features.values()[i] = data.columns().features[i];
    exact.values()[i] = features.values()[i] + 1e-12 * static_cast<double>(random.below(2));
  }
  return data.with_features({std::move(features), std::move(exact), {}});
}

/// The same queries and rows in another order.
Dataset shuffled(const Dataset& data, std::uint64_t seed) {
  RandomStream random(seed, "", "shuffle");
  std::vector<QueryRows> parts;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    parts.push_back({q, std::vector<std::size_t>(data[q].size())});
    std::iota(parts.back().row.begin(), parts.back().row.end(), data[q].first_row);
    random.shuffle(std::span(parts.back().row));
  }
  random.shuffle(std::span(parts));
  return gathered_rows(data, parts).without_input_rows();
}

TEST(RowOrder, IsThatOfTheInputUnlessAskedOtherwise) {
  const Dataset data = alike(true, 1);
  EXPECT_EQ(in_order(data, {}).columns().features.data(), data.columns().features.data());
  EXPECT_EQ(in_order(data, parse_row_order("input")).columns().label.data(),
            data.columns().label.data());
}

TEST(RowOrder, DoesNotDependOnTheOrderOfTheInput) {
  for (const bool has_ids : {true, false}) {
    const Dataset data = alike(has_ids, 2);
    const std::vector<std::string> expected = contents(in_order(data, by_hash));
    EXPECT_NE(expected, contents(data));
    EXPECT_NE(expected, contents(in_order(data, {.key = 2})));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Dataset other = shuffled(data, seed);
      ASSERT_NE(contents(other), contents(data));
      EXPECT_EQ(contents(in_order(other, by_hash)), expected);
      EXPECT_EQ(contents(in_order(as_sparse(other), by_hash)), expected);
    }
  }
}

TEST(RowOrder, KeepsTheRowsOfTheInput) {
  const Dataset data = alike(true, 3);
  const Dataset sorted = in_order(data, by_hash);
  std::vector<double> number(data.row_count());
  std::iota(number.begin(), number.end(), 0.0);
  const std::vector<double> by_row = scores_by_row(sorted, number);
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    const auto from = static_cast<std::size_t>(by_row[row]);
    EXPECT_EQ(sorted.columns().document_id[row], data.columns().document_id[from]);
    EXPECT_EQ(sorted.columns().label[row], data.columns().label[from]);
  }
  EXPECT_EQ(scores_by_input(sorted, by_row), number);
}

TEST(RowOrder, SharesTheMemoryOfDataThatIsInOrder) {
  const Dataset sorted = in_order(alike(false, 4), by_hash);
  EXPECT_EQ(in_order(sorted, by_hash).columns().features.data(), sorted.columns().features.data());
}

/// A second implementation for rows with ids.
std::uint64_t hash_again(const std::string& text) {
  std::uint64_t h = 14695981039346656037U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
  h = (h ^ (h >> 30U)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27U)) * 0x94d049bb133111ebU;
  return h ^ (h >> 31U);
}

TEST(RowOrder, IsThatOfTheHashesOfIds) {
  DatasetBuilder builder(1);
  std::vector<std::string> queries;
  std::vector<std::string> documents;
  for (std::size_t i = 0; i < 50; ++i) documents.push_back("doc-" + to_text(i));
  for (std::size_t q = 0; q < 40; ++q) {
    queries.push_back(to_text(q));
    builder.add_query(queries.back(), GradedTruth{std::vector<double>(50, 0.0)},
                      std::vector<float>(50, 1.0F), documents);
  }
  const Dataset sorted = in_order(std::move(builder).build(), by_hash);
  std::ranges::sort(queries, {}, hash_again);
  std::ranges::sort(documents, {}, hash_again);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    EXPECT_EQ(sorted[q].id, queries[q]);
    for (std::size_t doc = 0; doc < documents.size(); ++doc) {
      EXPECT_EQ(sorted.document_id(sorted[q].first_row + doc), documents[doc]);
    }
  }
}

TEST(RowOrder, KnowsNoLabels) {
  // In half of the queries the better of two documents comes first, whether or not they are alike.
  for (const bool are_alike : {true, false}) {
    DatasetBuilder builder(1);
    for (std::size_t q = 0; q < 1000; ++q) {
      builder.add_query("q" + to_text(q), GradedTruth{{0.0, 1.0}},
                        std::vector<float>{5.0F, are_alike ? 5.0F : 7.0F});
    }
    const Dataset sorted = in_order(std::move(builder).build(), by_hash);
    int better_first = 0;
    for (std::size_t q = 0; q < sorted.query_count(); ++q) {
      if (sorted[q].truth.label[0] == 1.0) ++better_first;
    }
    EXPECT_GT(better_first, 435);  // four standard deviations
    EXPECT_LT(better_first, 565);
  }
}

TEST(RowOrder, OfDifferentFeaturesStaysWhenLabelsChange) {
  const Dataset data = alike(false, 5);
  const Dataset other =
      without_labels(data).with_weights(std::vector<float>(data.row_count(), 3.0F), {});
  EXPECT_EQ(feature_bits(in_order(data, by_hash)), feature_bits(in_order(other, by_hash)));
}

TEST(RowOrder, RefusesTwoQueriesWithOneHash) {
  DatasetBuilder builder(1);
  for (const char* id : {"8yn0iYCKYHlIj4-BwPqk", "a", "GReLUrM4wMqfg9yzV3KQ"}) {
    builder.add_query(id, GradedTruth{{1.0}}, std::vector<float>{1.0F});
  }
  const Dataset data = std::move(builder).build();
  try {
    in_order(data, by_hash);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'8yn0iYCKYHlIj4-BwPqk' and 'GReLUrM4wMqfg9yzV3KQ'"));
    EXPECT_THAT(error.what(), HasSubstr("--order hash:2"));
  }
  EXPECT_EQ(in_order(data, parse_row_order("hash:2")).query_count(), 3U);
}

TEST(RowOrder, KnowsThatMissingValuesAreOneAndZerosAreTwo) {
  const auto order_of = [](float first, float second) {
    DatasetBuilder builder(1);
    builder.add_query("q", GradedTruth{{1.0, 0.0}}, std::vector<float>{first, second});
    const Dataset sorted = in_order(std::move(builder).build(), by_hash);
    return std::vector<double>(sorted.columns().label.begin(), sorted.columns().label.end());
  };
  const auto other_nan = std::bit_cast<float>(0xffc12345U);
  const auto nan = std::bit_cast<float>(0x7fc00000U);
  EXPECT_EQ(order_of(nan, nan), order_of(other_nan, nan));
  EXPECT_EQ(order_of(nan, nan), order_of(nan, other_nan));
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0.0, 0.0}}, std::vector<float>{0.0F, -0.0F});
  const Dataset zeros = std::move(builder).build();
  const std::vector<QueryRows> other_way = {{0, {1, 0}}};
  EXPECT_EQ(feature_bits(in_order(zeros, by_hash)),
            feature_bits(in_order(gathered_rows(zeros, other_way).without_input_rows(), by_hash)));
}

TEST(RowOrder, StoresFeaturesAsItCostsLeast) {
  const Dataset few = sparse_data({.queries = 700, .features = 200, .share = 0.05}, 1);
  ASSERT_GT(few.row_count() * 200, 1'000'000U);
  EXPECT_TRUE(in_order(few, by_hash).is_sparse());
  EXPECT_EQ(contents(in_order(few, by_hash)), contents(in_order(as_sparse(few), by_hash)));
  const Dataset many = sparse_data({.queries = 700, .features = 200, .share = 0.5}, 1);
  EXPECT_FALSE(in_order(as_sparse(many), by_hash).is_sparse());
}

TEST(RowOrder, HasANameAndAKey) {
  EXPECT_FALSE(parse_row_order("input").is_hash());
  EXPECT_EQ(parse_row_order("hash").key, 1U);
  EXPECT_EQ(parse_row_order("hash:7").key, 7U);
  for (const char* text :
       {"", "Hash", "hash:", "hash:0", "hash:-1", "hash:2 ", "hash:x", "sorted"}) {
    EXPECT_THROW(parse_row_order(text), UsageError) << text;
  }
}

}  // namespace
}  // namespace podium
