#include "podium/learning/model/fingerprint.hpp"

#include <bit>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

Dataset one_query(const std::string& id, const std::vector<double>& labels,
                  const std::vector<float>& values) {
  DatasetBuilder builder(values.size() / labels.size());
  builder.add_query(id, GradedTruth{labels}, values);
  return std::move(builder).build();
}

TEST(DataFingerprint, ChangesWithWhatALearnerSees) {
  const Dataset data = one_query("q", {1, 0}, {1, 2, 3, 4});
  std::set<std::string> seen = {data_fingerprint(data)};
  EXPECT_EQ(seen.begin()->size(), 17U);
  EXPECT_EQ(seen.begin()->find_first_not_of("0123456789abcdef", 1), std::string::npos);
  EXPECT_TRUE(is_comparable(*seen.begin()));
  EXPECT_FALSE(is_comparable("37762246cefa023b"));  // of an earlier version
  EXPECT_FALSE(is_comparable(""));
  for (const Dataset& other :
       {one_query("p", {1, 0}, {1, 2, 3, 4}), one_query("q", {2, 0}, {1, 2, 3, 4}),
        one_query("q", {0, 1}, {1, 2, 3, 4}), one_query("q", {1, 0}, {1, 2, 4, 3}),
        one_query("q", {1, 0}, {1, 2}), data.with_weights({1.0F, 2.0F}, {}),
        data.with_weights({}, {2.0})}) {
    EXPECT_TRUE(seen.insert(data_fingerprint(other)).second);
  }
}

TEST(DataFingerprint, IsTheSameForTheSameDataAndAnyNumberOfThreads) {
  const Dataset data = random_dataset(1, 200, 7, 0.1);
  const std::string once = data_fingerprint(data);
  const ThreadLimit limit(1);
  EXPECT_EQ(data_fingerprint(random_dataset(1, 200, 7, 0.1)), once);
}

// A value of a model file: a change of it is a change of the format.
TEST(DataFingerprint, StaysWhatItWas) {
  EXPECT_EQ(data_fingerprint(one_query("q", {1, 0}, {1, 2, 3, 4})), "q006d751c1d48e34b");
}

template <class Value>
std::uint64_t hash_of(const std::vector<Value>& values) {
  std::string bytes(values.size() * sizeof(Value), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return checksum64(bytes);
}

/// The hash of each block can be computed apart.
TEST(DataFingerprint, IsAHashOfTheHashesOfBlocks) {
  const Dataset data = random_dataset(2, 400, 3);
  std::vector<std::uint64_t> of_data = {3};
  std::vector<std::uint64_t> of_queries;
  std::size_t q = 0;
  const QueryBlocks blocks(data);
  ASSERT_GT(blocks.ends().size(), 3U);
  for (const std::size_t end : blocks.ends()) {
    std::vector<std::uint64_t> own;
    std::vector<std::uint64_t> own_queries;
    for (; q < end; ++q) {
      const QueryView view = data[q];
      const std::vector<double> label(view.truth.label.begin(), view.truth.label.end());
      const std::vector<Level> level(view.truth.level.begin(), view.truth.level.end());
      const std::uint64_t id = checksum64(view.id);
      own.push_back(hash_of(std::vector<std::uint64_t>{
          id, hash_of(label), hash_of(level), checksum64(""), checksum64(""), view.truth.strict,
          std::bit_cast<std::uint64_t>(view.weight), hash_of(view.features.dense())}));
      own_queries.push_back(hash_of(std::vector<std::uint64_t>{id, hash_of(label)}));
    }
    of_data.push_back(hash_of(own));
    of_queries.push_back(hash_of(own_queries));
  }
  const auto text = [](const std::vector<std::uint64_t>& hashes) {
    std::string bytes(hashes.size() * 8, '\0');
    std::memcpy(bytes.data(), hashes.data(), bytes.size());
    return fmt::format("q{:016x}", fnv1a64(bytes));
  };
  EXPECT_EQ(data_fingerprint(data), text(of_data));
  EXPECT_EQ(query_fingerprint(data), text(of_queries));
}

TEST(QueryFingerprint, ChangesWithIdsSizesAndLabelsAlone) {
  const Dataset data = one_query("q", {1, 0}, {1, 2, 3, 4});
  const std::string own = query_fingerprint(data);
  EXPECT_EQ(query_fingerprint(one_query("q", {1, -1}, {5, 6})), own);  // not judged: as 0
  EXPECT_EQ(query_fingerprint(data.with_weights({1.0F, 2.0F}, {2.0})), own);
  for (const Dataset& other : {one_query("p", {1, 0}, {1, 2}), one_query("q", {0, 1}, {1, 2}),
                               one_query("q", {1, 0, 0}, {1, 2, 3})}) {
    EXPECT_NE(query_fingerprint(other), own);
  }
}

TEST(DataFingerprint, IsTheSameForDenseAndSparseData) {
  const Dataset dense = sparse_data({.queries = 5, .features = 70'000, .share = 0.001}, 1);
  EXPECT_EQ(data_fingerprint(as_sparse(dense)), data_fingerprint(dense));
}

}  // namespace
}  // namespace podium
