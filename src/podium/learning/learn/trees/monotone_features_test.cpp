#include "podium/learning/learn/trees/monotone_features.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/prepare/categories.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/trees/split_search.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

Dataset three_features() {
  DatasetBuilder builder(3);
  builder.add_query("q", GradedTruth{{1.0}}, std::vector<float>{1, 2, 3});
  return std::move(builder).build();
}

TEST(MonotoneFeatures, AreFoundByNameOrNumber) {
  EXPECT_THAT(monotone_signs(" ", three_features()), IsEmpty());
  EXPECT_THAT(monotone_signs("1:+1, 3:-1", three_features()), ElementsAre(1, 0, -1));
  const Dataset named = with_names(three_features(), {"bm25", "length", "a:b"});
  EXPECT_THAT(monotone_signs("length:-1,bm25:1", named), ElementsAre(1, -1, 0));
  EXPECT_THAT(monotone_signs("2:-1,a:b:+1", named), ElementsAre(0, -1, 1));
}

TEST(MonotoneFeatures, MustBeFeaturesWithASign) {
  for (const char* bad : {"1", "1:2", ":+1", "1:+1,,"}) {
    EXPECT_THROW(check_monotone(bad), UsageError) << bad;
    EXPECT_THROW(find_algorithm("mart").check({{"monotone", bad}}), UsageError) << bad;
  }
  EXPECT_THAT([] { monotone_signs("bm25:+1", three_features()); },
              ThrowsMessage<UsageError>(
                  HasSubstr("found 'bm25', expected a name or a number from 1 to 3")));
  const Dataset sets = with_set_features(with_names(three_features(), {"bm25", "shop", "length"}),
                                         std::vector<std::string>{"shop"});
  EXPECT_THAT(monotone_signs("bm25:+1", sets), ElementsAre(1, 0, 0, split_by_set));
  for (const char* name : {"shop", "shop (set)", "2"}) {  // sets would not be bound by the sign
    EXPECT_THAT([&] { monotone_signs(name + std::string(":+1"), sets); },
                ThrowsMessage<UsageError>(HasSubstr("', a categorical feature")))
        << name;
  }
}

}  // namespace
}  // namespace podium
