#include "podium/research/stand_ins/stand_in.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/research/stand_ins/stand_in_features.hpp"

namespace podium::research {
namespace {

/// What the papers print about the sets, written down again.
struct PublishedShape {
  std::string_view name;
  std::size_t queries;
  std::size_t most_documents;
  std::size_t features;
};

constexpr std::array<PublishedShape, 6> gov_sets = {{{"TD2003", 50, 1'000, 64},
                                                     {"TD2004", 75, 1'000, 64},
                                                     {"NP2003", 150, 1'000, 64},
                                                     {"NP2004", 75, 1'000, 64},
                                                     {"HP2003", 150, 1'000, 64},
                                                     {"HP2004", 75, 1'000, 64}}};

class GovStandIn : public testing::TestWithParam<PublishedShape> {};

TEST_P(GovStandIn, HasThePublishedShape) {
  const SyntheticDataset made = stand_in(*find_stand_in(GetParam().name), 1);
  const DatasetInfo info = describe(made.data);
  EXPECT_EQ(info.queries, GetParam().queries);
  EXPECT_EQ(info.features, GetParam().features);
  EXPECT_EQ(info.documents_per_query.max, GetParam().most_documents);
  EXPECT_EQ(info.documents_per_query.median, static_cast<double>(GetParam().most_documents));
  EXPECT_EQ(info.blank_queries, 0U) << "every query has a relevant document";
  EXPECT_EQ(info.labels.size(), 2U);
  const double relevant =
      static_cast<double>(info.labels.at(1.0)) / static_cast<double>(info.queries);
  if (GetParam().name.starts_with("TD")) {
    EXPECT_GE(relevant, 2.75);  // ten times the largest published P@10
  } else {
    EXPECT_GE(relevant, 1.0);  // one answer, rarely more
    EXPECT_LE(relevant, 1.3);
  }
}

INSTANTIATE_TEST_SUITE_P(StandIn, GovStandIn, testing::ValuesIn(gov_sets),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(StandIn, HasFullOrdersOfThePublishedSize) {
  for (const auto& [name, queries] : {std::pair{"MQ2007-list", 1'700U}, {"MQ2008-list", 800U}}) {
    const StandInShape& shape = *find_stand_in(name);
    EXPECT_EQ(shape.queries, queries);
    const SyntheticDataset made = stand_in(shape, 1, 0, 60);
    const DatasetInfo info = describe(made.data);
    EXPECT_EQ(info.features, 46U);
    EXPECT_NEAR(static_cast<double>(info.rows) / 60.0, 700.0, 70.0);
    for (std::size_t q = 0; q < made.data.query_count(); ++q) {
      const auto labels = made.data[q].truth.label;
      const std::set<double> distinct(labels.begin(), labels.end());
      ASSERT_EQ(distinct.size(), labels.size());
      EXPECT_EQ(*distinct.rbegin(), static_cast<double>(labels.size() - 1));
    }
  }
}

TEST(StandIn, HasTheSizesOfTheTopKStudy) {
  EXPECT_EQ(describe(stand_in(*find_stand_in("TD2003-top10"), 1).data).rows, 50U * 50U);
  const DatasetInfo graded = describe(stand_in(*find_stand_in("TD2003-graded"), 1).data);
  EXPECT_EQ(graded.rows, 50U * 50U);
  EXPECT_EQ(graded.labels.size(), 5U);  // five grades
  const DatasetInfo mq2007 = describe(stand_in(*find_stand_in("MQ2007-graded"), 1).data);
  EXPECT_EQ(mq2007.queries, 1'692U);
  EXPECT_NEAR(static_cast<double>(mq2007.rows), 69'623.0, 1'500.0);
  EXPECT_EQ(mq2007.labels.size(), 3U);
  EXPECT_EQ(find_stand_in("MQ2007-top10")->queries, 1'692U);
  EXPECT_EQ(find_stand_in("OHSUMED"), nullptr);
}

/// The slow way: precision at the place of each relevant document.
double slow_map(const SyntheticDataset& made) {
  double sum = 0.0;
  std::size_t first = 0;
  for (std::size_t q = 0; q < made.data.query_count(); ++q) {
    const auto labels = made.data[q].truth.label;
    double precision = 0.0;
    double relevant = 0.0;
    for (std::size_t d = 0; d < labels.size(); ++d) {
      if (labels[d] == 0.0) continue;
      relevant += 1.0;
      double above = 0.0;
      double found = 0.0;
      for (std::size_t other = 0; other < labels.size(); ++other) {
        if (made.utility[first + other] < made.utility[first + d]) continue;
        above += 1.0;
        found += labels[other] > 0.0 ? 1.0 : 0.0;
      }
      precision += found / above;
    }
    sum += precision / relevant;
    first += labels.size();
  }
  return sum / static_cast<double>(made.data.query_count());
}

TEST(StandIn, MeetsTheLevelOfItsShapeAtAnySize) {
  for (const char* name : {"TD2003", "HP2004", "TD2003-graded"}) {
    const StandInShape& shape = *find_stand_in(name);
    EXPECT_NEAR(slow_map(stand_in(shape, 3, 60)), shape.best_map, 0.0051) << name;
  }
  const StandInShape& topics = *find_stand_in("TD2003");
  EXPECT_NEAR(slow_map(stand_in(topics, 3, 300)), topics.best_map, 0.0051);
}

TEST(StandIn, DependsOnItsSeedAndNotOnThreads) {
  const StandInShape& shape = *find_stand_in("TD2004");
  const SyntheticDataset one = stand_in(shape, 7, 40);
  const ThreadLimit limit(1);
  const SyntheticDataset same = stand_in(shape, 7, 40);
  EXPECT_EQ(one.utility, same.utility);
  EXPECT_EQ(comparable_features(one.data), comparable_features(same.data));
  EXPECT_TRUE(std::ranges::equal(one.data.columns().label, same.data.columns().label));
  EXPECT_NE(stand_in(shape, 8, 40).utility, one.utility);
}

TEST(StandIn, IsNormalisedByQueryAndHasNoInverseDocumentFrequency) {
  const SyntheticDataset made = stand_in(*find_stand_in("NP2004"), 2, 50);
  const std::vector<StandInFeature> features = stand_in_features(64);
  ASSERT_EQ(features.size(), 64U);
  EXPECT_EQ(stand_in_features(46).size(), 46U);
  const FeatureRows rows = made.data[0].features;
  DenseRow<float> dense;
  std::vector<float> low(64, 2.0F);
  std::vector<float> high(64, -1.0F);
  for (DocIndex doc = 0; doc < rows.size(); ++doc) {
    const auto row = dense(rows[doc]);
    for (std::size_t f = 0; f < 64; ++f) {
      low[f] = std::min(low[f], row[f]);
      high[f] = std::max(high[f], row[f]);
    }
  }
  for (std::size_t f = 0; f < 64; ++f) {
    EXPECT_EQ(low[f], 0.0F) << f + 1;
    EXPECT_EQ(high[f], features[f].kind == StandInKind::of_query ? 0.0F : 1.0F) << f + 1;
  }
  for (std::size_t f = 5; f < 10; ++f) EXPECT_EQ(features[f].kind, StandInKind::of_query);
}

TEST(StandIn, HasErrorsThatGrowDownTheOrder) {
  const SyntheticDataset made = stand_in(*find_stand_in("MQ2008-list"), 5, 0, 40);
  double first = 0.0;  // distance of the place by utility from that in the order
  double last = 0.0;
  std::size_t begin = 0;
  for (std::size_t q = 0; q < made.data.query_count(); ++q) {
    const auto labels = made.data[q].truth.label;
    const std::size_t n = labels.size();
    std::vector<std::size_t> ranking(n);
    std::iota(ranking.begin(), ranking.end(), std::size_t{0});
    std::ranges::sort(ranking, std::greater{},
                      [&](std::size_t d) { return made.utility[begin + d]; });
    for (std::size_t place = 0; place < n; ++place) {
      const double given = static_cast<double>(n - 1) - labels[ranking[place]];
      const double share = std::abs(given - static_cast<double>(place)) / static_cast<double>(n);
      if (place < n / 10) first += share / static_cast<double>(n);
      if (place >= n - n / 10) last += share / static_cast<double>(n);
    }
    begin += n;
  }
  EXPECT_GT(last, 1.5 * first);
}

}  // namespace
}  // namespace podium::research
