#include "podium/learning/study/sweep.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/synth/synth.hpp"

namespace podium {
namespace {

FoldData fold() {
  const auto made = [](std::size_t queries, std::uint64_t seed) {
    return synthesise({.queries = queries, .documents = 5.0, .features = 2}, seed).data;
  };
  return {made(30, 1), made(10, 2), made(20, 3)};
}

FoldData applied(const std::string& over, const std::string& value) {
  return kind_of({.over = over})->apply(fold(), value, {});
}

TEST(SweepKinds, ChangeNoTestData) {
  for (const SweepKind& kind : sweep_kinds()) {
    if (kind.apply == nullptr) continue;
    const std::string value = kind.check == kind_of({.over = "label-noise"})->check ? "0.5" : "5";
    EXPECT_NO_THROW(kind.check(value)) << kind.name;
    EXPECT_EQ(kind.apply(fold(), value, {}).test.query_count(), 20U) << kind.name;
    EXPECT_THROW(kind.check("x"), UsageError) << kind.name;
  }
}

TEST(SweepKinds, ThinTrainingData) {
  EXPECT_EQ(applied("train-share", "0.5").train.query_count(), 15U);
  EXPECT_EQ(applied("train-queries", "12").train.query_count(), 12U);
  EXPECT_EQ(applied("train-queries", "12").vali.query_count(), 10U);
  EXPECT_EQ(applied("train-queries", "99").train.query_count(), 30U) << "all that there are";
}

TEST(SweepKinds, DivideLabelledQueriesAsTheFoldIsDivided) {
  const FoldData eight = applied("labelled-queries", "8");
  EXPECT_EQ(eight.train.query_count(), 6U);
  EXPECT_EQ(eight.vali.query_count(), 2U);
  const FoldData two = applied("labelled-queries", "2");
  EXPECT_EQ(two.train.query_count(), 1U);
  EXPECT_EQ(two.vali.query_count(), 1U);
  const FoldData all = applied("labelled-queries", "100");
  EXPECT_EQ(all.train.query_count() + all.vali.query_count(), 40U);
}

TEST(SweepKinds, KnowWhatALearningCurveIs) {
  EXPECT_TRUE(is_learning_sweep({.over = "train-share"}));
  EXPECT_TRUE(is_learning_sweep({.over = "labelled-queries"}));
  EXPECT_FALSE(is_learning_sweep({.over = "label-noise"}));
  EXPECT_FALSE(is_learning_sweep({.over = "l2"}));
  EXPECT_TRUE(is_option_sweep({.over = "l2"}));
  EXPECT_FALSE(is_option_sweep({.over = "k"}));
}

}  // namespace
}  // namespace podium
