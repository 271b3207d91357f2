#include "podium/learning/model/fingerprint.hpp"

#include <set>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
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
  EXPECT_EQ(seen.begin()->size(), 16U);
  EXPECT_EQ(seen.begin()->find_first_not_of("0123456789abcdef"), std::string::npos);
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
  EXPECT_EQ(data_fingerprint(one_query("q", {1, 0}, {1, 2, 3, 4})), "37762246cefa023b");
}

TEST(DataFingerprint, IsTheSameForDenseAndSparseData) {
  const Dataset dense = sparse_data({.queries = 5, .features = 70'000, .share = 0.001}, 1);
  EXPECT_EQ(data_fingerprint(as_sparse(dense)), data_fingerprint(dense));
}

}  // namespace
}  // namespace podium
