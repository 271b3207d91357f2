#include "podium/core/prepare/fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr float absent = std::numeric_limits<float>::quiet_NaN();

Dataset one_query(std::vector<float> values) {
  DatasetBuilder builder(1);
  const GradedTruth truth{std::vector<double>(values.size(), 0.0)};
  builder.add_query("q", truth, values);
  return std::move(builder).build();
}

std::vector<float> filled(const char* policy, std::vector<float> values) {
  return comparable_features(
      fill_missing(one_query(std::move(values)), parse_fill_policy(policy)).data);
}

TEST(Fill, ReplacesByWhatTheRuleSays) {
  // The specification's example of section A.3 for min; the others by hand.
  const std::vector<float> values = {3, absent, 1, 5, 3};
  EXPECT_THAT(filled("min", values), ElementsAre(3, 1, 1, 5, 3));
  EXPECT_THAT(filled("max", values), ElementsAre(3, 5, 1, 5, 3));
  EXPECT_THAT(filled("mean", values), ElementsAre(3, 3, 1, 5, 3));
  EXPECT_THAT(filled("zero", values), ElementsAre(3, 0, 1, 5, 3));
  EXPECT_THAT(filled("constant:-2.5", values), ElementsAre(3, -2.5, 1, 5, 3));
  EXPECT_THAT(filled("keep", values), ElementsAre(3, -999, 1, 5, 3));
}

TEST(Fill, GivesZeroWhenAQueryHasNoValueAtAll) {
  for (const char* rule : {"min", "mean", "max", "zero"}) {
    EXPECT_THAT(filled(rule, {absent, absent}), ElementsAre(0, 0)) << rule;
  }
}

TEST(Fill, StaysInsideTheQuery) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{-7, -6});
  builder.add_query("b", GradedTruth{{0, 0}}, std::vector<float>{2, absent});
  const Dataset data = std::move(builder).build();
  EXPECT_THAT(comparable_features(fill_missing(data, {}).data), ElementsAre(-7, -6, 2, 2));
}

TEST(Fill, CountsWhatItFilledAndKept) {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{absent, absent, 1, absent});
  const FillResult result =
      fill_missing(std::move(builder).build(), parse_fill_policy("min,2=keep"));
  EXPECT_EQ(result.filled, 1U);
  EXPECT_EQ(result.kept, 2U);
}

TEST(Fill, AgreesWithARestatementOnRandomDataForAnyNumberOfThreads) {
  const Dataset data = random_dataset(7, 60, 5, 0.4);
  const FillPolicy policy = parse_fill_policy("min,2=max,3=mean,4=zero,5=keep");
  std::vector<float> expected;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      for (std::size_t f = 0; f < 5; ++f) {
        std::vector<float> there;
        for (DocIndex other = 0; other < view.size(); ++other) {
          if (!std::isnan(view.features[other][f])) there.push_back(view.features[other][f]);
        }
        float value = view.features[doc][f];
        if (std::isnan(value)) {
          double sum = 0.0;
          for (const float x : there) sum += x;
          const bool none = there.empty();
          if (f == 0) value = none ? 0.0F : *std::ranges::min_element(there);
          if (f == 1) value = none ? 0.0F : *std::ranges::max_element(there);
          if (f == 2)
            value = none ? 0.0F : static_cast<float>(sum / static_cast<double>(there.size()));
          if (f == 3) value = 0.0F;
          if (f == 4) value = -999.0F;
        }
        expected.push_back(value);
      }
    }
  }
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(comparable_features(fill_missing(data, policy).data), expected);
  }
}

Dataset two_queries() {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{0, 0}}, std::vector<float>{-7, absent, -6, absent});
  builder.add_query("b", GradedTruth{{0, 0}}, std::vector<float>{2, absent, absent, absent});
  return std::move(builder).build();
}

TEST(LearnedPolicy, HasTheMeanOverQueriesForEachFeature) {
  const auto learned = [](const char* policy) {
    return to_text(learned_policy(parse_fill_policy(policy), two_queries()));
  };
  // The second feature has no value at all, so it becomes 0.
  EXPECT_EQ(learned("train-min"), "zero,1=constant:-2.5");    // of -7 and 2
  EXPECT_EQ(learned("train-max"), "zero,1=constant:-2");      // of -6 and 2
  EXPECT_EQ(learned("train-mean"), "zero,1=constant:-2.25");  // of -6.5 and 2
  EXPECT_EQ(learned("auto"), "zero,1=constant:-2.5");
  EXPECT_EQ(learned("train-min,1=max"), "zero,1=max");
  EXPECT_EQ(learned("min,1=train-max"), "min,1=constant:-2");
  EXPECT_EQ(learned("mean,2=keep"), "mean,2=keep");
  EXPECT_EQ(
      to_text(learned_policy(parse_fill_policy("auto,2=auto"), two_queries(), FillRule::Kind::min)),
      "min,2=min");
}

