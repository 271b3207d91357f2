// What holds of aggregation whatever the votes: circles, limits, and the exact order below all
// others.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/cli/measure/aggregate_fixture.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/orders/preflib_fixture.hpp"

namespace podium::cli {
namespace {

TEST_F(AggregateCommand, ComesToAnEndOnCyclicMajorities) {
  file("votes.soc", circle);
  for (const AggregatorEntry& entry : aggregators()) {
    if (entry.needs_scores) continue;
    const auto found = json({"--lists", "votes.soc", "--method", std::string(entry.name)});
    EXPECT_THAT(items_of(found["elections"][0]), testing::UnorderedElementsAre("1", "2", "3"));
    EXPECT_GE(found["elections"][0]["kemeny_cost"], 10.0);
  }
  for (const std::string sort : {"quick", "merge", "local", "best+local"}) {
    const auto found = json({"--lists", "votes.soc", "--set", "sort=" + sort});
    EXPECT_THAT(items_of(found["elections"][0]), testing::UnorderedElementsAre("1", "2", "3"));
  }
}

TEST_F(AggregateCommand, SaysWhatALimitedSearchHasProven) {
  std::string votes = "# NUMBER ALTERNATIVES: 24\n";
  RandomStream stream(3, "", "limit");
  std::vector<std::size_t> order(24);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i + 1;
  for (int voter = 0; voter < 5; ++voter) {
    stream.shuffle(std::span(order));
    votes += "1: ";
    for (const std::size_t item : order)
      votes += (item == order[0] ? "" : ",") + std::to_string(item);
    votes += "\n";
  }
  file("votes.soc", votes);
  const auto stopped =
      json({"--lists", "votes.soc", "--method", "kemeny", "--set", "nodes=3"})["elections"][0];
  EXPECT_EQ(stopped["proven_best"], false);
  EXPECT_LT(stopped["lower_bound"], stopped["kemeny_cost"]);
  EXPECT_GT(stopped["gap_percent"], 0.0);
  const auto solved = json({"--lists", "votes.soc", "--method", "kemeny"})["elections"][0];
  EXPECT_EQ(solved["proven_best"], true);
  EXPECT_LE(stopped["lower_bound"], solved["kemeny_cost"]);
  EXPECT_LE(solved["kemeny_cost"], stopped["kemeny_cost"]);
}

/// Orders of up to seven alternatives, partial and with ties, so that sums are exact.
PrefLibVotes random_votes(RandomStream& stream) {
  const std::size_t count = 1 + stream.below(7);
  PrefLibVotes votes{.title = "random"};
  std::vector<DocIndex> all;
  for (std::size_t i = 0; i < count; ++i) {
    votes.alternative.push_back("alternative " + std::to_string(i + 1));
    all.push_back(static_cast<DocIndex>(i));
  }
  for (std::size_t voter = 0; voter <= stream.below(6); ++voter) {
    stream.shuffle(std::span(all));
    PrefLibOrder order{.order = all, .voters = 1 + stream.below(5)};
    order.order.resize(1 + stream.below(count));
    while (order.tie_end.size() < order.order.size()) {
      const std::size_t most = stream.below(3) == 0 ? order.order.size() - order.tie_end.size() : 1;
      const std::size_t end = order.tie_end.size() + 1 + stream.below(most);
      order.tie_end.resize(end, static_cast<std::uint32_t>(end));
    }
    votes.orders.push_back(std::move(order));
  }
  return votes;
}

RC_GTEST_FIXTURE_PROP(AggregateCommand, NeverBeatsTheExactOrderAndRanksEveryItemOnce,
                      (std::uint64_t seed)) {
  RandomStream stream(seed, "", "votes");
  const PrefLibVotes votes = random_votes(stream);
  file("votes.toi", preflib_text(votes));
  const auto found = [&](std::string_view method) {
    return json(
        {"--lists", "votes.toi", "--names", "--method", std::string(method)})["elections"][0];
  };
  const auto exact = found("kemeny");
  RC_ASSERT(exact["proven_best"] == true);
  std::vector<std::string_view> methods;
  for (const AggregatorEntry& entry : aggregators()) {
    if (!entry.needs_scores) methods.push_back(entry.name);
  }
  const auto other = found(methods[stream.below(methods.size())]);
  RC_ASSERT(exact["kemeny_cost"].get<double>() <= other["kemeny_cost"].get<double>());
  RC_ASSERT(std::ranges::is_permutation(items_of(other), votes.alternative));
}

}  // namespace
}  // namespace podium::cli
