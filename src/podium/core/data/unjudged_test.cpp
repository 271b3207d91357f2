#include "podium/core/data/unjudged.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/gathered_rows.hpp"
#include "podium/core/data/relabel.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

WeakOrder read_as(std::vector<double> label, std::string_view rule) {
  const WeakOrder truth = weak_order(GradedTruth{std::move(label)});
  return apply_unjudged_rule(truth.view(), parse_unjudged_rule(rule));
}

/// Queries of one feature, the number of the row.
Dataset dataset(const std::vector<std::vector<double>>& labels) {
  DatasetBuilder builder(1);
  float row = 0.0F;
  for (std::size_t q = 0; q < labels.size(); ++q) {
    std::vector<float> values;
    for (std::size_t doc = 0; doc < labels[q].size(); ++doc) values.push_back(row++);
    builder.add_query("q" + std::to_string(q + 1), GradedTruth{labels[q]}, values);
  }
  return std::move(builder).build();
}

TEST(UnjudgedRule, IsItsName) {
  using Kind = UnjudgedRule::Kind;
  EXPECT_EQ(parse_unjudged_rule("drop"), UnjudgedRule{});
  EXPECT_EQ(parse_unjudged_rule("lowest"), (UnjudgedRule{.kind = Kind::lowest}));
  EXPECT_EQ(parse_unjudged_rule("label:1.5"), (UnjudgedRule{.kind = Kind::label, .value = 1.5}));
  EXPECT_FALSE(std::signbit(parse_unjudged_rule("label:-0").value));
  for (const char* text : {"", "rest", "label", "label:", "label:-1", "label:nan", "label:inf"}) {
    EXPECT_THROW(parse_unjudged_rule(text), UsageError) << text;
  }
}

TEST(UnjudgedRule, LeavesLabelsAloneOrPutsThemLowestOrReplacesThem) {
  const std::vector<double> label = {1, -1, 0, -2, -1};
  EXPECT_THAT(read_as(label, "drop").label, ElementsAre(1, -1, 0, -2, -1));
  EXPECT_THAT(read_as(label, "lowest").label, ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(read_as(label, "lowest").level, ElementsAre(3, 1, 2, 0, 1));
  EXPECT_THAT(read_as(label, "label:0").label, ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(read_as(label, "label:0").level, ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(read_as(label, "label:3").level, ElementsAre(1, 2, 0, 2, 2));
}

TEST(UnjudgedRule, KeepsTheLevelsOfLowestInAPartOfTheData) {
  const Dataset data =
      with_unjudged_rule(dataset({{2, 1}, {1, -1, 0}}), parse_unjudged_rule("lowest"));
  const Dataset part = data.subset(std::vector<std::size_t>{1});
  EXPECT_THAT(part[0].truth.label, ElementsAre(1, 0, 0));
  EXPECT_THAT(part[0].truth.level, ElementsAre(2, 0, 1));
}

TEST(UnjudgedRule, SharesMemoryWhereThereIsNothingToChange) {
  const Dataset judged = dataset({{0, 1}});
  const Dataset same = with_unjudged_rule(judged, parse_unjudged_rule("lowest"));
  EXPECT_EQ(same.columns().label.data(), judged.columns().label.data());
  EXPECT_EQ(judged_part(judged).columns().label.data(), judged.columns().label.data());
}

TEST(JudgedPart, HasNoRowAndNoQueryThatIsNotJudged) {
  const Dataset data = dataset({{-1, 1, 0}, {-1, -2}, {0}});
  const Dataset judged = judged_part(data);
  ASSERT_EQ(judged.query_count(), 2U);
  EXPECT_EQ(judged[1].id, "q3");
  EXPECT_THAT(judged[0].truth.label, ElementsAre(1, 0));
  EXPECT_THAT(judged[0].truth.level, ElementsAre(1, 0));
  EXPECT_THAT(judged[0].features.dense(), ElementsAre(1, 2));
  const UnjudgedCount count = count_unjudged(data);
  EXPECT_EQ(count.documents, 3U);
  EXPECT_EQ(count.queries, 2U);
  EXPECT_EQ(count.whole, 1U);
}

TEST(TruthSetting, GivesNoPlaceToAnUnjudgedDocument) {
  const Dataset data = dataset({{-1, 2, 0, -1, 1}});
  const auto with = [&](const char* setting, const SettingRules& rules = {}) {
    return with_setting(data, parse_truth_setting(setting), 1, rules);
  };
  EXPECT_THAT(with("full")[0].truth.label, ElementsAre(-1, 2, 0, -1, 1));
  EXPECT_EQ(with("full")[0].truth.strict, 3U);
  EXPECT_THAT(with("topk:2")[0].truth.label, ElementsAre(-1, 2, 0, -1, 1));
  EXPECT_EQ(with("topk:2")[0].truth.strict, 2U);
  EXPECT_THAT(with("topk:9")[0].truth.label, ElementsAre(-1, 9, 7, -1, 8));
  EXPECT_THAT(with("topk:9", {.kappa_base = KappaBase::kprime})[0].truth.label,
              ElementsAre(-1, 3, 1, -1, 2));
  EXPECT_THAT(with("top-vs-rest:4")[0].truth.label, ElementsAre(-1, 1, 1, -1, 1));
}

TEST(TruthSetting, OrdersJudgedDocumentsAsIfTheOthersWereNotThere) {
  const Dataset data = dataset({{0, -1, 1, 1, -1, 0, 0, 1, -2, 1}});
  for (const char* setting : {"full", "topk:3", "top-vs-rest:3"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const TruthSetting truth = parse_truth_setting(setting);
      const Dataset before = with_setting(judged_part(data), truth, seed);
      const Dataset after = judged_part(with_setting(data, truth, seed));
      EXPECT_TRUE(std::ranges::equal(before.columns().label, after.columns().label)) << setting;
      EXPECT_TRUE(std::ranges::equal(before.columns().strict, after.columns().strict)) << setting;
    }
  }
}

TEST(TruthSetting, LeavesAQueryTiedWhoseJudgedDocumentsAre) {
  const Dataset data = dataset({{-1, 0, 0}});
  const Dataset tied =
      with_setting(data, parse_truth_setting("full"), 1, {.all_tied = AllTied::stays_tied});
  EXPECT_THAT(tied[0].truth.label, ElementsAre(-1, 0, 0));
}

TEST(Dataset, ReadsALabelOfMinusZeroAsZero) {
  const Dataset data = dataset({{-0.0, 1}});
  EXPECT_FALSE(std::signbit(data[0].truth.label[0]));
  EXPECT_TRUE(is_judged(-0.0));
}

}  // namespace
}  // namespace podium
