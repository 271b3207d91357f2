#include "podium/core/data/truth.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

// The running example of the specification: labels, true order, k = 3.
const GradedTruth graded{{0, 2, 1, 0, 2, 1}};
const std::vector<DocIndex> true_order = {4, 1, 2, 5, 0, 3};

TEST(Truth, GivesDenseLevelsForAnyLabels) {
  EXPECT_THAT(weak_order(GradedTruth{{31, 0.5, 1330, 0.5, -1}}).level, ElementsAre(2, 1, 3, 1, 0));
  EXPECT_TRUE(weak_order(graded).view().is_graded());
}

TEST(Truth, GivesDenseLevelsForManyLabels) {
  std::vector<double> labels;
  for (int i = 0; i < 200; ++i) labels.push_back(i * 37 % 101 * 0.5);
  std::vector<Level> level(labels.size());
  levels_of_labels(labels, level);
  for (std::size_t i = 0; i < labels.size(); ++i) {  // all of 0, 0.5, ..., 50 are there
    EXPECT_EQ(level[i], static_cast<Level>(2 * labels[i]));
  }
}

TEST(Truth, LabelsTheTopKFromKDownToOne) {
  const WeakOrder top = weak_order(TopKTruth{{4, 1, 2}, 6});
  EXPECT_THAT(top.label, ElementsAre(0, 2, 1, 0, 3, 0));
  EXPECT_EQ(top.strict, 3U);
}

TEST(Truth, LabelsATotalOrderFromNMinusOneDownToZero) {
  const WeakOrder full = weak_order(OrderTruth{true_order});
  EXPECT_THAT(full.label, ElementsAre(1, 4, 3, 0, 5, 2));
  EXPECT_EQ(full.strict, 6U);
}

TEST(Truth, RefusesDocumentsThatAreRepeatedOrUnknown) {
  EXPECT_THROW(weak_order(TopKTruth{{1, 1}, 6}), ContractError);
  EXPECT_THROW(weak_order(TopKTruth{{6}, 6}), ContractError);
}

TEST(Truth, OrdersTiedDocumentsBySeedAndQueryAlone) {
  const WeakOrder truth = weak_order(graded);
  const auto order = total_order(truth.view(), 1, "q");
  EXPECT_EQ(order, total_order(truth.view(), 1, "q"));
  for (std::size_t rank = 1; rank < order.size(); ++rank) {
    EXPECT_GE(truth.label[order[rank - 1]], truth.label[order[rank]]);
  }
  std::vector<std::vector<DocIndex>> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    seen.push_back(total_order(truth.view(), seed, "q"));
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(seen.size(), 8U);  // 2! x 2! x 2!
}

TEST(TruthSetting, CountsThePairsOfTheSpecification) {  // SPEC D.0: 12 / 15 / 12 / 9
  const auto pairs = [](const WeakOrder& truth) {
    int count = 0;
    for (DocIndex a = 0; a < 6; ++a) {
      for (DocIndex b = 0; b < 6; ++b) count += truth.view().prefers(a, b) ? 1 : 0;
    }
    return count;
  };
  const WeakOrder full = weak_order(OrderTruth{true_order});
  const auto with = [&](const char* setting) {
    return apply_setting(full.view(), parse_truth_setting(setting), 1, "q");
  };
  EXPECT_EQ(pairs(weak_order(graded)), 12);
  EXPECT_EQ(pairs(with("full")), 15);
  EXPECT_EQ(pairs(with("topk:3")), 12);
  EXPECT_EQ(pairs(with("top-vs-rest:3")), 9);
  EXPECT_THAT(with("topk:3").label, ElementsAre(0, 2, 1, 0, 3, 0));
  EXPECT_THAT(with("top-vs-rest:3").label, ElementsAre(0, 1, 1, 0, 1, 0));
}

TEST(TruthSetting, KeepsTheLabelsOfALargeKForAShortList) {  // SPEC A.6: k, ..., k+1-n
  const WeakOrder full = weak_order(OrderTruth{{1, 0}});
  const WeakOrder top = apply_setting(full.view(), parse_truth_setting("topk:10"), 1, "q");
  EXPECT_THAT(top.label, ElementsAre(9, 10));
  EXPECT_EQ(top.strict, 2U);
}

TEST(TruthSetting, CountsAShortListDownFromItsLengthIfAskedTo) {
  const WeakOrder full = weak_order(OrderTruth{{1, 0}});
  const WeakOrder top = apply_setting(full.view(), parse_truth_setting("topk:10"), 1, "q",
                                      {.kappa_base = KappaBase::kprime});
  EXPECT_THAT(top.label, ElementsAre(1, 2));
}

TEST(TruthSetting, OrdersAQueryThatIsAllTiedOnlyWhereItMay) {
  const WeakOrder tied = weak_order(GradedTruth{{2, 2, 2, 2}});
  const WeakOrder almost = weak_order(GradedTruth{{2, 2, 2, 3}});
  const SettingRules stays_tied{.all_tied = AllTied::stays_tied};
  for (const char* name : {"full", "topk:2", "top-vs-rest:2"}) {
    const TruthSetting setting = parse_truth_setting(name);
    const auto is_ordered = [&](const WeakOrder& truth, const SettingRules& rules) {
      const WeakOrder made = apply_setting(truth.view(), setting, 1, "q", rules);
      return std::ranges::any_of(made.level, [](Level level) { return level > 0; });
    };
    EXPECT_TRUE(is_ordered(tied, {})) << name;
    EXPECT_FALSE(is_ordered(tied, stays_tied)) << name;
    EXPECT_TRUE(is_ordered(almost, stays_tied)) << name;
    EXPECT_TRUE(apply_setting(tied.view(), setting, 1, "q", stays_tied).view().is_graded()) << name;
  }
}

TEST(TruthSetting, IsItsName) {
  for (const char* name : {"graded", "full", "topk:10", "top-vs-rest:3"}) {
    EXPECT_EQ(to_text(parse_truth_setting(name)), name);
  }
  for (const char* name : {"", "topk", "topk:0", "topk:x", "full:3", "best"}) {
    EXPECT_THROW(parse_truth_setting(name), UsageError) << name;
  }
}

}  // namespace
}  // namespace podium
