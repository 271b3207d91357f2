#include "podium/text/links/topical_rank.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/text/links/hits.hpp"
#include "podium/text/links/link_graph_fixture.hpp"
#include "podium/text/links/pagerank.hpp"

namespace podium::text {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

TopicTable random_topics(std::size_t pages, std::size_t topics, RandomStream& random) {
  TopicTable table{.topics = topics};
  for (std::size_t page = 0; page < pages; ++page) {
    std::vector<double> row(topics);
    for (double& share : row) share = random.uniform();
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (const double share : row) table.value.push_back(share / sum);
  }
  return table;
}

std::vector<double> sums_over_topics(const TopicTable& table) {
  return topic_scores(table, std::vector<double>(table.topics, 1.0));
}

TEST(TopicalRank, MatchesTheWorkedExample) {  // the specification's worked example
  const TopicTable topics{.topics = 2, .value = {.8, .2, .5, .5, .1, .9, .6, .4}};
  const TopicTable scores = topical_rank(example_graph(), topics);
  EXPECT_THAT(scores.value,
              ElementsAre(near(.133018051), near(.239508801), near(.110345900), near(.085478011),
                          near(.202980489), near(.191168747), near(.0225), near(.015)));
  EXPECT_THAT(topic_scores(scores, std::vector{.3, .7}),
              ElementsAre(near(.207561576), near(.092938378), near(.194712270), near(.01725)));
}

TEST(TopicalRank, SumsOverTopicsToPageRank) {
  RandomStream random(5, "q", "topics");
  for (std::size_t round = 0; round < 10; ++round) {
    const LinkGraph graph = random_graph(30, 20 + random.below(80), random);  // some without links
    const TopicTable topics = random_topics(30, 4, random);
    EXPECT_THAT(sums_over_topics(topical_rank(graph, topics, {.alpha = random.uniform()})),
                Pointwise(DoubleNear(1e-11), pagerank(graph).score));
  }
}

TEST(TopicalRank, HasTheSameBitsForAnyNumberOfThreads) {
  RandomStream random(6, "q", "topics");
  const LinkGraph graph = random_graph(5000, 20000, random);
  const TopicTable topics = random_topics(5000, 3, random);
  const auto with_threads = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return topical_rank(graph, topics, {.max_iterations = 8}).value;
  };
  EXPECT_EQ(with_threads(1), with_threads(2));
}

TEST(TopicalHits, SumsOverTopicsToHits) {
  RandomStream random(9, "q", "topics");
  const LinkGraph graph = random_graph(20, 60, random);
  const TopicalHits topical = topical_hits(graph, random_topics(20, 3, random));
  const HitsScores plain = hits(graph);
  EXPECT_THAT(sums_over_topics(topical.authority), Pointwise(DoubleNear(1e-9), plain.authority));
  EXPECT_THAT(sums_over_topics(topical.hub), Pointwise(DoubleNear(1e-9), plain.hub));
}

TEST(TopicalHits, OfOneTopicIsHits) {
  const TopicalHits topical =
      topical_hits(example_graph(), {.topics = 1, .value = {1.0, 1.0, 1.0, 1.0}});
  EXPECT_THAT(topical.authority.value,
              Pointwise(DoubleNear(1e-12), hits(example_graph()).authority));
}

TEST(TopicalRank, RefusesTopicsThatAreNoDistribution) {
  const TopicTable bad{.topics = 1, .value = {1.0, 1.0, 0.9, 1.0}};
  EXPECT_THROW(topical_rank(example_graph(), bad), UsageError);
  EXPECT_THROW(topical_hits(example_graph(), TopicTable{.topics = 1, .value = {1.0}}),
               ContractError);
}

}  // namespace
}  // namespace podium::text