TEST(LearnedPolicy, AgreesWithARestatementForManyFeaturesAndAnyNumberOfThreads) {
  const Dataset data = random_dataset(3, 200, 30, 0.3);
  std::vector<double> sum(30);
  std::vector<double> queries(30);
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (std::size_t f = 0; f < 30; ++f) {
      float least = std::numeric_limits<float>::infinity();
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        least = std::fmin(least, data[query].features[doc][f]);
      }
      if (std::isinf(least)) continue;
      sum[f] += double{least};
      queries[f] += 1.0;
    }
  }
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    const FillPolicy learned = learned_policy(parse_fill_policy("train-min"), data);
    const std::vector<FillRule> rules = fill_rules(learned, data);
    for (std::size_t f = 0; f < 30; ++f) EXPECT_EQ(rules[f].value, sum[f] / queries[f]) << f;
  }
}

TEST(LearnedPolicy, IsNeededToFill) {
  EXPECT_THROW(fill_missing(two_queries(), parse_fill_policy("train-min")), ContractError);
  EXPECT_TRUE(is_learned(parse_fill_rule("auto")));
  EXPECT_FALSE(is_learned(parse_fill_rule("min")));
  EXPECT_TRUE(uses_query(parse_fill_rule("mean")));
  EXPECT_FALSE(uses_query(parse_fill_rule("train-mean")));
}

TEST(FillPolicy, SurvivesARoundTripThroughText) {
  for (const char* text : {"min", "zero,11=min,7=constant:0.1", "keep,bm25=zero", "auto",
                           "train-min,3=train-mean,4=train-max"}) {
    const FillPolicy policy = parse_fill_policy(text);
    EXPECT_EQ(parse_fill_policy(to_text(policy)), policy) << text;
  }
  EXPECT_EQ(to_text(parse_fill_policy("7=max")), "min,7=max");
  EXPECT_EQ(to_text(parse_fill_policy("7=max", {FillRule::Kind::automatic})), "auto,7=max");
}

TEST(FillPolicy, RefusesRubbish) {
  for (const char* text :
       {"least", "constant", "constant:x", "constant:inf", "constant:1e99", "min:3", "train-min:3",
        "train", "min,zero", "min,3=", "min,3=a", "min,3=zero,3=max"}) {
    EXPECT_THROW(parse_fill_policy(text), UsageError) << text;
  }
  EXPECT_THROW(fill_missing(one_query({1}), parse_fill_policy("min,2=zero")), UsageError);
  EXPECT_THROW(fill_missing(one_query({1}), parse_fill_policy("min,title=zero")), UsageError);
  const Dataset named = with_names(one_query({1}), {"title"});
  EXPECT_EQ(fill_missing(named, parse_fill_policy("min,1=zero")).filled, 0U);
  EXPECT_THAT([&] { fill_missing(named, parse_fill_policy("min,title=zero,1=max")); },
              ThrowsMessage<UsageError>(HasSubstr("found rules for '1' and 'title'")));
}

TEST(FillPolicy, OfLetor3KnowsTheSixBm25FeaturesOfFortyFive) {
  const FillPolicy policy = letor3_fill_policy(random_dataset(1, 1, 45));
  EXPECT_EQ(to_text(policy), "min,11=zero,12=zero,26=zero,27=zero,41=zero,42=zero");
  EXPECT_THROW(letor3_fill_policy(random_dataset(1, 1, 46)), UsageError);
}

TEST(Fill, GivesSparseDataTheBitsOfDenseData) {
  const Dataset dense = sparse_data({.share = 0.1, .missing = 0.3, .has_signs = true}, 8);
  const Dataset sparse = as_sparse(dense);
  for (const char* text : {"min", "zero", "mean", "max", "constant:0.25", "keep", "zero,3=keep"}) {
    const FillResult expected = fill_missing(dense, parse_fill_policy(text));
    const FillResult found = fill_missing(sparse, parse_fill_policy(text));
    EXPECT_TRUE(found.data.is_sparse()) << text;
    EXPECT_EQ(feature_bits(found.data), feature_bits(expected.data)) << text;
    EXPECT_EQ(found.filled, expected.filled) << text;
    EXPECT_EQ(found.kept, expected.kept) << text;
  }
  for (const char* text : {"train-min", "train-mean", "train-max", "auto,2=keep"}) {
    const FillPolicy policy = parse_fill_policy(text);
    EXPECT_EQ(learned_policy(policy, sparse), learned_policy(policy, dense)) << text;
  }
}

}  // namespace
}  // namespace podium
