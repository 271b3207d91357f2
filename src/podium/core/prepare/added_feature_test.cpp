#include "podium/core/prepare/added_feature.hpp"

#include <limits>

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
using testing::ThrowsMessage;

std::vector<double> numbered(const Dataset& data) {
  std::vector<double> values(data.row_count());
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = 0.5 * double(row);
  return values;
}

TEST(AddedFeature, StandsBehindTheOthersOfDenseAndSparseData) {
  const Dataset dense = random_dataset(3, 5, 4);
  const Dataset wide = with_added_feature(dense, "new", numbered(dense));
  const Dataset sparse = with_added_feature(as_sparse(dense), "new", numbered(dense));
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(feature_bits(wide), feature_bits(sparse));
  ASSERT_EQ(wide.feature_count(), 5U);
  for (std::size_t q = 0; q < dense.query_count(); ++q) {
    EXPECT_EQ(wide[q].id, dense[q].id);
    for (DocIndex doc = 0; doc < dense[q].size(); ++doc) {
      for (std::size_t f = 0; f < 4; ++f) {
        EXPECT_EQ(wide[q].features[doc][f], dense[q].features[doc][f]);
      }
      EXPECT_EQ(wide[q].features[doc][4], 0.5F * float(dense[q].first_row + doc));
    }
  }
}

TEST(AddedFeature, HasItsNameAndTheOthersTheirNumbersWhereTheyHaveNone) {
  const Dataset data = random_dataset(1, 3, 2);
  EXPECT_THAT(feature_set_of(with_added_feature(data, "new", numbered(data))).names,
              ElementsAre("1", "2", "new"));
  const Dataset named = with_names(data, {"a", "b"});
  EXPECT_THAT(feature_set_of(with_added_feature(named, "new", numbered(data))).names,
              ElementsAre("a", "b", "new"));
  EXPECT_THAT([&] { with_added_feature(named, "b", numbered(data)); },
              ThrowsMessage<UsageError>(HasSubstr("has a feature 'b'")));
}

TEST(AddedFeature, IsRefusedWhereItDoesNotFitThirtyTwoBits) {
  const Dataset data = random_dataset(1, 3, 2);
  for (const double value : {1e300, -1e39, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT(
        [&] { with_added_feature(data, "new", std::vector<double>(data.row_count(), value)); },
        ThrowsMessage<NumericError>(HasSubstr("feature 'new': found the value")));
  }
}

}  // namespace
}  // namespace podium
