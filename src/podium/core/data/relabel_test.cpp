#include "podium/core/data/relabel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

Dataset two_queries() {
  DatasetBuilder builder(1);
  builder.add_query("long", GradedTruth{{0, 3, 1, 2}}, std::vector<float>(4));
  builder.add_query("short", GradedTruth{{1, 2}}, std::vector<float>(2));
  return std::move(builder).build();
}

TEST(Relabel, CountsShortListsDownFromKOrFromTheirLength) {
  const TruthSetting top3 = parse_truth_setting("topk:3");
  const Dataset from_k = with_setting(two_queries(), top3, 1);
  EXPECT_THAT(from_k[0].truth.label, ElementsAre(0, 3, 1, 2));
  EXPECT_THAT(from_k[1].truth.label, ElementsAre(2, 3));
  const Dataset from_length =
      with_setting(two_queries(), top3, 1, {.kappa_base = KappaBase::kprime});
  EXPECT_THAT(from_length[0].truth.label, ElementsAre(0, 3, 1, 2));
  EXPECT_THAT(from_length[1].truth.label, ElementsAre(1, 2));
}

TEST(Relabel, AppliesTheSettingToEachQueryForAnyNumberOfThreads) {
  const Dataset data = random_dataset(6, 100, 1);
  for (const char* name : {"graded", "full", "topk:4", "top-vs-rest:2"}) {
    const TruthSetting setting = parse_truth_setting(name);
    for (const std::size_t threads : {1U, 3U}) {
      const ThreadLimit limit(threads);
      const Dataset changed = with_setting(data, setting, 9);
      for (std::size_t query = 0; query < data.query_count(); ++query) {
        const WeakOrder expected = apply_setting(data[query].truth, setting, 9, data[query].id);
        EXPECT_TRUE(std::ranges::equal(changed[query].truth.label, expected.label)) << name;
        EXPECT_EQ(changed[query].truth.strict, expected.strict) << name;
      }
    }
  }
}

}  // namespace
}  // namespace podium
