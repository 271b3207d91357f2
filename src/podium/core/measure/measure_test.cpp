#include "podium/core/measure/measure.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/binary/interpolated_precision.hpp"
#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/err.hpp"
#include "podium/core/measure/orders/compatibility.hpp"
#include "podium/core/measure/orders/rbo.hpp"
#include "podium/core/measure/orders/weighted_kendall.hpp"
#include "podium/core/measure/rbp.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

static_assert(has_all_fields<RelevanceOptions>());
static_assert(has_all_fields<RbpOptions>());
static_assert(has_all_fields<RboOptions>());
static_assert(has_all_fields<ErrOptions>());
static_assert(has_all_fields<InterpolatedPrecisionOptions>());
static_assert(has_all_fields<CompatibilityOptions>());
static_assert(has_all_fields<WeightedKendallOptions>());

const Profile& standard = find_profile("standard");

std::string name_of_parsed(std::string_view text) {
  return parse_measure(text, standard).name();
}

std::vector<std::string> names(std::string_view list) {
  std::vector<std::string> found;
  for (const Measure& measure : parse_measures(list, standard)) found.push_back(measure.name());
  return found;
}

std::string parse_refusal(std::string_view list) {
  try {
    parse_measures(list, standard);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseMeasure, GivesOneNameToEachMeasure) {
  EXPECT_EQ(name_of_parsed(" NDCG@10 "), "ndcg@10");
  EXPECT_EQ(name_of_parsed("AP"), "map");
  EXPECT_EQ(name_of_parsed("mrr@5"), "rr@5");
  EXPECT_EQ(name_of_parsed("rbp(p=0.80)"), "rbp");
  EXPECT_EQ(name_of_parsed("rbp( p = .950 )@10"), "rbp(p=0.95)@10");
  EXPECT_EQ(name_of_parsed("rbp()"), "rbp");
  EXPECT_EQ(name_of_parsed("wkt(weights=one,capped=true)@3"), "wkt(capped=true,weights=one)@3");
  EXPECT_EQ(parse_measure("ndcg@10", standard).cutoff(), 10U);
  EXPECT_EQ(parse_measure("map", standard).cutoff(), no_cutoff);
}

TEST(ParseMeasure, TakesAMeasureThatIsNamedTwiceOnce) {
  std::vector<std::string> names;
  for (const Measure& measure : parse_measures("ndcg@5,map,NDCG@5,ap,p@1", standard)) {
    names.push_back(measure.name());
  }
  EXPECT_THAT(names, testing::ElementsAre("ndcg@5", "map", "p@1"));
}

TEST(ParseMeasure, FindsTheRowOfAnyName) {
  EXPECT_EQ(find_measure("rbp(p=0.9)@10").name, "rbp");
  EXPECT_EQ(find_measure("MRR@10").name, "rr");
}

TEST(ParseMeasure, RefusesWhatItDoesNotKnowAndNamesTheChoices) {
  EXPECT_THAT(parse_refusal("ndgc@10"),
              HasSubstr("unknown measure 'ndgc'; did you mean 'ndcg'? Known are: p, recall, map"));
  EXPECT_THAT(parse_refusal("rbp@5(p=0.9)"), HasSubstr("the cutoff after the options"));
  EXPECT_THAT(parse_refusal("rbp(q=1)"),
              HasSubstr("measure rbp: unknown option 'q'; known are: p"));
  EXPECT_THAT(parse_refusal("rbp(p=2)"), HasSubstr("option 'p' = 2 is outside [0.01, 0.999]"));
  EXPECT_THAT(parse_refusal("rbp(p=0.5,p=0.6)"), HasSubstr("'p' is given twice"));
  EXPECT_THAT(parse_refusal("rbp(p)"), HasSubstr("found 'p', expected option=value"));
  EXPECT_THAT(parse_refusal("rbp(p=0.5"), HasSubstr("expected a closing bracket"));
  EXPECT_THAT(parse_refusal("rbp(p=0.5)10"),
              HasSubstr("expected '@' or nothing after the options"));
  EXPECT_THAT(parse_refusal("ndcg(gain=linear)"), HasSubstr("ndcg does not take options"));
  EXPECT_THAT(parse_refusal("meanndcg@5"), HasSubstr("meanndcg does not take a cutoff"));
  EXPECT_THAT(parse_refusal("p"), HasSubstr("p needs a cutoff, for example p@10"));
  for (const char* cutoff : {"ndcg@", "ndcg@0", "ndcg@x", "ndcg@-3", "ndcg@1.5",
                             "ndcg@18446744073709551615", "ndcg@99999999999999999999"}) {
    EXPECT_THAT(parse_refusal(cutoff), HasSubstr("expected a cutoff of 1 or more")) << cutoff;
  }
  EXPECT_THROW(parse_measure("ndcg@1-10", standard), UsageError);
}

TEST(ParseMeasures, ReadsListsAndRanges) {
  EXPECT_THAT(names("map, ndcg@1,rbp(p=0.9,from=2)"),
              ElementsAre("map", "ndcg@1", "rbp(from=2,p=0.9)"));
  EXPECT_THAT(names("p@3-5"), ElementsAre("p@3", "p@4", "p@5"));
  EXPECT_THAT(names("p@3..5"), ElementsAre("p@3", "p@4", "p@5"));
  EXPECT_THAT(names("kappa-ndcg@2-2"), ElementsAre("kappa-ndcg@2"));
  EXPECT_THAT(names("ndcg@1,5,10,map,p@2, 4-5"),
              ElementsAre("ndcg@1", "ndcg@5", "ndcg@10", "map", "p@2", "p@4", "p@5"));
  EXPECT_THAT(names("rbp(p=0.9)@5,10"), ElementsAre("rbp(p=0.9)@5", "rbp(p=0.9)@10"));
  EXPECT_THAT(names("ndcg@1-3,NDCG@2,ap,map"), ElementsAre("ndcg@1", "ndcg@2", "ndcg@3", "map"));
}

TEST(ParseMeasures, RefusesEmptyListsAndRangesThatFall) {
  EXPECT_THAT(parse_refusal(""), HasSubstr("found an empty list"));
  EXPECT_THAT(parse_refusal("map,,p@1"), HasSubstr("unknown measure ''"));
  EXPECT_THAT(parse_refusal("p@5-3"), HasSubstr("an ascending range"));
  EXPECT_THAT(parse_refusal("5"),
              HasSubstr("found '5', expected a measure with a cutoff before it"));
  EXPECT_THAT(parse_refusal("map,5"), HasSubstr("a measure with a cutoff before it"));
  EXPECT_THAT(parse_refusal("ndcg@1,0"), HasSubstr("a cutoff of 1 or more"));
  EXPECT_THAT(parse_refusal("ndcg@1,5x"), HasSubstr("a cutoff of 1 or more"));
  EXPECT_THAT(parse_refusal("p@1-1000000"), HasSubstr("at most 1000 cutoffs"));
}

TEST(Measure, HonoursTheProfilesRuleForBlankQueries) {
  const WeakOrder blank = weak_order(GradedTruth{{0, 0}});
  const Ranking ranking = rank_by_score(std::vector<double>{2, 1});
  const TruthView view = blank.view();
  Profile profile = standard;
  const auto value = [&](Blank rule) {
    profile.blank = rule;
    return parse_measure("ndcg", profile)(JudgedRanking(view, ranking));
  };
  EXPECT_EQ(value(Blank::zero), 0.0);
  EXPECT_EQ(value(Blank::one), 1.0);
  EXPECT_EQ(value(Blank::skip), std::nullopt);
}

TEST(Measure, RefusesToAverageTiesWhereItCannot) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0}});
  const Ranking ranking = rank_by_score(std::vector<double>{1, 1});
  const TruthView view = truth.view();
  const Measure measure = parse_measure("compatibility", standard);
  EXPECT_THROW(measure(JudgedRanking(view, ranking, true)), UsageError);
}

TEST(RangeOfMeasure, IsThatOfItsRow) {
  EXPECT_EQ(range_of_measure("p@1"), (Interval{0.0, 1.0}));
  EXPECT_EQ(range_of_measure("err(max=4)@10"), (Interval{0.0, 1.0}));
  EXPECT_EQ(range_of_measure("kendall").low, -1.0);
  EXPECT_TRUE(std::isinf(range_of_measure("dcg@10").high));
  EXPECT_TRUE(std::isinf(range_of_measure("defined by me").low));
}

}  // namespace
}  // namespace podium
